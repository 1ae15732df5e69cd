import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Symbols of a workspace, and which functions call which.
@Suite struct HierarchyTests {
  private static let files = [
    "a.frag": """
    precision mediump float;
    #include "lib.glsl"
    float own(float x) { return noise(x) + noise(2.0 * x); }
    void main() { gl_FragColor = vec4(own(1.0), noise(0.5), own(2.0), 1.0); }

    """,
    "b.frag": "precision mediump float;\n#include \"lib.glsl\"\nuniform float u_Noise;\n"
      + "void main() { gl_FragColor = vec4(noise(u_Noise)); }\n",
    "lib.glsl": "struct Noise { float seed; };\nfloat hash(float x) { return fract(x); }\n"
      + "float noise(float x) { return hash(x); }\n",
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag"]) }

  private func symbols(_ query: String) -> [String] {
    editor.request("workspace/symbol", ["query": .string(query)]).elements.map {
      "\($0["name"].string ?? "") \($0["kind"].integer ?? 0) \(editor.text($0["location"]))"
    }
  }

  @Test func symbolsAreFoundInAllFiles() {
    // Open documents come first; what they include is in its own file.
    #expect(symbols("own") == ["own 12 a.frag:2:6"])
    #expect(
      symbols("noise")
        == ["u_Noise 13 b.frag:2:14", "Noise 23 lib.glsl:0:7", "noise 12 lib.glsl:2:6"])
    #expect(symbols("HASH") == ["hash 12 lib.glsl:1:6"])
    #expect(symbols("") == ["own 12 a.frag:2:6", "main 12 a.frag:3:5"])
    #expect(symbols("nothing").isEmpty)
  }

  /// The functions in an answer, with their places and those of the calls.
  private func calls(_ direction: String, of item: JSON) -> [String] {
    editor.request("callHierarchy/\(direction)Calls", ["item": item]).elements.map { call in
      let other = call[direction == "incoming" ? "from" : "to"]
      let places = call["fromRanges"].elements.map {
        "\($0["start"]["line"].integer ?? -1):\($0["start"]["character"].integer ?? -1)"
      }
      let place: JSON = ["uri": other["uri"], "range": other["selectionRange"]]
      return "\(other["name"].string ?? "") \(editor.text(place)) \(places)"
    }.sorted()
  }

  @Test func callsAreFollowedBothWays() throws {
    let noise = try #require(
      editor.at("a.frag", "noise(x)", "prepareCallHierarchy").elements.first)
    #expect(noise["detail"].string == "mediump float noise(mediump float x)")
    #expect(
      calls("incoming", of: noise) == [
        "main a.frag:3:5 [\"3:44\"]", "main b.frag:3:5 [\"3:34\"]",
        "own a.frag:2:6 [\"2:28\", \"2:39\"]",
      ])
    #expect(calls("outgoing", of: noise) == ["hash lib.glsl:1:6 [\"2:30\"]"])
    let own = try #require(editor.at("a.frag", "own(1.0", "prepareCallHierarchy").elements.first)
    #expect(calls("incoming", of: own) == ["main a.frag:3:5 [\"3:34\", \"3:56\"]"])
    #expect(calls("outgoing", of: own) == ["noise lib.glsl:2:6 [\"2:28\", \"2:39\"]"])
    #expect(editor.at("a.frag", "gl_FragColor", "prepareCallHierarchy") == .null)
    #expect(editor.at("a.frag", "x)", "prepareCallHierarchy") == .null)
    let wrong = editor.ask("callHierarchy/incomingCalls", [:])
    #expect(wrong["error"]["message"].string == "the request names no function")
  }
}
