import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

/// Textures and units that a program samples, and that hold nothing it can.
@Suite struct UnfitTextureTests {
  /// A context that keeps its warnings, a target, and a point with a flat texture or a cube map.
  private final class Stage {
    let offscreen: OffscreenContext
    let target: Framebuffer
    private let points: [Texture.Kind: VertexInput]
    private var warnings: [String] = []
    var gl: Context { offscreen.gl }

    init() throws {
      offscreen = try OffscreenContext()
      let gl = offscreen.gl
      gl.onWarning = { _ in }
      target = try Framebuffer(gl, width: 1, height: 1)
      points = try [
        .flat: Self.point(gl, "uniform sampler2D u_page;", "texture2D(u_page, vec2(0.5))"),
        .cube: Self.point(gl, "uniform samplerCube u_page;", "textureCube(u_page, vec3(1.0))"),
      ]
      gl.onWarning = { [unowned self] in warnings.append($0) }
    }

    private static func point(
      _ gl: Context, _ uniform: String, _ color: String
    ) throws -> VertexInput {
      let program = try Program(
        gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: "\(uniform) void main() { gl_FragColor = \(color); }", label: "page")
      return try VertexInput(
        program, [VertexAttribute("a", in: Buffer(gl, [0, 0]), components: 2)])
    }

    func program(_ kind: Texture.Kind = .flat) throws -> Program {
      try #require(points[kind]).program
    }

    /// Draws with new warnings, each of which begins with the sampler's name.
    func draw(_ kind: Texture.Kind = .flat) throws -> [String] {
      warnings = []
      try #require(points[kind]).draw(.points, count: 1)
      let start = "'u_page' of page samples "
      #expect(warnings.allSatisfy { $0.hasPrefix(start) }, "\(warnings)")
      return warnings.map { String($0.dropFirst(start.count)) }
    }
  }

  private static let remedy = "set the sampler to a texture instead of a unit"
  private static let empty =
    "a texture that was never filled; update it or draw into it first, and call invalidateState() "
    + "after GL calls of your own that do"

