import GLCallCounter
import GLES
import GLESKitSupport
import Offscreen
import TestSupport
import Testing

/// Fragment shaders that ask for `highp`, on drivers that say different things about it.
@Suite(.serialized) struct PrecisionTests {
  /// The red of a pixel that is white if the fragment stage adds 1/4096 to 1 exactly.
  private func red(_ fragment: String, in offscreen: OffscreenContext) throws -> UInt8 {
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1)
    let program = try Program(
      gl, vertex: "attribute vec2 a_place; void main() { gl_Position = vec4(a_place, 0, 1); }",
      fragment: fragment)
    let places: [SIMD2<Float>] = [[-1, -1], [3, -1], [-1, 3]]
    let input = try VertexInput(
      program, [VertexAttribute("a_place", in: Buffer(gl, places), components: 2)])
    try program.set("u_one", to: Float(1))
    try input.draw(.triangles, count: 3)
    return try target.readImage()[0, 0][0]
  }

  private static let body = """
    uniform float u_one;
    void main() { gl_FragColor = vec4(4096.0 * fract(u_one + 0.000244140625)); }
    """

  /// What `mediump` gives here: 0 where it is half precision, 255 where a driver computes it in
  /// single precision, as SwiftShader does.
  private func mediump(in offscreen: OffscreenContext) throws -> UInt8 {
    try red("precision mediump float;\n" + Self.body, in: offscreen)
  }

  /// As with NVIDIA's driver: the macro would choose `mediump`.
  @Test func highpDoesNotDependOnTheMacro() throws {
    gl_simulate_highp(gl_highp_without_macro)
    defer { gl_simulate_highp(gl_highp_as_it_is) }
    let offscreen = try OffscreenContext()
    #expect(offscreen.gl.limits.fragmentHighFloatBits >= 16)
    #expect(try red("precision highp float;\n" + Self.body, in: offscreen) == 255)
    let choice = """
      #ifdef GL_FRAGMENT_PRECISION_HIGH
      precision highp float;
      #else
      precision mediump float;
      #endif

      """
    #expect(try red(choice + Self.body, in: offscreen) == mediump(in: offscreen))
  }

  @Test func highpIsMediumpWhereItIsMissing() throws {
    gl_simulate_highp(gl_highp_missing)
    defer { gl_simulate_highp(gl_highp_as_it_is) }
    let offscreen = try OffscreenContext()
    #expect(offscreen.gl.limits.fragmentHighFloatBits == 0)
    let shader = "#version 100\n// highp\nprecision highp float;\n" + Self.body
    #expect(try red(shader, in: offscreen) == mediump(in: offscreen))
    // The driver that is simulated refuses the word.
    #expect(throws: GLESError.self) {
      _ = try Shader(offscreen.gl, stage: .fragment, bytes: [Array(shader.utf8)])
    }
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.frag"
    try AtomicFile.write(Array(shader.utf8), to: path)
    _ = try Shader(offscreen.gl, path: path)
  }

  @Test func errorsShowTheSourceAsItWasWritten() throws {
    gl_simulate_highp(gl_highp_missing)
    defer { gl_simulate_highp(gl_highp_as_it_is) }
    let offscreen = try OffscreenContext()
    let source = "precision highp float;\nvoid main() {\n  gl_FragColor = missing;\n}\n"
    let error = #expect(throws: GLESError.self) {
      _ = try Program(offscreen.gl, vertex: ProgramTests.vertex, fragment: source, label: "a")
    }
    guard case .compilation(let failure) = error else { throw try #require(error) }
    #expect(failure.source == source)
    #expect("\(failure)".contains("a.frag:3"), "\(failure)")
  }
}
