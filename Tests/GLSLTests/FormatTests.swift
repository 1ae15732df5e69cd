import CompilerLogs
import GLESKitSupport
import GLSL
import TestSupport
import Testing

/// What formatting keeps, for all shaders of the repository and for faulty ones, and its style.
@Suite struct FormatTests {
  private func formatted(_ text: String, _ change: (inout Formatter.Options) -> Void = { _ in })
    -> String
  {
    var options = Formatter.Options()
    change(&options)
    return String(decoding: Formatter.format(Array(text.utf8), options), as: UTF8.self)
  }

  // MARK: Style

  @Test(arguments: [
    // Statements and blocks.
    ("float a;float b;", "float a;\nfloat b;\n"),
    ("void main(){a=1.0;b=2.0;}", "void main() {\n  a = 1.0;\n  b = 2.0;\n}\n"),
    ("void main ( )\n{\n\n  a;\n\n\n\n  b;\n\n}\n\n", "void main() {\n  a;\n\n  b;\n}\n"),
    ("void f() { }", "void f() {}\n"),
    ("struct S{float x;}s;", "struct S {\n  float x;\n} s;\n"),
    ("if(a)b;else if(c)d;else{e;}", "if (a)\n  b;\nelse if (c)\n  d;\nelse {\n  e;\n}\n"),
    ("if(a){b;}\nelse{c;}", "if (a) {\n  b;\n} else {\n  c;\n}\n"),
    ("if(a)if(b)c;else d;else e;", "if (a)\n  if (b)\n    c;\n  else\n    d;\nelse\n  e;\n"),
    ("for(int i=0;i<3;i++)for(;;){a;}", "for (int i = 0; i < 3; i++)\n  for (;;) {\n    a;\n  }\n"),
    ("do{a;}while(b);c;", "do {\n  a;\n} while (b);\nc;\n"),
    ("do a;while(b);while(c)d;", "do\n  a;\nwhile (b);\nwhile (c)\n  d;\n"),
    (
      "switch(x){case 1:a;break;default:b;}",
      "switch (x) {\ncase 1:\n  a;\n  break;\ndefault:\n  b;\n}\n"
    ),
    ("a;;", "a;\n;\n"),
    // Blanks.
    ("x=a*b+c/d-(-e)- -f;", "x = a * b + c / d - (-e) - -f;\n"),
    ("x=!a&&b||~c;i++;--j;k=i++ + ++j;", "x = !a && b || ~c;\ni++;\n--j;\nk = i++ + ++j;\n"),
    ("a [ 1 ] . xy=f ( b,c ) ;", "a[1].xy = f(b, c);\n"),
    ("x=a?b:c?d:e;return-x;", "x = a ? b : c ? d : e;\nreturn -x;\n"),
    ("float a[2]=float[2](1.,2.);", "float a[2] = float[2](1., 2.);\n"),
    ("layout(location=0)in vec4 p;", "layout(location = 0) in vec4 p;\n"),
    // Line breaks that stay, and those that don't.
    ("mat2 m=mat2(1.0,0.0,\n0.0,1.0);", "mat2 m = mat2(1.0, 0.0,\n              0.0, 1.0);\n"),
    ("f(\na,\nb\n);", "f(\n    a,\n    b\n);\n"),
    ("x=a+\nb\n+c;", "x = a +\n    b\n    + c;\n"),
    ("float\na\n;", "float a;\n"),
    ("MACRO\nfloat a;", "MACRO\nfloat a;\n"),
    // Comments.
    ("a;// c\n// d\nb; /* e */ c;", "a;  // c\n// d\nb; /* e */\nc;\n"),
    ("a; // c\nbbb; // d\n", "a;    // c\nbbb;  // d\n"),
    (
      "\(String(repeating: "n", count: 92)); // c\na; // d     \n",
      "\(String(repeating: "n", count: 92));  // c\na;\(String(repeating: " ", count: 93))// d\n"
    ),
    ("void f() { // c\na;\n// d\n}", "void f() {  // c\n  a;\n  // d\n}\n"),
    ("{\n/* a\n * b\n */\nx;}", "{\n  /* a\n   * b\n   */\n  x;\n}\n"),
    ("f(a, // c\nb);if(a)// d\nb;", "f(a,  // c\n  b);\nif (a)  // d\n  b;\n"),
    ("if (a) { b; }\n// c\nelse d;", "if (a) {\n  b;\n}\n// c\nelse\n  d;\n"),
    ("/* a */float/* b */c;", "/* a */ float /* b */ c;\n"),
    // Directives.
    ("  #  define A(x)  x+1 // c\nf( );", "#  define A(x)  x+1 // c\nf();\n"),
    (
      "#define A \\\n   b\n{a;\n#if B\nc;}\n#else\nd;}\n#endif\ne;",
      "#define A \\\n   b\n{\n  a;\n#if B\n  c;\n}\n#else\n  d;\n}\n#endif\ne;\n"
    ),
    (
      "f(a,\n#ifdef A\nb\n#else\nc\n#endif\n);x;",
      "f(a,\n#ifdef A\n    b\n#else\n    c\n#endif\n);\nx;\n"
    ),
    ("a = \\\n b;", "a = \\\n    b;\n"),
    // What does not compile.
    ("{ f(a; b=c; }", "{\n  f(a;\n  b = c;\n}\n"),
    ("}}a=b;", "}\n}\na = b;\n"), ("a=b c=d", "a = b c = d\n"), ("a=b\nc=d", "a = b\nc = d\n"),
    ("x = @y$ # z;\nä;", "x = @y$ # z;\nä;\n"), ("", ""), ("\n\n", ""), ("/* a", "/* a\n"),
  ])
  func style(text: String, expected: String) {
    #expect(formatted(text) == expected)
    #expect(formatted(expected) == expected)
  }

