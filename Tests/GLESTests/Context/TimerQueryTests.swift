import GLESKitCEGL
import GLESKitCGLES2
import GLMath
import Offscreen
import Profiling
import Testing

@testable import GLES

@Suite struct TimerQueryTests {
  /// Fills a framebuffer of 512×512 pixels a few times.
  private func draw(in gl: Context) throws {
    let target = try Framebuffer(gl, width: 512, height: 512)
    let program = try Program(
      gl, vertex: "attribute vec2 a_p; void main() { gl_Position = vec4(a_p, 0.0, 1.0); }",
      fragment: """
        precision highp float;
        void main() { gl_FragColor = vec4(sin(gl_FragCoord.x * gl_FragCoord.y)); }
        """)
    let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
    let square = try VertexInput(
      program, [VertexAttribute("a_p", in: Buffer(gl, corners), components: 2)])
    target.bind()
    for _ in 0..<4 { try square.draw(.triangleStrip, count: 4) }
  }

  private static let hasTimers: ConditionTrait = .enabled("the driver measures the GPU's time") {
    let offscreen = try OffscreenContext()
    return withExtendedLifetime(offscreen) { offscreen.gl.timerQueries != nil }
  }

  @Test(hasTimers)
  func measuresTheGPUApartFromTheCPU() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let profiler = Profiler()
    try profiler.measure("frame", on: gl) {
      for _ in 0..<3 { try profiler.measure("draw", on: gl) { try draw(in: gl) } }
      gl.finish()
    }
    gl.collectGPUSpans()
    let rows = profiler.report().rows
    func row(_ name: String, _ clock: ProfileReport.Clock) -> ProfileReport.Row? {
      rows.first { $0.name == name && $0.clock == clock }
    }
    #expect(rows.count == 4)
    #expect(row("draw", .gpu)?.count == 3)
    #expect(row("draw", .cpu)?.count == 3)
    let frame = try #require(row("frame", .gpu))
    #expect(frame.count == 1 && frame.total > 0)
    // A span lasts longer than each within it.
    #expect(frame.total >= row("draw", .gpu)?.longest ?? .infinity)
    try gl.checkErrors(after: "glEndQueryEXT")
  }

  /// A driver whose clock cannot be read, although it has the extension.
  @Test func withoutAClockNothingIsMeasuredAndNoErrorStays() throws {
    let clock: @convention(c) (GLenum, UnsafeMutablePointer<Int64>?) -> Void = { _, _ in
      glEnable(0xFFFF)
    }
    try inBareContext {
      let gl = try Context { name in
        name == "glGetInteger64vEXT"
          ? unsafeBitCast(clock, to: UnsafeMutableRawPointer.self)
          : eglGetProcAddress(name).map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) }
      }
      let profiler = Profiler()
      profiler.measure("span", on: gl) {}
      #expect(throws: Never.self) { try gl.checkErrors(after: "measure") }
      gl.collectGPUSpans()
      #expect(profiler.report().rows.map(\.clock) == [.cpu])
    }
  }

  @Test(hasTimers) func aSpanThatThrowsIsMeasured() throws {
    struct Failure: Error {}
    let offscreen = try OffscreenContext()
    let profiler = Profiler()
    #expect(throws: Failure.self) {
      try profiler.measure("throws", on: offscreen.gl) { () throws(Failure) in throw Failure() }
    }
    profiler.measure("next", on: offscreen.gl) {}
    offscreen.gl.collectGPUSpans()
    #expect(profiler.report().rows.count == 4)
  }

  @Test func withoutTheExtensionOnlyTheCPUIsMeasured() throws {
    let offscreen = try OffscreenContext(ignoresExtensions: true)
    let profiler = Profiler()
    profiler.measure("draw", on: offscreen.gl) {}
    offscreen.gl.collectGPUSpans()
    #expect(profiler.report().rows.map(\.clock) == [.cpu])
  }

  @Test func aProfilerThatIsOffMakesNoQueries() throws {
    let offscreen = try OffscreenContext()
    let profiler = Profiler(isOn: false)
    profiler.measure("draw", on: offscreen.gl) {}
    offscreen.gl.collectGPUSpans()
    #expect(profiler.report().rows.isEmpty)
  }
}
