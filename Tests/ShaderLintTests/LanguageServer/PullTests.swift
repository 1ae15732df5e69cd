import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Findings that an editor asks for.
@Suite struct PullTests {
  private static let pulling: JSON = [
    "textDocument": ["diagnostic": ["dynamicRegistration": false]],
    "workspace": ["diagnostics": ["refreshSupport": true]],
  ]
  private static let files = [
    "a.frag": "precision mediump float;\n#include \"lib.glsl\"\n"
      + "void main() { gl_FragColor = one(); }\n",
    "lib.glsl": "vec4 one() { return vec4(1.0); }\n",
  ]

  private func codes(_ answer: JSON) -> [String] {
    answer["items"].elements.compactMap { $0["code"].string }
  }

  private func pull(_ editor: Editor, _ name: String, after id: JSON = .null) -> JSON {
    editor.request(
      "textDocument/diagnostic",
      ["textDocument": ["uri": .string(editor.uri(name))], "previousResultId": id])
  }

  @Test func editorsThatPullAreAnswered() throws {
    let editor = try Editor(Self.files, open: ["a.frag"], capabilities: Self.pulling)
    let first = pull(editor, "a.frag")
    #expect(first["kind"] == "full" && codes(first) == [])
    #expect(pull(editor, "a.frag", after: first["resultId"])["kind"] == "unchanged")
    // An answer that the editor does not have is sent whole.
    #expect(pull(editor, "a.frag", after: "99")["kind"] == "full")
    editor.edit("a.frag", "one()", "two()")
    let second = pull(editor, "a.frag", after: first["resultId"])
    #expect(codes(second) == ["GL1004"] && second["resultId"] != first["resultId"])
    let item = try #require(second["items"].elements.first)
    #expect(item["range"]["start"]["line"] == 2 && item["source"] == "shaderlint")
    #expect(pull(editor, "a.frag", after: second["resultId"])["kind"] == "unchanged")
    editor.edit("a.frag", "two()", "one()")
    #expect(codes(pull(editor, "a.frag", after: second["resultId"])) == [])
    // What is pulled is not pushed.
    #expect(editor.findings("a.frag") == nil)
  }

  private func refreshes(_ editor: Editor) -> Int {
    editor.server.publish()
    return editor.server.takeOutgoing().count { $0["method"] == "workspace/diagnostic/refresh" }
  }

  @Test func editorsAskAgainWhenOtherFilesChange() throws {
    let editor = try Editor(Self.files, open: ["a.frag"], capabilities: Self.pulling)
    let first = pull(editor, "a.frag")
    #expect(refreshes(editor) == 0)
    // The editor asks for what it has edited by itself.
    editor.edit("a.frag", "one()", "one().xxxx")
    #expect(refreshes(editor) == 0)
    _ = pull(editor, "a.frag", after: first["resultId"])
    try editor.write("lib.glsl", "vec4 other() { return vec4(1.0); }\n")
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": [["uri": .string(editor.uri("lib.glsl")), "type": 2]]])
    #expect(refreshes(editor) == 1 && refreshes(editor) == 0)
    #expect(codes(pull(editor, "a.frag", after: first["resultId"])) == ["GL1004"])
    // What the driver finds in a saved file arrives later.
    let path = "\(editor.folder.path)/a.frag"
    editor.server.take(
      [Diagnostic(.compilerHung, "slow", at: Location(file: path, line: 1))], of: path)
    #expect(refreshes(editor) == 1)
    #expect(pull(editor, "a.frag")["items"].elements.count == 2)
  }

  /// What was sent of a closed file is taken back when the editor opens it and asks for it.
  @Test func openedFilesAreTakenBack() throws {
    let broken = ["a.frag": "#include \"lib.glsl\"\nvoid main() {}\n", "lib.glsl": "float f() {\n"]
    let editor = try Editor(broken, open: ["a.frag"], capabilities: Self.pulling)
    #expect(editor.findings("lib.glsl")?.isEmpty == false)
    editor.open("lib.glsl", "float f() {\n")
    #expect(editor.findings("lib.glsl") == [])
    #expect(!pull(editor, "lib.glsl")["items"].elements.isEmpty)
  }

  @Test func editorsThatCannotAskAgainGetFindingsUnasked() throws {
    let editor = try Editor(
      ["a.frag": "void main() { gl_FragColor = one; }\n"], open: ["a.frag"],
      capabilities: ["textDocument": ["diagnostic": [:]]])
    #expect(editor.findings("a.frag")?.count == 1)
    let error = editor.ask(
      "textDocument/diagnostic",
      ["textDocument": ["uri": .string(editor.uri("none.frag"))]])["error"]
    #expect(error["message"].string?.contains("none.frag") == true)
  }

  @Test(arguments: [true, false]) func theServerOffersWhatTheEditorCanDo(pulls: Bool) {
    let server = LanguageServer(LintOptions(), version: "0")
    server.receive([
      "jsonrpc": "2.0", "id": 1, "method": "initialize",
      "params": ["capabilities": pulls ? Self.pulling : [:]],
    ])
    let offer = server.takeOutgoing().first?["result"]["capabilities"]["diagnosticProvider"]
    #expect((offer?["interFileDependencies"] == true) == pulls)
  }
}
