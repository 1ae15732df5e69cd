import GLCallCounter
import GLES
import Imaging
import Offscreen
import Testing

/// Legal draws that are probably mistakes.
@Suite struct WarningTests {
  /// A context that keeps its warnings, and a point with a texture.
  private final class Stage {
    let offscreen: OffscreenContext
    let program: Program
    let point: VertexInput
    var warnings: [String] = []
    var gl: Context { offscreen.gl }

    init() throws {
      offscreen = try OffscreenContext()
      program = try Program(
        offscreen.gl,
        vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: """
          uniform sampler2D u_page;
          void main() { gl_FragColor = texture2D(u_page, vec2(0.5)); }
          """, label: "page")
      point = try VertexInput(
        program, [VertexAttribute("a", in: Buffer(offscreen.gl, [0, 0]), components: 2)])
      offscreen.gl.onWarning = { [unowned self] in warnings.append($0) }
    }

    func draw() throws -> [String] {
      warnings = []
      try point.draw(.points, count: 1)
      try point.draw(.points, count: 1)
      return warnings
    }
  }

  @Test func aSamplerWithoutATexture() throws {
    let stage = try Stage()
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    #expect(try stage.draw() == ["page draws with samplers without a texture: 'u_page'"])
    try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
    #expect(try stage.draw() == [])
    withExtendedLifetime(target) {}
  }

