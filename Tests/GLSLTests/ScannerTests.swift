import GLSL
import TestSupport
import Testing

/// The tokens of a text, as text.
private func tokens(_ text: String) -> [String] {
  let bytes = Array(text.utf8)
  return Scan(bytes).tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
}

/// What the preprocessor leaves of a text.
private func preprocessed(_ text: String) -> [String] {
  let bytes = Array(text.utf8)
  return Preprocessor.run(bytes, Scan(bytes)).items.map {
    String(decoding: bytes[$0.token.range], as: UTF8.self)
  }
}

@Test func tokensAreThoseOfTheLanguage() {
  #expect(tokens("a+=b.xyz*1.5e-3;") == ["a", "+=", "b", ".", "xyz", "*", "1.5e-3", ";"])
  #expect(tokens("a /* b */ c // d\ne\\\nf") == ["a", "c", "e", "f"])
  #expect(tokens("0x1e+2") == ["0x1e", "+", "2"])
}

@Test func commentsAndBytesAreNoted() {
  let scan = Scan(Array("// shaderlint: disable\nfloat é;\0\n/* open".utf8))
  #expect(scan.directives.count == 1 && scan.nonASCII.count == 1 && scan.nuls.count == 1)
  #expect(scan.openComment != nil && scan.lineStarts.count == 3)
}

@Test func branchesAreDecidedAndMacrosReplaced() {
  let text = "#define F(x) x + x\n#if 2 * 3 == 6 && defined(F)\nF(a)\n#else\nb\n#endif\n"
  #expect(preprocessed(text) == ["a", "+", "a"])
  #expect(preprocessed("#ifdef GL_ES\nhighp\n#endif\n") == ["highp"])
  #expect(preprocessed("#if __VERSION__ > 100\na\n#elif 1\nb\n#else\nc\n#endif\n") == ["b"])
}

@Test func macrosThatDoubleThemselvesEnd() {
  var text = "#define A0 x x\n"
  for level in 1...40 { text += "#define A\(level) A\(level - 1) A\(level - 1)\n" }
  let bytes = Array((text + "A40\n").utf8)
  #expect(!Preprocessor.run(bytes, Scan(bytes)).complete)
}

@Test func declarationsHaveTheirPrecisions() throws {
  let text = """
    precision mediump float;
    struct Light { vec3 color; highp float range[2]; };
    uniform Light u_lights[4];
    varying highp vec2 v_uv, v_other;
    float shade(float x) { return x * u_lights[0].range[1]; }
    void main() { gl_FragColor = vec4(shade(v_uv.x)); }
    """
  let bytes = Array(text.utf8)
  let found = Declarations(CheckedShader(bytes, Scan(bytes), stage: .fragment))
  #expect(
    found.variables.map { "\($0.storage) \($0.type.text) \($0.name)" } == [
      "uniform Light[4] u_lights", "varying highp vec2 v_uv", "varying highp vec2 v_other",
    ])
  let members = try #require(found.variable("u_lights")).type.members
  #expect(
    members.map { "\($0.type.text) \($0.name)" } == [
      "mediump vec3 color", "highp float[2] range",
    ])
  #expect(found.hasMain && found.functions.map(\.name) == ["shade", "main"])
}

/// An unknown name must not be suggested for itself.
@Test func unknownNamesAreNotDeclared() {
  let bytes = Array("uniform float light; void main() { float a = lihgt; }".utf8)
  let found = Declarations(CheckedShader(bytes, Scan(bytes), stage: .vertex))
  #expect(found.declaredNames == ["light", "main", "a"])
}

/// Random bytes, and random pieces of shaders: reading ends, and tokens lie in order.
@Test func anythingCanBeScanned() {
  var random = SeededGenerator(seed: 9)
  let pieces = [
    "#define A(x) A(x) A(x)\n", "#if 1 ==", "/*", "*/", "//", "\\\n", "A(", ")", "{", "}",
    "struct S {", "uniform ", "vec4 ", "[", "]", "precision ", ";", "\r", "\r\n", "\0", "é",
    "#endif\n", "void f(", "void main() {", "for (int i = 0;", "a = b", "return", "__LINE__", "1.0",
    "? :", ",", "f(a)", "#line 3\n", "}",
  ]
  for round in 0..<3000 {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 0...40, using: &random) {
      if round % 2 == 0 {
        bytes.append(UInt8.random(in: 0...255, using: &random))
      } else {
        bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
      }
    }
    let scan = Scan(bytes)
    let shader = CheckedShader(bytes, scan, stage: .fragment)
    _ = Declarations(shader)
    #expect(shader.findings.allSatisfy { $0.range.start <= bytes.count && $0.range.line > 0 })
    let tokens = scan.tokens
    #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.start + $0.length <= $1.start })
    #expect(scan.lineStarts == SourceText(path: "", bytes: bytes).lineStarts)
  }
}

/// Short literals are computed, long ones read by the C library: both give the nearest value.
@Test func floatsAreTheNearestOnes() {
  var random = SeededGenerator(seed: 4)
  func digits(_ range: ClosedRange<Int>) -> String {
    (0..<Int.random(in: range, using: &random)).map { _ in
      "\(Int.random(in: 0...9, using: &random))"
    }.joined()
  }
  for round in 0..<4000 {
    let exponent = ["", "e+", "E-", "e"][round % 4]
    let text =
      "\(digits(1...12)).\(digits(0...12))" + exponent + (exponent.isEmpty ? "" : digits(1...3))
    #expect(Number.float(Array(text.utf8)[...]) == Double(text), "\(text)")
  }
  for text in ["1", ".", "1.e", "1e+", "1.0f", "1.0.0", "e5"] {
    #expect(Number.float(Array(text.utf8)[...]) == nil, "\(text)")
  }
}

@Test(
  arguments: [
    ("0", 0), ("12", 12), ("017", 15), ("0x1F", 31), ("0X1f", 31), ("0x", nil), ("08", nil),
    ("1g", nil), ("x1", nil), ("", nil),
  ] as [(String, Int?)])
func integersHaveThreeBases(text: String, value: Int?) {
  #expect(Number.integer(Array(text.utf8)[...]) == value)
}
