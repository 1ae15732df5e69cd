import GLESKitSupport
import GLSL
import TestSupport
import Testing

@testable import ShaderLint

/// Formatting of documents and of lines.
@Suite struct FormattingTests {
  private static let files = [
    "a.frag": "precision mediump float;\nvoid main( ){\n/* ä */ float a=1.0;\n\n\nfloat b=2.0;}\n",
    "a.js": "const s = `void main( ){gl_FragColor=vec4(1.0);}`;\n",
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag", "a.js"]) }

  /// Applies the edits of an answer to a file, the last first.
  private func text(_ edits: JSON, _ name: String = "a.frag") throws -> String {
    let text = SourceText(path: name, bytes: Array((Self.files[name] ?? "").utf8))
    var bytes = text.bytes
    for edit in edits.elements.reversed() {
      let start = text.offset(of: try TextPosition(edit["range"]["start"]))
      let end = text.offset(of: try TextPosition(edit["range"]["end"]))
      bytes.replaceSubrange(start..<end, with: Array((edit["newText"].string ?? "").utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func format(
    _ name: String = "a.frag", _ options: JSON = [:], lines: ClosedRange<Int>? = nil
  ) -> JSON {
    var members = [
      JSON.Member("textDocument", ["uri": .string(editor.uri(name))]),
      JSON.Member("options", options),
    ]
    guard let lines else { return editor.request("textDocument/formatting", .object(members)) }
    let range: JSON = [
      "start": ["line": .integer(lines.lowerBound), "character": 3],
      "end": ["line": .integer(lines.upperBound), "character": 4],
    ]
    members.append(JSON.Member("range", range))
    return editor.request("textDocument/rangeFormatting", .object(members))
  }

  @Test func documentsAreFormatted() throws {
    let head = "precision mediump float;\nvoid main() {\n"
    #expect(
      try text(format()) == head + "  /* ä */ float a = 1.0;\n\n  float b = 2.0;\n}\n")
    #expect(
      try text(format("a.frag", ["tabSize": 4, "insertSpaces": false]))
        == head + "\t/* ä */ float a = 1.0;\n\n\tfloat b = 2.0;\n}\n")
    #expect(
      try text(format("a.frag", ["tabSize": 3, "insertSpaces": true]))
        == head + "   /* ä */ float a = 1.0;\n\n   float b = 2.0;\n}\n")
  }

  @Test func linesAreFormatted() throws {
    #expect(
      try text(format(lines: 2...2))
        == "precision mediump float;\nvoid main( ){\n  /* ä */ float a = 1.0;\n\n\nfloat b=2.0;}\n"
        .replacing("\n\n\nfloat", with: "\n\n  float"))
    #expect(format(lines: 0...0).elements.isEmpty)
    let wrong = editor.ask(
      "textDocument/rangeFormatting",
      [
        "textDocument": ["uri": .string(editor.uri("a.frag"))],
        "range": ["start": ["line": 2, "character": 0], "end": ["line": 1, "character": 0]],
      ])
    #expect(wrong["error"]["message"].string?.contains("ends before it begins") == true)
  }

  /// A server for the program's language formats it.
  @Test func programsStay() { #expect(format("a.js") == []) }
}
