import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Rename and code actions, semantic tokens and folding.
@Suite struct EditTests {
  private static let files = [
    "a.vert": """
    #version 100
    #include "light.glsl"
    attribute vec4 a_position;
    varying mediump vec2 v_uv;
    void main() { v_uv = a_position.xy; gl_Position = vec4(v_uv, light.a.xy); }

    """,
    "a.frag": """
    #version 100
    precision mediump float;
    #include "light.glsl"
    #define UV v_uv
    varying vec2 v_uv;
    float f(float x) { return x; }
    void main() {
      float other = f(UV.x);
      { float v_uv = other; other = v_uv; }
      gl_FragColor = vec4(v_uv, light.a.x, 1.0);
    }

    """,
    "light.glsl": "struct Light { highp vec3 a; };\nuniform Light light;\n",
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag"]) }

  private func rename(_ name: String, _ mark: String, to new: String) -> JSON {
    guard case .object(var members) = editor.place(name, mark) else { return .null }
    members.append(JSON.Member("newName", .string(new)))
    return editor.ask("textDocument/rename", .object(members))
  }

  /// The texts of the files after a rename.
  private func texts(_ edit: JSON) -> [String: String] {
    guard case .object(let members) = edit["result"]["changes"] else { return [:] }
    var texts: [String: String] = [:]
    for member in members {
      let name = String(FileURI.path(member.name).dropFirst(editor.folder.path.count + 1))
      var lines = (Self.files[name] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        .map(String.init)
      for edit in member.value.elements.reversed() {
        let line = edit["range"]["start"]["line"].integer ?? 0
        let start = edit["range"]["start"]["character"].integer ?? 0
        let end = edit["range"]["end"]["character"].integer ?? 0
        let text = lines[line]
        lines[line] = text.prefix(start) + (edit["newText"].string ?? "") + text.dropFirst(end)
      }
      texts[name] = lines.joined(separator: "\n")
    }
    return texts
  }

  @Test func renamesAcrossStages() {
    let changed = texts(rename("a.frag", "v_uv;\nfloat", to: "v_place"))
    #expect(changed.keys.sorted() == ["a.frag", "a.vert"])
    #expect(changed["a.vert"] == Self.files["a.vert"]?.replacing("v_uv", with: "v_place"))
    let fragment = changed["a.frag"] ?? ""
    #expect(fragment.contains("#define UV v_place\nvarying vec2 v_place;"))
    #expect(fragment.contains("{ float v_uv = other; other = v_uv; }"))
    #expect(fragment.contains("vec4(v_place, light"))
  }

  @Test func renamesThroughIncludes() {
    let member = texts(rename("a.frag", "a.x, 1.0", to: "b"))
    #expect(member.keys.sorted() == ["a.frag", "a.vert", "light.glsl"])
    #expect(member["light.glsl"]?.contains("highp vec3 b;") == true)
    #expect(member["a.vert"]?.contains("light.b.xy") == true)
    let local = texts(rename("a.frag", "other = f", to: "sum"))
    #expect(local.keys.sorted() == ["a.frag"])
  }

  @Test(arguments: [
    ("v_uv;\nfloat", "other"), ("v_uv;\nfloat", "f"), ("other = f", "v_uv"), ("f(float", "main"),
    ("f(float", "vec3"), ("f(float", "float"), ("f(float", "2x"), ("f(float", ""),
    ("f(float", "gl_f"), ("f(float", "UV"), ("main", "start"), ("UV.x", "V"), ("gl_Frag", "color"),
    ("f(float", "clamp(x)"), ("precision", "p"),
  ])
  func rejectsNamesThatChangeMeanings(_ mark: String, _ new: String) {
    let answer = rename("a.frag", mark, to: new)
    #expect(answer["error"]["code"].integer == -32803, "\(mark) to \(new): \(answer)")
  }

  @Test func preparesRenames() {
    let answer = editor.at("a.frag", "light.a.x", "prepareRename")
    #expect(answer["placeholder"] == "light")
    #expect(answer["range"]["start"]["line"] == 9)
  }

  @Test func versionedEdits() throws {
    let editor = try Editor(
      Self.files, open: ["a.frag"],
      capabilities: ["workspace": ["workspaceEdit": ["documentChanges": true]]])
    guard case .object(var members) = editor.place("a.frag", "v_uv;") else { return }
    members.append(JSON.Member("newName", "v"))
    let edit = editor.request("textDocument/rename", .object(members))
    let versions = edit["documentChanges"].elements.map { $0["textDocument"]["version"] }
    #expect(versions == [1, .null])
  }

  @Test func fixesFindings() {
    editor.edit("a.frag", "f(UV.x);", "f(UV.x) * 2;")
    let start: JSON = ["line": 7, "character": 0]
    let end: JSON = ["line": 8, "character": 0]
    let actions = actions(from: start, to: end)
    let fix = actions.first { $0["isPreferred"] == true }
    guard case .object(let changes) = fix?["edit"]["changes"] else {
      Issue.record("no fix")
      return
    }
    #expect(changes.map(\.name) == [editor.uri("a.frag")])
    let number: JSON = [
      "start": ["line": 7, "character": 26], "end": ["line": 7, "character": 27],
    ]
    #expect(changes.first?.value == [["range": number, "newText": "2.0"]])
  }

  /// What the server offers for a part of `a.frag`.
  private func actions(from start: JSON, to end: JSON) -> [JSON] {
    editor.request(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": .string(editor.uri("a.frag"))],
        "range": ["start": start, "end": end], "context": ["diagnostics": []],
      ]
    ).elements
  }

  @Test func offersNearNames() {
    editor.edit("a.frag", "float other = f(UV.x);", "float other = f(ligth.x);")
    let position: JSON = ["line": 7, "character": 20]
    let actions = actions(from: position, to: position)
    let fix = actions.first { $0["title"] == "Replace with 'light'" }
    #expect(fix?["isPreferred"] == false)
    guard case .object(let changes) = fix?["edit"]["changes"] else {
      Issue.record("no fix in \(actions)")
      return
    }
    let range: JSON = [
      "start": ["line": 7, "character": 18], "end": ["line": 7, "character": 23],
    ]
    #expect(changes.first?.value == [["range": range, "newText": "light"]])
  }

  @Test func suppressesFindings() {
    editor.edit("a.frag", "float other = f(UV.x);", "float other = f(nothing);")
    let position: JSON = ["line": 7, "character": 20]
    let actions = actions(from: position, to: position)
    #expect(actions.contains { $0["title"].string?.hasPrefix("Disable GL1001") == true })
    let edits = actions.compactMap { action -> JSON? in
      guard case .object(let changes) = action["edit"]["changes"] else { return nil }
      return changes.first?.value.elements.first
    }
    #expect(edits.contains { $0["newText"] == "  // shaderlint: disable-next-line GL1001\n" })
  }

  @Test func semanticTokens() throws {
    let text = """
      precision mediump float;
      #define HALF 0.5
      uniform vec4 u_tint;
      #ifdef NO
      float off = 1.0;
      #else
      struct S { vec2 m; };
      #endif
      float f(float p) { return p * HALF; }
      void main() { S s; gl_FragColor = u_tint * abs(s.m.x) * f(1.0); }
      """
    let editor = try Editor(["b.frag": text], open: ["b.frag"])
    let data = editor.at("b.frag", "precision", "semanticTokens/full")["data"].elements
      .compactMap(\.integer)
    #expect(data.count % 5 == 0)
    let kinds = ["variable", "parameter", "property", "function", "struct", "macro", "comment"]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var (line, column) = (0, 0)
    var found: [String] = []
    for index in stride(from: 0, to: data.count, by: 5) {
      column = data[index] == 0 ? column + data[index + 1] : data[index + 1]
      line += data[index]
      let word = lines[line].dropFirst(column).prefix(data[index + 2])
      found.append("\(word) \(kinds[data[index + 3]]) \(data[index + 4])")
    }
    #expect(
      found == [
        "HALF macro 1", "u_tint variable 3", "float off = 1.0; comment 0", "S struct 1",
        "m property 1", "f function 1", "p parameter 1", "p parameter 0", "HALF macro 0",
        "main function 1", "S struct 0", "s variable 1", "gl_FragColor variable 4",
        "u_tint variable 2", "abs function 4", "s variable 0", "m property 0", "x property 0",
        "f function 0",
      ])
  }

  @Test func folding() throws {
    let text = """
      // one
      // two
      /* a
         b */
      #ifdef X
      float f() {
        return 1.0;
      }
      #else
      float x; // not a block
      #endif
      """
    let editor = try Editor(["b.frag": text], open: ["b.frag"])
    let ranges = editor.at("b.frag", "one", "foldingRange").elements.map { range in
      "\(range["startLine"].integer ?? -1)-\(range["endLine"].integer ?? -1) "
        + (range["kind"].string ?? "")
    }
    #expect(Set(ranges) == ["0-1 comment", "2-3 comment", "4-7 region", "5-6 ", "8-9 region"])
  }

  @Test func driverReports() {
    let place = Location(file: "a.frag", line: 2)
    var report = LintReport()
    report.general = [
      Diagnostic(.undeclaredIdentifier, "a", at: place, origin: .engine("own")),
      Diagnostic(.undeclaredIdentifier, "b", at: place, origin: .engine("driver")),
      Diagnostic(.compilerCrashed, "c", at: place),
      Diagnostic(.noDriver, "d", at: nil),
    ]
    #expect(DriverCheck.findings(report).map(\.message) == ["b", "c"])
  }
}
