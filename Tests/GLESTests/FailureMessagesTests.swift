import CompilerLogs
import GLES
import Offscreen
import Testing

/// This driver's own words, for mistakes whose line is known.
@Test func failuresSayWhichLineIsWrong() throws {
  let offscreen = try OffscreenContext()
  let compilation = try #require(throws: GLESError.self) {
    _ = try Shader(
      offscreen.gl, stage: .fragment,
      source: "precision mediump float;\nvoid main() {\n  gl_FragColor = missing;\n}\n")
  }
  let message = try #require(compilation.messages.first { $0.severity == .error })
  #expect(message.line == 3 && message.source == 0 && message.text.contains("missing"))

  let link = try #require(throws: GLESError.self) {
    _ = try Program(
      offscreen.gl, vertex: "void main() { gl_Position = vec4(0.0); }",
      fragment: "varying lowp vec4 v_lost; void main() { gl_FragColor = v_lost; }")
  }
  #expect(link.messages.contains { $0.severity == .error && $0.text.contains("v_lost") })
  #expect(GLESError.noCurrentContext.messages.isEmpty)
}