  @Test func longLinesAreDivided() {
    let text =
      "light_color = mix(mix(first_color, second_color, amount), background) * opacity + glow;"
    #expect(
      formatted(text) { $0.width = 60 } == """
        light_color =
            mix(mix(first_color, second_color, amount),
                background) * opacity + glow;

        """)
    #expect(
      formatted("if (first_condition == second || third_condition && fourth) a;") { $0.width = 50 }
        == "if (first_condition == second ||\n    third_condition && fourth)\n  a;\n")
    // What cannot be divided stays.
    let name = String(repeating: "n", count: 80)
    #expect(formatted("\(name);") { $0.width = 50 } == "\(name);\n")
  }

  /// The lines of deep blocks and brackets don't grow without end.
  @Test(arguments: ["{", "f(", "(\n", "{f(\n"])
  func deepNestingStaysSmall(opening: String) {
    let text = String(repeating: opening, count: Sweep(short: 1000, sample: 5000, full: 5000).count)
    for usesTabs in [false, true] {
      let new = formatted(text) { $0.usesTabs = usesTabs }
      #expect(new.utf8.count < 120 * text.utf8.count, "\(new.utf8.count)")
      #expect(formatted(new) { $0.usesTabs = usesTabs } == new)
    }
  }

  @Test func indentationAndLineEndsAreChosen() {
    #expect(
      formatted("{a;{b=f(c,\nd);}}") { $0.indent = 4 }
        == "{\n    a;\n    {\n        b = f(c,\n              d);\n    }\n}\n")
    #expect(
      formatted("{a;{b=f(c,\nd);}}") { ($0.indent, $0.usesTabs) = (4, true) }
        == "{\n\ta;\n\t{\n\t\tb = f(c,\n\t\t      d);\n\t}\n}\n")
    #expect(formatted("a;\r\nb;c;/* d\r\ne */") == "a;\r\nb;\r\nc; /* d\r\n   e */\r\n")
    #expect(formatted("\u{FEFF}a;b;") == "\u{FEFF}a;\nb;\n")
  }

  /// Its lines move with its column, so that its width is not known.
  @Test func aCommentOverLinesDoesNotDivideItsLine() {
    let once = formatted("void f() { float a = 2./* b\n c */#a); }") {
      ($0.indent, $0.usesTabs, $0.width) = (4, true, 40)
    }
    #expect(once.contains("float a = 2. /* b\n"))
    #expect(formatted(once) { ($0.indent, $0.usesTabs, $0.width) = (4, true, 40) } == once)
  }

  /// A blank after a backslash keeps it from joining lines.
  @Test func nothingBecomesAContinuation() {
    for text in ["a; // b \\ \nc;\n", "#define A \\ \nb;\n", "a \\ \nb;\n"] {
      #expect(tokens(Array(formatted(text).utf8)) == tokens(Array(text.utf8)), "\(text)")
      #expect(!formatted(text).contains("\\\n"), "\(text)")
    }
  }

  // MARK: What stays

  private func tokens(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    Scan(bytes).tokens.map { bytes[$0.range] }
  }

  /// Returns what is wrong with the formatted text; `nil` if nothing is.
  private func fault(_ bytes: [UInt8], _ options: Formatter.Options) -> String? {
    func visible(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { !$0.isBlank && !$0.isLineEnd } }
    // After an error, the parser goes on at the next line.
    func verdict(_ bytes: [UInt8]) -> [String] {
      [ShaderStage.vertex, .fragment].flatMap { stage in
        let shader = CheckedShader(bytes, Scan(bytes), stage: stage)
        return shader.isValid ? shader.findings.map { "\($0.rule)" } : ["invalid"]
      }
    }
    let new = Formatter.format(bytes, options)
    guard tokens(new) == tokens(bytes) else { return "other tokens" }
    // Comments and directives, too.
    guard visible(new) == visible(bytes) else { return "other text" }
    guard Formatter.format(new, options) == new else { return "not formatted after formatting" }
    guard verdict(new) == verdict(bytes) else { return "other findings" }
    var edited = bytes
    for edit in Formatter.edits(bytes, options).reversed() {
      edited.replaceSubrange(edit.range, with: edit.text)
    }
    return edited == new ? nil : "edits that don't format it"
  }

  private static let all: [(name: String, bytes: [UInt8])] = {
    let snippets = ["Tests/GLSLTests/Cases", "Tests/ShaderLintTests/Cases"].flatMap(Snippet.all)
    var texts = snippets.map { ($0.name, Array($0.text.utf8)) }
    var folders = ["shaders", "samples", "Tests"]
    while let folder = folders.popLast() {
      for name in (try? Files.list(repositoryFile(folder))) ?? [] {
        let path = "\(folder)/\(name)"
        if Files.kind(of: repositoryFile(path)) == .folder { folders.append(path) }
        guard [".vert", ".frag", ".glsl"].contains(where: name.hasSuffix) else { continue }
        texts.append((path, (try? Files.read(repositoryFile(path))) ?? []))
      }
    }
    return texts
  }()

  private static let styles: [Formatter.Options] = {
    var narrow = Formatter.Options()
    (narrow.width, narrow.usesTabs, narrow.indent) = (40, true, 4)
    return [Formatter.Options(), narrow]
  }()

  @Test(arguments: styles) func theShadersOfTheRepositoryStay(style: Formatter.Options) {
    #expect(Self.all.count > 400)
    let step = Sweep(short: 4, sample: 1, full: 1).count
    for index in stride(from: 0, to: Self.all.count, by: step) {
      let (name, bytes) = Self.all[index]
      if let fault = fault(bytes, style) { Issue.record("\(name): \(fault)") }
    }
  }

  /// Texts from which parts are missing, or that have others in wrong places.
  @Test func faultyShadersStay() {
    let parts = [
      "\n", "  ", "{", "}", "(", ")", ";", "else", "#", "#if A\n", "\n#endif\n", "\\\n", "// a\n",
      "/* b\n c */", "\\", "\t", "\"", "é", "-", "+", "/", ".", "1", "e", "\r\n",
    ].map { Array($0.utf8) }
    let sweep = Sweep(short: 150, sample: 1500, full: 30_000)
    for number in sweep.numbers {
      var random = SeededGenerator(seed: UInt64(number))
      guard let (name, text) = Self.all.randomElement(using: &random) else { return }
      var bytes = text
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        let part = Bool.random(using: &random) ? parts.randomElement(using: &random) ?? [] : []
        bytes.replaceSubrange(place..<end, with: part)
      }
      for style in Self.styles {
        if let fault = fault(bytes, style) { Issue.record("\(number), of \(name): \(fault)") }
      }
    }
  }
}
