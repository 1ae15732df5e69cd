import CompilerLogs
import TestSupport
import Testing

@testable import ShaderLint

@Test func theCorpusIsComplete() {
  #expect(LogCase.all.count >= 100)
  #expect(Set(LogCase.all.compactMap(\.dialect)) == Set(Vendor.found.map(\.name)))
}

@Test(arguments: LogCase.all) func reads(_ log: LogCase) {
  let found = FoundLog(log.text)
  if !log.expected.isEmpty { #expect(found.vendor?.name == log.dialect) }
  #expect(found.messages.count == log.expected.count, "\(found.messages)")
  for (message, expected) in zip(found.messages, log.expected) {
    #expect(message.severity.word == expected.severity)
    #expect(message.line == expected.line, "\(message)")
    #expect(message.column == expected.column, "\(message)")
    #expect(message.text.hasPrefix(expected.start), "\(message)")
    guard let rule = expected.rule.flatMap(Rule.ID.init(text:)) else { continue }
    let phase: MessageClassifier.Phase = expected.isLink ? .link : .compile
    #expect(MessageClassifier.rule(for: message, in: phase) == rule, "\(message.text)")
  }
}

/// What is no log of a shader has no message, whatever severities it holds.
@Test(arguments: [
  "clang: main.c:12:5: error: use of undeclared identifier 'sky'\n1 error generated.",
  "main.cpp(12): error C2065: 'sky': undeclared identifier",
  "main.cpp(12) : error C2065: 'sky' : undeclared identifier",
  "src/app.ts:12:3 - error TS2322: Type 'string' is not assignable to type 'number'.",
  "error: aborting due to previous error", "error: failed to push some refs to 'origin'",
  "W0506 07:08:09.123456    1234 warnings.go:70] policy/v1beta1 is deprecated",
  "Error: near line 12: near \"FROM\": syntax error", "syntax error at app.pl line 12, near \"f(\"",
  "WARNING: sky.png:12: no alpha\nERROR: model.obj:12: bad face",
  "12:01:02 WARNING: 3 clients slow\n12:01:03 ERROR: 12: retry",
  "app.exe : fatal error LNK1120: 1 unresolved externals", "status(12): error: pipe broke",
  "The output does not match the input when the queue is full.",
  "Our uniform supplier is over the limit of 3 shirts.",
  "Found compiled shader: sky.frag in the cache",
  "The input location or component qualifier is new in 4.40.",
  "Vertex shader uses a varying vUv that holds the coordinate.",
  "The attribute must be constant, and the varying prices do not match the types.",
  "The line goes from (1,2): it's straight, and to (3,4): there it ends.",
  "error: could not compile `shader-program` (bin) due to 2 previous errors",
  "error: linking with `cc` failed: exit status: 1\n  = note: ld: entry point (_main) undefined.",
  "2 errors generated.\nerror: no input files",
  "a.c:3:9: error: expected ';'\n    3 |   int a\n      |       ^\n      |       ;",
  "a.c (12): error C2065: 'a': undeclared identifier", "a.c:3:9: warning: #pragma in main file",
  "main.cpp(5): fatal error C1083: Cannot open include file: 'gl.h'",
  "foo.cpp(9): error C3861: 'glCreateShader': identifier not found",
  "main.py:3: error: Name \"fog\" is not defined", "fatal error C1083: No such file",
])
func textsOfOtherProgramsHaveNoMessage(_ text: String) {
  let found = FoundLog(Array(text.utf8))
  #expect(found.messages.filter { !$0.isUnknown && $0.severity == .error }.isEmpty)
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
  #expect(FoundLog(Array(log.utf8)).messages.map(\.stage) == [.vertex, .fragment, nil])
}

/// A line of 27 kB: each of its messages is found, in time that grows with the length of the line.
@Test func manyMessagesInALine() {
  let log = (1...600).map { "ERROR: 0:\($0): 'a\($0)' : undeclared identifier " }.joined()
  #expect(FoundLog(Array(log.utf8)).messages.map(\.line) == Array(1...600))
}

@Test func aDialectCanBeForced() {
  let log = Array("(12:0) : error : bad\n0:4: S0001: worse\n".utf8)
  #expect(FoundLog(log, as: .vivante).messages.map(\.line) == [12, 4])
}

/// Text between two messages changes neither of them.
@Test func otherLinesChangeNoMessage() {
  var random = SeededGenerator(seed: 20)
  let pieces = LogCase.all.flatMap { FoundLog.lines($0.text).map(Array.init) }
  for _ in Sweep(short: 100, sample: 400, full: 4_000).numbers {
    var lines = [Array("0:2(3): error: `fog' undeclared".utf8)]
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      var line = pieces.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 0...3, using: &random) where !line.isEmpty {
        line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(
          in: 1...255, using: &random)
      }
      lines.append(line)
    }
    lines.append(Array("0:4(5): error: `dew' undeclared".utf8))
    let messages = FoundLog(Array(lines.joined(separator: [10]))).messages
    #expect(messages.first { $0.text == "`fog' undeclared" }?.line == 2)
    #expect(messages.first { $0.text == "`dew' undeclared" }?.column == 5)
  }
}
