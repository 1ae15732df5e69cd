import GLESKitSupport
import GLSL
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// Documents and the files around them, and the findings that follow their changes.
@Suite struct DocumentTests {
  private static let fine = "#version 100\nvoid main() { gl_FragColor = vec4(1.0); }\n"

  @Test func findingsFollowTyping() throws {
    let editor = try Editor(["a.frag": Self.fine], open: ["a.frag"])
    #expect(editor.findings("a.frag") == [])
    editor.edit("a.frag", "1.0", "é")
    #expect(editor.findings("a.frag")?.contains("1:34-35 GL3005") == true)
    editor.edit("a.frag", "é", "/* 🙂 */ x")
    #expect(editor.findings("a.frag")?.contains("1:43-44 GL1001") == true)
    editor.edit("a.frag", "/* 🙂 */ x", "1.0")
    #expect(editor.findings("a.frag") == [])
    editor.notify(
      "textDocument/didChange",
      [
        "textDocument": ["uri": .string(editor.uri("a.frag")), "version": 9],
        "contentChanges": [["text": "void main() { x; }"]],
      ])
    #expect(editor.findings("a.frag")?.contains("0:14-15 GL1001") == true)
  }

  /// Random edits have the same result as the whole text.
  @Test func changesAreApplied() throws {
    var generator = SeededGenerator(seed: 5)
    let alphabet = ["a", "é", "🙂", "\n", "\r\n", "\r", "{", "  "]
    var document = try Document(["uri": "file:///a.frag", "text": ""])
    var text = ""
    for _ in 0..<500 {
      let source = SourceText(path: "", bytes: Array(text.utf8))
      let indices = Array(text.unicodeScalars.indices) + [text.endIndex]
      let ends = (0..<2).map { _ in Int.random(in: 0..<indices.count, using: &generator) }.sorted()
      let count = Int.random(in: 0...4, using: &generator)
      let new = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
      func position(_ index: Int) -> JSON {
        source.position(at: text[..<indices[index]].utf8.count).json
      }
      // A position between CR and LF does not exist.
      let isSplit = ends.contains { index in
        index > 0 && index < indices.count - 1 && text.unicodeScalars[indices[index]] == "\n"
          && text.unicodeScalars[indices[index - 1]] == "\r"
      }
      if isSplit { continue }
      try document.apply(
        [["range": ["start": position(ends[0]), "end": position(ends[1])], "text": .string(new)]],
        version: nil)
      text.unicodeScalars.replaceSubrange(
        indices[ends[0]]..<indices[ends[1]], with: new.unicodeScalars)
      #expect(document.text.bytes == Array(text.utf8))
      if text.count > 60 {
        text = ""
        try document.apply([["text": ""]], version: nil)
      }
    }
  }

  @Test func filesAreIncludedThroughOthers() {
    var graph = IncludeGraph()
    for (name, included) in [
      ("s/a.frag", "b.glsl"), ("s/b.glsl", "c.glsl"), ("s/c.glsl", "b.glsl"),
      ("s/d.frag", "x.glsl"),
    ] {
      graph.note(name, Array("#include \"\(included)\"\n".utf8))
    }
    graph.note("s/e.frag", Array("#include <fog>\n".utf8))
    var options = AssemblyOptions()
    options.includeSuffixes = [".glsl"]
    func includers(_ path: String, most: Int = 10) -> [String] {
      var found: [String] = []
      graph.visitIncluders(of: path, options: { _ in options }) { file in
        found.append(file)
        return found.count < most
      }
      return found
    }
    #expect(includers("s/c.glsl") == ["s/b.glsl", "s/a.frag"])
    #expect(includers("s/c.glsl", most: 1) == ["s/b.glsl"])
    #expect(includers("s/x.glsl") == ["s/d.frag"])
    #expect(includers("s/a.frag") == [])
    #expect(includers("s/fog.glsl") == ["s/e.frag"])
    graph.note("s/b.glsl", nil)
    #expect(includers("s/c.glsl") == [])
  }

