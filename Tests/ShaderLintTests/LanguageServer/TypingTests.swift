import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Completion and signature help, in texts that are not complete.
@Suite struct TypingTests {
  private static let files = [
    "a.vert": """
    #version 100
    attribute vec4 a_position;
    uniform mat4 u_matrix;
    uniform mediump vec4 u_tint;
    varying mediump vec2 v_uv;
    void main() { v_uv = a_position.xy * u_tint.xy; gl_Position = u_matrix * a_position; }

    """,
    "a.frag": """
    #version 100
    precision mediump float;
    #include "common/fog.glsl"
    #define HALF 0.5
    struct Light { vec3 color; float range; };
    uniform Light u_light;
    float shade(vec3 normal, float amount) { float inner = 1.0; return inner; }
    void main() {
      vec3 normal = vec3(1.0);
      // comment
      gl_FragColor = vec4(1.0);
    }

    """,
    "common/fog.glsl": "float fog(float depth) { return depth; }\n",
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag"]) }

  /// Types `text` before `gl_FragColor = …`, and returns the items at its end.
  private func items(_ text: String) -> [JSON] {
    editor.edit("a.frag", "  gl_FragColor =", "  \(text)\n  gl_FragColor =")
    defer { editor.edit("a.frag", "  \(text)\n", "") }
    return editor.at("a.frag", "\(text)\n", "completion", text.utf8.count)["items"].elements
  }

  private func labels(_ text: String) -> Set<String> {
    Set(items(text).compactMap { $0["label"].string })
  }

  @Test func names() {
    let found = labels("no")
    #expect(
      found.isSuperset(of: [
        "normal", "u_light", "Light", "shade", "fog", "HALF", "v_uv", "u_tint", "mix", "vec3",
        "gl_FragCoord", "gl_MaxDrawBuffers", "return", "normalize",
      ]))
    #expect(found.isDisjoint(with: ["inner", "amount", "gl_Position", "dFdx", "a_position"]))
  }

  /// Locals, globals, names of the other shader, built-in names and keywords, in that order.
  @Test func namesAreSorted() {
    let keys = Dictionary(
      items("no").map { ($0["label"].string ?? "", $0["sortText"].string ?? "") },
      uniquingKeysWith: { one, _ in one })
    let kinds = [["normal"], ["u_light", "Light", "shade"], ["u_tint"], ["mix"], ["return"]]
    for (before, after) in zip(kinds, kinds.dropFirst()) {
      for (one, other) in before.flatMap({ one in after.map { (one, $0) } }) {
        #expect(keys[one] ?? "9" < keys[other] ?? "", "\(one), \(other)")
      }
    }
  }

  @Test func extensionsAddNames() {
    editor.edit("a.frag", "precision", "#extension GL_OES_standard_derivatives : enable\nprecision")
    #expect(labels("dF").isSuperset(of: ["dFdx", "fwidth"]))
    #expect(!labels("te").contains("texture2DLodEXT"))
  }

  @Test func members() {
    #expect(labels("u_light.") == ["color", "range"])
    #expect(labels("u_light.ra") == ["color", "range"])
    #expect(labels("u_light.color.").isSuperset(of: ["x", "z", "rgb", "xy", "st"]))
    #expect(!labels("u_light.color.").contains("w"))
    #expect(labels("float f = shade(vec3(1.0).").contains("xyz"))
    #expect(labels("normal.x").contains("xz"))
    #expect(labels("(normal + normal).").contains("xyz"))
    #expect(labels("normal[0].") == [])
    #expect(labels("1.").contains("normal"), "a number")
    #expect(labels("unknown.") == [])
  }

  @Test func partnersAreDeclaredByAnEdit() {
    let tint = items("u_t").first { $0["label"] == "u_tint" }
    let edit = tint?["additionalTextEdits"].elements.first
    #expect(edit?["newText"] == "uniform mediump vec4 u_tint;\n")
    #expect(edit?["range"]["start"]["line"] == 6)
    editor.edit("a.frag", "float shade", "varying \nfloat shade")
    let varying = editor.at("a.frag", "varying ", "completion", 8)["items"].elements
    let item = varying.first { $0["label"] == "v_uv" }
    #expect(item?["insertText"] == "mediump vec2 v_uv;")
  }

  @Test func directives() {
    #expect(labels("#").isSuperset(of: ["ifdef", "extension", "include"]))
    #expect(labels("#extension GL_").contains("GL_OES_standard_derivatives"))
    #expect(
      labels("#extension GL_OES_standard_derivatives : ") == [
        "require", "enable", "warn", "disable",
      ])
    #expect(labels("#ifdef ").isSuperset(of: ["HALF", "GL_ES"]))
    #expect(labels("#include \"").isSuperset(of: ["common/", "a.vert"]))
    #expect(labels("#include \"common/f") == ["fog.glsl"])
    #expect(labels("#define A no").contains("normal"))
  }

  @Test func commentsAreLeftAlone() {
    #expect(labels("// no") == [])
    #expect(labels("/* no") == [])
    #expect(labels("/* no */ no").contains("normal"))
  }

  private func help(_ text: String) -> (label: String, parameter: String)? {
    editor.edit("a.frag", "  gl_FragColor =", "  \(text)\n  gl_FragColor =")
    defer { editor.edit("a.frag", "  \(text)\n", "") }
    let answer = editor.at("a.frag", "\(text)\n", "signatureHelp", text.utf8.count)
    guard let active = answer["activeSignature"].integer,
      let number = answer["activeParameter"].integer
    else { return nil }
    let signature = answer["signatures"].elements[active]
    let parameters = signature["parameters"].elements
    let parameter = number < parameters.count ? parameters[number]["label"].string ?? "" : ""
    return (signature["label"].string ?? "", parameter)
  }

  @Test func signatures() {
    let own = help("shade(normal, ")
    #expect(own?.label == "mediump float shade(mediump vec3 normal, mediump float amount)")
    #expect(own?.parameter == "mediump float amount")
    #expect(help("shade(vec3(1.0, 2.0, 3.0), ")?.parameter == "mediump float amount")
    #expect(help("float x = mix(normal, fog(")?.label == "mediump float fog(mediump float depth)")
    #expect(
      help("float x = mix(normal, fog(1.0), ")?.label == "genType mix(genType, genType, genType)")
    #expect(help("texture2D(a, b, ")?.label == "vec4 texture2D(sampler2D, vec2, float)")
    #expect(help("normal") == nil)
    #expect(help("unknown(") == nil)
    #expect(help("(") == nil)
  }

  @Test func everyPositionIsAnswered() throws {
    for name in Self.files.keys { editor.open(name, Self.files[name] ?? "") }
    for (name, text) in editor.texts {
      for offset in stride(from: 0, through: text.utf8.count, by: 7) {
        for method in ["completion", "signatureHelp"] {
          let answer = editor.ask("textDocument/\(method)", editor.place(name, "", offset))
          #expect(answer["error"] == .null, "\(name):\(offset) \(answer)")
        }
      }
    }
  }
}
