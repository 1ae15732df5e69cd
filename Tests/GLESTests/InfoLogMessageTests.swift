import GLES
import Offscreen
import Testing

@Suite struct InfoLogMessageTests {
  /// A message in one string: severity, source string, line, column and text.
  private func spelt(_ message: InfoLogMessage) -> String {
    func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "-" }
    return [
      message.severity?.rawValue ?? "-", number(message.sourceString), number(message.line),
      number(message.column), message.text,
    ].joined(separator: " ")
  }

  @Test(arguments: [
    ("0:12(5): error: `x' undeclared", "error 0 12 5 `x' undeclared"),
    ("0:3(10): warning: `y' used uninitialized", "warning 0 3 10 `y' used uninitialized"),
    ("2:1(2): preprocessor error: #if without #endif", "error 2 1 2 #if without #endif"),
    ("error: no matching vertex shader", "error - - - no matching vertex shader"),
    ("ERROR: 0:7: 'x' : undeclared identifier", "error 0 7 - 'x' : undeclared identifier"),
    ("  WARNING: 1:20: 'y' : unused  ", "warning 1 20 - 'y' : unused"),
    ("0(12) : error C1008: undefined variable", "error 0 12 - C1008: undefined variable"),
    ("0:12: L0002: No matching overload", "- 0 12 - L0002: No matching overload"),
    ("NOTE: 0:1: first declared here", "note 0 1 - first declared here"),
    // What only looks like one of the forms stays whole.
    ("error C12 something", "- - - - error C12 something"),
    ("errors: 3", "- - - - errors: 3"), ("12 errors generated", "- - - - 12 errors generated"),
    ("0:12(: error: x", "- - - - 0:12(: error: x"),
    ("0:99999999999999999999: x", "- - - - 0:99999999999999999999: x"),
    ("0(4 : x", "- - - - 0(4 : x"), ("-1:2: x", "- - - - -1:2: x"), ("error", "- - - - error"),
  ])
  func linesAreTakenApart(line: String, parts: String) {
    #expect(InfoLogMessage.all(in: line).map(spelt) == [parts])
  }

  @Test func everyLineOfALogIsAMessage() {
    let log = "0:1(2): error: a\r\n\n \t\n0:3(4): warning: b\nrest\n"
    #expect(
      InfoLogMessage.all(in: log).map(spelt) == [
        "error 0 1 2 a", "warning 0 3 4 b", "- - - - rest",
      ])
    #expect(InfoLogMessage.all(in: "").isEmpty)
  }

  /// This driver's own words, for a mistake whose line is known.
  @Test func failuresSayWhichLineIsWrong() throws {
    let offscreen = try OffscreenContext()
    let compilation = try #require(throws: GLESError.self) {
      _ = try Shader(
        offscreen.gl, stage: .fragment,
        source: "precision mediump float;\nvoid main() {\n  gl_FragColor = missing;\n}\n")
    }
    let message = try #require(compilation.messages.first { $0.severity == .error })
    #expect(message.line == 3 && message.sourceString == 0 && message.text.contains("missing"))

    let link = try #require(throws: GLESError.self) {
      _ = try Program(
        offscreen.gl, vertex: "void main() { gl_Position = vec4(0.0); }",
        fragment: "varying lowp vec4 v_lost; void main() { gl_FragColor = v_lost; }")
    }
    #expect(link.messages.contains { $0.severity == .error && $0.text.contains("v_lost") })
    #expect(GLESError.noCurrentContext.messages.isEmpty)
  }
}
