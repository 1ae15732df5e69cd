import GLCallCounter
import GLES
import GLESKitCGLES2
import Offscreen
import TestSupport
import Testing

/// Stand-ins for a driver's log functions. C function pointers cannot capture, so each stand-in is
/// a pair of its own.
@Suite struct InfoLogTests {
  @Test func noLogIsNil() {
    for length: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void in [
      { _, _, out in out?.pointee = 0 }, { _, _, out in out?.pointee = 1 }, { _, _, _ in },
    ] {
      let source = InfoLogSource(getParameter: length) { _, _, written, buffer in
        // A log function that is called without need would be caught by this text.
        buffer?.pointee = 0x21
        written?.pointee = 1
      }
      #expect(infoLog(of: 1, from: source) == nil)
    }
  }

  @Test func asksForTheLengthOfTheGivenName() {
    let source = InfoLogSource { name, parameter, out in
      out?.pointee = name == 77 && parameter == GLenum(GL_INFO_LOG_LENGTH) ? 3 : 0
    } getLog: { name, _, written, buffer in
      InfoLogTests.fill("\(name)", written, buffer, capacity: 8)
    }
    #expect(infoLog(of: 77, from: source) == "77")
    #expect(infoLog(of: 78, from: source) == nil)
  }

  @Test func whiteSpaceSaysNothing() {
    let source = InfoLogSource { _, _, out in
      out?.pointee = 4
    } getLog: { _, capacity, written, buffer in
      InfoLogTests.fill(" \n\t", written, buffer, capacity: capacity)
    }
    #expect(infoLog(of: 1, from: source) == nil)
  }

  @Test func invalidUTF8IsRepaired() {
    let source = InfoLogSource { _, _, out in
      out?.pointee = 6
    } getLog: { _, _, written, buffer in
      for (index, byte) in [0x61, 0xFF, 0xC3, 0x28, 0x62].enumerated() {
        buffer?[index] = GLchar(truncatingIfNeeded: byte)
      }
      written?.pointee = 5
    }
    #expect(infoLog(of: 1, from: source) == "a\u{FFFD}\u{FFFD}(b")
  }

  @Test func longLogComesWhole() throws {
    let source = InfoLogSource { _, _, out in
      out?.pointee = 200_001
    } getLog: { _, capacity, written, buffer in
      InfoLogTests.fill(
        String(repeating: "line\n", count: 40_000), written, buffer, capacity: capacity)
    }
    let log = try #require(infoLog(of: 1, from: source))
    #expect(log.utf8.count == 200_000 && log.hasSuffix("line\n"))
  }

  @Test func announcedLengthIsNotTrusted() {
    // Negative, huge and too small: the text, of 70 KiB, arrives whole all the same.
    for length: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void in [
      { _, _, out in out?.pointee = -5 }, { _, _, out in out?.pointee = .max },
      { _, _, out in out?.pointee = 2 },
    ] {
      let source = InfoLogSource(getParameter: length) { _, capacity, written, buffer in
        InfoLogTests.fill(
          String(repeating: "1234567\n", count: 9_000), written, buffer, capacity: capacity)
      }
      #expect(infoLog(of: 1, from: source)?.utf8.count == 72_000)
    }
  }

  @Test func writtenLengthIsClampedAndTheFirstNULEnds() {
    let lying = InfoLogSource { _, _, out in
      out?.pointee = 4
    } getLog: { _, capacity, written, buffer in
      InfoLogTests.fill("abc", written, buffer, capacity: capacity)
      written?.pointee = 5_000
    }
    #expect(infoLog(of: 1, from: lying) == "abc")
    let negative = InfoLogSource { _, _, out in
      out?.pointee = 4
    } getLog: { _, _, written, _ in
      written?.pointee = -1
    }
    #expect(infoLog(of: 1, from: negative) == nil)
    let padded = InfoLogSource { _, _, out in
      out?.pointee = 12
    } getLog: { _, _, written, buffer in
      InfoLogTests.fill("abc\0\0rest", written, buffer, capacity: 12)
    }
    #expect(infoLog(of: 1, from: padded) == "abc")
  }

