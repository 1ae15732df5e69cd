import GLES
import GLESKitCGLES2
import Offscreen
import Testing

/// What the shader sees of the numbers in a buffer, and which pixels the primitives reach.
@Suite struct VertexDataTests {
  private func pixel<Element: BitwiseCopyable>(
    _ gl: Context, _ elements: [Element], _ component: VertexAttribute.Component, count: Int,
    normalized: Bool, scale: Float
  ) throws -> SIMD4<UInt8> {
    let program = try Program(
      gl,
      vertex: """
        attribute vec4 value;
        uniform float u_scale;
        varying vec4 v;
        void main() {
          v = value * u_scale;
          gl_Position = vec4(0.0, 0.0, 0.0, 1.0);
          gl_PointSize = 1.0;
        }
        """, fragment: "varying mediump vec4 v; void main() { gl_FragColor = v; }")
    let buffer = try Buffer(gl, elements)
    let attribute = VertexAttribute(
      "value", in: buffer, component: component, components: count, normalized: normalized)
    let target = try Framebuffer(gl, width: 1, height: 1)
    target.bind()
    gl.clear(color: .zero)
    try program.set("u_scale", to: scale)
    try VertexInput(program, [attribute]).draw(.points, count: 1)
    return try target.readImage()[0, 0]
  }

  private struct Corner: BitwiseCopyable {
    var position: SIMD3<Float>
    var color: SIMD3<Float>
  }

