import GLES
import Imaging
import Offscreen
import Testing

/// Vertex layouts and colors that GL takes, and that are probably mistakes.
@Suite struct LayoutWarningTests {
  private struct Vertex: BitwiseCopyable {
    var position = SIMD3<Float>.zero
    var coordinate = SIMD2<Float>.zero
    var color = SIMD4<UInt8>.zero
  }

  private struct Layout {
    var component = VertexAttribute.Component.float
    var components: Int
    var stride = 0
    var offset = 0
  }

  /// The warnings of a buffer of three elements with these attributes, in alphabetical order.
  private func warnings<Element: BitwiseCopyable>(
    _ element: Element, type: String = "vec4", _ layouts: [Layout]
  ) throws -> [String] {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let names = ["a", "b", "c"].prefix(layouts.count)
    let sum = names.map { type == "vec4" ? $0 : "vec4(\($0) * vec2(1.0), 0.0, 1.0)" }.joined(
      separator: " + ")
    let program = try Program(
      gl,
      vertex: names.map { "attribute \(type) \($0); " }.joined()
        + "void main() { gl_Position = \(sum); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }", label: "box")
    let buffer = try Buffer(gl, [Element](repeating: element, count: 3))
    _ = try VertexInput(
      program,
      zip(names, layouts).map { name, layout in
        VertexAttribute(
          name, in: buffer, component: layout.component, components: layout.components,
          stride: layout.stride, offset: layout.offset)
      })
    return warnings
  }

