import CompilerLogs
import GLESKitSupport
import GLSL
import TestSupport
import Testing

/// A snippet from `Cases`, with what the front end should find in it.
///
/// A case begins with `=== vert|frag|both title`; its text follows. A line `  ^~~ rule` below a
/// line of text says that the rule is broken in the columns from `^` to the last `~`, or to the end
/// of the line. A case without such lines has no findings at all. `+` instead of `both` puts a
/// precision and the text into a complete fragment shader's `main`.
struct CheckCase: Sendable, CustomTestStringConvertible {
  struct Expectation: Hashable, Sendable, CustomStringConvertible {
    var line: Int
    var column: Int
    var length: Int
    var rule: String

    var description: String { "\(line):\(column)-\(column + length - 1) \(rule)" }
  }

  let testDescription: String
  let file: String
  let stages: [ShaderStage]
  let profile: Profile
  let text: String
  let expected: [Expectation]

  static let all: [CheckCase] = {
    [
      "lexical", "preprocessor", "declarations", "expressions", "statements", "functions", "webgl",
      "flow", "control", "use", "appendix",
    ]
    .flatMap { name -> [CheckCase] in
      let path = repositoryFile("Tests/GLSLTests/Cases/\(name).txt")
      let bytes = (try? Files.read(path)) ?? []
      return "\n\(String(decoding: bytes, as: UTF8.self))".split(separator: "\n=== ")
        .compactMap { CheckCase(file: name, String($0)) }
    }
  }()

  private init?(file: String, _ part: String) {
    var lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let title = lines.removeFirst()
    let words = title.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return nil }
    testDescription = "\(file): \(words[1])"
    self.file = file
    profile = file == "webgl" ? .webgl1 : .es2
    stages =
      switch words[0] {
      case "vert": [.vertex]
      case "frag", "+": [.fragment]
      default: [.vertex, .fragment]
      }
    var source: [String] = words[0] == "+" ? ["precision mediump float;", "void main() {"] : []
    var expected: [Expectation] = []
    for line in lines {
      let body = line.drop { $0 == " " }
      guard body.hasPrefix("^") else {
        source.append(line)
        continue
      }
      let mark = body.prefix { $0 == "^" || $0 == "~" }
      expected.append(
        Expectation(
          line: source.count, column: line.count - body.count + 1,
          length: mark.count,
          rule: String(body.dropFirst(mark.count).drop { $0 == " " })))
    }
    if words[0] == "+" { source.append("}") }
    text = source.joined(separator: "\n") + "\n"
    self.expected = expected
  }
}

@Suite struct CheckTests {
  @Test func thereAreEnough() {
    #expect(CheckCase.all.filter { !$0.expected.isEmpty }.count >= 300)
    #expect(
      Set(CheckCase.all.map(\.testDescription)).count == CheckCase.all.count, "a title twice")
  }

  /// Each clause of appendices A.4 to A.6 has three wrong and three right examples, one a line. A.2
  /// and A.3 leave their limits to conformance tests; A.7 is tested with programs.
  @Test func theAppendixIsCovered() {
    let cases = CheckCase.all.filter {
      $0.file == "appendix" || $0.testDescription.contains(": A.6 ")
    }
    let examples = Dictionary(grouping: cases) { $0.testDescription.split(separator: ":").last }
    for item in examples[" wrong"] ?? [] { #expect(Set(item.expected.map(\.line)).count >= 3) }
    for item in examples[" right"] ?? [] {
      let lines = item.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(lines.count >= 3 && item.expected.isEmpty, "\(item.testDescription)")
    }
    // All uniforms may be indexed in vertex shaders.
    #expect(examples[" wrong"]?.count == 15 && examples[" right"]?.count == 16)
  }

  @Test func findings() {
    for item in CheckCase.all {
      for stage in item.stages { check(item, stage) }
    }
  }

  /// The only file whose snippets are judged by an analysis; `nil` for problems that all respect.
  private static func file(judging rule: RuleID) -> String? {
    switch rule {
    case .uninitialized, .maybeUninitialized: "flow"
    case .unusedVariable, .unusedFunction, .unusedParameter, .unusedUniform, .unusedAttribute,
      .unusedVarying:
      "use"
    case .unreachableCode, .constantCondition, .missingReturn, .textureInBranch,
      .derivativeInBranch, .longLoop, .domain, .maybeDomain, .timePrecision, .highpInFragment,
      .optionalExtension:
      "control"
    default: nil
    }
  }

  private func check(_ item: CheckCase, _ stage: ShaderStage) {
    let bytes = Array(item.text.utf8)
    let scan = Scan(bytes)
    let shader = CheckedShader(bytes, scan, stage: stage, profile: item.profile)
    let findings = shader.findings.filter {
      Self.file(judging: $0.rule) ?? item.file == item.file
    }
    let found = findings.map { finding in
      let (start, line) = (Int(finding.range.start), Int(finding.range.line))
      let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return CheckCase.Expectation(
        line: line, column: scan.column(of: start, line: line),
        // The end of the file has one column.
        length: max(1, min(Int(finding.range.end), lineEnd) - start),
        rule: finding.rule.name)
    }
    let name = "\(item.testDescription), \(stage)"
    #expect(
      found == item.expected, "\(name): \(zip(found, findings).map { "\($0) \($1.message)" })")
  }
}
