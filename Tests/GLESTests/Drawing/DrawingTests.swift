import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

@Suite struct DrawingTests {
  static let textured = (
    vertex: """
    attribute vec2 a_position;
    varying vec2 v_at;
    void main() { v_at = a_position * 0.5 + 0.5; gl_Position = vec4(a_position, 0.0, 1.0); }
    """,
    fragment: """
    precision mediump float;
    uniform sampler2D u_page;
    varying vec2 v_at;
    void main() { gl_FragColor = texture2D(u_page, v_at); }
    """
  )

  private func noise(_ width: Int, _ height: Int, seed: UInt64 = 1) -> Image {
    var state = seed
    return Image(
      width: width, height: height,
      pixels: (0..<width * height * 4).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      })
  }

  private func drawFilling(_ texture: Texture, into target: Framebuffer) throws {
    let gl = texture.context
    let program = try Program(
      gl, vertex: Self.textured.vertex, fragment: Self.textured.fragment)
    let corners = try Buffer(gl, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
    let quad = try VertexInput(program, [VertexAttribute("a_position", in: corners, components: 2)])
    target.bind()
    texture.bind()
    try program.set("u_page", to: 0 as Int32)
    try quad.draw(.triangleStrip, count: 4)
  }

  /// Odd widths have rows that are no multiple of four bytes in the smaller formats.
  @Test(arguments: [(1, 1), (3, 5), (64, 64), (641, 359)], [false, true])
  func picturesSurviveTheRoundTrip(size: (Int, Int), ignoresExtensions: Bool) throws {
    let offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    let image = noise(size.0, size.1)
    let texture = try Texture(offscreen.gl, image, sampling: .init(.nearest))
    let target = try Framebuffer(offscreen.gl, width: size.0, height: size.1)
    try drawFilling(texture, into: target)
    #expect(try target.readImage() == image)
  }

  @Test func everyFormatTakesRowsWithPadding() throws {
    let offscreen = try OffscreenContext()
    let width = 5
    let height = 3
    for format in [
      Texture.Format.rgba8, .rgb8, .luminanceAlpha8, .luminance8, .alpha8,
    ] {
      let texel = format.bytesPerTexel
      let bytesPerRow = width * texel + 7
      let bytes = (0..<bytesPerRow * height).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      let texture = try Texture(
        offscreen.gl, width: width, height: height, format: format, sampling: .init(.nearest))
      try bytes.withUnsafeBytes {
        try texture.update(
          $0, region: PixelRegion(width: width, height: height), bytesPerRow: bytesPerRow)
      }
      let target = try Framebuffer(offscreen.gl, width: width, height: height)
      try drawFilling(texture, into: target)
      let result = try target.readImage()
      for y in 0..<height {
        for x in 0..<width {
          let start = y * bytesPerRow + x * texel
          let expected: SIMD4<UInt8> =
            switch format {
            case .rgba8: [bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]]
            case .rgb8: [bytes[start], bytes[start + 1], bytes[start + 2], 255]
            case .luminanceAlpha8:
              [bytes[start], bytes[start], bytes[start], bytes[start + 1]]
            case .luminance8: [bytes[start], bytes[start], bytes[start], 255]
            default: [0, 0, 0, bytes[start]]
            }
          #expect(result[x, y] == expected, "\(format) at \(x), \(y)")
        }
      }
    }
  }

  @Test func partsAreReplacedAndReadFromTheBottomLeft() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let texture = try Texture(gl, Image(width: 4, height: 4), sampling: .init(.nearest))
    try texture.update(with: Image(width: 2, height: 1, filledWith: [255, 0, 0, 255]), x: 1, y: 3)
    let target = try Framebuffer(gl, color: texture)
    let image = try target.readImage()
    #expect(image[1, 0] == [255, 0, 0, 255] && image[2, 0] == [255, 0, 0, 255])
    #expect(image[0, 0] == .zero && image[1, 1] == .zero)

    var row = [UInt8](repeating: 9, count: 8)
    try row.withUnsafeMutableBytes {
      try target.readPixels(into: $0, region: PixelRegion(x: 1, y: 3, width: 2, height: 1))
    }
    #expect(row == [255, 0, 0, 255, 255, 0, 0, 255])
    if gl.extensions.contains("GL_EXT_read_format_bgra") {
      try row.withUnsafeMutableBytes {
        try target.readPixels(
          into: $0, region: PixelRegion(x: 1, y: 3, width: 2, height: 1), format: .bgra)
      }
      #expect(row == [0, 0, 255, 255, 0, 0, 255, 255])
    }
    #expect(throws: GLESError.self) {
      try texture.update(with: Image(width: 2, height: 2), x: 3, y: 0)
    }
    #expect(throws: GLESError.self) {
      try row.withUnsafeMutableBytes { try target.readPixels(into: $0) }
    }
  }

  /// Rows go to their places in a larger picture, and nothing between them is touched.
  @Test(arguments: [false, true], [20, 22])
  func partsAreReadIntoLargerPictures(ignoresExtensions: Bool, bytesPerRow: Int) throws {
    let offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    let gl = offscreen.gl
    // No two pixels alike.
    let image = Image(width: 7, height: 5, pixels: (0..<7 * 5 * 4).map { UInt8($0) })
    let target = try Framebuffer(gl, color: try Texture(gl, image))
    let region = PixelRegion(x: 2, y: 1, width: 3, height: 3)
    var memory = [UInt8](repeating: 7, count: 2 * bytesPerRow + 12)
    try memory.withUnsafeMutableBytes {
      try target.readPixels(into: $0, region: region, bytesPerRow: bytesPerRow)
    }
    for (place, byte) in memory.enumerated() {
      let (row, column) = (place / bytesPerRow, place % bytesPerRow)
      // The region's top row is the picture's second.
      let expected =
        column < 12 ? image[2 + column / 4, 1 + row][column % 4] : 7
      #expect(byte == expected, "\(row), \(column)")
    }
    for (count, distance) in [(memory.count - 1, bytesPerRow), (memory.count, 8), (11, .max)] {
      #expect(throws: GLESError.self) {
        try memory.withUnsafeMutableBytes {
          try target.readPixels(
            into: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]), region: region,
            bytesPerRow: distance)
        }
      }
    }
  }

  @Test func cubeMapFacesStayWhereTheyBelong() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let colors: [SIMD4<UInt8>] = [
      [255, 0, 0, 255], [0, 255, 255, 255], [0, 255, 0, 255], [255, 0, 255, 255],
      [0, 0, 255, 255], [255, 255, 0, 255],
    ]
    let cube = try Texture(gl, cube: colors.map { Image(width: 8, height: 8, filledWith: $0) })
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment: """
        precision mediump float;
        uniform samplerCube u_sky;
        uniform vec3 u_direction;
        void main() { gl_FragColor = textureCube(u_sky, u_direction); }
        """)
    let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3] as [Float])
    let triangle = try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
    let target = try Framebuffer(gl, width: 1, height: 1)
    target.bind()
    cube.bind()
    let directions: [SIMD3<Float>] = [
      [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
    ]
    for (direction, color) in zip(directions, colors) {
      try program.set("u_direction", to: direction)
      try triangle.draw(.triangles, count: 3)
      #expect(try target.readImage()[0, 0] == color)
    }
    #expect(throws: GLESError.self) {
      try Texture(gl, cube: [Image(width: 8, height: 8)])
    }
  }

  @Test func sizesAreHeldToPlainES2() throws {
    let offscreen = try OffscreenContext(ignoresExtensions: true)
    let gl = offscreen.gl
    #expect(throws: GLESError.self) {
      try Texture(gl, width: 3, height: 4, sampling: .init(mipmaps: .linear))
    }
    #expect(throws: GLESError.self) {
      try Texture(gl, width: 3, height: 4, sampling: .init(wrap: .repeat))
    }
    let odd = try Texture(gl, width: 3, height: 4)
    #expect(throws: GLESError.self) { try odd.generateMipmaps() }
    _ = try Texture(gl, width: 4, height: 8, sampling: .init(mipmaps: .linear, wrap: .repeat))
    #expect(throws: GLESError.self) {
      try Texture(gl, width: gl.limits.textureSize + 1, height: 1)
    }
    #expect(throws: GLESError.self) { try IndexBuffer(gl, [0, 70_000] as [UInt32]) }
    #expect(try IndexBuffer(gl, [0, 1, 2] as [UInt32]).largest == 2)
  }

  @Test func drawsBeyondABufferAreRefused() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
    let corners = try Buffer(gl, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
    let quad = try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
    let target = try Framebuffer(gl, width: 4, height: 4, depth: true, stencil: true)
    target.bind()
    #expect(quad.vertexCount == 4)
    try quad.draw(.triangleStrip, count: 4)
    try quad.draw(.triangles, indices: IndexBuffer(gl, [0, 1, 2, 2, 1, 3] as [UInt8]))
    #expect(throws: GLESError.self) { try quad.draw(.triangles, count: 5) }
    #expect(throws: GLESError.self) { try quad.draw(.triangles, first: 3, count: 3) }
    let far = try IndexBuffer(gl, [0, 1, 4] as [UInt16])
    #expect(throws: GLESError.self) { try quad.draw(.triangles, indices: far) }
    #expect(throws: GLESError.self) { try VertexInput(program, []) }
    #expect(throws: GLESError.self) {
      try VertexInput(
        program,
        [
          VertexAttribute("a", in: corners, components: 2),
          VertexAttribute("b", in: corners, components: 2),
        ])
    }
    #expect(throws: GLESError.self) { try corners.update([1, 2] as [Float], at: 28) }
  }

  @Test func stateReachesGL() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 2, height: 1)
    target.bind()
    var state = RenderState()
    gl.apply(state)
    gl.clear(color: [0, 0, 0, 1])
    state.scissor = PixelRegion(x: 1, y: 0, width: 1, height: 1)
    state.colorMask = [.red, .blue]
    gl.apply(state)
    gl.clear(color: [1, 1, 1, 1])
    let image = try target.readImage()
    #expect(image[0, 0] == [0, 0, 0, 255] && image[1, 0] == [255, 0, 255, 255])
    // Somebody else's call in between is repaired once the context is told.
    glDisable(GLenum(GL_SCISSOR_TEST))
    gl.invalidateState()
    gl.apply(state)
    #expect(glIsEnabled(GLenum(GL_SCISSOR_TEST)) == GL_TRUE)
  }

  /// A picture beyond the driver's largest texture is refused, or scaled to what it holds.
  @Test func oversizedPicturesAreScaledWhereAsked() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let limit = gl.limits.textureSize
    // Left half red, right half blue: twice as wide as a texture can be, and four rows high.
    var wide = Image(width: limit * 2, height: 4, filledWith: [255, 0, 0, 255])
    wide.pixels.withUnsafeMutableBytes { bytes in
      for y in 0..<4 {
        for x in limit..<limit * 2 {
          let start = (y * limit * 2 + x) * 4
          bytes[start] = 0
          bytes[start + 2] = 255
        }
      }
    }
    let error = try #require(throws: GLESError.self) { try Texture(gl, wide) }
    #expect("\(error)".hasPrefix("\(limit * 2)×4 pixels exceed this driver's texture size"))
    let texture = try Texture(gl, wide, sampling: .init(.nearest), oversize: .scale)
    #expect(texture.width == limit && texture.height == 2)
    let target = try Framebuffer(gl, width: 8, height: 2)
    try drawFilling(texture, into: target)
    let image = try target.readImage()
    for x in 0..<8 {
      #expect(image[x, 0] == (x < 4 ? [255, 0, 0, 255] : [0, 0, 255, 255]), "column \(x)")
    }
    // What fits stays as it is.
    let small = try Texture(gl, Image(width: 3, height: 2), oversize: .scale)
    #expect(small.width == 3 && small.height == 2)
  }

  /// A texture that is first sampled without mipmaps and then with them is not black.
  @Test func mipmapsAreMadeWhenTheyAreFirstNeeded() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let green = Image(width: 64, height: 64, filledWith: [0, 255, 0, 255])
    let texture = try Texture(gl, green)
    try texture.setSampling(.init(mipmaps: .linear))
    let target = try Framebuffer(gl, width: 4, height: 4)
    try drawFilling(texture, into: target)
    #expect(try target.readImage() == Image(width: 4, height: 4, filledWith: [0, 255, 0, 255]))
  }

  /// A matrix attribute takes a location a column; its columns follow one another in the buffer.
  @Test(arguments: [false, true]) func matrixAttributesTakeAllTheirColumns(padded: Bool) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl,
      vertex: """
        attribute mat3 m;
        varying vec4 v;
        void main() {
          v = vec4(m[0].x, m[1].y, m[2].z, 1.0);
          gl_Position = vec4(m[0].y, m[1].z, 0.0, 1.0);
        }
        """, fragment: "varying mediump vec4 v; void main() { gl_FragColor = v; }")
    var floats: [Float] = []
    for corner in [[-1, -1], [3, -1], [-1, 3]] as [[Float]] {
      floats += [0, corner[0], 9] + [9, 0.2, corner[1]] + [9, 9, 1] + (padded ? [7] : [])
    }
    let buffer = try Buffer(gl, floats)
    let array = try VertexInput(
      program, [VertexAttribute("m", in: buffer, components: 3, stride: padded ? 40 : 0)])
    #expect(array.vertexCount == 3)
    let target = try Framebuffer(gl, width: 2, height: 2)
    target.bind()
    try array.draw(.triangles, count: 3)
    #expect(try target.readImage()[0, 0] == [0, 51, 255, 255])
    let constant = try VertexInput(program, [], constants: ["m": [0.5, 0.25, 0, 0]])
    try constant.draw(.points, count: 1)
  }

  @Test func aCubeMapIsNoFramebuffer() throws {
    let offscreen = try OffscreenContext()
    let cube = try Texture(offscreen.gl, kind: .cube, width: 4, height: 4)
    let error = try #require(throws: GLESError.self) {
      try Framebuffer(offscreen.gl, color: cube)
    }
    #expect("\(error)".contains("use a flat texture"))
  }
}
