import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

@Suite struct HostCodeTests {
  private let main = "void main() {\n  gl_FragColor = vec4(x);\n}"

  private func shaders(_ path: String, _ text: String) throws -> [ShaderInput] {
    try #require(HostCode(path, Array(text.utf8))).shaders
  }

  @Test(arguments: [
    ("a.qml", "Item { // it's\n  fragmentShader: \"\n@\n\" }"),
    ("a.html", "<p>don't `</p>\n<script type='x-shader/x-fragment'>\n@\n</script>\n"),
    ("b.html", "<script type=\"text/not-javascript\">\n@</script><script>let a = `b`</script>"),
    ("a.htm", "<!-- <script> --><script>let a = 1; const s = `\n@\n`;</script>"),
    ("a.js", "const s = `\n@\n`;"), ("a.ts", "f(/* glsl */`\n@\n`, 'it`s');"),
    ("a.tsx", "const a = glsl`\n@\n`;"), ("a.cpp", "auto s = R\"glsl(\n@\n)glsl\";"),
    ("a.m", "NSString *const k = SHADER_STRING\n(\n@\n);"),
    ("a.h", "char c = '\"'; STRINGIFY(\n@\n)"), ("a.m", "[self make:MY_GLSL(\n@\n)];"),
    ("a.swift", "let s = \"\"\"\n@\n\"\"\""), ("a.kt", "val s = \"\"\"\n@\n\"\"\".trimIndent()"),
    ("a.hx", "@:glFragmentSource(\"\n@\n\") // it's"),
    ("a.elm", "-- it's `\nshader =\n    [glsl|\n@\n|]\n\nf c = c == '`'"),
    ("a.rs", "fn f<'a>(c: char) { c == '\"'; g(r#\"\n@\n\"#); }"),
    ("b.rs", "const A: &'static str = \"\n@\n\";"),
    ("a.cs", "char c = '\\\"'; var s = @\"\n@\n\";"), ("b.cs", "var s = \"\"\"\n@\n\"\"\";"),
    ("a.go", "const s = `\n@\n`\nvar r = '`'"), ("a.dart", "var s = r'''\n@\n''';"),
    ("a.scala", "val s = \"\"\"\n@\n\"\"\".stripMargin"), ("a.pyx", "cdef s = '''\n@\n'''"),
    ("a.cts", "const s = `\n@\n`;"),
    ("a.vue", "<p>don't `</p>\n<script lang=\"typescript\">const s = `\n@\n`;</script>"),
    ("c.html", "<!-- data-vertex=\"void main() {}\" --><p data-fragment='\n@\n'>data-vertex</p>"),
    ("Main.java", "String s = \"\"\"\n@\n\"\"\";"), ("a.py", "s = '''\n@\n'''  # don't"),
  ])
  func findsLiterals(path: String, text: String) throws {
    let found = try shaders(path, text.replacing("@", with: main))
    #expect(found.count == 1)
    #expect(found.first?.stage == .fragment)
    let bytes = try #require(found.first?.bytes)
    // The column in the part is that in the file.
    let lines = text.replacing("@", with: main).split(
      separator: "\n", omittingEmptySubsequences: false)
    let before = lines[..<((found.first?.firstLine ?? 1) - 1)].joined(separator: "\n")
    let end = try #require(found.first?.range?.upperBound)
    #expect(bytes.count == end - before.utf8.count - (before.isEmpty ? 0 : 1))
    let shown = String(decoding: bytes, as: UTF8.self)
    #expect(shown.trimmingPrefix { $0.isWhitespace }.hasPrefix("void main"))
    #expect(shown.filter { $0 == "}" }.count == 1)
  }

