import CompilerLogs
import GLESKitSupport
import GLSL
import Testing

@testable import ShaderLint

/// Shaders in strings on one line, which programs join.
@Suite struct JoinedStringTests {
  private func code(_ path: String, _ text: String) throws -> HostCode {
    try #require(HostCode(path, Array(text.utf8)))
  }

  private func diagnostics(_ path: String, _ text: String) throws -> [Diagnostic] {
    var inputs = LintInputs()
    inputs.shaders = try code(path, text).shaders
    #expect(inputs.shaders.count == 1)
    var options = LintOptions()
    options.engines = [.own]
    return try Linter(options).run(inputs).diagnostics
  }

  /// Each of many shaders has its own text, values and places.
  @Test func manyShadersInAFile() throws {
    let text = (1...40).map { number in
      """
      String v\(number) = "void main() {\\n" +
        "  gl_Position = vec4(" + x + ".0, y\(number), 1);\\n" +
        "}";

      """
    }
    let found = try code("A.java", text.joined())
    #expect(found.shaders.map(\.firstLine) == (0..<40).map { $0 * 3 + 1 })
    for (index, shader) in found.shaders.enumerated() {
      let body = String(decoding: try #require(shader.bytes), as: UTF8.self)
      #expect(body.contains("y\(index + 1),") && body.contains("vec4(    1"), "\(body)")
      #expect(shader.uncertainLines == [index * 3 + 2])
    }
  }

  /// A number or name may go on in the next string, where it is reported.
  @Test func tokensGoOnInTheNextString() throws {
    let text = """
      String s = "precision mediump float;\\nvoid main() { float x = 1.0 / 2"
          + ".0; gl_FragColor = vec4(x + mis"
          + "sing); }";
      """
    let found = try diagnostics("A.java", text)
    #expect(found.map(\.message) == ["'missing' is not declared"])
    #expect(found.first?.location?.line == 3)
    // Without room for its start, the text can't stand in the program's lines.
    let parts = text.split(separator: "    + \"sing")
    let code = try code("A.java", parts.joined(separator: "+\"sing"))
    #expect(code.shaders.isEmpty && code.skipped.count == 1)
  }

  /// Bundles keep programs in strings, and exporters JSON, whose own strings are shaders.
  @Test(arguments: ["(function () {\\n const f = `#`;\\n}());", "{\\\"glsl100\\\":\\\"#\\\"}"])
  func programsInStringsAreNoted(_ program: String) throws {
    let shader = "precision highp float;\\nvoid main() { gl_FragColor = vec4(1.0); }"
    let parts = program.split(separator: "#").joined(separator: shader)
    let text = "e.default=\"\(parts)\""
    let found = try code("a.js", text)
    #expect(found.shaders.isEmpty)
    let reasons = ["a program in a string, with shaders in its own strings"]
    #expect(found.skipped.map(\.reason) == reasons)
    let lines = try code("a.js", "e.default=`\(parts.filter { $0 != "`" })\n`")
    #expect(lines.shaders.isEmpty && lines.skipped.map(\.reason) == reasons)
    // A mark of a template is none.
    let marked = try code("a.js", "e.default=`{HEADER}\n\(shader)\n`")
    #expect(marked.skipped.map(\.reason) != reasons)
  }

  /// The same shader as programs of several languages write it.
  @Test(arguments: [
    ("A.java", "s = \"\"\n + \"void main() {\\n\" + // 1st\n\"  gl_FragColor = 1;\\n\" + \"}\";"),
    ("a.js", "var s = 'void main() {' +\n  'gl_FragColor = 1;' /* last */ +\n  \"}\";"),
    ("a.ts", "f(['void main() {', '  gl_FragColor = 1;', '}'].join('\\n'));"),
    ("a.js", "f({ code: [ 'void main()', '{',\n\"  gl_FragColor = 1;\", // 2nd\n '}' ] });"),
    ("a.js", "f([\n 'void main() {', // first\n '  gl_FragColor = 1;', '}',\n].join( \"\" ));"),
    ("a.c", "char *s =\n  \"void main() {\\n\"\n  \"  gl_FragColor = 1;\\n\" /* x */\n  \"}\";"),
    ("a.m", "NSString *s = @\"void main() {\\n\" @\"  gl_FragColor = 1;\\n\"\n  @\"}\";"),
    ("a.cpp", "f((const char*)u8\"void main() {\" R\"(gl_FragColor = 1;)\" \"}\");"),
    ("a.h", "#define S \"void main() {\\n\" \\\n \"gl_FragColor = 1;\\n\" \\\n \"}\\n\"\n"),
    ("a.py", "s = ('void main() {\\n'\n  u\"gl_FragColor = 1;\\n\"  # '\n  r'}')"),
    ("a.swift", "let s = \"void main() {\\n gl_FragColor = 1;\\n}\\n\""),
    ("a.kt", "val quote = '\"'; val s = \"void main() {\" +\n  \"gl_FragColor = 1; }\""),
  ])
  func findsJoinedStrings(path: String, text: String) throws {
    let found = try code(path, text)
    #expect(found.skipped.isEmpty)
    let shader = try #require(found.shaders.first)
    #expect(found.shaders.count == 1 && shader.stage == .fragment)
    let body = try #require(shader.bytes)
    let file = SourceText(path: path, bytes: Array(text.utf8))
    let start = Int(file.lineStarts[shader.firstLine - 1])
    let words = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ") == "void main() { gl_FragColor = 1; }")
    // Each word is where the program has it.
    for (index, byte) in body.enumerated() where byte != .space {
      #expect(byte == file.bytes[start + index])
    }
  }

  /// Escapes end directives also in a string that goes on after a backslash.
  @Test func escapesEndDirectivesInLongStrings() throws {
    let text =
      "var s = \"#ifdef GL_ES\\nprecision highp float;\\n#endif\\n\\\n"
      + "  const float a = 2.0; \\\n void main() { gl_FragColor = vec4(a, no, a, a); }\";\n"
    let found = try diagnostics("a.js", text)
    #expect(found.map(\.message) == ["'no' is not declared"])
    #expect(found.first?.location?.line == 3)
  }

  /// An array is a list of shaders if each is whole, and other lists are none.
  @Test(arguments: [
    ("f(['void main() { gl_FragColor = a; }', 'void main() { gl_Position = b; }'])", 2),
    ("f(['precision lowp float;' + '\\n' + 'void main() { gl_FragColor = a; }', 'b'])", 1),
    ("f(['a', 'b']); g(['gl_FragColor', 'main'])", 0),
  ])
  func arraysCanBeLists(_ text: String, _ count: Int) throws {
    #expect(try code("a.js", text).shaders.count == count)
  }

  @Test func findingsHavePlacesOfTheProgram() throws {
    let text =
      "String s =\r\n\t\"precision mediump float;\\n\" + /* é */ \"void main() {\\n\" +\r\n"
      + "\t\"\\tgl_FragColor = vec4(no);\\n}\";\r\n"
    let found = try #require(try diagnostics("A.java", text).first)
    #expect(found.message == "'no' is not declared")
    #expect(found.location?.line == 3)
    #expect(found.location?.column == 25)
  }

  /// Drivers see lines of their own, which the program does not have.
  @Test(arguments: [
    "#ifdef GL_ES\\nprecision mediump float;\\n#endif\\nvoid main() { gl_FragColor = vec4(1.0); }",
    "#ifndef GL_ES\\n#define lowp\\n#else\\nprecision lowp float;\\n#endif\\n"
      + "void main() { gl_FragColor = vec4(1.0); }",
    "#if defined(GL_ES)\\nprecision lowp float;\\n#else\\n#define lowp\\n#endif\\n"
      + "void main() { gl_FragColor = vec4(1.0); }",
    "#version 100\\nprecision mediump float; // what's this {\\nvoid main() { // 1\\n"
      + "gl_FragColor = vec4(1.0); }",
    "precision mediump float; /* a // b */\\nvoid main() { gl_FragColor /* \\n# */ = vec4(1.0); }",
  ])
  func linesOfTheShaderMayShareOne(text: String) throws {
    #expect(try diagnostics("a.swift", "let s = \"\(text)\"").isEmpty)
  }

  @Test func directivesOnTheirOwnLineStay() throws {
    let text = """
      const s = "#ifdef FOG\\n" +
        "uniform float fog; // density\\n" +
        "#endif\\n" +
        "precision mediump float;\\n" +
        "void main() { gl_FragColor = vec4(1.0); }";
      """
    let shader = try #require(try code("a.js", text).shaders.first)
    let body = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(body.contains("#ifdef FOG") && body.contains("#endif") && body.contains("// density"))
  }

  @Test(arguments: [
    "\"#define A 1\\nvoid main() { gl_FragColor = vec4(A); }\"",
    "\"#define A \\\\\\n 1\\n\" +\n \"void main() { gl_FragColor = vec4(A); }\"",
    "\"void main() { gl_FragColor = vec4(1); } \\u00e9\"",
  ])
  func whatHasNoEquivalentIsNoted(text: String) throws {
    let found = try code("a.js", "s = \(text);")
    #expect(found.shaders.isEmpty)
    #expect(found.skipped.map(\.reason) == ["directives and other text on one line of the program"])
  }

  @Test(arguments: [
    ("a.js", "'for (int i = 0; i < ' + f(n).x + '; i++) {}'"),
    ("A.java", "\"float a = \" + scale + \".0;\""), ("a.c", "\"float a = %.2f, b = %d;\""),
    ("a.swift", "\"float a = \\(x.y(\"z\"));\""),
  ])
  func valuesHaveAStandIn(path: String, text: String) throws {
    let plus = path == "a.c" ? "" : " +"
    let before = "s =\n  \"precision mediump float;\\n\"\(plus)\n  \"void main() {\\n\"\(plus)\n  "
    let after = "\(plus)\n  \"gl_FragColor = vec4(1.0); }\";\n"
    let found = try code(path, before + text + after)
    #expect(found.shaders.map(\.uncertainLines) == [[4]])
    #expect(try diagnostics(path, before + text + after).allSatisfy { $0.rule == .unusedVariable })
  }

  /// Pieces of a shader must not be taken for whole ones.
  @Test(arguments: [
    ("a.js", "s = header + @;"), ("a.js", "s = @ + footer;"), ("a.js", "s += @;"),
    ("a.c", "s = HEADER @;"), ("a.c", "s = @ FOOTER;"), ("a.c", "s = VERSION(100) @;"),
  ])
  func partsAreNoted(path: String, text: String) throws {
    let main = "\"void main() {\" \(path == "a.js" ? "+" : "") \"gl_FragColor = vec4(1.0); }\""
    let found = try code(path, text.replacing("@", with: main))
    #expect(found.shaders.isEmpty)
    #expect(found.skipped.map(\.reason) == ["a shader in strings that the program joins"])
  }

  @Test(arguments: [
    "s = 'void main() {' + declarations + 'gl_FragColor = x; }'",
    "s = 'uniform ' + type + ' x; void main() { gl_FragColor = x; }'",
  ])
  func unknownDeclarationsAreNoted(text: String) throws {
    let found = try code("a.js", text)
    #expect(found.shaders.isEmpty)
    #expect(found.skipped.count == 1)
  }

  @Test(arguments: [
    ("a.c", "printf(\"int main\" \" of gl_Position\");"),
    ("a.js", "x = ['main', 'gl_FragColor'].join('\\n') + '(';"),
    ("a.py", "f('main')"), ("a.c", "\""), ("a.js", "["), ("a.js", "['a',"), ("a.js", "'a' +"),
    ("a.js", "['a'].join("), ("a.c", "@\"a\" @"), ("a.py", "'' '"),
  ])
  func otherStringsAreNoShaders(path: String, text: String) throws {
    let found = try code(path, text)
    #expect(found.shaders.isEmpty && found.skipped.isEmpty)
  }

  /// A string may end after the `#` of a directive.
  @Test func aDirectiveMayBeEmpty() throws {
    #expect(try code("a.js", "'main\\n#'").shaders.isEmpty)
  }

  /// Which file a placeholder includes depends on the version of a library.
  @Test func placeholdersMayChooseAnInclude() throws {
    let text = """
      s = `
      precision mediump float;
      void main() {
        gl_FragColor = vec4(1.0);
        #include <${version > 3 ? "new" : "old"}>
      }`
      """
    let shader = try #require(try code("a.js", text).shaders.first)
    #expect(shader.uncertainLines == [5])
    let body = String(decoding: shader.bytes ?? [], as: UTF8.self)
    #expect(body.contains("new") && !body.contains("old") && !body.contains("version"))
  }
}