  /// After a failure the text is found whatever the driver says about its length: nothing, too
  /// little, too much, or a negative length.
  @Test(
    arguments: [GL_COMPILE_STATUS, GL_LINK_STATUS, GL_VALIDATE_STATUS],
    ["", "x", "0:1(2): error: no", String(repeating: "x", count: 70_000)])
  func logsOfFailuresTrustNoLength(step: Int32, text: String) throws {
    let offscreen = try OffscreenContext()
    let length = Int32(text.utf8.count)
    let lengths: [Int32] = [0, 1, 2, length, length + 1, -5, .max]
    for (announced, written) in Sweep.pairs(lengths, lengths.reversed()) {
      #expect(
        try log(offscreen.gl, of: step, announced, written, text) == (text.isEmpty ? nil : text),
        "announced \(announced), written \(written)")
    }
  }

  /// The log in the error of a step that fails.
  private func log(
    _ gl: Context, of step: Int32, _ announced: Int32, _ written: Int32, _ text: String
  ) throws -> String? {
    try text.withCString { text in
      var failure = gl_failure(
        step: UInt32(step), announced: announced, written: written, text: text)
      return try withUnsafePointer(to: &failure) { failure in
        gl_simulate_failure(failure)
        defer { gl_simulate_failure(nil) }
        let error = try #require(throws: GLESError.self) {
          try Program(gl, vertex: "void main() {}", fragment: "void main() {}").validate()
        }
        switch error {
        case .compilation(let failure): return failure.log
        case .link(_, let log), .validation(_, let log): return log
        default: throw error
        }
      }
    }
  }

  @Test func shaderLogsAreReadWithTheShadersFunctions() throws {
    let offscreen = try OffscreenContext()
    let name = glCreateShader(GLenum(GL_FRAGMENT_SHADER))
    defer { glDeleteShader(name) }
    "void main() { missing(); }".withCString { text in
      var text: UnsafePointer<CChar>? = text
      glShaderSource(name, 1, &text, nil)
    }
    glCompileShader(name)
    let log = try #require(infoLog(of: name, from: .shader), "the log of a shader that failed")
    #expect(log.contains("missing"))
    #expect(throws: Never.self) { try offscreen.gl.checkErrors(after: "glGetShaderInfoLog") }

    // The mix-up of the classic routine: GL_INVALID_OPERATION, and the log is lost.
    #expect(infoLog(of: name, from: .program) == nil)
    #expect(throws: GLESError.self) { try offscreen.gl.checkErrors(after: "glGetProgramInfoLog") }
  }

  @Test func programLogsAreReadWithTheProgramsFunctions() throws {
    let offscreen = try OffscreenContext()
    let error = try #require(throws: GLESError.self) {
      _ = try Program(
        offscreen.gl,
        vertex: "varying vec2 v; void main() { v = vec2(1.0); gl_Position = vec4(v, 0, 1); }",
        fragment:
          "precision highp float; varying vec3 v; void main() { gl_FragColor = vec4(v, 1.0); }")
    }
    guard case .link(_, let log?) = error else { Issue.record("\(error)"); return }
    #expect(log.contains("v"))
    #expect(throws: Never.self) { try offscreen.gl.checkErrors(after: "glGetProgramInfoLog") }
  }

  @Test func warningsOfACompiledShaderAreKept() throws {
    let offscreen = try OffscreenContext()
    // Mesa warns of a value that is used before it is set, but not of a shader that is in its disk
    // cache: a new name each time keeps it out.
    let name = "x\(UInt64.random(in: .min ... .max))"
    let shader = try Shader(
      offscreen.gl, stage: .fragment,
      source:
        "precision mediump float; void main() { float \(name); gl_FragColor = vec4(\(name)); }")
    // Other drivers need not warn of it, but what they say is kept.
    let log = shader.log
    if offscreen.gl.driver.version.contains("Mesa") { #expect(log?.contains("warning") == true) }
    var text = [GLchar](repeating: 0, count: 4_096)
    glGetShaderInfoLog(shader.name, GLsizei(text.count), nil, &text)
    let said = String(
      decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #expect(log == (said.allSatisfy(\.isWhitespace) ? nil : said))
    let quiet = try Shader(
      offscreen.gl, stage: .fragment, source: "void main() { gl_FragColor = vec4(0.5); }")
    let silence = quiet.log
    #expect(silence == nil)
  }

  private static func fill(
    _ text: String, _ written: UnsafeMutablePointer<GLsizei>?,
    _ buffer: UnsafeMutablePointer<GLchar>?, capacity: GLsizei
  ) {
    let bytes = Array(text.utf8.prefix(max(Int(capacity) - 1, 0)))
    for (index, byte) in bytes.enumerated() { buffer?[index] = GLchar(bitPattern: byte) }
    buffer?[bytes.count] = 0
    written?.pointee = GLsizei(bytes.count)
  }
}
