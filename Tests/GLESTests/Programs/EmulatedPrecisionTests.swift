import GLCallCounter
import GLES
import Offscreen
import TestSupport
import Testing

/// Programs that compute like hardware with coarser precisions.
@Suite(.serialized) struct EmulatedPrecisionTests {
  private static let vertex = """
    attribute vec2 a_place; uniform mediump vec2 u_scale; varying mediump float v;
    void main() {
      gl_Position = vec4(a_place, 0, 1);
      mediump vec2 s = u_scale * 300.0;
      mediump float area = s.x * s.y;
      v = area > 60000.0 && area * 0.5 == area ? 1.0 : 0.0;
    }
    """

  private func color(
    _ fragment: String, _ precision: EmulatedPrecision, vertex: String = vertex
  ) throws -> SIMD4<UInt8> {
    let gl = try OffscreenContext().gl
    let target = try Framebuffer(gl, width: 1, height: 1)
    let program = try Program(gl, vertex: vertex, fragment: fragment, emulating: precision)
    let places: [SIMD2<Float>] = [[-1, -1], [3, -1], [-1, 3]]
    let input = try VertexInput(
      program, [VertexAttribute("a_place", in: Buffer(gl, places), components: 2)])
    try program.set("u_scale", to: SIMD2<Float>(1, 1))
    try input.draw(.triangles, count: 3)
    return try target.readImage()[0, 0]
  }

  @Test func bothStagesAreEmulated() throws {
    let fragment = """
      precision mediump float; varying float v; uniform vec2 u_scale;
      void main() {
        lowp float l = u_scale.x * 3.0; lowp float m = l * 0.2;
        gl_FragColor = vec4(v, 2048.0 * u_scale.x + 1.0 == 2048.0, 0.125 * l, m);
      }
      """
    let half = try color(fragment, .half)
    #expect(half == [255, 255, 96, 153])
    // An eighth and a fifth of 511/256, in 256ths.
    #expect(try color(fragment, .fixedLowp) == [255, 255, 64, 102])
  }

  @Test func errorsAreThoseOfTheText() throws {
    let error = #expect(throws: GLESError.self) {
      try color("precision mediump float;\nvoid main() { gl_FragColor = missing; }", .half)
    }
    guard case .compilation(let failure) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(failure.messages.first?.line == 2)
    #expect("\(failure)".contains("missing"))
  }

  @Test func whatCannotBeEmulatedIsNamed() throws {
    let fragment = """
      #version 300 es
      precision mediump float; in float v; out vec4 color;
      void main() { color = vec4(v); }
      """
    let error = #expect(throws: GLESError.self) { try color(fragment, .half) }
    guard case .unsupported(let what, _) = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
    #expect(what.contains("fragment shader"))
  }

  @Test func hardwareWithoutHighpEmulatesNothing() throws {
    gl_simulate_highp(gl_highp_missing)
    defer { gl_simulate_highp(gl_highp_as_it_is) }
    let error = #expect(throws: GLESError.self) { try color("void main() {}", .half) }
    guard case .unsupported = error else {
      Issue.record("\(error.map { "\($0)" } ?? "")")
      return
    }
  }
}
