import GLESKitSupport
import TestSupport
import Testing

@testable import CompilerLogs
@testable import ShaderLint

/// A log in one of the documented forms, and the messages that it holds.
struct LogCase: Sendable, CustomTestStringConvertible {
  struct Expectation: Sendable {
    var severity: Severity
    /// `nil` where the log has none.
    var line: Int?
    var column: Int?
    /// `nil` where only the reading counts, not the rule.
    var rule: Rule.ID?
    var isLink: Bool
    var start: String
  }

  let testDescription: String
  let dialect: String?
  let text: [UInt8]
  let expected: [Expectation]

  /// From `Logs/logs.txt`: `=== dialect title`, then `--- severity line column [LINK] ID | text` for
  /// each message, then the log, in which `\0` and `\r` stand for these bytes.
  static let all: [LogCase] = {
    let path = repositoryFile("Tests/ShaderLintTests/Logs/logs.txt")
    let bytes = (try? Files.read(path)) ?? []
    return "\n\(String(decoding: bytes, as: UTF8.self))".split(separator: "\n=== ")
      .map { LogCase($0) }
  }()

  private init(_ part: Substring) {
    var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.removeFirst().split(separator: " ", maxSplits: 1).map(String.init)
    dialect = head[0] == "-" ? nil : head[0]
    testDescription = head.joined(separator: ": ")
    var expected: [Expectation] = []
    while let line = lines.first, line.hasPrefix("--- ") {
      lines.removeFirst()
      let halves = line.dropFirst(4).split(separator: "|", maxSplits: 1)
      let words = halves[0].split(separator: " ").map(String.init)
      expected.append(
        Expectation(
          severity: Severity(word: words[0]) ?? .note, line: Int(words[1]), column: Int(words[2]),
          rule: words.last.flatMap { Rule.ID(text: $0) }, isLink: words[3] == "LINK",
          start: halves[1].dropFirst().description))
    }
    self.expected = expected
    let text = lines.joined(separator: "\n") + "\n"
    self.text = Array(text.replacing("\\0", with: "\0").replacing("\\r", with: "\r").utf8)
  }
}

@Suite struct LogTests {
  @Test func theCorpusIsComplete() {
    #expect(LogCase.all.count >= 60)
    #expect(Set(LogCase.all.compactMap(\.dialect)) == Set(LogDialect.all.map(\.name)))
  }

  @Test(arguments: LogCase.all) func reads(_ log: LogCase) {
    let parsed = LogParser.parse(log.text)
    if !log.expected.isEmpty { #expect(parsed.dialect == log.dialect) }
    #expect(parsed.messages.count == log.expected.count, "\(parsed.messages)")
    for (message, expected) in zip(parsed.messages, log.expected) {
      #expect(message.severity == expected.severity)
      #expect(message.line == expected.line, "\(message)")
      #expect(message.column == expected.column, "\(message)")
      #expect(message.text.hasPrefix(expected.start), "\(message)")
      if let rule = expected.rule {
        let phase: MessageClassifier.Phase = expected.isLink ? .link : .compile
        #expect(MessageClassifier.rule(for: message, in: phase) == rule, "\(message.text)")
      }
    }
  }

  /// Whatever a log holds, each of its lines is a message, a part of one, or a known trailer.
  @Test func losesNoLine() {
    var random = SeededGenerator(seed: 20)
    let pieces = LogCase.all.flatMap { LogText.lines($0.text).map(Array.init) }
    for _ in 0..<2000 {
      var lines: [[UInt8]] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        var line = pieces.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
          line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(
            in: 1...255, using: &random)
        }
        lines.append(line)
      }
      let log = Array(lines.joined(separator: [10]))
      #expect(LogAudit.lostLines(of: log).isEmpty)
    }
  }

  @Test func longMessagesLoseTheirMiddle() {
    let name = String(repeating: "x", count: 300_000)
    let parsed = LogParser.parse(Array("0:2(3): error: `\(name)' undeclared\n".utf8))
    #expect(parsed.messages.count == 1)
    #expect((parsed.messages.first?.text.utf8.count ?? 0) < 1000)
    #expect(parsed.messages.first?.text.hasSuffix("undeclared") == true)
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
    #expect(throws: FileError.self) {
      reader.sources = [ShaderInput(path: "\(folder.path)/none.frag")]
      _ = try reader.read([], name: "log")
    }
  }
}
