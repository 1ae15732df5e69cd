import CompilerLogs
import GLSL
import TestSupport
import Testing

/// Texts that no person writes: the front end ends soon, and says what is wrong.
@Suite struct HazardTests {
  private func rules(_ text: String) -> [RuleID] {
    let bytes = Array(text.utf8)
    return CheckedShader(bytes, Scan(bytes), stage: .vertex).findings.map(\.rule)
  }

  private func repeated(_ text: String, _ count: Int) -> String {
    String(repeating: text, count: count)
  }

  @Test(arguments: [
    ("(", "1.0", ")"), ("-(", "1.0", ")"), ("f(", "1.0", ")"), ("true ? 1.0 : (", "1.0", ")"),
    ("- ", "1.0", ""), ("a[", "1", "]"), ("a = ", "1.0", ""),
  ])
  func deepExpressions(_ open: String, _ inner: String, _ close: String) {
    let head = "float a; float f(float x) { return x; } void main() { a = "
    let depth = Sweep(sample: 20_000, full: 100_000).count
    #expect(
      rules("\(head)\(repeated(open, depth))\(inner)\(repeated(close, depth)); }")
        == [.tooComplex])
  }

  /// The expansion of a call closes another one, and seems to open a third.
  @Test func callsThatCloseOthers() {
    let text = "#define A(x) )x((x)\n#define B(x, y) A(A(y)\nB(, \(repeated("+ ", 28))))"
    #expect(!rules(text).isEmpty)
  }

  @Test(.long) func deepStatements() {
    let blocks = repeated("{", 20_000)
    #expect(rules("void main() { \(blocks)") == [.tooComplex])
    let conditions = repeated("if (true) ", 20_000)
    #expect(rules("void main() { \(conditions); }") == [.tooComplex])
    #expect(rules(repeated("struct S { ", 20_000)).last == .tooComplex)
  }

  /// Nothing here nests, so nothing here is too long.
  @Test(.long) func longTexts() {
    let terms = repeated("+ 1.0 ", 20_000)
    let branches = repeated("else if (true) { } ", 20_000)
    let declarations = repeated("{ float b = a; a = b; } ", 20_000)
    #expect(
      rules(
        "void main() { float a = 1.0 \(terms); if (true) { } \(branches) \(declarations) }"
      ).allSatisfy { [.constantCondition, .unusedVariable].contains($0) }
    )
  }

  /// Each value comes from the one below it, and each function from the one above.
  @Test func longChains() {
    let functions = (1...5000).map { "float f\($0)() { return f\($0 - 1)(); } " }.joined()
    let variables = (0...5000).map { "float a\($0) = 0.0; " }.joined()
    let steps = (0..<5000).reversed().map { "a\($0 + 1) = a\($0); " }.joined()
    let bytes = Array(
      ("precision mediump float; uniform sampler2D s; varying vec2 v; "
        + "float f0() { return v.x; } \(functions) void main() { \(variables) a0 = v.x; \(steps) "
        + "if (f5000() > a5000) gl_FragColor = texture2D(s, v); }").utf8)
    let found = CheckedShader(bytes, Scan(bytes), stage: .fragment).findings
    #expect(found.map(\.rule) == [.textureInBranch])
  }

  /// Each variable's initializer names the one before it four times, which led to millions of
  /// visits for each call of a function.
  @Test func initializersThatMultiply() {
    let lines = (1...30).map { line in
      let last = "a\(line - 1)"
      return "float a\(line) = vec4(\(last), \(last), \(last), \(last)).x;\n"
    }
    let body = "float a0 = a;\n\(lines.joined()) gl_Position = vec4(sqrt(a30));"
    #expect(rules("attribute float a; void main() { \(body) }") == [])
  }

  /// The same where ranges are computed, of sums and products.
  @Test func rangesThatMultiply() {
    let lines = (1...60).map { "float a\($0) = a\($0 - 1) + a\($0 - 1);\n" }
    let body = "float a0 = gl_FragCoord.x;\n\(lines.joined()) gl_FragColor.x = a60 * (1.0 - a60);"
    let bytes = Array("precision highp float; void main() { \(body) }".utf8)
    #expect(CheckedShader(bytes, Scan(bytes), stage: .fragment).isValid)
  }

  /// Macros that double themselves, in code, in their arguments and in #if.
  @Test(arguments: [
    ("#define A0 + 1.0\n", "#define A% A$ A$\n", "void main() { float a = 0.0 A60; }"),
    ("#define A0(x) x + x\n", "#define A%(x) A$(x) + A$(x)\n", "float a = A60(1.0);"),
    ("#define A0(x) x x\n", "#define A%(x) A$(A$(x))\n", "float a = 0.0 A60(+ 1.0);"),
    ("#define A0 + 1\n", "#define A% A$ A$\n", "#if 0 A60\n#endif\n"),
  ])
  func macrosThatDouble(_ first: String, _ next: String, _ use: String) {
    let levels = (1...60).map { level in
      next.replacing("%", with: "\(level)").replacing("$", with: "\(level - 1)")
    }
    #expect(rules(first + levels.joined() + use) == [.tooComplex])
  }

  /// Calls as arguments of calls, and macros that stand for macros.
  @Test func macrosThatNest() {
    let depth = Sweep(sample: 20_000, full: 100_000).count
    let calls = repeated("A(", depth) + "1.0" + repeated(")", depth)
    #expect(rules("#define A(x) x\nfloat a = \(calls);") == [.tooComplex])
    let chain = (1...depth).map { "#define A\($0) A\($0 - 1)\n" }.joined()
    #expect(rules("#define A0 1.0\n\(chain)float a = A\(depth);") == [.tooComplex])
  }

  /// Structures with many members, with structures that double, and in a chain.
  @Test func largeStructures() {
    let members = (1...20_000).map { "float a\($0); " }.joined()
    #expect(rules("struct S { \(members) }; uniform S s; float b = s.a1;") == [.tooComplex])
    for inner in ["S$ a; S$ b;", "S$ a;"] {
      let levels = (1...2000).map { level in
        "struct S\(level) { \(inner.replacing("$", with: "\(level - 1)")) }; "
      }
      let text = "struct S0 { float a; }; \(levels.joined()) uniform S2000 s; varying S2000 t; "
      let found = rules("\(text) void main() { S2000 u = s; u.a; }")
      #expect(found.first { $0 != .deepStructure } == .tooComplex)
    }
  }

  /// Functions of one name, each with other parameters, and calls of them.
  @Test func manyOverloads() {
    let types = ["float", "int", "bool", "vec2", "vec3", "vec4", "mat2", "mat3", "mat4", "ivec2"]
    let lists = Sweep(short: 4_000, sample: 20_000, full: 20_000).numbers.map { number in
      String(number).compactMap(\.wholeNumberValue).map { types[$0] }
    }
    let functions = lists.map { "float f(\($0.joined(separator: ", "))) { return 1.0; }\n" }
      .joined()
    let calls = lists.map { list in
      "a += f(\(list.map { "\($0)(1)" }.joined(separator: ", ")));\n"
    }.joined()
    #expect(rules("\(functions) void main() { float a = 0.0; \(calls) }").isEmpty)
  }

  @Test func manyMistakes() {
    let lines = (0..<20_000).map { "a\($0) = 1.0;\n" }.joined()
    #expect(rules("void main() {\n\(lines)}").count == 1000)
    let name = repeated("x", 300_000)
    let bytes = Array("void main() { \(name) = 1.0; }".utf8)
    let shader = CheckedShader(bytes, Scan(bytes), stage: .vertex)
    #expect(shader.findings.map(\.rule) == [.undeclaredIdentifier])
    #expect(shader.findings.allSatisfy { $0.message.utf8.count < 1000 })
  }
}
