import GLESKitSupport
import Testing

@testable import ShaderLint

/// Files whose stage a configuration gives, files that hold several shaders, and programs.
@Suite struct PartTests {
  private static let files = """
    [[files]]
    match = "*Vert.glsl"
    stage = "vertex"
    [[files]]
    match = "*Frag.glsl"
    stage = "fragment"
    define = { SIZE = 2 }
    include = "parts"
    include-suffix = ".part"

    """

  @Test func namesGiveStagesAndPartners() throws {
    let editor = try Editor(
      [
        ".shaderlint.toml": Self.files, "parts/fog.part": "highp float fog() { return 1.0; }\n",
        "blurVert.glsl":
          "#version 100\nvarying highp vec2 uv;\n"
          + "void main() { uv = vec2(0.0); gl_Position = uv.xyxy; }\n",
        "blurFrag.glsl":
          "#version 100\n#include <fog>\nvarying highp vec2 uv;\n"
          + "void main() { gl_FragColor = vec4(uv * fog(), SIZE, 0.0); }\n",
      ], open: ["blurVert.glsl", "blurFrag.glsl"])
    #expect(editor.findings("blurFrag.glsl") == [])
    #expect(
      editor.text(editor.at("blurFrag.glsl", "uv", "definition")) == "blurVert.glsl:1:19")
    #expect(editor.text(editor.at("blurFrag.glsl", "<fog", "definition")) == "parts/fog.part:0:0")
    editor.edit("blurVert.glsl", "vec2 uv", "vec3 uv")
    #expect(editor.findings("blurFrag.glsl")?.isEmpty == false)
  }

  /// An editor says why there are no findings.
  @Test(arguments: ["stage = \"fragment\"", "define = { A = 1 }", "stage = \"both\""])
  func laterVersionsHaveNoFindings(key: String) throws {
    let later = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n"
    let kind = "[[files]]\nmatch = \"*.frag\"\nignore-version = true\n\(key)\n"
    let editor = try Editor([".shaderlint.toml": kind, "a.frag": later], open: ["a.frag"])
    #expect(editor.findings("a.frag") == ["0:0-0 GL5010"])
  }

  /// An editor judges as a run does, which finds programs and counts shaders for desktops.
  @Test func programsOfTheFolderGiveNames() throws {
    func program(_ value: Int) -> String {
      "s = `precision mediump float; varying vec2 v;\n"
        + "void main() { gl_FragColor = vec4(v * \(value).0, engineTime, 1.0); }`;\n"
    }
    let programs = (1...3).map { ("\($0).js", program($0)) }
    let editor = try Editor(Dictionary(uniqueKeysWithValues: programs), open: ["1.js"])
    #expect(editor.findings("1.js")?.contains { $0.hasSuffix("GL1001") } == false)
    let lone = try Editor(["1.js": program(1)], open: ["1.js"])
    #expect(lone.findings("1.js")?.contains { $0.hasSuffix("GL1001") } == true)
  }

  @Test func foldersForDesktops() throws {
    var files = [
      "a.cpp": "int a;\n", "a.vert": "void main() { float x = 1; gl_Position = vec4(x); }\n",
    ]
    for name in ["b", "c"] {
      files["\(name).vert"] = "#version 330\nvoid main() { gl_Position = vec4(0.0); }\n"
    }
    let editor = try Editor(files, open: ["a.vert"])
    #expect(editor.findings("a.vert") == [])
    files["b.vert"] = nil
    let mixed = try Editor(files, open: ["a.vert"])
    #expect(mixed.findings("a.vert")?.isEmpty == false)
  }

  @Test(arguments: ["preset = \"retroarch\"\n", ""])
  func bothStagesOfAFileAreChecked(configuration: String) throws {
    let text = """
      varying vec2 uv;
      #if defined(VERTEX)
      void main() { gl_Position = vec4(uv = vec2(0.0), top, 1.0); }
      #elif defined(FRAGMENT)
      precision mediump float;
      void main() { gl_FragColor = vec4(uv, bottom, 1.0); }
      #endif
      """
    let editor = try Editor(
      [".shaderlint.toml": configuration, "a.glsl": text], open: ["a.glsl"])
    let found = try #require(editor.findings("a.glsl"))
    #expect(found.contains("2:49-52 GL1001"))
    #expect(found.contains("5:38-44 GL1001"))
    #expect(editor.hover("a.glsl", "gl_FragColor").contains("vec4"))
    #expect(editor.hover("a.glsl", "gl_Position").contains("vec4"))
    // Neither stage is shown as a comment: 6 is the kind of one.
    let document: JSON = ["textDocument": ["uri": .string(editor.uri("a.glsl"))]]
    let tokens = editor.request("textDocument/semanticTokens/full", document)["data"].elements
    #expect(tokens.count > 25)
    #expect(tokens.enumerated().filter { $0.offset % 5 == 3 && $0.element == 6 }.isEmpty)
    let outline = editor.request("textDocument/documentSymbol", document).elements
    #expect(outline.map { $0["name"].string } == ["uv", "main", "main"])
  }

  @Test func shadersOfProgramsHaveThePositionsOfTheFile() throws {
    let text = """
      const é = "🙂", first = /* glsl */`void main() { gl_FragColor = vec4(é); }
      `;
      const second = glsl`
        attribute vec4 place;
        void main() { gl_Position = place * ${scale}; }
      `;
      const third = glsl`
        ${chunk}
        void main() { gl_Position = place; }
      `;
      """
    let editor = try Editor(["a.js": text], open: ["a.js"])
    let found = try #require(editor.findings("a.js"))
    #expect(found.contains("0:69-70 GL3005"))
    #expect(found.contains { $0.hasPrefix("6:0-") && $0.hasSuffix("GL5010") })
    #expect(found.count { $0.hasPrefix("4:") } == 0)
    #expect(editor.hover("a.js", "place *").contains("vec4 place"))
    #expect(editor.at("a.js", "const second", "hover") == .null)
    #expect(editor.at("a.js", "const second", "completion") == .null)
    let names = editor.at("a.js", "place *", "completion")["items"].elements
    #expect(names.contains { $0["label"] == "place" })
    let references = editor.request(
      "textDocument/references", editor.place("a.js", "place *")
    ).elements
    #expect(references.map(editor.text) == ["a.js:3:17", "a.js:4:30"])
    let document: JSON = ["textDocument": ["uri": .string(editor.uri("a.js"))]]
    #expect(editor.request("textDocument/foldingRange", document).elements.isEmpty)
    editor.edit("a.js", "vec4(é)", "vec4(1.0)")
    #expect(editor.findings("a.js")?.contains { $0.hasPrefix("0:") } == false)
  }

  /// As a check of the folder says it.
  @Test func namesThatProgramsGiveAreNotMissing() throws {
    func shader(_ number: Int) -> String {
      "#version 100\nvoid main() { gl_Position = vec4(position, \(number).0); }\n"
    }
    var files = ["a.js": "start();\n", "vendor/d.vert": shader(4), "e.vert": shader(5)]
    files[".shaderlint.toml"] = "exclude = [\"vendor/*\"]\n"
    files["c.vert"] = shader(3)
    let editor = try Editor(files, open: ["c.vert"])
    // Two shaders that lack a name have the same mistake.
    #expect(editor.findings("c.vert")?.contains { $0.hasSuffix("GL1001") } == true)
    try editor.write("b.vert", shader(2))
    let changes: JSON = ["changes": [["uri": .string(editor.uri("b.vert")), "type": 1]]]
    editor.notify("workspace/didChangeWatchedFiles", changes)
    editor.server.index(.max)
    #expect(editor.findings("c.vert") == [])
    editor.edit("c.vert", "position", "positoin")
    editor.server.index(.max)
    #expect(editor.findings("c.vert")?.contains { $0.hasSuffix("GL1001") } == true)
  }

  @Test func programsWithoutShadersAreQuiet() throws {
    let editor = try Editor(["a.ts": "const a = `x`;\n"], open: ["a.ts"])
    #expect(editor.findings("a.ts") == [])
    #expect(editor.ask("textDocument/hover", editor.place("a.ts", "const"))["error"] == .null)
  }
}
