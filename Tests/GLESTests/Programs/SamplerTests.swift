import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

/// Textures that a program holds, drawn into one pixel.
@Suite struct SamplerTests {
  private struct Stage {
    let offscreen: OffscreenContext
    let target: Framebuffer

    init() throws {
      offscreen = try OffscreenContext()
      target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    }

    var gl: Context { offscreen.gl }

    func program(_ declarations: String, _ color: String) throws -> (Program, VertexInput) {
      let program = try Program(
        gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: """
          precision mediump float;
          \(declarations)
          void main() { gl_FragColor = \(color); }
          """, label: "sum")
      return (
        program,
        try VertexInput(
          program, [VertexAttribute("a", in: Buffer(gl, [SIMD2<Float>.zero]), components: 2)])
      )
    }

    func sum() throws -> (Program, VertexInput) {
      try program(
        "uniform sampler2D u_a, u_b;", "texture2D(u_a, vec2(0.5)) + texture2D(u_b, vec2(0.5))")
    }

    func texture(_ color: SIMD4<UInt8>) throws -> Texture {
      try Texture(gl, Image(width: 1, height: 1, filledWith: color))
    }

    func pixel(_ point: VertexInput) throws -> SIMD4<UInt8> {
      target.bind()
      try point.draw(.points, count: 1)
      return try target.readImage()[0, 0]
    }
  }

  private static let red = SIMD4<UInt8>(255, 0, 0, 255)
  private static let green = SIMD4<UInt8>(0, 255, 0, 255)
  private static let blue = SIMD4<UInt8>(0, 0, 255, 255)

  /// Nothing but the program holds the textures, and others are made, bound and drawn in between.
  @Test func eachSamplerKeepsItsTexture() throws {
    let stage = try Stage()
    let (program, point) = try stage.sum()
    try program.set("u_a", to: stage.texture(Self.red))
    try program.set("u_b", to: stage.texture(Self.green))
    #expect(try stage.pixel(point) == [255, 255, 0, 255])

    let (other, otherPoint) = try stage.sum()
    try other.set("u_a", to: stage.texture(Self.blue))
    try other.set("u_b", to: stage.texture(Self.red))
    let blue = try stage.texture(Self.blue)
    for unit in 0..<8 { blue.bind(to: unit) }
    #expect(try stage.pixel(otherPoint) == [255, 0, 255, 255])
    #expect(try stage.pixel(point) == [255, 255, 0, 255])
    try program.set("u_a", to: blue)
    #expect(try stage.pixel(point) == [0, 255, 255, 255])
  }

  @Test func aTextureThatWasReplacedIsReleased() throws {
    let stage = try Stage()
    let (program, point) = try stage.sum()
    let name = try {
      let first = try stage.texture(Self.red)
      try program.set("u_a", to: first)
      return first.name
    }()
    try program.set("u_b", to: stage.texture(Self.green))
    #expect(try stage.pixel(point) == [255, 255, 0, 255])
    #expect(glIsTexture(name) == GL_TRUE)
    try program.set("u_a", to: stage.texture(Self.blue))
    #expect(try stage.pixel(point) == [0, 255, 255, 255])
    #expect(glIsTexture(name) == GL_FALSE)
  }

  /// Elements of an array, and samplers of both types, have units of their own.
  @Test func arraysAndCubesHaveUnits() throws {
    let stage = try Stage()
    let (program, point) = try stage.program(
      "uniform sampler2D u_layers[2]; uniform samplerCube u_sky;",
      """
      texture2D(u_layers[0], vec2(0.5)) + texture2D(u_layers[1], vec2(0.5))
        + textureCube(u_sky, vec3(1.0))
      """)
    try program.set("u_layers[1]", to: stage.texture(Self.green))
    try program.set("u_layers[0]", to: stage.texture(Self.red))
    let face = Image(width: 1, height: 1, filledWith: Self.blue)
    try program.set(
      "u_sky", to: Texture(stage.gl, cube: [Image](repeating: face, count: 6)))
    #expect(try stage.pixel(point) == [255, 255, 255, 255])
  }

  /// An application that binds one texture itself keeps its unit.
  @Test func unitsThatWereSetByHandStay() throws {
    let stage = try Stage()
    let (program, point) = try stage.sum()
    let (red, green) = (try stage.texture(Self.red), try stage.texture(Self.green))
    try program.set("u_a", to: red)
    green.bind(to: 0)
    try program.set("u_b", to: 0 as Int32)
    #expect(try stage.pixel(point) == [255, 255, 0, 255])
    green.bind(to: 5)
    try program.set("u_a", to: 5 as Int32)
    try program.set("u_b", to: red)
    #expect(try stage.pixel(point) == [255, 255, 0, 255])
  }

  @Test func aWrongKindIsNamed() throws {
    let stage = try Stage()
    let (program, _) = try stage.program(
      "uniform sampler2D u_a; uniform samplerCube u_sky; uniform vec4 u_tint;",
      "texture2D(u_a, vec2(0.5)) + textureCube(u_sky, vec3(1.0)) + u_tint")
    let flat = try stage.texture(Self.red)
    let face = Image(width: 1, height: 1)
    let cube = try Texture(stage.gl, cube: [Image](repeating: face, count: 6))
    for (name, texture, message) in [
      ("u_a", cube, "uniform 'u_a' is a sampler2D, not a cube map"),
      ("u_sky", flat, "uniform 'u_sky' is a samplerCube, not a flat texture"),
      ("u_tint", flat, "uniform 'u_tint' is a vec4, not a texture"),
    ] {
      let error = try #require(throws: GLESError.self) { try program.set(name, to: texture) }
      #expect("\(error)" == message)
    }
  }
}
