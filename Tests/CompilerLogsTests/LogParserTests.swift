import TestSupport
import Testing

@testable import CompilerLogs

@Test func theCorpusIsComplete() {
  #expect(LogCase.all.count >= 100)
  #expect(Set(LogCase.all.compactMap(\.dialect)) == Set(LogDialect.all.map(\.name)))
}

@Test(arguments: LogCase.all) func reads(_ log: LogCase) {
  let parsed = LogParser.parse(log.text)
  if !log.expected.isEmpty { #expect(parsed.dialect == log.dialect) }
  #expect(parsed.messages.count == log.expected.count, "\(parsed.messages)")
  for (message, expected) in zip(parsed.messages, log.expected) {
    #expect(message.severity.word == expected.severity)
    #expect(message.line == expected.line, "\(message)")
    #expect(message.column == expected.column, "\(message)")
    #expect(message.text.hasPrefix(expected.start), "\(message)")
  }
  // Each log says by itself that it is one.
  let uncertain = LogParser.parse(log.text, isCertain: false)
  #expect(uncertain.messages == parsed.messages)
}

/// What is no log of a shader has no message, whatever severities it holds.
@Test(arguments: [
  "clang: main.c:12:5: error: use of undeclared identifier 'sky'\n1 error generated.",
  "main.cpp(12): error C2065: 'sky': undeclared identifier",
  "src/app.ts:12:3 - error TS2322: Type 'string' is not assignable to type 'number'.",
  "error: aborting due to previous error", "error: failed to push some refs to 'origin'",
  "W0506 07:08:09.123456    1234 warnings.go:70] policy/v1beta1 is deprecated",
  "Error: near line 12: near \"FROM\": syntax error", "syntax error at app.pl line 12, near \"f(\"",
  "WARNING: sky.png:12: no alpha\nERROR: model.obj:12: bad face",
  "12:01:02 WARNING: 3 clients slow\n12:01:03 ERROR: 12: retry",
  "app.exe : fatal error LNK1120: 1 unresolved externals", "status(12): error: pipe broke",
  "The output does not match the input when the queue is full.",
])
func textsOfOtherProgramsHaveNoMessage(_ text: String) {
  let parsed = LogParser.parse(Array(text.utf8), isCertain: false)
  #expect(parsed.messages.filter { !$0.isUnknown }.isEmpty, "\(parsed.messages)")
}

@Test func wordsAreReadInAnyCase() {
  for (line, word) in [
    ("error: x", "ERROR: "), ("ERROR: x", "error: "), ("eRRor: x", "ErroR: "),
  ] {
    var cursor = LogCursor(Array(line.utf8)[...])
    #expect(cursor.take(word) && cursor.rest == "x", "\(line)")
  }
  var bracket = LogCursor(Array("[1".utf8)[...])
  #expect(!bracket.take("{1") && bracket.rest == "[1")
}

@Test func theStageOfAHeadlineHoldsForItsMessages() {
  let log = """
    [shader] Vertex shader compilation failed.
    ERROR: 0:3: 'a' : undeclared identifier
    Could not compile fragment shader:
    ERROR: 0:5: 'b' : undeclared identifier
    Could not link vertex and fragment shaders:
    ERROR: 0:7: 'c' : undeclared identifier
    """
  let messages = LogParser.parse(Array(log.utf8)).messages
  #expect(messages.map(\.stage) == [.vertex, .fragment, nil])
}

/// A line of 27 kB: each of its messages is found, in time that grows with the length of the line.
@Test func manyMessagesInALine() {
  let log = (1...600).map { "ERROR: 0:\($0): 'a\($0)' : undeclared identifier " }.joined()
  let messages = LogParser.parse(Array(log.utf8)).messages
  #expect(messages.map(\.line) == Array(1...600))
}

@Test func aDialectCanBeForced() {
  let log = Array("(12:0) : error : bad\n0:4: S0001: worse\n".utf8)
  let messages = LogParser.parse(log, as: .vivante).messages
  #expect(messages.map(\.line) == [12, 4])
}

/// Whatever a log holds, each of its lines is a message, a part of one, or a known trailer.
@Test func losesNoLine() {
  var random = SeededGenerator(seed: 20)
  let pieces = LogCase.all.flatMap { LogText.lines($0.text).map(Array.init) }
  for _ in Sweep(short: 100, sample: 400, full: 4_000).numbers {
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

@Test func logsWithoutNewlinesTakeLittleMemory() {
  var buffer = LogBuffer()
  let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 18)
  for _ in 0..<6 { piece.withUnsafeBytes { buffer.add($0) } }
  #expect(buffer.bytes.count == LogBuffer.lineLimit)
  Array("\n0:2(3): error: bad\n".utf8).withUnsafeBytes { buffer.add($0) }
  #expect(LogParser.parse(buffer.bytes).messages.last?.line == 2)
}

@Test func longMessagesLoseTheirMiddle() {
  let name = String(repeating: "x", count: 300_000)
  let parsed = LogParser.parse(Array("0:2(3): error: `\(name)' undeclared\n".utf8))
  #expect(parsed.messages.count == 1)
  #expect((parsed.messages.first?.text.utf8.count ?? 0) < 1000)
  #expect(parsed.messages.first?.text.hasSuffix("undeclared") == true)
  let log =
    "0:3(27): error: no matching function for call to `f()'; candidates are:\n"
    + "0:3(27): error:    float f(\(name))\n"
  #expect(LogParser.parse(Array(log.utf8)).messages.first?.details.count == 1)
  #expect(LogAudit.lostLines(of: Array(log.utf8)).isEmpty)
}

@Test func whyATaskFailedIsAMessage() {
  for task in ["Compile error", "Failed to compile vertex shader"] {
    let parsed = LogParser.parse(Array("\(task): out of memory\n".utf8))
    #expect(parsed.messages.map(\.text) == ["out of memory"], "\(task)")
  }
}

@Test func namesAreTakenFromTheQuotesOfEveryDriver() {
  let texts = [
    "`lihgt' undeclared", "'lihgt' : undeclared identifier", "unknown name \"lihgt\"",
    "can't find 'lihgt'",
  ]
  for text in texts { #expect(LogMessage.quotedName(in: text) == "lihgt", "\(text)") }
  #expect(LogMessage.quotedName(in: "syntax error, unexpected end of file") == nil)
}

@Test func namesTellTheStage() {
  for name in ["a.vert", "dir.frag/a.VS", "a.vert.glsl", "b.vsh..GLSL", "ü.glslv"] {
    #expect(ShaderStage(path: name) == .vertex, "\(name)")
  }
  for name in ["a.frag", "x/y.fs", "a.vert.fsh", "a.glslf.glsl."] {
    #expect(ShaderStage(path: name) == .fragment, "\(name)")
  }
  for name in ["", ".", "a", "a.glsl", "a.vert.txt", "a.vert/b", "glsl.glsl"] {
    #expect(ShaderStage(path: name) == nil, "\(name)")
  }
}