  @Test func unitsWithoutAFittingTexture() throws {
    let stage = try Stage()
    let (flat, cube) = (try stage.program(.flat), try stage.program(.cube))
    try flat.set("u_page", to: 3)
    try cube.set("u_page", to: 3)
    stage.target.bind()
    #expect(try stage.draw(.flat) == ["unit 3, which has no texture; \(Self.remedy)"])
    #expect(try stage.draw(.cube) == [])  // The same text is told once.
    let page = try Texture(stage.gl, Image(width: 1, height: 1, filledWith: [9, 8, 7, 255]))
    page.bind(to: 3)
    #expect(
      try stage.draw(.cube) == [
        "unit 3, which has a flat texture, and no cube map; \(Self.remedy)"
      ])
    #expect(try stage.draw(.flat) == [])
    #expect(try stage.target.readImage()[0, 0] == [9, 8, 7, 255])
    let sky = try Texture(
      stage.gl, cube: (0..<6).map { _ in Image(width: 1, height: 1, filledWith: [1, 2, 3, 255]) })
    try flat.set("u_page", to: 4)
    try cube.set("u_page", to: 4)
    sky.bind(to: 4)
    #expect(try stage.draw(.cube) == [])
    #expect(
      try stage.draw(.flat) == [
        "unit 4, which has a cube map, and no flat texture; \(Self.remedy)"
      ])
  }

  /// Textures that other code binds are what GL says.
  @Test func unitsThatOtherCodeFilled() throws {
    let stage = try Stage()
    try stage.program().set("u_page", to: 2)
    var name: GLuint = 0
    glGenTextures(1, &name)
    glActiveTexture(GLenum(GL_TEXTURE2))
    glBindTexture(GLenum(GL_TEXTURE_2D), name)
    stage.gl.invalidateState()
    stage.target.bind()
    #expect(try stage.draw() == [])
    glDeleteTextures(1, &name)
    stage.gl.invalidateState()
    stage.target.bind()
    #expect(try stage.draw() == ["unit 2, which has no texture; \(Self.remedy)"])
  }

  @Test func unitsWithTheTargetsTexture() throws {
    let stage = try Stage()
    try stage.program().set("u_page", to: 1)
    stage.target.color.bind(to: 1)
    #expect(
      try stage.draw() == ["the texture that is drawn into; draw into another framebuffer"])
    let other = try Framebuffer(stage.gl, width: 1, height: 1)
    #expect(try stage.draw() == [])
    withExtendedLifetime(other) {}
  }

  /// Programs that hold their textures choose units, and leave them bound.
  @Test func unitsThatAnotherSamplerTook() throws {
    let stage = try Stage()
    let page = try Texture(stage.gl, Image(width: 1, height: 1, filledWith: [9, 8, 7, 255]))
    let sky = try Texture(
      stage.gl, cube: (0..<6).map { _ in Image(width: 1, height: 1, filledWith: .one) })
    page.bind(to: 0)
    try stage.program(.flat).set("u_page", to: 0)
    try stage.program(.cube).set("u_page", to: sky)
    stage.target.bind()
    #expect(try stage.draw(.cube) == [])
    #expect(try stage.draw(.flat) == [])
    let holder = try Program(
      stage.gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
      fragment: """
        uniform sampler2D u_own;
        void main() { gl_FragColor = texture2D(u_own, vec2(0.5)); }
        """)
    let other = try Texture(stage.gl, Image(width: 1, height: 1))
    page.bind(to: 0)
    try holder.set("u_own", to: other)
    let input = try VertexInput(
      holder, [VertexAttribute("a", in: Buffer(stage.gl, [0, 0]), components: 2)])
    try input.draw(.points, count: 1)
    #expect(
      try stage.draw(.flat) == [
        "unit 0, which has the texture of another sampler; \(Self.remedy)"
      ])
    page.bind(to: 0)
    #expect(try stage.draw(.flat) == [])
    #expect(try stage.target.readImage()[0, 0] == [9, 8, 7, 255])
  }

  @Test func texturesThatWereNeverFilled() throws {
    /// The warnings of a draw that samples a texture to which something was done.
    func warnings(_ fill: (Stage, Texture) throws -> Void) throws -> [String] {
      let stage = try Stage()
      let page = try Texture(stage.gl, width: 2, height: 2)
      try fill(stage, page)
      stage.target.bind()
      try stage.program().set("u_page", to: page)
      return try stage.draw()
    }
    let image = Image(width: 1, height: 1)
    #expect(try warnings { _, _ in } == [Self.empty])
    #expect(try warnings { try $1.generateMipmaps() } == [Self.empty])
    #expect(try warnings { _ = try Framebuffer($0.gl, color: $1) } == [Self.empty])
    #expect(try warnings { try $1.update(with: image, x: 1) } == [])
    #expect(
      try warnings {
        $0.gl.clear()
        try $1.copy(from: $0.target, region: $0.target.bounds, toX: 0, y: 0)
      } == [])
    for withoutWarnings in [false, true] {
      for draws in [false, true] {
        #expect(
          try warnings { stage, page in
            let drawn = try Framebuffer(stage.gl, color: page)
            let onWarning = stage.gl.onWarning
            if withoutWarnings { stage.gl.onWarning = nil }
            if draws {
              try stage.program().set("u_page", to: Texture(stage.gl, image))
              _ = try stage.draw()
            } else {
              stage.gl.clear()
            }
            stage.gl.onWarning = onWarning
            withExtendedLifetime(drawn) {}
          } == [])
      }
    }
    // Other code may have filled it.
    #expect(try warnings { stage, _ in stage.gl.invalidateState() } == [])
    #expect(
      try warnings { stage, page in
        let onWarning = stage.gl.onWarning
        stage.gl.onWarning = nil
        _ = try Framebuffer(stage.gl, color: page)
        stage.gl.onWarning = onWarning
      } == [])
  }

  /// Textures that are filled when they are made, and targets that are resolved.
  @Test func texturesThatAreNeverEmpty() throws {
    let stage = try Stage()
    let image = Image(width: 1, height: 1)
    stage.gl.clear()
    let smooth = try Framebuffer(stage.gl, width: 1, height: 1, samples: 4)
    stage.gl.clear()
    try smooth.resolve()
    for texture in [
      try Texture(stage.gl, copying: stage.target), try Texture(stage.gl, image),
      try Texture(stage.gl, levels: [image]), smooth.color,
    ] {
      try stage.program().set("u_page", to: texture)
      stage.target.bind()
      #expect(try stage.draw() == [])
    }
    if stage.gl.supports(.depthTextures) {
      let depth = try Texture(
        stage.gl, width: 1, height: 1, format: .depth24, sampling: .init(.nearest))
      try stage.program().set("u_page", to: depth)
      #expect(try stage.draw() == [Self.empty])
      let other = try Texture(
        stage.gl, width: 1, height: 1, format: .depth24, sampling: .init(.nearest))
      let drawn = try Framebuffer(
        stage.gl, color: Texture(stage.gl, width: 1, height: 1), depthTexture: other)
      stage.gl.clear(depth: 1)
      stage.target.bind()
      try stage.program().set("u_page", to: other)
      #expect(try stage.draw() == [])
      withExtendedLifetime(drawn) {}
    }
  }
}
