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

  /// A use above the declaration says where that is.
  @Test(arguments: ["color", "tint()"]) func declarationsBelowAreNamed(use: String) throws {
    let text = """
      precision mediump float;
      void main() { gl_FragColor = \(use); }
      varying vec4 color;
      vec4 tint() { return vec4(1.0); }
      """
    let finding = try #require(Self.check(text).findings.first)
    #expect(finding.hint == "declare it above")
    #expect(finding.related.map(\.range.line) == [use == "color" ? 3 : 4])
  }

  @Test func outputsOfLaterVersionsAreExplained() {
    let found = Self.check("out mediump vec4 color; void main() { color = vec4(1.0); }").findings
    #expect(found.first?.hint == "write to gl_FragColor instead")
  }

  /// A semicolon in a macro for an expression is named, and others are not.
  @Test(arguments: [("PI * 2.0", true), ("sin(PI)", true), ("sin(;", false)])
  func semicolonsOfMacrosAreNamed(use: String, isNamed: Bool) {
    let found = Self.check(
      "#define PI 3.14;\nvoid main() { mediump float a = \(use); gl_FragColor = vec4(a); }")
    let hints = found.findings.compactMap(\.hint)
    #expect(hints.contains("the definition of 'PI' has a ';'") == isNamed, "\(found.findings)")
  }

  private static func check(_ text: String) -> CheckedShader {
    let bytes = Array(text.utf8)
    return CheckedShader(bytes, Scan(bytes), stage: .fragment)
  }

  /// Comments give the ranges of inputs. Malformed ones, and those of others, give none.
  @Test(arguments: [
    ("// shaderlint: range u 0..60\n", "u * 100.0", 0), ("", "u * 2000.0", 0),
    ("// shaderlint: range u 0..60\n", "u * 2000.0", 1),
    ("// shaderlint: range u -3000..100 -- as the app sets it\n", "fract(u)", 1),
    ("/* shaderlint: range u 1..3000 */\n", "fract(u)", 1),
    ("// shaderlint: range w 1..300\n", "w * 300.0", 1),
    ("// shaderlint: range u 3000\n", "fract(u)", 0),
    ("// shaderlint: range u 3000..0\n", "fract(u)", 0),
    ("// shaderlint: range x 0..3000\n", "fract(u)", 0),
    ("", "texture2D(s, v).r + texture2D(s, v * 16.0).r + texture2D(s, h * 4096.0).r", 0),
    ("", "texture2D(s, v).r + texture2D(s, v * 4096.0).r", 1),
  ])
  func commentsGiveRanges(comment: String, value: String, count: Int) {
    let text = """
      precision mediump float;
      \(comment)uniform float u; uniform sampler2D s;
      varying float w; varying vec2 v; varying highp vec2 h;
      void main() { gl_FragColor = vec4(\(value)) + vec4(u, w, v) + texture2D(s, h); }
      """
    let shader = CheckedShader(Array(text.utf8), Scan(Array(text.utf8)), stage: .fragment)
    #expect(shader.isValid && shader.findings.count { $0.rule == .mediumpRange } == count)
  }

  /// A time that a comment bounds does not keep growing.
  @Test(arguments: [("", 1), ("// shaderlint: range u_time 0..60\n", 0)])
  func timeMayEnd(comment: String, count: Int) {
    let text =
      "precision mediump float;\n\(comment)uniform float u_time;\n"
      + "void main() { gl_FragColor = vec4(sin(u_time)); }\n"
    let shader = CheckedShader(Array(text.utf8), Scan(Array(text.utf8)), stage: .fragment)
    #expect(shader.findings.count { $0.rule == .timePrecision } == count)
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