  @Test func aFeedbackLoop() throws {
    let stage = try Stage()
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    try stage.program.set("u_page", to: target.color)
    #expect(
      try stage.draw() == [
        "'u_page' of page samples the texture that is drawn into; draw into another framebuffer"
      ])
    let other = try Framebuffer(stage.gl, width: 1, height: 1)
    #expect(try stage.draw() == [])
    withExtendedLifetime(other) {}
  }

  @Test(arguments: [false, true], [false, true])
  func samplesThatWereNotResolved(supersamples: Bool, isCleared: Bool) throws {
    let stage = try Stage()
    try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
    let smooth = try Framebuffer(
      stage.gl, width: 1, height: 1, samples: 4, supersamples: supersamples)
    if isCleared {
      stage.gl.clear(color: .zero)
    } else {
      #expect(try stage.draw() == [])
    }
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    try stage.program.set("u_page", to: smooth.color)
    #expect(
      try stage.draw() == [
        "'u_page' of page samples a framebuffer that lacks its samples; call resolve() first"
      ])
    try smooth.resolve()
    target.bind()
    stage.gl.onWarning = { Issue.record("\($0)") }
    try stage.point.draw(.points, count: 1)
  }

  @Test func testsWithoutABuffer() throws {
    let stage = try Stage()
    try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    var state = RenderState()
    state.depthTest = .less
    state.stencil = StencilTest(.equal, reference: 1)
    stage.gl.apply(state)
    #expect(
      try stage.draw()
        == ["depth", "stencil"].map {
          "page draws with a \($0) test, but the framebuffer has no \($0) buffer, so every "
            + "fragment passes; make it with \($0): true"
        })
    for samples in [1, 4] {
      let complete = try Framebuffer(
        stage.gl, width: 1, height: 1, depth: true, stencil: true, samples: samples)
      stage.gl.clear(depth: 1, stencil: 1)
      #expect(try stage.draw() == [])
      withExtendedLifetime(complete) {}
    }
    withExtendedLifetime(target) {}
  }

  @Test func depthThatWasNeverCleared() throws {
    let stage = try Stage()
    try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
    let target = try Framebuffer(stage.gl, width: 1, height: 1, depth: true)
    stage.gl.clear(color: .zero)
    #expect(try stage.draw() == [])
    var state = RenderState()
    state.depthTest = .always
    stage.gl.apply(state)
    #expect(try stage.draw() == [])
    state.depthTest = .less
    stage.gl.apply(state)
    #expect(
      try stage.draw() == [
        "page draws with a depth test, but the depth was never cleared; begin each frame with "
          + "clear(color:depth:)"
      ])
    let other = try Framebuffer(stage.gl, width: 1, height: 1, depth: true)
    state.writesDepth = false
    stage.gl.apply(state)
    stage.gl.clear(depth: 1)
    stage.gl.onWarning = { Issue.record("\($0)") }
    try stage.point.draw(.points, count: 1)
    withExtendedLifetime((target, other)) {}
  }

  /// A test that looks at no value may be what sets them.
  @Test func stencilValuesThatWereNeverCleared() throws {
    for prepare in [nil, "clear", "draw", "other code"] {
      let stage = try Stage()
      try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
      let target = try Framebuffer(stage.gl, width: 1, height: 1, stencil: true)
      var state = RenderState()
      state.stencil = StencilTest(.always, reference: 1)
      stage.gl.apply(state)
      switch prepare {
      case "clear": stage.gl.clear(stencil: 0)
      case "draw": #expect(try stage.draw() == [])
      case "other code":
        stage.gl.invalidateState()
        target.bind()
      default: break
      }
      state.stencil?.comparison = .equal
      stage.gl.apply(state)
      #expect(
        try stage.draw()
          == (prepare != nil
            ? []
            : [
              "page draws with a stencil test, but the stencil values were never cleared; begin "
                + "each frame with clear(color:stencil:)"
            ]))
    }
  }

  /// Targets that were made, and others drawn into instead.
  @Test func readingWhatNobodyDrew() throws {
    let stage = try Stage()
    let first = try Framebuffer(stage.gl, width: 1, height: 1)
    let second = try Framebuffer(stage.gl, width: 1, height: 1)
    stage.gl.clear(color: .one)
    _ = try second.readImage()
    #expect(stage.warnings == [])
    let warning =
      "a framebuffer of 1×1 pixels is read that nothing was drawn into; bind it before drawing, "
      + "and call invalidateState() after GL calls of your own that draw"
    _ = try Texture(stage.gl, copying: first)
    #expect(stage.warnings == [warning])
    first.bind()
    stage.gl.clear(color: .one)
    stage.gl.onWarning = { Issue.record("\($0)") }
    _ = try first.readImage()
    let other = try Framebuffer(stage.gl, width: 2, height: 2)
    stage.gl.invalidateState()
    _ = try other.readImage()
  }

  /// What GL and the driver limit.
  @Test func numbersBeyondTheirLimits() throws {
    let stage = try Stage()
    let gl = stage.gl
    try stage.program.set("u_page", to: Texture(gl, Image(width: 1, height: 1)))
    let target = try Framebuffer(gl, width: 1, height: 1)
    let limit = gl.limits.lineWidth.upperBound
    var state = RenderState()
    for width in [limit, limit + 1] {
      state.lineWidth = width
      gl.apply(state)
      #expect(try stage.draw() == [])
    }
    let line = try VertexInput(
      stage.program, [VertexAttribute("a", in: Buffer(gl, [0, 0, 1, 1]), components: 2)])
    try line.draw(.lines, count: 2)
    #expect(
      stage.warnings == [
        "page draws lines of a width of \(limit + 1), and this driver's widest have \(limit); draw "
          + "triangles instead"
      ])
    stage.warnings = []
    state.depthRange = [0.1, 100]
    state.sampleCoverage = 50
    gl.apply(state)
    #expect(
      stage.warnings == [
        "the depth range ends at 100.0, and GL limits it to 0…1; it isn't the near and the far "
          + "plane of a projection",
        "a sample coverage of 50.0 is limited to 1; it is a fraction, 0…1",
      ])
    stage.warnings = []
    gl.clear(stencil: 255)
    #expect(stage.warnings == [])
    gl.clear(stencil: 256)
    #expect(stage.warnings == ["clear(stencil:) is limited to 8 bits, and 256 has more"])
    let buffer = try Buffer(gl, [0, 0] as [Float])
    stage.warnings = []
    try buffer.update([1] as [Float], at: 4)
    try buffer.update([1] as [UInt8], at: 3)
    #expect(stage.warnings == [])
    try buffer.update([1] as [Float], at: 1)
    #expect(
      stage.warnings == [
        "a buffer is updated with Float at byte 1, which is no multiple of 4; count bytes, not "
          + "elements"
      ])
    withExtendedLifetime(target) {}
  }

  /// Mipmaps that were never made are black in GL, and those of an earlier picture show that.
  @Test func mipmapsOfWhatWasDrawnInto() throws {
    /// The warnings of a draw that samples a texture that is drawn into, and what comes after.
    func warnings(_ sampling: Texture.Sampling, _ next: (Texture) throws -> Void) throws -> [String]
    {
      let stage = try Stage()
      let page = try Texture(stage.gl, width: 2, height: 2, sampling: sampling)
      let drawn = try Framebuffer(stage.gl, color: page)
      stage.gl.clear(color: .one)
      try next(page)
      let target = try Framebuffer(stage.gl, width: 1, height: 1)
      try stage.program.set("u_page", to: page)
      return try withExtendedLifetime((drawn, target)) { try stage.draw() }
    }
    let small = Texture.Sampling(mipmaps: .linear)
    let image = Image(width: 2, height: 2, pixels: [UInt8](repeating: 9, count: 16))
    let warning =
      "'u_page' of page samples mipmaps that don't show what was drawn into the texture; call "
      + "generateMipmaps() after drawing into it, or set a sampling without mipmaps"
    #expect(try warnings(small) { _ in } == [warning])
    #expect(try warnings(small) { try $0.generateMipmaps() } == [])
    #expect(try warnings(small) { try $0.update(with: image) } == [])
    #expect(try warnings(small) { try $0.setSampling(.init()) } == [])
    #expect(try warnings(.init()) { _ in } == [])
    #expect(try warnings(.init()) { try $0.setSampling(small) } == [])
    #expect(
      try warnings(small) {
        try $0.generateMipmaps()
        let source = try Framebuffer($0.context, width: 1, height: 1)
        try $0.copy(from: source, region: source.bounds, toX: 0, y: 0)
      } == [warning])
    #expect(
      try warnings(small) {
        try $0.generateMipmaps()
        let drawn = try Framebuffer($0.context, color: $0)
        $0.context.clear(color: .zero)
        withExtendedLifetime(drawn) {}
      } == [warning])
    let stage = try Stage()
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    let half = Image(width: 1, height: 1, pixels: [9, 9, 9, 9])
    try stage.program.set("u_page", to: Texture(stage.gl, levels: [image, half]))
    #expect(try stage.draw() == [])
    withExtendedLifetime(target) {}
  }

  /// A mask that writes a part of a value is meant for clearing, too, or left from the last frame.
  @Test func masksThatKeepAPart() throws {
    let stage = try Stage()
    let target = try Framebuffer(stage.gl, width: 1, height: 1, stencil: true)
    var state = RenderState()
    state.colorMask = [.red, .alpha]
    state.stencil = StencilTest(.always, reference: 1)
    state.stencil?.writeMask = 0x0F
    stage.gl.apply(state)
    stage.gl.clear(color: .one, stencil: 3)
    #expect(
      stage.warnings == [
        "clear(color:) keeps the channels that the color mask doesn't write; apply a state without "
          + "a mask before, to clear them, too",
        "clear(stencil:) keeps the bits that the stencil test's write mask doesn't write; apply a "
          + "state without a stencil test before, to clear them, too",
      ])
    #expect(try target.readImage()[0, 0] == [255, 0, 0, 255])
  }

  /// A test against the end of the range that the depth was cleared to passes nothing.
  @Test(arguments: [(RenderState.Comparison.less, Float(0)), (.greater, 1)])
  func depthToWhichNothingCompares(test: RenderState.Comparison, depth: Float) throws {
    let stage = try Stage()
    try stage.program.set("u_page", to: Texture(stage.gl, Image(width: 1, height: 1)))
    let target = try Framebuffer(stage.gl, width: 1, height: 1, depth: true)
    var state = RenderState()
    state.depthTest = test
    stage.gl.apply(state)
    stage.gl.clear(color: .zero, depth: 1 - depth)
    #expect(try stage.draw() == [])
    stage.gl.clear(color: .zero, depth: depth)
    #expect(
      try stage.draw() == [
        "page draws with the depth test \(test), but the depth was cleared to \(Int(depth)); clear "
          + "it to \(1 - Int(depth))"
      ])
    #expect(try target.readImage()[0, 0] == .zero)
  }

  @Test func verticesThatFormNothing() throws {
    let stage = try Stage()
    let program = try Program(
      stage.gl, vertex: "attribute vec4 a; varying vec4 v; void main() { v = a; }",
      fragment: "varying mediump vec4 v; void main() { gl_FragColor = v; }", label: "lost")
    let buffer = try Buffer(stage.gl, [Float](repeating: 0, count: 16))
    let input = try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
    let target = try Framebuffer(stage.gl, width: 1, height: 1)
    try input.draw(.points, count: 8)
    #expect(
      stage.warnings == [
        "lost draws points with a vertex shader that doesn't set gl_Position",
        "lost draws points with a vertex shader that doesn't set gl_PointSize",
      ])
    for (mode, count, unused) in [
      (Primitive.lines, 3, 1), (.lines, 4, 0), (.lineStrip, 1, 1), (.lineLoop, 2, 0),
      (.triangles, 2, 2), (.triangles, 6, 0), (.triangles, 7, 1), (.triangleStrip, 2, 2),
      (.triangleFan, 3, 0), (.triangles, 0, 0),
    ] {
      stage.warnings = []
      try input.draw(mode, count: count)
      let warning =
        "lost draws vertices as \(mode), of which the last \(unused) form none; count is "
        + "the number of vertices"
      #expect(stage.warnings.filter { $0.contains("form") } == (unused == 0 ? [] : [warning]))
    }
    withExtendedLifetime(target) {}
  }

  /// Strides and offsets that count components or vertices instead of bytes.
  @Test(
    arguments: [
      (0, 0, nil), (12, 0, nil), (24, 12, nil),
      (
        3, 0,
        "has a stride of 3 and an offset of 0 bytes, which are no multiples of its components' 4"
      ),
      (
        12, 2,
        "has a stride of 12 and an offset of 2 bytes, which are no multiples of its components' 4"
      ), (8, 0, "has a stride of 8 bytes, less than the 12 of a vertex; count bytes"),
    ] as [(Int, Int, String?)])
  func stridesThatCountNoBytes(stride: Int, offset: Int, fault: String?) throws {
    let stage = try Stage()
    let buffer = try Buffer(stage.gl, [Float](repeating: 0, count: 16))
    _ = try VertexInput(
      stage.program,
      [VertexAttribute("a", in: buffer, components: 3, stride: stride, offset: offset)])
    #expect(stage.warnings == (fault.map { ["attribute 'a' of page \($0)"] } ?? []))
  }

  @Test func uniformsThatAreNotANumber() throws {
    let stage = try Stage()
    let program = try Program(
      stage.gl, vertex: "uniform vec3 u_sun; void main() { gl_Position = vec4(u_sun, 1.0); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }", label: "day")
    try program.set("u_sun", to: SIMD3<Float>(0, .infinity, 1))
    #expect(stage.warnings == [])
    try program.set("u_sun", to: SIMD3<Float>(0, .nan, 1))
    #expect(
      stage.warnings == [
        "'u_sun' of day is set to what is not a number"
      ])
  }

  /// Projections outside their ranges are not finite, and setting one is a warning.
  @Test func matricesThatAreNotFinite() throws {
    let offscreen = try OffscreenContext()
    var warnings: [String] = []
    offscreen.gl.onWarning = { warnings.append($0) }
    func set(_ angle: Float, _ near: Float, _ far: Float) throws -> Bool {
      let program = try Program(
        offscreen.gl,
        vertex: "uniform mat4 u_view; void main() { gl_Position = u_view * vec4(1.0); }",
        fragment: "void main() { gl_FragColor = vec4(1.0); }",
        label: "\(angle) \(near) \(far)")
      try program.set(
        "u_view",
        to: Matrix4.perspective(verticalFieldOfView: angle, aspectRatio: 1.5, near: near, far: far))
      defer { warnings = [] }
      return warnings.count == 1
        && warnings[0].hasPrefix("'u_view' of \(program.label) is a matrix")
    }
    #expect(try !set(1, 0.1, 10) && !set(3, 1, .infinity))
    for (angle, near, far) in [
      (45, 0.1, 10), (0, 0.1, 10), (-1, 0.1, 10), (1, 0, 10), (1, -1, 10), (1, 10, 0.1), (1, 2, 2),
    ] as [(Float, Float, Float)] {
      #expect(try set(angle, near, far), "\(angle) \(near) \(far)")
    }
  }
}

/// An ES 3 driver that lists no extension has what ES 3 includes.
@Suite struct CapabilityTests {
  @Test func versionsCountLikeExtensions() throws {
    gl_hide_extensions(1)
    defer { gl_hide_extensions(0) }
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    #expect(gl.extensions.isEmpty)
    guard gl.driver.version.hasPrefix("OpenGL ES 3") else { return }
    #expect(throws: Never.self) {
      _ = try Texture(gl, width: 3, height: 5, sampling: .init(mipmaps: .linear, wrap: .repeat))
      _ = try IndexBuffer(gl, [0, 70_000] as [UInt32])
      _ = try Framebuffer(gl, width: 2, height: 2, depth: true, stencil: true)
    }
  }

  @Test func depthAndStencilAreCompleteWithoutExtensions() throws {
    let offscreen = try OffscreenContext(ignoresExtensions: true)
    #expect(throws: Never.self) {
      _ = try Framebuffer(offscreen.gl, width: 2, height: 2, depth: true, stencil: true)
    }
  }
}
