import GLCallCounter
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

@testable import GLES

/// Features beyond ES 2.0: they work where the driver has them, and elsewhere errors name them.
@Suite(.serialized) struct FeatureTests {
  /// Checks a feature with the driver's extensions, and that it is refused without.
  ///
  /// - Parameter use: What needs the feature.
  private func check(
    _ features: Feature..., in place: SourceLocation = #_sourceLocation,
    use: (Context) throws -> Void
  ) throws {
    let gl = try OffscreenContext().gl
    if features.allSatisfy(gl.supports) { try use(gl) }
    let plain = try OffscreenContext(ignoresExtensions: true).gl
    let error = #expect(throws: GLESError.self, sourceLocation: place) { try use(plain) }
    let source = features[0].source
    for name in source.extensions + (source.version.map { ["OpenGL ES \($0).0"] } ?? []) {
      #expect(error?.description.contains(name) == true, "\(error?.description ?? "")")
    }
    #expect(error?.description.hasSuffix("; \(source.remedy)") == true, sourceLocation: place)
  }

  /// Draws two triangles over the bound target.
  private func fill(
    _ gl: Context, _ fragment: String, set: (Program) throws -> Void = { _ in }
  ) throws {
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a;
        uniform float u_z;
        varying vec2 v;
        void main() { v = 0.5 + 0.5 * a; gl_Position = vec4(a, u_z, 1.0); }
        """, fragment: fragment)
    let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3])
    try program.set("u_z", to: 0.5)
    try set(program)
    try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
      .draw(.triangles, count: 3)
  }

  private let sampling = """
    precision highp float;
    uniform sampler2D u;
    varying vec2 v;
    void main() { gl_FragColor = texture2D(u, v); }
    """

  @Test func plainDriversHaveNoFeature() throws {
    let plain = try OffscreenContext(ignoresExtensions: true).gl
    #expect(Feature.allCases.filter(plain.supports).isEmpty)
    // Without extensions, what ES 3 includes is left.
    gl_hide_extensions(1)
    defer { gl_hide_extensions(0) }
    let hidden = try OffscreenContext().gl
    let expected = Feature.allCases.filter {
      hidden.majorVersion >= $0.source.version ?? .max
    }
    #expect(Feature.allCases.filter(hidden.supports) == expected)
  }

  /// A driver that lists an extension has its functions.
  @Test func extensionsHaveTheirFunctions() throws {
    let gl = try OffscreenContext().gl
    for feature in Feature.allCases {
      let isListed = feature.source.extensions.contains(where: gl.extensions.contains)
      if isListed { #expect(gl.supports(feature), "\(feature)") }
    }
  }

  @Test func instancesHaveTheirOwnValues() throws {
    let colors: [SIMD4<Float>] = [[1, 0, 0, 1], [0, 1, 0, 1], [0, 0, 1, 1]]
    try check(.instancing) { gl in
      let target = try Framebuffer(gl, width: 6, height: 1)
      let program = try Program(
        gl,
        vertex: """
          attribute float a_corner;
          attribute float a_place;
          attribute vec4 a_color;
          varying vec4 v_color;
          void main() {
            v_color = a_color;
            gl_Position = vec4((a_place + a_corner + 0.5) / 3.0 - 1.0, 0.0, 0.0, 1.0);
            gl_PointSize = 1.0;
          }
          """,
        fragment: """
          precision mediump float;
          varying vec4 v_color;
          void main() { gl_FragColor = v_color; }
          """,
        // Locations that the next input uses for values of vertices.
        attributeLocations: ["a_corner": 0, "a_place": 1, "a_color": 2])
      let corners = try Buffer(gl, [0])
      let places = try Buffer(gl, [0, 1, 2, 3, 4, 5])
      let input = try VertexInput(
        program,
        [
          VertexAttribute("a_corner", in: corners, components: 1),
          VertexAttribute("a_place", in: places, components: 1, divisor: 1),
          VertexAttribute("a_color", in: try Buffer(gl, colors), components: 4, divisor: 2),
        ])
      let expected = (0..<6).map { SIMD4<UInt8>(colors[$0 / 2] * 255) }
      gl.clear(color: .zero)
      try input.draw(.points, count: 1, instances: 6)
      #expect(try (0..<6).map { try target.readImage()[$0, 0] } == expected)
      gl.clear(color: .zero)
      try input.draw(.points, indices: try IndexBuffer(gl, [0]), instances: 4)
      #expect(try (0..<6).map { try target.readImage()[$0, 0].w } == [255, 255, 255, 255, 0, 0])
      let error = #expect(throws: GLESError.self) {
        try input.draw(.points, count: 1, instances: 7)
      }
      #expect(error == .outsideBuffer(wanted: 7, available: 6, what: "instances"))
      // The same locations advance by vertices again.
      let vertices = try VertexInput(
        program, [VertexAttribute("a_place", in: places, components: 1)],
        constants: ["a_corner": .zero, "a_color": [1, 1, 1, 1]])
      gl.clear(color: .zero)
      try vertices.draw(.points, count: 6)
      #expect(try (0..<6).map { try target.readImage()[$0, 0].w }.allSatisfy { $0 == 255 })
    }
    // Several instances without values of their own.
    try check(.instancing) { gl in
      let target = try Framebuffer(gl, width: 1, height: 1)
      let program = try Program(
        gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: "void main() { gl_FragColor = vec4(1.0); }")
      let input = try VertexInput(
        program, [VertexAttribute("a", in: try Buffer(gl, [0]), components: 1)])
      try input.draw(.points, count: 1, instances: 2)
      #expect(try target.readImage()[0, 0].w == 255)
    }
  }

  @Test(arguments: [
    (Feature.floatTextures, Feature.floatTargets, Texture.Format.rgba32Float),
    (.halfFloatTextures, .halfFloatTargets, .rgba16Float),
  ])
  func floatsKeepTheirValues(_ case: (Feature, Feature, Texture.Format)) throws {
    let values: [SIMD4<Float>] = [[2.5, -1, 0.25, 1], [1000, 0, -0.5, 2]]
    let (feature, targets, format) = `case`
    try check(feature, targets) { gl in
      let nearest = Texture.Sampling(.nearest)
      let texture = try Texture(gl, width: 2, height: 1, format: format, sampling: nearest)
      let region = PixelRegion(width: 2, height: 1)
      if format == .rgba32Float {
        try values.withUnsafeBytes { try texture.update($0, region: region, bytesPerRow: 32) }
      } else {
        let halves = values.map { SIMD4<Float16>($0) }
        try halves.withUnsafeBytes { try texture.update($0, region: region, bytesPerRow: 16) }
      }
      let color = try Texture(gl, width: 2, height: 1, format: format, sampling: nearest)
      let target = try Framebuffer(gl, color: color)
      try fill(gl, sampling) { try $0.set("u", to: texture) }
      #expect(try target.readFloats() == values)
      let error = #expect(throws: GLESError.self) { try target.readImage() }
      #expect(error?.description.hasSuffix("; use readFloats()") == true)
      let bytes = try Framebuffer(gl, width: 1, height: 1)
      #expect(throws: GLESError.self) { try bytes.readFloats() }
    }
  }

  @Test func depthCanBeSampled() throws {
    try check(.depthTextures) { gl in
      let nearest = Texture.Sampling(.nearest)
      let depth = try Texture(gl, width: 4, height: 4, format: .depth24, sampling: nearest)
      let color = try Texture(gl, width: 4, height: 4)
      let target = try Framebuffer(gl, color: color, depthTexture: depth)
      var state = RenderState()
      state.depthTest = .less
      gl.apply(state)
      gl.clear(color: .zero, depth: 1)
      try fill(gl, "void main() { gl_FragColor = vec4(1.0); }")
      gl.apply(RenderState())
      let shown = try Framebuffer(gl, width: 4, height: 4)
      try fill(gl, sampling) { try $0.set("u", to: depth) }
      // Halfway between the middle and the far plane.
      #expect(abs(Int(try shown.readImage()[1, 1].x) - 191) <= 1)
      #expect(target.has.depth)
      let error = #expect(throws: GLESError.self) {
        try Framebuffer(gl, color: color, depth: true, depthTexture: depth)
      }
      #expect(error?.description.contains("leave out depth") == true)
      #expect(throws: GLESError.self) {
        try depth.setSampling(Texture.Sampling(.linear))
      }
    }
  }

  @Test func sRGBIsSampledAsLinear() throws {
    try check(.sRGBTextures) { gl in
      let texture = try Texture(gl, width: 1, height: 1, format: .srgba8)
      try texture.update(with: Image(width: 1, height: 1, pixels: [188, 0, 255, 188]))
      let target = try Framebuffer(gl, width: 1, height: 1)
      try fill(gl, sampling) { try $0.set("u", to: texture) }
      // ((188 / 255 + 0.055) / 1.055) ^ 2.4 = 0.5029; alpha is linear.
      let pixel = try target.readImage()[0, 0]
      #expect(abs(Int(pixel.x) - 128) <= 1 && pixel.y == 0 && pixel.z == 255 && pixel.w == 188)
    }
  }

  /// Stripes that are minified across only stay.
  @Test func anisotropyKeepsDetails() throws {
    var stripes = Image(width: 64, height: 64, filledWith: [0, 0, 0, 255])
    for y in 0..<64 { for x in 0..<32 { stripes[2 * x, y] = [255, 255, 255, 255] } }
    var sampling = Texture.Sampling(mipmaps: .linear)
    sampling.anisotropy = 16
    try check(.anisotropy) { gl in
      var contrast: [Int] = []
      for sampling in [Texture.Sampling(mipmaps: .linear), sampling] {
        let target = try Framebuffer(gl, width: 64, height: 8)
        let texture = try Texture(gl, stripes, sampling: sampling)
        try fill(gl, self.sampling) { try $0.set("u", to: texture) }
        let image = try target.readImage()
        contrast.append(abs(Int(image[20, 4].x) - Int(image[21, 4].x)))
      }
      #expect(contrast[0] < 20 && contrast[1] > 40, "\(contrast)")
    }
  }

  @Test func severalTexturesAreDrawnAtOnce() throws {
    try check(.drawBuffers) { gl in
      let textures = try (0..<2).map { _ in try Texture(gl, width: 2, height: 2) }
      let target = try Framebuffer(gl, color: textures[0], furtherColors: [textures[1]])
      try fill(
        gl,
        """
        #extension GL_EXT_draw_buffers : require
        void main() {
          gl_FragData[0] = vec4(1.0, 0.0, 0.0, 1.0);
          gl_FragData[1] = vec4(0.0, 1.0, 0.0, 1.0);
        }
        """)
      #expect(try target.readImage()[0, 0] == [255, 0, 0, 255])
      #expect(try Framebuffer(gl, color: textures[1]).readImage()[1, 1] == [0, 255, 0, 255])
      let many = [Texture](repeating: textures[1], count: 99)
      let error = #expect(throws: GLESError.self) {
        try Framebuffer(gl, color: textures[0], furtherColors: many)
      }
      #expect(error?.description.contains("framebuffers of 100 textures; use at most") == true)
    }
  }

  @Test func hiddenThingsAreNotVisible() throws {
    try check(.occlusionQueries) { gl in
      let query = try OcclusionQuery(gl)
      #expect(query.isVisible == nil && !query.wait())
      let target = try Framebuffer(gl, width: 4, height: 4, depth: true)
      var state = RenderState()
      state.depthTest = .less
      gl.apply(state)
      for (depth, isVisible) in [(Float(1), true), (0.6, false)] {
        target.bind()
        gl.clear(color: .zero, depth: depth)
        let program = try Program(
          gl,
          vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.5, 1.0); }",
          fragment: "void main() { gl_FragColor = vec4(1.0); }")
        let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3])
        let input = try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
        try query.measure { try input.draw(.triangles, count: 3) }
        #expect(query.wait() == isVisible)
        #expect(query.isVisible == isVisible)
        let other = try OcclusionQuery(gl)
        try query.measure {
          let error = #expect(throws: GLESError.self) { try other.measure {} }
          #expect(error == .invalidCall(function: "glBeginQuery", errors: [.invalidOperation]))
        }
      }
    }
  }

  @Test func driversSayWhatTheyMean() throws {
    try check(.driverMessages) { gl in
      var warnings: [String] = []
      gl.onWarning = { warnings.append($0) }
      try gl.reportDriverMessages()
      glEnable(0xFFFF)
      #expect(throws: GLESError.self) { try gl.checkErrors(after: "glEnable") }
      #expect(warnings.contains { $0.hasPrefix("the driver says: GL_INVALID_ENUM") }, "\(warnings)")
      // Debuggers show the labels of objects.
      let program = try Program(
        gl, vertex: "attribute vec4 a_place; void main() { gl_Position = a_place; }",
        fragment: """
          uniform sampler2D u_page;
          void main() { gl_FragColor = texture2D(u_page, vec2(0.5)); }
          """, label: "toon")
      let page = try Texture(gl, width: 1, height: 1)
      try program.set("u_page", to: page)
      let places = try Buffer(gl, [0, 0])
      _ = try VertexInput(program, [VertexAttribute("a_place", in: places, components: 2)])
      let shader = try Shader(gl, stage: .vertex, source: "void main() {}", label: "sky.vert")
      let plain = try Framebuffer(gl, width: 3, height: 2)
      let smooth = try Framebuffer(gl, width: 3, height: 2, samples: 4, label: "mirror")
      typealias GetLabel =
        @convention(c) (
          GLenum, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<CChar>?
        ) -> Void
      let address = try #require(gl.address(of: "glGetObjectLabelKHR"))
      for (kind, name, label) in [
        (GL_PROGRAM_KHR, program.name, "toon"), (GL_SHADER_KHR, shader.name, "sky.vert"),
        (GL_BUFFER_KHR, places.name, "a_place"), (GL_TEXTURE, page.name, "u_page of toon"),
        (GL_FRAMEBUFFER, plain.name, "framebuffer 3×2"), (GL_FRAMEBUFFER, smooth.name, "mirror"),
      ] {
        var text = [CChar](repeating: 0, count: 32)
        unsafeBitCast(address, to: GetLabel.self)(GLenum(kind), name, 32, nil, &text)
        #expect(
          String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            == label)
      }
    }
  }
}