  @Test func attributesAreAsFarApartAsElements() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl,
      vertex: """
        attribute vec3 a_position;
        attribute vec3 a_color;
        varying vec3 v_color;
        void main() {
          v_color = a_color;
          gl_Position = vec4(a_position, 1.0);
        }
        """,
      fragment: "varying mediump vec3 v_color; void main() { gl_FragColor = vec4(v_color, 1); }")
    let positions: [SIMD3<Float>] = [[-1, -1, 0], [3, -1, 0], [-1, 3, 0]]
    let target = try Framebuffer(gl, width: 2, height: 2)
    func color(_ attributes: [VertexAttribute]) throws -> SIMD4<UInt8> {
      target.bind()
      gl.clear(color: .zero)
      let input = try VertexInput(program, attributes)
      #expect(input.vertexCount == 3)
      try input.draw(.triangles, count: 3)
      let image = try target.readImage()
      #expect(image.pixels.elementsEqual((0..<4).flatMap { _ in image.pixels.prefix(4) }))
      return image[0, 0]
    }
    let red = [SIMD3<Float>](repeating: [1, 0, 0.2], count: 3)
    let arrays = try [
      VertexAttribute("a_position", in: Buffer(gl, positions), components: 3),
      VertexAttribute("a_color", in: Buffer(gl, red), components: 3),
    ]
    #expect(try color(arrays) == [255, 0, 51, 255])
    let corners = try Buffer(gl, zip(positions, red).map { Corner(position: $0, color: $1) })
    let offset = try #require(MemoryLayout<Corner>.offset(of: \.color))
    let members = [
      VertexAttribute("a_position", in: corners, components: 3),
      VertexAttribute("a_color", in: corners, components: 3, offset: offset),
    ]
    #expect(try color(members) == [255, 0, 51, 255])
  }

  @Test func aSamplerTakesATexture() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 2.0; }",
      fragment: """
        precision mediump float;
        uniform sampler2D u_a;
        uniform sampler2D u_b;
        void main() {
          gl_FragColor = texture2D(u_a, vec2(0.5)) + texture2D(u_b, vec2(0.5, 0.25));
        }
        """)
    let red = try Texture(gl, Image(width: 1, height: 1, filledWith: [200, 0, 0, 255]))
    var halves = Image(width: 1, height: 2)
    halves[0, 1] = [0, 100, 0, 255]
    let lower = try Texture(gl, halves)
    let target = try Framebuffer(gl, width: 1, height: 1)
    target.bind()
    try program.set("u_a", to: red)
    try program.set("u_b", to: lower)
    let point = try VertexInput(
      program, [VertexAttribute("a", in: Buffer(gl, [SIMD2<Float>.zero]), components: 2)])
    try point.draw(.points, count: 1)
    // The lower half is the image's second row.
    #expect(try target.readImage()[0, 0] == [200, 100, 0, 255])
    #expect(throws: GLESError.self) { try program.set("u_c", to: red) }
    withExtendedLifetime((red, lower)) {}
  }

  @Test func componentsArriveAsTheyAreStored() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    // Each comes out as 51, 102, 153 and 204, or as 0, 0 and 1 beyond its components.
    let expected: SIMD4<UInt8> = [51, 102, 153, 204]
    #expect(
      try pixel(gl, [0.2, 0.4, 0.6, 0.8] as [Float], .float, count: 4, normalized: false, scale: 1)
        == expected)
    #expect(
      try pixel(
        gl, [13_107, 26_214, 39_322, 52_429] as [Int32], .fixed, count: 4, normalized: false,
        scale: 1)
        == expected)
    #expect(
      try pixel(
        gl, [51, 102, 153, 204] as [UInt8], .unsignedByte, count: 4, normalized: true, scale: 1)
        == expected)
    #expect(
      try pixel(
        gl, [13_107, 26_214, 39_321, 52_428] as [UInt16], .unsignedShort, count: 4,
        normalized: true,
        scale: 1) == expected)
    #expect(
      try pixel(gl, [1, 2, 3, 4] as [Int8], .byte, count: 4, normalized: false, scale: 0.2)
        == expected)
    #expect(
      try pixel(gl, [-1, -2, -3, -4] as [Int16], .short, count: 4, normalized: false, scale: -0.2)
        == expected)
    #expect(
      try pixel(gl, [0.2] as [Float], .float, count: 1, normalized: false, scale: 1)
        == [51, 0, 0, 255])
  }

  /// Four vertices on a row of eight pixels and one above; which pixels are reached tells the kind.
  @Test func primitivesJoinVerticesByTheirKind() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a;
        void main() { gl_Position = vec4(a / 4.0 - 1.0, 0.0, 1.0); gl_PointSize = 1.0; }
        """, fragment: "void main() { gl_FragColor = vec4(1.0); }")
    func reached(_ mode: Primitive, _ corners: [SIMD2<Float>]) throws -> Int {
      let buffer = try Buffer(gl, corners)
      let array = try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
      let target = try Framebuffer(gl, width: 8, height: 8)
      target.bind()
      gl.clear(color: .zero)
      try array.draw(mode, count: corners.count)
      let image = try target.readImage()
      return stride(from: 0, to: 256, by: 4).count { image.pixels[$0] == 255 }
    }
    // Along a row: one to two, three to four; the loop goes back over the same row.
    let row: [SIMD2<Float>] = [[0.5, 0.5], [2.5, 0.5], [4.5, 0.5], [6.5, 0.5]]
    #expect(try reached(.points, row) == 4)
    let lines = try reached(.lines, row)
    #expect((4...6).contains(lines))
    #expect((6...7).contains(try reached(.lineStrip, row)))
    // Three sides of a square, and its fourth.
    let square: [SIMD2<Float>] = [[0.5, 0.5], [6.5, 0.5], [6.5, 6.5], [0.5, 6.5]]
    let open = try reached(.lineStrip, square)
    let closed = try reached(.lineLoop, square)
    #expect(closed - open >= 5)
    // Corners in the order of a fan cover the square as a fan, a bow tie's parts as a strip, and
    // half of it as separate triangles.
    let full: [SIMD2<Float>] = [[0, 0], [8, 0], [8, 8], [0, 8]]
    #expect(try reached(.triangleFan, full) == 64)
    let half = try reached(.triangles, full)
    #expect((28...36).contains(half))
    let strip: [SIMD2<Float>] = [[0, 0], [8, 0], [0, 8], [8, 8]]
    #expect(try reached(.triangleStrip, strip) == 64)
    #expect(try reached(.triangleFan, strip) < 64)
  }

  /// Attributes that an earlier draw enabled do not stay enabled for a program without them.
  @Test func onlyTheProgramsOwnArraysAreEnabled() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let buffer = try Buffer(gl, [Float](repeating: 0, count: 8))
    let fragment = "void main() { gl_FragColor = vec4(1.0); }"
    let two = try Program(
      gl, vertex: "attribute vec2 a, b; void main() { gl_Position = vec4(a, b); }",
      fragment: fragment, attributeLocations: ["a": 0, "b": 3])
    let one = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, a); }",
      fragment: fragment, attributeLocations: ["a": 1])
    func enabled() -> [Int] {
      (0..<gl.limits.vertexAttributes).filter {
        var value: GLint = 0
        glGetVertexAttribiv(GLuint($0), GLenum(GL_VERTEX_ATTRIB_ARRAY_ENABLED), &value)
        return value != 0
      }
    }
    let target = try Framebuffer(gl, width: 1, height: 1)
    target.bind()
    let first = try VertexInput(
      two,
      [
        VertexAttribute("a", in: buffer, components: 2),
        VertexAttribute("b", in: buffer, components: 2),
      ])
    try first.draw(.points, count: 1)
    #expect(enabled() == [0, 3])
    try VertexInput(one, [VertexAttribute("a", in: buffer, components: 2)]).draw(.points, count: 1)
    #expect(enabled() == [1])
    try first.draw(.points, count: 1)
    #expect(enabled() == [0, 3])
    glEnableVertexAttribArray(5)
    gl.invalidateState()
    try first.draw(.points, count: 1)
    #expect(enabled() == [0, 3])
  }
}
