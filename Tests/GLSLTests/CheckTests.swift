import CompilerLogs
import GLESKitSupport
import GLSL
import TestSupport
import Testing

/// The snippets in `Cases`, with all that the front end finds in them.
@Suite struct CheckTests {
  private static let snippets = Snippet.all(in: "Tests/GLSLTests/Cases")
    .filter { $0.file != "fixes" }

  @Test func thereAreEnough() {
    #expect(Self.snippets.filter { !$0.marks.isEmpty }.count >= 300)
    #expect(
      Set(Self.snippets.map(\.name)).count == Self.snippets.count, "a title twice")
  }

  /// Each clause of appendices A.4 to A.6 has three wrong and three right examples, one a line. A.2
  /// and A.3 leave their limits to conformance tests; A.7 is tested with programs.
  @Test func theAppendixIsCovered() {
    let cases = Self.snippets.filter {
      $0.file == "appendix" || $0.name.contains(": A.6 ")
    }
    let examples = Dictionary(grouping: cases) { $0.name.split(separator: ":").last }
    for item in examples[" wrong"] ?? [] { #expect(Set(item.marks.map(\.line)).count >= 3) }
    for item in examples[" right"] ?? [] {
      let lines = item.text.split(separator: "\n").filter { $0.hasPrefix("  ") }
      #expect(lines.count >= 3 && item.marks.isEmpty, "\(item.name)")
    }
    // All uniforms may be indexed in vertex shaders.
    #expect(examples[" wrong"]?.count == 15 && examples[" right"]?.count == 16)
  }

  @Test func findings() {
    for item in Self.snippets {
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
    case .mediumpRange, .lowpRange, .precisionFallback: "precision"
    default: nil
    }
  }

  private func check(_ item: Snippet, _ stage: String) {
    let bytes = Array(item.text.utf8)
    let scan = Scan(bytes)
    let shader = CheckedShader(
      bytes, scan, stage: stage == "vert" ? .vertex : .fragment,
      profile: item.file == "webgl" ? .webgl1 : .es2)
    let findings = shader.findings.filter {
      Self.file(judging: $0.rule) ?? item.file == item.file
    }
    let found = findings.map { finding in
      let (start, line) = (Int(finding.range.start), Int(finding.range.line))
      let lineEnd = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return Snippet.Mark(
        line: line, column: scan.column(of: start, line: line),
        // The end of the file has one column.
        length: max(1, min(Int(finding.range.end), lineEnd) - start),
        rule: finding.rule.name)
    }
    let name = "\(item.name), \(stage)"
    #expect(
      found == item.marks, "\(name): \(zip(found, findings).map { "\($0) \($1.message)" })")
  }
}