  /// A whole shader may stand on one line, and in Python the next line is another statement.
  @Test(arguments: [
    ("a.js", "const s = `@`;", 1), ("a.go", "const s = `@`", 1), ("a.cpp", "auto s = R\"(@)\";", 1),
    ("a.kt", "val s = \"\"\"@\"\"\"", 1), ("a.html", "<p data-fragment='@'></p>", 1),
    ("b.html", "<script>const s = `@`;</script>", 1), ("a.py", "s = '''@'''\nx = 1\n", 1),
    ("b.py", "s = \"@\"\nx = 1\nt = '@'\nreturn 0", 2),
    ("b.js", "const s = `the main() of ${name}`, t = `void main() {}`;", 0),
  ])
  func findsShadersOnOneLine(path: String, text: String, count: Int) throws {
    let shader = main.replacing("\n", with: " ")
    let found = try shaders(path, text.replacing("@", with: shader))
    #expect(found.count == count)
    for input in found {
      let bytes = try #require(input.bytes)
      #expect(String(decoding: bytes, as: UTF8.self).contains(shader))
    }
  }

  /// The type of a script tells a shader whose text does not.
  @Test func typesOfScriptsTellShaders() throws {
    let text =
      "<script id='a' type='x-shader/x-fragment'>void main() {}</script>\n"
      + "<script type='text/x-template'>void main() {}</script>\n"
      + "<script type=\"x-shader/x-vertex\">\nlowp float f() { return 1.0; }</script>"
    let code = try #require(HostCode("a.html", Array(text.utf8)))
    #expect(code.shaders.map(\.stage) == [.fragment])
    #expect(code.skipped.map(\.line) == [3])
  }

  /// A backslash escapes nothing in an element, and a backtick ends nothing.
  @Test func elementsAreNoTemplateStrings() throws {
    let text = "<script type='x-shader/x-vertex'>\n#define A \\\n 1.0 // `a\n\(main)\n</script>"
    let shader = try #require(try shaders("a.html", text).first)
    let shown = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(shown.contains("#define A \\\n 1.0 //  a\n\(main)"))
  }

  /// Any macro may make a string of what begins as only shaders do.
  @Test(arguments: [("varying vec2 v;", 1), ("int x = 1;", 0)])
  func macrosOfAnyNameMakeStrings(_ line: String, _ count: Int) throws {
    let text = "const char *s = OG_TO_STR(\n\(line)\n\(main)\n);\nCHECK(uniform(a), \"b\");\n"
    #expect(try shaders("a.cpp", text).count == count)
  }

  /// A macro that is defined as a string of its argument may have any name.
  @Test(arguments: [("#define text(x) #x", 1), ("#define text(x) x", 0)])
  func macrosAreDefinedAsStrings(_ line: String, _ count: Int) throws {
    let text = "\(line)\nstring s =\n  text(\n  const float a = 1.0; \(main)\n);\n"
    #expect(try shaders("a.cpp", text).count == count)
  }