  /// The server answers from open documents while it reads the others.
  @Test func shadersAreIndexedLater() throws {
    let files = [
      "a.frag": "#version 100\n#include \"b.glsl\"\nvoid main() { gl_FragColor = vec4(f()); }\n",
      "b.glsl": "lowp float f() { return 1.0; }\n", "c.frag": "#version 100\n",
    ]
    let both = try Editor(files, open: ["a.frag", "b.glsl"], indexes: false)
    #expect(both.findings("b.glsl") == [])
    #expect(both.server.isIndexing)
    let one = try Editor(files, open: ["b.glsl"], indexes: false)
    #expect(one.findings("b.glsl")?.count == 1, "nothing is known to include it")
    while one.server.isIndexing { one.server.index(1) }
    #expect(one.findings("b.glsl") == [])
    one.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(one.uri("c.frag")), "type": 2]]])
    #expect(!one.server.isIndexing, "a change of a file needs no other file")
  }

  /// Editors show that the server reads a large folder, once for each time.
  @Test(arguments: [(40, true), (20, true), (40, false)])
  func longReadingIsShown(count: Int, shows: Bool) throws {
    let text = "#version 100\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    let files = Dictionary(uniqueKeysWithValues: (0..<count).map { ("\($0).frag", text) })
    let editor = try Editor(
      files, capabilities: ["window": ["workDoneProgress": .bool(shows)]], indexes: false)
    while editor.server.isIndexing { editor.server.index(1) }
    let sent = editor.server.takeOutgoing()
    let isShown = shows && count == 40
    #expect(
      sent.compactMap { $0["method"].string }
        == (isShown ? ["window/workDoneProgress/create", "$/progress", "$/progress"] : []))
    #expect(
      sent.compactMap { $0["params"]["value"]["kind"].string } == (isShown ? ["begin", "end"] : []))
    #expect(Set(sent.map { $0["params"]["token"].string ?? "" }) == (isShown ? ["index 0"] : []))
    editor.server.index(1)
    #expect(editor.server.takeOutgoing().isEmpty)
  }

  @Test func includedFilesAreCheckedInTheirShaders() throws {
    let editor = try Editor(
      [
        "a.frag": "#version 100\nprecision mediump float;\n#include \"common/light.glsl\"\n"
          + "void main() { gl_FragColor = vec4(light()); }\n",
        "common/light.glsl": "float light() { return 1.0; }\n",
        "loose.glsl": "float loose() { return 1; }\n",
      ], open: ["common/light.glsl", "loose.glsl"])
    #expect(editor.findings("common/light.glsl") == [])
    editor.edit("common/light.glsl", "1.0", "1")
    #expect(editor.findings("common/light.glsl") == ["0:16-24 GL1013"])
    // What nothing includes is not judged, and the editor says so.
    editor.edit("loose.glsl", "1;", "2;")
    #expect(editor.findings("loose.glsl")?.count == 1)
    editor.open("a.frag", "#version 100\nprecision mediump float;\nvoid main() { y; }\n")
    #expect(editor.findings("a.frag")?.contains("2:14-15 GL1001") == true)
  }

  /// One note says that a shader is in another language, and none of its words is an error.
  @Test func otherLanguagesAreNoted() throws {
    let editor = try Editor(
      ["a.frag": "in lowp vec2 uv;\nout lowp vec4 c;\nvoid main() { c = texture(s, uv); }\n"],
      open: ["a.frag"])
    #expect(editor.findings("a.frag")?.map { $0.suffix(6) } == ["GL5010"])
    editor.edit("a.frag", "in lowp", "varying lowp")
    #expect((editor.findings("a.frag")?.count ?? 0) > 1)
  }

  @Test func filesAreWatched() throws {
    let main = "#version 100\n#include \"b.glsl\"\nvoid main() { gl_FragColor = vec4(f()); }\n"
    let editor = try Editor(["a.frag": main], open: ["a.frag"])
    #expect(editor.messages.contains { $0["method"] == "client/registerCapability" })
    #expect(editor.findings("a.frag")?.isEmpty == false)
    func changed(_ name: String) {
      editor.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": [["uri": .string(editor.uri(name)), "type": 1]]])
    }
    try editor.write("b.glsl", "lowp float f() { return 1.0; }\n")
    changed("b.glsl")
    #expect(editor.findings("a.frag") == [])
    try editor.write("b.glsl", "lowp float g() { return 1.0; }\n")
    changed("b.glsl")
    #expect(editor.findings("a.frag")?.count == 1)
    try editor.write(".shaderlint.toml", "[define]\ng = \"f\"\n")
    changed(".shaderlint.toml")
    #expect(editor.findings("a.frag") == [])
    try editor.write(".shaderlint.toml", "[define\n")
    changed(".shaderlint.toml")
    #expect(editor.findings(".shaderlint.toml")?.count == 1)
    editor.edit("a.frag", "void main", "void  main")
    #expect(editor.findings("a.frag") == [], "the last valid settings hold")
  }

  /// The configuration for all shaders may lie outside the workspace. An editor watches its folder,
  /// or else the server watches the file.
  @Test(arguments: [true, false]) func aConfigurationElsewhereIsWatched(watches: Bool) throws {
    let outside = try TemporaryFolder()
    let path = Paths.real("\(outside.path)") + "/lint[1].toml"
    try AtomicFile.write(Array("webgl = false\n".utf8), to: path)
    var options = LintOptions()
    options.configuration = path
    let editor = try Editor(
      [
        "a.frag": "#version 100\nuniform lowp float u;\nlowp float x = u;\n"
          + "void main() { gl_FragColor = vec4(x); }\n"
      ], open: ["a.frag"],
      capabilities: [
        "workspace": [
          "didChangeWatchedFiles": [
            "dynamicRegistration": true, "relativePatternSupport": .bool(watches),
          ]
        ]
      ], options: options)
    let request = editor.messages.first { $0["method"] == "client/registerCapability" }
    let watchers = request?["params"]["registrations"].elements.first?["registerOptions"][
      "watchers"]
    let expected: JSON = ["baseUri": .string(FileURI.uri(outside.path)), "pattern": "lint?1?.toml"]
    #expect(watchers?.elements.contains { $0["globPattern"] == expected } == watches)
    #expect(editor.server.watchedFiles == (watches ? [] : [path]))
    #expect(editor.findings("a.frag") == ["2:15-16 GL1010"])
    try AtomicFile.write(Array("webgl = true\n".utf8), to: path)
    if watches {
      editor.notify(
        "workspace/didChangeWatchedFiles",
        ["changes": [["uri": .string(FileURI.uri(path)), "type": 2]]])
    } else {
      editor.server.noteChanges(of: [path])
    }
    #expect(editor.findings("a.frag") == [])
  }

  /// The configuration for all shaders may have any name.
  @Test func theFixedConfigurationIsReadAgain() throws {
    let folder = try TemporaryFolder()
    let (path, shader) = ("\(folder.path)/lint.toml", "\(folder.path)/a.frag")
    try AtomicFile.write(Array("webgl = false\n".utf8), to: path)
    var options = LintOptions()
    options.configuration = path
    let workspace = Workspace(options)
    #expect(workspace.configuration(for: shader).webgl == false)
    try AtomicFile.write(Array("webgl = true\n".utf8), to: path)
    workspace.forget("\(folder.path)/lint.toml")
    #expect(workspace.configuration(for: shader).webgl == true)
  }

  /// Editors report only the folder that is renamed or removed.
  @Test func foldersAreRenamed() throws {
    let main = "#version 100\n#include \"b/c.glsl\"\nvoid main() { gl_FragColor = vec4(f()); }\n"
    let editor = try Editor(
      ["a.frag": main, "b/c.glsl": "lowp float f() { return 1.0; }\n"], open: ["a.frag"])
    #expect(editor.findings("a.frag") == [])
    func move(_ from: String, _ to: String) {
      #expect(rename("\(editor.folder.path)/\(from)", "\(editor.folder.path)/\(to)") == 0)
    }
    func files(_ from: String, _ to: String) -> JSON {
      ["files": [["oldUri": .string(editor.uri(from)), "newUri": .string(editor.uri(to))]]]
    }
    move("b", "x")
    editor.notify("workspace/didRenameFiles", files("b", "x"))
    #expect(editor.findings("a.frag")?.isEmpty == false)
    move("x", "b")
    editor.notify("workspace/didRenameFiles", files("x", "b"))
    #expect(editor.findings("a.frag") == [])
    move("b", "y")
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(editor.uri("b")), "type": 3]]])
    #expect(editor.findings("a.frag")?.isEmpty == false)
    move("y", "b")
    editor.notify("textDocument/didSave", ["textDocument": ["uri": .string(editor.uri("a.frag"))]])
    #expect(editor.findings("a.frag") == [])
    move("b", "z")
    editor.notify("textDocument/didSave", ["textDocument": ["uri": .string(editor.uri("a.frag"))]])
    #expect(editor.findings("a.frag")?.isEmpty == false, "the editor said nothing")
  }

  @Test func programsAreCheckedInBothStages() throws {
    let editor = try Editor(
      [
        "a.vert":
          "#version 100\nvarying highp vec2 v;\n"
          + "void main() { v = vec2(0.0); gl_Position = v.xyxy; }\n",
        "a.frag": "#version 100\nvarying highp vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n",
      ], open: ["a.vert", "a.frag"])
    #expect(editor.findings("a.frag") == [])
    editor.edit("a.vert", "varying highp vec2", "varying highp vec3")
    #expect(editor.findings("a.frag")?.count == 1)
    editor.notify(
      "textDocument/didClose", ["textDocument": ["uri": .string(editor.uri("a.vert"))]])
    #expect(editor.findings("a.frag") == [], "the file on disk is right")
  }

  @Test func documentsThatAreTooLargeAreNotChecked() throws {
    let editor = try Editor([:])
    editor.open("a.frag", String(repeating: "// x\n", count: 1 << 20))
    #expect(editor.findings("a.frag")?.count == 1)
    #expect(editor.ask("textDocument/hover", editor.place("a.frag", "x"))["error"] != .null)
    editor.open("b.frag", "void main() { \(String(repeating: "(", count: 10_000))")
    #expect(editor.findings("b.frag")?.isEmpty == false)
  }

  @Test func closedRootsAndNewDocuments() throws {
    let editor = try Editor([:])
    let uri = "untitled:Untitled-1"
    editor.notify(
      "textDocument/didOpen",
      [
        "textDocument": [
          "uri": .string(uri), "languageId": "glsl", "version": 1,
          "text": "#pragma shaderlint fragment\nvoid main() { z; }",
        ]
      ])
    editor.server.publish()
    let sent = editor.server.takeOutgoing().first { $0["params"]["uri"].string == uri }
    #expect(sent?["params"]["diagnostics"].elements.isEmpty == false)
    let event: JSON = [
      "event": [
        "removed": [["uri": .string(FileURI.uri(editor.folder.path)), "name": "test"]], "added": [],
      ]
    ]
    editor.notify("workspace/didChangeWorkspaceFolders", event)
    #expect(editor.findings("none.frag") == nil)
  }
}