  @Test func layoutsThatVerticesHave() throws {
    let whole = MemoryLayout<Vertex>.stride
    for stride in [0, whole] {
      #expect(
        try warnings(
          Vertex(),
          [
            Layout(components: 3, stride: stride),
            Layout(components: 2, stride: stride, offset: 16),
            Layout(component: .unsignedByte, components: 4, stride: stride, offset: 24),
          ]) == [])
    }
    // The same numbers twice, a part of them, and the vertex before and the one after.
    #expect(
      try warnings(
        SIMD4<Float>.zero, [Layout(components: 4), Layout(components: 4), Layout(components: 2)])
        == [])
    #expect(
      try warnings(
        SIMD4<Float>.zero, [Layout(components: 2), Layout(components: 2, offset: 16)]) == [])
    #expect(
      try warnings(Float(0), [Layout(components: 1), Layout(components: 2, offset: 4)]) == [])
    // A matrix of several vectors, and a struct of several vertices.
    #expect(
      try warnings(
        SIMD4<Float>.zero, type: "mat2", [Layout(components: 2, stride: 16)]) == [])
    #expect(try warnings(SIMD8<Float>.zero, [Layout(components: 4, stride: 16)]) == [])
    #expect(try warnings(SIMD2<Float>.zero, [Layout(components: 4, stride: 16)]) == [])
  }

  @Test func stridesThatSplitElements() throws {
    #expect(
      try warnings(SIMD3<Float>.zero, [Layout(components: 3, stride: 12)]) == [
        "attribute 'a' of box has a stride of 12 bytes, and the SIMD3<Float> of its buffer have "
          + "16; use stride: 16"
      ])
    #expect(
      try warnings(Vertex(), [Layout(components: 3, stride: 24)]) == [
        "attribute 'a' of box has a stride of 24 bytes, and the Vertex of its buffer have 32; use "
          + "stride: 32"
      ])
    #expect(
      try warnings(SIMD4<Float>.zero, [Layout(components: 3, offset: 8)]) == [
        "attribute 'a' of box reads 12 bytes from byte 8 on, and the SIMD4<Float> of its buffer "
          + "have 16; use the offset and the components of a member"
      ])
    // The padding of a vector is no component.
    #expect(throws: GLESError.self) {
      try warnings(SIMD3<Float>.zero, [Layout(components: 4, stride: 16)])
    }
  }

  @Test func attributesThatOverlap() throws {
    #expect(
      try warnings(
        Vertex(), [Layout(components: 3), Layout(components: 2, offset: 8)]) == [
          "attributes 'a' and 'b' of box overlap: one has the bytes 0..<12 of a vertex, and the "
            + "other begins at 8; count bytes"
        ])
    #expect(
      try warnings(
        Vertex(),
        [
          Layout(component: .unsignedByte, components: 4, offset: 16),
          Layout(components: 2, offset: 16),
        ]
      ).first?.contains("overlap") == true)
    // Interleaved floats of which only those of the first attribute are counted.
    for stride in [0, 12] {
      #expect(
        try warnings(
          Float(0),
          [Layout(components: 3, stride: stride), Layout(components: 1, offset: 12)]) == [])
    }
    #expect(
      try warnings(
        InterleavedPoint(),
        [Layout(components: 3, stride: 20), Layout(components: 2, stride: 20, offset: 12)]) == [])
  }

  private struct InterleavedPoint: BitwiseCopyable {
    var (x, y, z, u, v): (Float, Float, Float, Float, Float) = (0, 0, 0, 0, 0)
  }

  @Test func aStrideOfTheFirstAttributeAlone() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl,
      vertex: """
        attribute vec3 a_position;
        attribute vec2 a_place;
        void main() { gl_Position = vec4(a_position.xy + a_place, a_position.z, 1.0); }
        """, fragment: "void main() { gl_FragColor = vec4(1.0); }", label: "box")
    func warnings(_ floats: Int, _ stride: Int, _ second: Int) throws -> [String] {
      var warnings: [String] = []
      gl.onWarning = { warnings.append($0) }
      gl.onWarning = nil
      gl.onWarning = { warnings.append($0) }
      let buffer = try Buffer(gl, [Float](repeating: 0, count: floats))
      _ = try VertexInput(
        program,
        [
          VertexAttribute("a_position", in: buffer, components: 3, stride: stride),
          VertexAttribute("a_place", in: buffer, components: 2, stride: stride, offset: second),
        ])
      return warnings
    }
    // One array after the other, of one vertex and of three.
    #expect(try warnings(5, 0, 12) == [] && warnings(15, 0, 36) == [])
    #expect(try warnings(15, 20, 12) == [])
    #expect(
      try warnings(15, 0, 12) == [
        "attributes 'a_position' and 'a_place' of box overlap: the second begins where the first "
          + "ends, and the stride of the first is 12 bytes; the stride is the bytes of all "
          + "attributes of a vertex"
      ])
  }

  /// Bytes of colors, unless a shader may divide them.
  @Test func bytesOfColors() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let buffer = try Buffer(gl, [UInt8](repeating: 9, count: 12))
    for (name, normalized, factor, isMistake) in [
      ("a_color", false, "1.0", true), ("vertexColour", false, "1.0", true),
      ("a_color", true, "1.0", false), ("a_weights", false, "1.0", false),
      ("a_color", false, "(1.0 / 255.0)", false),
    ] {
      let program = try Program(
        gl, vertex: "attribute vec4 \(name); void main() { gl_Position = \(name) * \(factor); }",
        fragment: "void main() { gl_FragColor = vec4(1.0); }", label: "box")
      warnings = []
      _ = try VertexInput(
        program,
        [
          VertexAttribute(
            name, in: buffer, component: .unsignedByte, components: 4, normalized: normalized)
        ])
      let warning =
        "attribute '\(name)' of box reads bytes as 0…255; set normalized: true for 0…1"
      #expect(warnings == (isMistake ? [warning] : []))
    }
    // Other numbers than those that an attribute of floats reads.
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }", label: "box")
    for buffer in [
      try Buffer(gl, [Float16](repeating: 0, count: 8)), try Buffer(gl, [true, false, true]),
      try Buffer(gl, [SIMD2<Float16>.zero]), try Buffer(gl, [1, 2] as [Int32]),
    ] {
      let error = #expect(throws: GLESError.self) {
        try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
      }
      #expect(error?.description.hasPrefix("attribute 'a' reads floats from a buffer of") == true)
    }
  }

  /// GL limits colors to 0…1, where the target has no floats.
  @Test func colorsOfBytes() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let target = try Framebuffer(gl, width: 1, height: 1)
    gl.clear(color: [1, 0.5, 0, 1])
    gl.clear(color: [1.5, -1, 300, 1])
    #expect(warnings == [])
    gl.clear(color: [255, 128, 0, 255])
    #expect(
      warnings == [
        "clear(color:) has a component of 255, and GL limits it to 0…1; divide by 255"
      ])
    var state = RenderState()
    state.blending = Blending(.constantColor, .zero)
    state.blending?.constant = [0, 0, 128, 1]
    gl.apply(state)
    #expect(
      warnings.last
        == "the constant of the blending has a component of 128, and GL limits it to 0…1; divide "
        + "by 255")
    if gl.supports(.halfFloatTargets) {
      let bright = try Framebuffer(
        gl, color: Texture(gl, width: 1, height: 1, format: .rgba16Float))
      warnings = []
      gl.clear(color: [64, 0, 0, 1])
      #expect(warnings == [])
      withExtendedLifetime(bright) {}
    }
    withExtendedLifetime(target) {}
  }

  /// Without arguments, all that the target has is cleared.
  @Test func clearWithoutArguments() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1, depth: true, stencil: true)
    gl.clear(color: .one, depth: 0, stencil: 7)
    gl.clear()
    #expect(try target.readImage()[0, 0] == .zero)
    let point = try VertexInput(
      Program(
        gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: "void main() { gl_FragColor = vec4(1.0); }"),
      [VertexAttribute("a", in: Buffer(gl, [0, 0]), components: 2)])
    var state = RenderState()
    state.depthTest = .less
    state.stencil = StencilTest(.equal, reference: 0)
    gl.apply(state)
    try point.draw(.points, count: 1)
    #expect(try target.readImage()[0, 0] == [255, 255, 255, 255])
    // What isn't named stays if something is.
    gl.clear(depth: 1)
    #expect(try target.readImage()[0, 0] == [255, 255, 255, 255])
  }
}