  /// A text that replaces the head of `main` has no body.
  @Test func headsOfMainAreNoShaders() throws {
    let text = "s.replace('void main()', `\nattribute vec4 a;\n\nvoid main()`);\n"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.isEmpty)
  }

  /// Scripts read the texts of elements that have an ID.
  @Test(arguments: [
    ("<div id='a' hidden>\n@\n</div>", 1), ("<textarea rows=2 id=\"a\">@</textarea>", 1),
    ("<div class='a'>\n@\n</div>", 0), ("<p id='a'>\n@\n</p>", 0),
    ("<div id='a'>text <b>@</b></div>", 0), ("<!-- <div id='a'>@</div> -->", 0),
    ("<div id='a'><div id='b'>@</div></div>", 1),
    ("<script>f(`<div id='a'>@</div>`)</script>", 0),
  ])
  func elementsCanBeShaders(_ page: String, _ count: Int) throws {
    let shader = "void main() {\n  if (1 &lt; 2) gl_FragColor = vec4(`a` );\n}"
    let found = try shaders("a.html", page.replacing("@", with: shader))
    #expect(found.count == count)
    let shown = found.first?.bytes.map { String(decoding: $0, as: UTF8.self) }
    #expect(shown?.contains("if (1 <    2) gl_FragColor = vec4( a  );") ?? true)
  }

  /// Names of characters in attributes become blanks behind the characters.
  @Test func attributesHaveNamesOfCharacters() throws {
    let text = "<p data-vertex=\"\nvoid main() { if (1 &lt; 2 &amp;&amp; a) gl_Position = x; }\n\">"
    let shader = try #require(try shaders("a.html", text).first)
    #expect(shader.stage == .vertex)
    let shown = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(shown.contains("if (1 <    2 &&         a) gl_Position"))
  }

  /// In formats, braces stand twice and single ones for values.
  @Test(arguments: [("a.rs", "format!(r#"), ("a.cs", "var s = $@"), ("a.cs", "var s = @$")])
  func formatsAreSkipped(path: String, before: String) throws {
    let text = "\(before)\"\nvoid main() {{ gl_FragColor = vec4({}); }}\n\""
    let code = try #require(HostCode(path, Array(text.utf8)))
    #expect(code.shaders.isEmpty)
    #expect(code.skipped.map(\.reason) == [HostCode.Reason.placeholder.rawValue])
  }

  /// A program may have a text for OpenGL ES and one for OpenGL.
  @Test func branchesForDesktopsAreSkipped() throws {
    func code(_ precision: String, _ condition: String) throws -> HostCode {
      let text = """
        #if \(condition)
        NSString *k = SHADER_STRING(
        varying \(precision) vec2 v; \(main)
        );
        #else
        NSString *k = SHADER_STRING(
        varying vec2 v; \(main)
        );
        #endif
        NSString *l = SHADER_STRING(
        varying vec2 v; \(main)
        );
        """
      return try #require(HostCode("a.m", Array(text.utf8)))
    }
    let found = try code("highp", "MODERN")
    #expect(found.shaders.map(\.firstLine) == [2, 14])
    #expect(found.skipped.map(\.line) == [8])
    #expect(try code("", "MODERN").shaders.count == 3)
    #expect(try code("", "!TARGET_OS_IPHONE").shaders.count == 3)
    #expect(try code("", "TARGET_IPHONE_SIMULATOR || TARGET_OS_IPHONE").shaders.count == 2)
  }

  /// A file may hold thousands of shaders: each keeps its own text only, and has its places.
  @Test func placesOfShadersThatFollowOthers() throws {
    let text = """
      const a = `\(main)`; const b = 1;

      f(/* glsl */ `#version 100 core
        #include "none.glsl"
      void main() {
        gl_FragColor = vec4(1.0); é
        gl_FragColor = vec4(x);
      }`, "later");
      s = "void main() {\\n" +
        "gl_FragColor = vec4(y);\\n" + "}";
      """
    let shaders = try shaders("a.js", text)
    #expect(shaders.map(\.firstLine) == [1, 5, 11])
    #expect(shaders.reduce(0) { $0 + ($1.bytes?.count ?? 0) } < text.utf8.count)
    var inputs = LintInputs()
    inputs.shaders = shaders
    var options = LintOptions.testing
    options.engines = [.own]
    let found = try Linter(options).run(inputs).diagnostics.filter { $0.severity == .error }
    #expect(
      found.map { "\($0.location?.text ?? "") \($0.rule.text)" } == [
        "a.js:2:23 GL1001", "a.js:5:15 GL3002", "a.js:6:3 GL4001", "a.js:8:29 GL3005",
        "a.js:12:24 GL1001",
      ], "\(found)")
  }

  /// Libraries for WebGL 2 add the `#version` line themselves.
  @Test(arguments: [
    ("gl_Position = inverse(m) * p;", false), ("gl_FragColor = texture(map, uv);", false),
    ("return transpose (m);", false), ("#version 100\nx = round(0.5);", true),
    ("}\nmat4 inverse(mat4 m) { return inverse(m); }", true), ("// inverse(m)", true),
    ("/* texture(a, b) */", true), ("float round = 1.0; x = sky.trunc;", true),
    ("#define isnan(x) (x != x)\n if (isnan(x)) {}", true), ("x = texture2D(map, uv);", true),
  ])
  func functionsTellTheVersion(text: String, isChecked: Bool) throws {
    let text = "s = `\n\(text)\nvoid main() {\n  gl_FragColor = vec4(1.0);\n}`;"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.count == (isChecked ? 1 : 0))
    #expect(
      code.skipped.map(\.reason) == (isChecked ? [] : [HostCode.Reason.laterFunction.rawValue]))
  }

  @Test(arguments: ["a.js", "a.cpp"]) func linesCanEndWithABackslash(path: String) throws {
    let text = "f(\"\\\nvoid main() {\\n\\\n  gl_Position = vec4(y);\\\n}\", \"b\");\n"
    let shader = try #require(try shaders(path, text).first)
    #expect(shader.stage == .vertex)
    let shown = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(shown.filter { $0 == "\\" }.isEmpty)
    #expect(shown.split(separator: "\n").contains { $0.hasPrefix("  gl_Position = vec4(y);") })
  }

  @Test func commentsAndShortStringsHideNothing() throws {
    let text = """
      // don't `
      const a = "`", b = 'x`';
      /* ` */
      const s = `\(main)`;
      const other = `gl_FragColor`;
      """
    #expect(try shaders("a.js", text).count == 1)
  }

  /// A main function alone may be of another language. A shader whose stage nothing tells is noted.
  @Test func aDeclarationTellsAShader() throws {
    for (line, count) in [("#version 100", 1), ("varying vec2 v;", 1), ("int n;", 0)] {
      let text = "s = `\(line)\nvoid main() { if (n > 0) stop(); }\n`"
      let code = try #require(HostCode("a.js", Array(text.utf8)))
      #expect(code.shaders.isEmpty && code.skipped.count == count, "\(line)")
    }
  }

  /// Only fragment shaders discard. A function of this name may be the program's.
  @Test(arguments: [
    ("discard;", 1), ("if (a) {discard ;}", 1), ("discard();", 0), ("a.discarded;", 0),
    ("undiscard;", 0), ("gl_Position = vec4(a); // discard;", 1),
  ])
  func discardTellsAFragmentShader(statement: String, count: Int) throws {
    let texts = [
      "s = `\nvoid main() { \(statement)\n}\n`", "s = 'void main() { \(statement)\\n' +\n '}';",
    ]
    for text in texts {
      let code = try #require(HostCode("a.js", Array(text.utf8)))
      #expect(code.shaders.count == count && code.skipped.isEmpty)
      let stage = statement.contains("gl_Position") ? ShaderStage.vertex : .fragment
      #expect(code.shaders.allSatisfy { $0.stage == stage })
    }
  }

  /// The outputs of a shader of a later version may be in a chunk that it includes, or have the
  /// names of ES 1.00.
  @Test(arguments: [
    ("#include \"outputs\"", "uint n = f();\n  discard;", 0),
    ("precision highp usampler2D;", "gl_FragColor = vec4(1.0);", 0),
    ("uniform isampler2D cells;", "gl_FragColor = vec4(1.0);", 0),
    ("uniform sampler2D isampler2DCopy;", "gl_FragColor = vec4(1.0);", 1),
  ])
  func integersTellALaterVersion(before: String, statement: String, count: Int) throws {
    let text = "s = `\n\(before)\nvoid main() {\n  \(statement)\n}\n`"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.count == count && code.skipped.count == 1 - count)
  }

  @Test func placeholdersInExpressionsHaveAStandIn() throws {
    let text = "s = `\nvoid main() {\n  gl_FragColor = vec4(${f({ a: `x` })});\n}\n`"
    let shader = try #require(try shaders("a.js", text).first)
    #expect(shader.uncertainLines == [3])
    let shown = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(shown.contains("vec4(1               )"))
    let code = try #require(HostCode("a.js", Array("s = `\n${chunk}\n\(main)\n`".utf8)))
    #expect(code.shaders.isEmpty)
    #expect(code.skipped.count == 1)
    // After a backslash, a placeholder is text.
    let escaped = try #require(try shaders("a.js", "s = `\n// \\${a}\n\(main)\n`").first)
    #expect(escaped.uncertainLines.isEmpty)
  }

  /// A placeholder may choose the components of a vector. The lines of its statement are uncertain.
  @Test func placeholdersCanBeComponents() throws {
    let text = """
      s = `
      precision mediump float;
      uniform sampler2D t;
      void main() {
        vec2 a = gl_FragCoord.xy;
        vec3 c = texture2D(
          t, a
        ).${rgb} * a.${x};
        gl_FragColor = vec4(c, missing);
      }`
      """
    var inputs = LintInputs()
    inputs.shaders = try shaders("a.js", text)
    #expect(inputs.shaders.map(\.uncertainLines) == [[6, 7, 8]])
    let shown = String(decoding: inputs.shaders[0].bytes ?? [], as: UTF8.self)
    #expect(shown.contains(").x      * a.x   ;"))
    var options = LintOptions()
    options.engines = [.own]
    let errors = try Linter(options).run(inputs).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["'missing' is not declared"])
  }

  @Test(arguments: [
    ("a.js", "`", "${s.x}"), ("a.swift", "\"\"\"", "\\(f(s))"), ("a.kt", "\"\"\"", "$scale"),
    ("a.py", "'''", "$scale$"), ("a.js", "`", "%scale%"), ("Main.java", "\"\"\"", "@SCALE@"),
  ])
  func placeholdersHaveManyForms(path: String, quote: String, placeholder: String) throws {
    func found(_ before: String) throws -> HostCode {
      let text = "s = \(quote)\n\(before)\(placeholder);\n\(main)\n\(quote)"
      return try #require(HostCode(path, Array(text.utf8)))
    }
    let shader = try #require(try found("const float x = 2.0 * ").shaders.first)
    #expect(shader.uncertainLines == [2])
    let blanks = String(repeating: " ", count: placeholder.count - 1)
    #expect(String(decoding: shader.bytes ?? [], as: UTF8.self).contains("* 1\(blanks);"))
    // What it declares is not known.
    let unknown = try found("uniform ")
    #expect(unknown.shaders.isEmpty && unknown.skipped.count == 1)
  }

  /// A macro may stand for a number of the program, if no use needs anything else.
  @Test(
    arguments: [
      ("#define N ${n}\nuniform vec4 u[N];", [2, 3]),
      ("#define N float(${n})\nconst float a = N;", [2, 3]),
      ("#define N ${n}\nN f() { return 1.0; }", nil), ("#define ${n} 1", nil),
      ("#if ${n}\n#endif", nil), ("#define N ${n}\n#if N == 1\nfloat a;\n#endif", nil),
      ("#define N ${n}\n#define M N\nconst float a = M;", nil),
      ("#define N ${n}\n#ifdef N\nuniform vec4 u[N];\n#endif", [2, 3, 4]),
    ] as [(String, Set<Int>?)])
  func macrosCanBePlaceholders(text: String, lines: Set<Int>?) throws {
    let code = try #require(HostCode("a.js", Array("s = `\n\(text)\n\(main)\n`".utf8)))
    #expect(code.shaders.first?.uncertainLines == lines)
    #expect(code.skipped.count == (lines == nil ? 1 : 0))
    let shown = String(decoding: code.shaders.first?.bytes ?? [], as: UTF8.self)
    #expect(lines == nil || shown.contains("64"))
  }

  /// f-strings, `format` and `%` double the characters that they leave.
  @Test(
    arguments: [
      ("s = f'''\nvoid main() {{\n  gl_FragColor = vec4({x:.2f});\n}}\n'''", [3]),
      ("s = '''\nvoid main() {{\n  gl_FragColor = vec4({x});\n}}\n'''.format(x=1)", [3]),
      (
        "s = ('''\nvoid main() {{\n  gl_FragColor = vec4({x});\n}}\n'''\n  .format(x=1))", [3]
      ),
      ("s = '''\nvoid main() {\n  gl_FragColor = vec4(%(x)0.2f);\n} // 3%%\n''' % d", [3]),
      ("s = '''\nvoid main() {\n  gl_FragColor = %s(1.0);\n}\n'''\nt = s % 'vec4'", [3]),
      ("s = '''\nvoid main() {\n  gl_FragColor = vec4(1.0); {}\n}\n'''", []),
    ] as [(String, Set<Int>)])
  func pythonFormatsStrings(text: String, lines: Set<Int>) throws {
    var inputs = LintInputs()
    inputs.shaders = try shaders("a.py", text)
    #expect(inputs.shaders.map(\.uncertainLines) == [lines])
    var options = LintOptions()
    options.engines = [.own]
    #expect(try Linter(options).run(inputs).diagnostics.isEmpty)
  }

  /// Sizes for which squared time or recursion would not end.
  @Test(.long) func largeProgramsTakeLinearTime() throws {
    let count = 4000
    let definitions = (0..<count).map { "#define N\($0) ${n\($0)}\n" }.joined()
    let shader = try #require(try shaders("a.js", "const s = `\n\(definitions)\(main)\n`").first)
    #expect(shader.uncertainLines.count == count)
    let sum = String(repeating: " + ${n}", count: count)
    let long = "const s = `\nvoid main() { gl_FragColor = vec4(1.0\(sum)); }\n`"
    #expect(try shaders("a.js", long).first?.uncertainLines == [2])
    let nested =
      String(repeating: "`${", count: 20 * count) + String(repeating: "}`", count: 20 * count)
    let all = try shaders("a.js", "\(nested)\nconst s = `\n\(main)\n`")
    #expect(all.count == 1)
    for (path, opening) in [("a.js", "`${"), ("a.cpp", "SHADER(\n"), ("a.cpp", "R\"@(\n")] {
      let text = (0..<count).map { opening.replacing("@", with: "a\($0)") }.joined()
      #expect(try shaders(path, text).isEmpty)
    }
    let open = String(repeating: "\\(", count: count)
    let swift = "let s = \"\"\"\nvoid main() { gl_FragColor = vec4(\(open)) }\n\"\"\""
    #expect(try shaders("a.swift", swift).isEmpty)
  }

  @Test func macrosOfPlaceholdersMayBeginTheLiteral() throws {
    let text = "s = `#define N ${n}\nuniform vec4 u[N];\n\(main)\n`"
    #expect(try shaders("a.js", text).first?.uncertainLines == [1, 2])
    let type = "s = `#define N ${n}\nuniform N u;\n\(main)\n`"
    #expect(try shaders("a.js", type).isEmpty)
  }

  @Test func regularExpressionsHideNothing() throws {
    let text = """
      const a = text.replace(/`/g, "'"), b = x / y, c = /[/`]/, d = 2 / 3 / `1`;
      function f(x) { return /`/.test(x); }
      const s = `\(main)`; // /`/
      """
    #expect(try shaders("a.js", text).count == 1)
  }

  @Test func macrosMayHaveParenthesesInComments() throws {
    let text = "k = SHADER_STRING(\n// 1) \"first\"\n/* ( */\n\(main)\n);\nint after;\n"
    let shader = try #require(try shaders("a.m", text).first)
    let shown = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(shown.contains("gl_FragColor") && !shown.contains("after"))
  }

  /// Programs define macros, as with the `defines` of three.js.
  @Test func namesOfTheProgramMayBeMacros() throws {
    let text = """
      const defines = { SAMPLES: count }; // not OTHER
      f('//'); material.defines.size = "vec2(4.0)";
      material.samples = size;
      s = `
      precision mediump float;
      void main() { gl_FragColor = vec4(SAMPLES, OTHER, samples, size.x); }`
      """
    var inputs = LintInputs()
    inputs.shaders = try shaders("a.js", text)
    var options = LintOptions()
    options.engines = [.own]
    let report = try Linter(options).run(inputs)
    let found = report.diagnostics.filter { $0.rule == .undeclaredIdentifier }
    #expect(found.map(\.message) == ["'OTHER' is not declared", "'samples' is not declared"])
  }

  @Test func macrosOfCMayHaveAnyName() throws {
    let text = """
      #define Halved(c) ((c) * 0.5)
      char *s = SHADER_STRING(
      precision mediump float;
      void main() { gl_FragColor = Halved(vec4(1.0)) + Doubled(vec4(1.0)); }
      );
      """
    var inputs = LintInputs()
    inputs.shaders = try shaders("a.c", text)
    var options = LintOptions()
    options.engines = [.own]
    let found = try Linter(options).run(inputs).diagnostics
    #expect(found.map(\.message) == ["no function 'Doubled'"])
  }

  /// In what a macro makes a string of, `\n` ends a line, as cocos2d writes before directives.
  @Test func stringsOfMacrosHaveEscapes() throws {
    let text = #"""
      const char *s = STRINGIFY(
      \n#ifdef GL_ES\n
      precision lowp float;
      \n#endif\n
      void main() { gl_FragColor = vec4(1.0); }
      );
      """#
    var inputs = LintInputs()
    inputs.shaders = try shaders("a.cpp", text)
    #expect(inputs.shaders.count == 1)
    var options = LintOptions()
    options.engines = [.own]
    let found = try Linter(options).run(inputs).diagnostics
    #expect(found.map(\.message) == [])
  }

  /// `EJ_SHADER_SOURCE(Name, …)` names the string; the macro's own definition is no shader.
  @Test func stringsOfMacrosCanHaveNames() throws {
    let text = """
      #define EJ_SHADER_SOURCE(NAME, ...) const char * const NAME = #__VA_ARGS__;
      EJ_SHADER_SOURCE(EJShaderFlat,
        void main() { gl_FragColor = vec4(1.0); }
      );
      """
    let code = try #require(HostCode("a.h", Array(text.utf8)))
    #expect(code.skipped.isEmpty)
    #expect(code.shaders.map(\.firstLine) == [2] && code.shaders[0].bytes?.first == .space)
  }

  /// A program can divide a string into its two shaders.
  @Test(arguments: [("//", 0), ("#else", 1)])
  func aStringCanHoldBothStages(divider: String, count: Int) throws {
    let text =
      "const vertexShader = `\nvoid main() { gl_Position = vec4(1.0); }\n\(divider)\n"
      + "void main() { gl_FragColor = vec4(1.0); }\n`"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.count == count && code.skipped.count == 1 - count)
  }

  /// OpenFL replaces `#pragma body` by statements.
  @Test(arguments: [("header", 1), ("body", 0)])
  func pragmasOfOpenFL(name: String, count: Int) throws {
    let text = "@:glFragmentSource(\"#pragma \(name)\n\(main)\n\")"
    let code = try #require(HostCode("a.hx", Array(text.utf8)))
    #expect(code.shaders.count == count && code.skipped.count == 1 - count)
  }

  @Test func stringsThatAreJoinedAreNoted() throws {
    let text = """
      if (name == 'gl_Position') {}
      s = [
        'void main() {',
        '  gl_FragColor = vec4(1.0);',
        '  gl_FragColor.a = 0.5;'].join('\\n')
      """
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.isEmpty)
    #expect(code.skipped.map(\.line) == [2])
  }

  /// Pieces of a shader must not be taken for whole ones.
  @Test(arguments: [
    "s = common + `\n@`;", "s = `\n@` + rest;", "s +=\n  /* glsl */ `\n@`;",
    "s = f(`\nvoid main() {\n  gl_FragColor = vec4(\n`);",
  ])
  func joinedLiteralsAreNoted(text: String) throws {
    let code = try #require(HostCode("a.js", Array(text.replacing("@", with: main).utf8)))
    #expect(code.shaders.isEmpty)
    #expect(code.skipped.map(\.reason) == ["a shader in strings that the program joins"])
  }

  @Test func branchesMayOpenBracesTwice() throws {
    let text = """
      s = `
      #ifdef A
      void main() {
      #else
      void main(void) {
      #endif
        gl_FragColor = vec4(1.0);
      }`
      """
    #expect(try shaders("a.js", text).count == 1)
  }

  /// What a program writes after a text without an end makes a whole shader of it.
  @Test(arguments: ["gl_FragColor = ", "gl_FragColor = vec4(", "gl_FragColor = a + // b"])
  func textsWithoutAnEndAreParts(end: String) throws {
    let text = "s = `\n#ifdef A\n#else\n#endif\nvoid main() {\n  \(end)\n`"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.isEmpty)
    #expect(code.skipped.map(\.reason) == [HostCode.Reason.joined.rawValue])
  }

  /// An include or a varying may be all that a stage writes.
  @Test(arguments: [("vertexShader:", true), ("frag =", true), ("s =", false)])
  func wordsBeforeALiteralTellTheStage(words: String, isKnown: Bool) throws {
    let text = "\(words)\n  `uniform float u;\nvoid main() { f(u); }\n`"
    let code = try #require(HostCode("a.js", Array(text.utf8)))
    #expect(code.shaders.count == (isKnown ? 1 : 0))
    #expect(code.skipped.count == (isKnown ? 0 : 1))
  }

  @Test(arguments: [
    "s = \"\"\"Avoids the remainder\nof gl_Position (void).\n\"\"\"",
    "s = '''\n\"\"\"void main() { gl_Position = x; }\"\"\"\n'''",
  ])
  func proseIsNoShader(text: String) throws {
    let code = try #require(HostCode("a.py", Array(text.utf8)))
    #expect(code.shaders.isEmpty && code.skipped.isEmpty)
  }

  /// A shader in the documentation of Python is an example.
  @Test(arguments: [
    ("# text\n\nTEXT", 0), ("def f(a):\n  # text\n  TEXT", 0), ("class A(B):\n\n  rTEXT", 0),
    ("a = {'fs':\n  TEXT}", 1), ("a = f(\n  TEXT)", 1), ("import a\nTEXT", 1), ("a = TEXT", 1),
    ("a = {F:\n  TEXT}", 1), ("a = {'f' :\n  TEXT}", 1), ("def f():  # b\n  TEXT", 0),
    ("def f(\n  a,  # :)\n):\n  TEXT", 0), ("def f(a,  # (b\n  c):\n  TEXT", 0),
    ("def f(a=')'):\n  TEXT", 0), ("def f(a, *, b=':('):\n  TEXT", 0),
    ("def f():\n  a = {\n  B:\n  TEXT}", 1),
    ("a = {\n  b[0]:\n  TEXT}", 1), ("def f(a='#',\n  b=(1, 2)) -> C:\n  TEXT", 0),
  ])
  func documentationHasNoShaders(place: String, count: Int) throws {
    let shader = "'''\nuniform vec4 u;\nvoid main() { gl_FragColor = u; }\n'''"
    let code = try #require(HostCode("a.py", Array(place.replacing("TEXT", with: shader).utf8)))
    #expect(code.shaders.count == count && code.skipped.isEmpty)
  }

  @Test func linesMayEndAsOnWindows() throws {
    let text = "s = \"\\\r\nvoid main() {\\\r\n  gl_Position = y;\\\r\n}\";\r\n"
    #expect(try shaders("a.js", text).count == 1)
  }

  /// A run says what to do about a version that is named, as it does of files.
  @Test(arguments: [
    ("#version 300 es\nout vec4 c;\nvoid main() { gl_Position = c; }\n", ShaderStage.vertex),
    ("\n #version 300 es\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n", .fragment),
    ("#version 330\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n", .fragment),
    ("out vec4 c;\nvoid main() { gl_Position = c; }\n", nil),
    ("#version VERSION\nout vec4 c;\nvoid main() { gl_Position = c; }\n", nil),
  ])
  func laterVersionsAreSkipped(text: String, stage: ShaderStage?) throws {
    let code = try #require(HostCode("a.js", Array("s = `\(text)`".utf8)))
    #expect(code.shaders.map(\.stage) == (stage.map { [$0] } ?? []))
    #expect(
      code.skipped.map(\.reason) == (stage == nil ? ["GLSL ES 3.00 or desktop GLSL"] : []))
  }
}
