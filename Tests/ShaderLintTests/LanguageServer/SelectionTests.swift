import GLESKitSupport
import GLSL
import TestSupport
import Testing

@testable import ShaderLint

/// Selections that grow, the precisions that an editor shows, and links.
@Suite struct SelectionTests {
  private static let files = [
    "a.frag": """
    precision mediump float;
    #include "lib/light.glsl"
    varying vec2 v_uv; varying highp vec3 v_place;
    float f(highp float x, float y) { return x * (y + 2.0); }
    #include <none.glsl>
    #include "n"
    void main() {
      float a = 1.0, b; mat2 m; int i; vec4 c[2];
      b = f(a, v_uv.x);
      gl_FragColor = vec4(b * light);
    }

    """,
    "lib/light.glsl": "float light;\n", "n": "\n",
    "a.vert": "varying vec2 v_uv; varying vec3 v_place; void main() { gl_Position = vec4(1.0); }\n",
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag", "a.vert", "lib/light.glsl"]) }

  /// Commas in initializers end no declaration.
  @Test func initializersHaveNoPrecisions() {
    let head = "precision mediump float;\nvoid main() { highp float a = "
    editor.edit("a.vert", editor.texts["a.vert"] ?? "", "void main() {}")
    editor.edit(
      "a.frag", editor.texts["a.frag"] ?? "",
      "\(head)sin(1.0), b = max(a, 2.0), c; float d = max(a, b), e; }\n")
    #expect(hints("a.frag") == ["1:66 mediump", "1:81 mediump"])
  }

  /// The texts that are selected at a mark, from the smallest on.
  private func selections(_ mark: String) throws -> [String] {
    let place = editor.place("a.frag", mark)
    let answer = editor.request(
      "textDocument/selectionRange",
      ["textDocument": place["textDocument"], "positions": [place["position"]]])
    let bytes = Array((editor.texts["a.frag"] ?? "").utf8)
    let text = SourceText(path: "a.frag", bytes: bytes)
    var selections: [String] = []
    var next = answer.elements.first ?? .null
    while next != .null {
      let start = text.offset(of: try TextPosition(next["range"]["start"]))
      let end = text.offset(of: try TextPosition(next["range"]["end"]))
      selections.append(String(decoding: bytes[start..<end], as: UTF8.self))
      next = next["parent"]
    }
    return selections
  }

  @Test func selectionsGrow() throws {
    let found = try selections("y + 2.0")
    #expect(
      Array(found.dropLast())
        == [
          "", "y", "y + 2.0", "(y + 2.0)", "x * (y + 2.0)", "return x * (y + 2.0);",
          "{ return x * (y + 2.0); }",
          "f(highp float x, float y) { return x * (y + 2.0); }",
        ].filter { found.contains($0) })
    #expect(found.contains("x * (y + 2.0)") && found.contains("return x * (y + 2.0);"))
    #expect(found.last == editor.texts["a.frag"])
    for (inner, outer) in zip(found, found.dropFirst()) { #expect(outer.contains(inner)) }
    // In a directive, only the file is around the position.
    #expect(try selections("none.glsl") == ["", editor.texts["a.frag"] ?? ""])
  }

  private func hints(_ name: String, from: Int = 0, to: Int = 100) -> [String] {
    editor.request(
      "textDocument/inlayHint",
      [
        "textDocument": ["uri": .string(editor.uri(name))],
        "range": [
          "start": ["line": .integer(from), "character": 0],
          "end": ["line": .integer(to), "character": 0],
        ],
      ]
    ).elements.map { hint in
      "\(hint["position"]["line"].integer ?? -1):\(hint["position"]["character"].integer ?? -1) "
        + (hint["label"].string ?? "")
    }
  }

  @Test func precisionsThatAreInheritedAreShown() {
    #expect(
      hints("a.frag") == [
        "2:13 mediump", "3:29 mediump", "7:8 mediump", "7:17 mediump", "7:25 mediump",
        "7:40 mediump",
      ])
    #expect(hints("a.frag", from: 3, to: 4) == ["3:29 mediump"])
    // The precision of a file that others include is theirs.
    #expect(hints("lib/light.glsl") == ["0:6 mediump"])
    #expect(hints("a.vert") == [])
    editor.edit("a.frag", "mediump", "highp")
    #expect(hints("a.frag", from: 2, to: 3) == ["2:13 highp"])
  }

  @Test func stagesThatTheTextTellsAreShown() throws {
    let text = "void main() { gl_Position = vec4(1.0); }\n"
    editor.open("quad.glsl", text)
    #expect(hints("quad.glsl") == ["0:0 vertex shader"])
    #expect(hints("quad.glsl", from: 1) == [])
    editor.edit("quad.glsl", text, "#pragma vertex\n\(text)")
    #expect(hints("quad.glsl") == [])
    editor.edit("quad.glsl", "#pragma vertex\n\(text)", "vec4 f();\n")
    #expect(hints("quad.glsl") == [])
  }

  @Test func includesAreLinks() {
    let links = editor.request(
      "textDocument/documentLink", ["textDocument": ["uri": .string(editor.uri("a.frag"))]]
    ).elements
    #expect(links.map { $0["target"].string } == ["lib/light.glsl", "n"].map(editor.uri))
    let places = [(1, 10, 24), (5, 10, 11)].map { line, start, end -> JSON in
      [
        "start": ["line": .integer(line), "character": .integer(start)],
        "end": ["line": .integer(line), "character": .integer(end)],
      ]
    }
    #expect(links.map { $0["range"] } == places)
  }
}
