import GLCallCounter
import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

/// Textures that are made of levels, faces, compressed data or pixels of a framebuffer.
@Suite struct TextureLevelTests {
  private let offscreen: OffscreenContext
  private var gl: Context { offscreen.gl }

  init() throws { offscreen = try OffscreenContext() }

  private func image(_ size: Int, _ color: SIMD4<UInt8>) -> Image {
    Image(width: size, height: size, filledWith: color)
  }

  /// Draws a texture over a target of one pixel.
  private func sampled(_ texture: Texture, at place: SIMD3<Float> = .zero) throws -> SIMD4<UInt8> {
    let lookup =
      texture.kind == .flat ? "texture2D(u_texture, v_place)" : "textureCube(u_texture, u_at)"
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a;
        varying vec2 v_place;
        void main() { v_place = 0.5 * a + 0.5; gl_Position = vec4(a, 0.0, 1.0); }
        """,
      fragment: """
        precision mediump float;
        uniform \(texture.kind == .flat ? "sampler2D" : "samplerCube") u_texture;
        uniform vec3 u_at;
        varying vec2 v_place;
        void main() { gl_FragColor = \(lookup); }
        """)
    let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3])
    let triangle = try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
    let target = try Framebuffer(gl, width: 1, height: 1)
    if texture.kind == .cube { try program.set("u_at", to: place) }
    try program.set("u_texture", to: texture)
    try triangle.draw(.triangles, count: 3)
    return try target.readImage()[0, 0]
  }

  @Test func levelsAreTheirImages() throws {
    let levels = [
      image(4, [255, 0, 0, 255]), image(2, [0, 255, 0, 255]), image(1, [0, 0, 255, 255]),
    ]
    let texture = try Texture(gl, levels: levels, sampling: Texture.Sampling(mipmaps: .nearest))
    #expect(try sampled(texture) == [0, 0, 255, 255])
    try texture.setSampling(Texture.Sampling(.nearest))
    #expect(try sampled(texture) == [255, 0, 0, 255])
    // Rows and columns are halved on their own.
    let wide = [4, 2, 1].map { Image(width: $0, height: $0 / 2 == 0 ? 1 : $0 / 2) }
    #expect(try Texture(gl, levels: wide).width == 4)
    for (wrong, message) in [
      (Array(levels[..<2]), "4×4, 2×2; use levels of 4×4, 2×2, 1×1"),
      ([levels[0], levels[2], levels[1]], "4×4, 1×1, 2×2; use levels of 4×4, 2×2, 1×1"),
      ([], "0×0"),
    ] {
      let error = try #require(throws: GLESError.self) { try Texture(gl, levels: wrong) }
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test func facesAreDrawnIntoAndUpdated() throws {
    let directions: [SIMD3<Float>] = [
      [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
    ]
    let cube = try Texture(gl, kind: .cube, width: 4, height: 4)
    for face in Texture.CubeFace.allCases {
      let target = try Framebuffer(gl, color: cube, face: face, depth: true)
      gl.clear(color: [Float(face.rawValue) / 5, 1, 0, 1])
      #expect(try target.readImage()[0, 0] == [UInt8(face.rawValue * 51), 255, 0, 255])
    }
    for (face, direction) in zip(Texture.CubeFace.allCases, directions) {
      #expect(try sampled(cube, at: direction) == [UInt8(face.rawValue * 51), 255, 0, 255])
      try cube.update(with: image(4, [1, 2, UInt8(face.rawValue), 255]), face: face)
    }
    for (face, direction) in zip(Texture.CubeFace.allCases, directions) {
      #expect(try sampled(cube, at: direction) == [1, 2, UInt8(face.rawValue), 255])
    }
    // The top of a face is the bottom of its framebuffer.
    try cube.update(with: image(1, [9, 9, 9, 255]), face: .negativeY, x: 3, y: 0)
    let bottom = try Framebuffer(gl, color: cube, face: .negativeY).readImage()
    #expect(bottom[3, 3] == [9, 9, 9, 255] && bottom[3, 0] == [1, 2, 3, 255])
    let flat = try Texture(gl, width: 4, height: 4)
    for wrong in [
      { _ = try Framebuffer(gl, color: flat, face: .positiveX) },
      { try flat.update(with: image(4, .zero), face: .positiveX) },
      { try cube.update(with: image(4, .zero), face: .positiveX, x: 1) },
      { try cube.update(with: image(4, .zero)) },
    ] as [() throws -> Void] {
      #expect(throws: GLESError.self) { try wrong() }
    }
  }

  @Test func compressedTexelsAreSampled() throws {
    // ETC1, differential mode: the base color (8, 16, 24) of 31, and the smallest modifier, 2.
    let block: [UInt8] = [8 << 3, 16 << 3, 24 << 3, 2, 0, 0, 0, 0]
    let format = UInt32(0x8D64)
    let formats = gl.limits.compressedTextureFormats
    try #require(formats.contains(format), "the driver lists \(formats)")
    let texture = try Texture(
      gl, compressed: [block], format: format, channels: .rgb8, width: 4, height: 4)
    #expect(try sampled(texture) == [66 + 2, 132 + 2, 198 + 2, 255])
    let chain = try Texture(
      gl, compressed: [block, block, block], format: format, channels: .rgb8, width: 4, height: 4,
      sampling: Texture.Sampling(mipmaps: .nearest))
    #expect(try sampled(chain) == [68, 134, 200, 255])
    for (wrong, message) in [
      ({ try texture.generateMipmaps() }, "a compressed texture cannot be changed"),
      ({ try texture.setSampling(Texture.Sampling(mipmaps: .linear)) }, "cannot be changed"),
      (
        { _ = try Texture(gl, compressed: [block], format: 1, width: 4, height: 4) },
        "this driver has no compressed textures of format 0x1"
      ),
      (
        { _ = try Texture(gl, compressed: [[0]], format: format, width: 4, height: 4) },
        "glCompressedTexImage2D failed: GL_INVALID_VALUE"
      ),
      (
        {
          _ = try Texture(
            gl, compressed: [block], format: format, width: 4, height: 4,
            sampling: Texture.Sampling(mipmaps: .linear))
        }, "the mipmap levels are 8 bytes; use levels of 4×4, 2×2, 1×1"
      ),
    ] as [(() throws -> Void, String)] {
      let error = try #require(throws: GLESError.self) { try wrong() }
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test(arguments: [1, 4])
  func pixelsOfAFramebufferMakeATexture(samples: Int) throws {
    // With supersampling, scissors count the pixels of the larger image.
    guard samples == 1 || gl.supports(.multisampling) else { return }
    let source = try Framebuffer(gl, width: 6, height: 5, samples: samples)
    gl.clear(color: [1, 0, 0, 1])
    var state = RenderState()
    state.scissor = PixelRegion(x: 2, y: 1, width: 3, height: 4)
    gl.apply(state)
    gl.clear(color: [0.2, 0.4, 0.6, 0.8])
    gl.apply(RenderState())
    let region = PixelRegion(x: 2, y: 1, width: 3, height: 4)
    let copy = try Texture(gl, copying: source, region: region)
    #expect(copy.width == 3 && copy.height == 4)
    let pixels = try Framebuffer(gl, color: copy).readImage()
    #expect(
      pixels == Image(width: 3, height: 4, filledWith: [51, 102, 153, 204]))
    let gray = try Texture(gl, copying: source, region: region, format: .luminance8)
    #expect(try sampled(gray) == [51, 51, 51, 255])
    for wrong in [
      PixelRegion(x: 4, y: 0, width: 3, height: 1), PixelRegion(width: 0, height: 1),
    ] {
      #expect(throws: GLESError.self) { try Texture(gl, copying: source, region: wrong) }
    }
  }

  private func calls(_ name: String, in body: () throws -> Void) rethrows -> Int {
    gl_call_reset()
    try body()
    return (0..<gl_call_count()).count { String(cString: gl_call_name($0)) == name }
  }

  @Test func flushesReachGL() { #expect(calls("glFlush") { gl.flush() } == 1) }

  @Test func hintsLastForOneCall() throws {
    let texture = try Texture(gl, width: 4, height: 4)
    #expect(try calls("glHint") { try texture.generateMipmaps() } == 0)
    #expect(try calls("glHint") { try texture.generateMipmaps(.nicest) } == 2)
    var hint: GLint = 0
    glGetIntegerv(GLenum(GL_GENERATE_MIPMAP_HINT), &hint)
    #expect(hint == GL_DONT_CARE)
  }

  @Test(arguments: [(false, 0.5), (true, 0.5), (false, nil)] as [(Bool, Float?)])
  func samplesAreCoveredInPart(isInverted: Bool, coverage: Float?) throws {
    guard gl.supports(.multisampling) else { return }
    let target = try Framebuffer(gl, width: 4, height: 4, samples: 4)
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment: "void main() { gl_FragColor = vec4(1.0, 1.0, 1.0, 0.5); }")
    let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3])
    let triangle = try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
    gl.clear(color: .zero)
    var state = RenderState()
    state.sampleCoverage = coverage
    state.invertsSampleCoverage = isInverted
    state.alphaToCoverage = coverage == nil
    gl.apply(state)
    try triangle.draw(.triangles, count: 3)
    // Two of four samples.
    #expect((127...128).contains(try target.readImage()[1, 1].x))
  }

  @Test func uniformsAreReadBack() throws {
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a;
        uniform mat2 u_turn;
        uniform vec3 u_move[2];
        uniform bool u_is;
        uniform int u_count;
        void main() {
          gl_Position = vec4(u_turn * a + u_move[0].xy + u_move[1].xy, float(u_count), 1.0);
          if (u_is) gl_Position.x += 1.0;
        }
        """,
      fragment: """
        uniform sampler2D u_texture;
        void main() { gl_FragColor = texture2D(u_texture, vec2(0.5)); }
        """)
    try program.set("u_turn", to: Matrix2(columns: [1, 2], [3, 4]))
    try program.set("u_move", to: [SIMD3(1, 2, 3), SIMD3(4, 5, 6)] as [SIMD3<Float>])
    try program.set("u_is", to: true)
    try program.set("u_count", to: -7)
    try program.set("u_texture", to: 3)
    #expect(try program.value(of: "u_turn") == [1, 2, 3, 4])
    #expect(try program.value(of: "u_move[1]") == [4, 5, 6])
    #expect(try program.value(of: "u_is") == [1])
    #expect(try program.value(of: "u_count") == [-7])
    #expect(try program.value(of: "u_texture") == [3])
    #expect(throws: GLESError.self) { try program.value(of: "u_trun") }
  }
}
