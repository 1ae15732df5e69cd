import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

@Suite struct LogTests {
  @Test func codesNameRules() {
    for (code, name) in Vendor.all.flatMap(\.codes) {
      #expect(Rule.ID(text: name) != nil, "\(code)")
    }
  }

  /// Uniforms that don't fit are no mismatch between the stages.
  @Test func uniformsThatDoNotFitAreALimit() {
    let log = """
      --From Vertex Shader:
      Error: uniform variables in vertex shader do not fit in 256 vectors.
      """
    let messages = FoundLog(Array(log.utf8)).messages
    #expect(messages.map { MessageClassifier.rule(for: $0, in: .link) } == [.tooManyResources])
  }

  @Test func otherMachinesLogsAreLedBackToTheSource() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(
      Array("precision mediump float;\nvoid main() {\n  gl_FragColor = vec4(lihgt);\n}\n".utf8),
      to: "\(folder.path)/sky.frag")
    var reader = LogReport()
    reader.sources = [ShaderInput(path: "\(folder.path)/sky.frag")]
    reader.lineOffset = 10
    let report = try reader.read(
      Array("ERROR: 0:13: 'lihgt' : undeclared identifier\n".utf8), name: "log")
    #expect(report.diagnostics.map(\.rule) == [.undeclaredIdentifier])
    #expect(report.diagnostics.first?.location?.text == "\(folder.path)/sky.frag:3:23")
    // The shader has the lines 11 to 14 of what was compiled.
    for line in [3, 99] {
      let other = try reader.read(
        Array("ERROR: 0:\(line): 'x' : undeclared identifier\n".utf8), name: "log")
      #expect(other.diagnostics.first?.location?.text == "\(folder.path)/sky.frag")
      #expect(other.diagnostics.first?.hint?.contains("the log names line \(line)") == true)
    }
    #expect(throws: FileError.self) {
      reader.sources = [ShaderInput(path: "\(folder.path)/none.frag")]
      _ = try reader.read([], name: "log")
    }
  }

  /// Of two tokens with the quoted name, the one at the column is meant.
  @Test func theColumnChoosesTheToken() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/sky.frag"
    try AtomicFile.write(
      Array("void main() { gl_FragColor = vec4(lihgt, lihgt, 0, 1); }\n".utf8), to: path)
    var reader = LogReport()
    reader.sources = [ShaderInput(path: path)]
    for column in [35, 42] {
      let log = "(1,\(column)-\(column + 4)): error X3004: undeclared identifier 'lihgt'\n"
      let report = try reader.read(Array(log.utf8), name: "log")
      #expect(report.diagnostics.first?.location?.text == "\(path):1:\(column)")
    }
  }

  /// Mesa counts the columns of its preprocessor's output.
  @Test func columnsOfExpandedMacrosAreThoseOfTheSource() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/sky.frag"
    func line(_ value: String) -> String { "void main() { float a = \(value); a = ; }" }
    func column(_ line: String) -> Int { line.utf8.count - 2 }
    let source = line("ONE_AND_A_HALF")
    try AtomicFile.write(Array("#define ONE_AND_A_HALF 1.5\n\(source)\n".utf8), to: path)
    var reader = LogReport()
    reader.sources = [ShaderInput(path: path)]
    let log = "0:2(\(column(line("1.5")))): error: syntax error, unexpected ';'\n"
    let report = try reader.read(Array(log.utf8), name: "log")
    #expect(report.diagnostics.first?.location?.text == "\(path):2:\(column(source))")
  }

  /// As a check does with its own link errors.
  @Test func linkMessagesAreAtTheDeclarationsOfBothShaders() throws {
    var reader = LogReport()
    for (path, text) in [
      (
        "sky.vert", "varying vec2 v_uv;\nfloat fog();\nvoid main() { gl_Position = vec4(fog()); }\n"
      ),
      ("sky.frag", "\nvarying lowp vec3 v_uv;\nvoid main() { gl_FragColor.rgb = v_uv; }\n"),
    ] {
      reader.sources.append(ShaderInput(path: path, bytes: Array(text.utf8)))
    }
    let log =
      "error: vertex shader output `v_uv' declared as type `vec2'\n"
      + "error: unresolved reference to function `fog'\n"
    let found = try reader.read(Array(log.utf8), name: "log").diagnostics
    #expect(found.map { $0.location?.text } == ["sky.frag:2:19", "sky.vert:2:7"])
    #expect(found.first?.related.map(\.location.text) == ["sky.vert:1:14"])
  }

  @Test func linesOfAnAppAreOneNote() throws {
    let log = """
      06-05 08:16:37.387 I/Player(302): frame 12
      06-05 08:16:37.388 I/Player(302): ERROR: 0:3: 'a' : undeclared identifier
      06-05 08:16:37.389 I/Player(302): frame 13
      """
    let report = try LogReport().read(Array(log.utf8), name: "log")
    #expect(report.diagnostics.map(\.rule) == [.undeclaredIdentifier, .unknownLogLine])
    #expect(report.counts == (1, 0, 1))
    #expect(report.diagnostics.last?.message == "2 lines are not from a compiler: frame 12")
  }
}
