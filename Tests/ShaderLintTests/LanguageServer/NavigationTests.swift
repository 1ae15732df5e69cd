import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Hover, definition, references, highlights and the outline.
@Suite struct NavigationTests {
  private static let files = [
    "a.vert": """
    #version 100
    #include "fog.glsl"
    attribute vec4 a_position;
    uniform mat4 u_matrices[3];
    varying mediump vec2 v_uv;
    void main() {
      v_uv = a_position.xy * fog(1.0);
      gl_Position = u_matrices[0] * a_position;
    }

    """,
    "a.frag": """
    #version 100
    #extension GL_OES_standard_derivatives : enable
    precision mediump float;
    #include "fog.glsl"
    #define HALF(x) (0.5 * (x))
    struct Light {
      vec3 color;
      float range;
    };
    varying vec2 v_uv;
    /* The only light. */
    uniform Light u_light;
    const int COUNT = 2 + 2;
    vec3 shade(const in vec3 normal, inout float sum);
    // Shades a point
    // without shadows.
    vec3 shade(const in vec3 normal, inout float sum) {
      float v_uv = HALF(sum);
      sum += v_uv;
      return normal.zyx * u_light.color;
    }
    void main() {
      float sum = fog(v_uv.x) + dFdx(v_uv.y);
      for (int i = 0; i < COUNT; i++) sum += float(i);
      gl_FragColor = vec4(shade(vec3(1.0), sum), 1.0);
    }

    """,
    "fog.glsl": """
    // How much fog there is.
    mediump float fog(mediump float depth) {
      return clamp(depth, 0.0, 1.0);
    }

    """,
  ]

  private let editor: Editor

  init() throws { editor = try Editor(Self.files, open: ["a.frag", "fog.glsl"]) }

  /// The members of a structure that is too complex are not kept.
  @Test func membersOfATooComplexStructure() throws {
    let members = (0..<1100).map { "  float m\($0);\n" }.joined()
    let file = "struct Big {\n\(members)};\nvoid main() { Big b; b.m7 = 1.0; }\n"
    let editor = try Editor(["big.vert": file], open: ["big.vert"])
    for mark in ["m3;", "m7 =", "Big b"] {
      _ = editor.hover("big.vert", mark)
      _ = editor.at("big.vert", mark, "definition")
    }
    #expect(!editor.hover("big.vert", "main").isEmpty)
  }

  @Test func hoversShowDeclarations() {
    func expect(_ mark: String, _ parts: String..., file: String = "a.frag") {
      let text = editor.hover(file, mark)
      for part in parts { #expect(text.contains(part), "\(mark): \(text)") }
    }
    expect("v_uv.x", "varying mediump vec2 v_uv", "1 vector", "a.vert, line 5")
    expect("v_uv = HALF", "```glsl\nmediump float v_uv\n```")
    expect("u_light.color", "uniform Light u_light", "The only light.", "2 vectors")
    expect("color;\n}", "mediump vec3 color", "Member of `Light`")
    expect("Light u_light", "struct Light {\n  mediump vec3 color;\n  mediump float range;\n}")
    expect("COUNT;", "const mediump int COUNT = 4")
    expect(
      "shade(vec3(", "mediump vec3 shade(const mediump vec3 normal, inout mediump float sum)",
      "Shades a point\nwithout shadows.")
    expect("fog(v_uv", "mediump float fog(mediump float depth)", "How much fog")
    expect("HALF(sum", "#define HALF(x) (0.5 * (x))")
    expect("dFdx", "genType dFdx(genType)", "Only in fragment", "GL_OES_standard_derivatives")
    expect("clamp", "genType clamp(genType, genType, genType)", "min(max(", file: "fog.glsl")
    expect("gl_FragColor", "mediump vec4 gl_FragColor", "Only in fragment")
    expect("zyx", "vec3", "3 floats")
    #expect(editor.hover("a.frag", "#version") == "")
    #expect(editor.hover("a.frag", "return normal") == "")
  }

  @Test func definitions() {
    func expect(_ mark: String, _ place: String, _ method: String = "definition") {
      #expect(editor.text(editor.at("a.frag", mark, method)) == place, "\(mark)")
    }
    expect("v_uv.x", "a.frag:9:13")
    // From a declaration to the one in the other stage.
    expect("v_uv;", "a.vert:4:21")
    expect("v_uv;\n  return", "a.frag:17:8")
    expect("shade(vec3(", "a.frag:16:5")
    expect("fog(v_uv", "fog.glsl:1:14")
    expect("\"fog.glsl\"", "fog.glsl:0:0")
    expect("HALF(sum", "a.frag:4:8")
    expect("color;\n}", "a.frag:6:7")
    expect("Light u_light", "a.frag:5:7")
    expect("u_light.color", "a.frag:5:7", "typeDefinition")
    #expect(editor.at("a.frag", "dFdx", "definition") == .null)
  }

  private func references(_ name: String, _ mark: String, _ withDeclaration: Bool = true)
    -> [String]
  {
    guard case .object(var members) = editor.place(name, mark) else { return [] }
    members.append(JSON.Member("context", ["includeDeclaration": .bool(withDeclaration)]))
    return editor.request("textDocument/references", .object(members)).elements.map(editor.text)
  }

  @Test func referencesCrossStagesAndIncludes() {
    let all = ["a.frag:9:13", "a.frag:22:18", "a.frag:22:33", "a.vert:4:21", "a.vert:6:2"]
    #expect(references("a.frag", "v_uv.x") == all)
    #expect(references("a.frag", "v_uv;") == all, "the same from the declaration")
    #expect(
      references("a.frag", "v_uv.x", false) == ["a.frag:22:18", "a.frag:22:33", "a.vert:6:2"])
    #expect(references("a.frag", "v_uv = HALF") == ["a.frag:17:8", "a.frag:18:9"])
    #expect(references("fog.glsl", "fog(m") == ["a.frag:22:14", "a.vert:6:25", "fog.glsl:1:14"])
    #expect(references("a.frag", "color;\n}") == ["a.frag:6:7", "a.frag:19:30"])
    #expect(references("a.frag", "dFdx") == [])
  }

  /// A structure of the other stage is found by its name.
  @Test func membersCrossStages() throws {
    let editor = try Editor(
      [
        "b.vert": """
        struct Light { mediump vec3 color; };
        struct Other { float color; };
        uniform Light u_light;
        attribute vec4 a_place;
        void main() {
          Other other;
          other.color = 1.0;
          gl_Position = a_place + vec4(u_light.color, other.color);
        }

        """,
        "b.frag": """
        struct Light { mediump vec3 color; };
        uniform Light u_light;
        void main() { gl_FragColor = vec4(u_light.color, 1.0); }

        """,
      ], open: ["b.frag"])
    guard case .object(var members) = editor.place("b.frag", "color; }") else { return }
    members.append(JSON.Member("context", ["includeDeclaration": true]))
    let found = editor.request("textDocument/references", .object(members)).elements
    #expect(
      found.map(editor.text) == ["b.frag:0:28", "b.frag:2:42", "b.vert:0:28", "b.vert:7:39"])
  }

  /// Constants and plain globals of one name have nothing to do with those of the other stage.
  @Test func onlyVaryingsAndUniformsCrossStages() throws {
    let text = """
      const mediump float SIZE = 1.0;
      uniform mediump float u_size;
      mediump float own;
      void main() { own = SIZE + u_size; }

      """
    let editor = try Editor(["c.vert": text, "c.frag": text], open: ["c.frag"])
    for (mark, expected) in [
      ("SIZE", ["c.frag:0:20", "c.frag:3:20"]), ("own;", ["c.frag:2:14", "c.frag:3:14"]),
      ("u_size", ["c.frag:1:22", "c.frag:3:27", "c.vert:1:22", "c.vert:3:27"]),
    ] {
      guard case .object(var members) = editor.place("c.frag", mark) else { continue }
      members.append(JSON.Member("context", ["includeDeclaration": true]))
      let found = editor.request("textDocument/references", .object(members)).elements
      #expect(found.map(editor.text) == expected, "\(mark)")
    }
  }

  @Test func highlights() {
    let found = editor.at("a.frag", "v_uv.x", "documentHighlight").elements
    #expect(found.map { $0["range"]["start"]["line"].integer } == [9, 22, 22])
  }

  @Test func outline() {
    let symbols = editor.at("a.frag", "v_uv", "documentSymbol").elements
    let names = symbols.map { $0["name"].string ?? "" }
    #expect(names == ["Light", "v_uv", "u_light", "COUNT", "shade", "main"])
    #expect(symbols.first?["children"].elements.map { $0["name"] } == ["color", "range"])
    #expect(symbols.first?["range"]["end"]["line"] == 8)
    #expect(symbols[4]["range"]["start"]["line"] == 16)
    #expect(symbols[4]["range"]["end"]["line"] == 20)
    let included = editor.at("fog.glsl", "fog", "documentSymbol").elements
    #expect(included.map { $0["name"] } == ["fog"])
  }

  /// Any position of any text can be asked about.
  @Test func everyPositionIsAnswered() throws {
    let broken = try Editor(
      [
        "x.frag":
          "precision mediump float;\nvoid main( { vec3 a = b.; f(a, ; } é 🙂 #if x\n#define A(x"
      ],
      open: ["x.frag"])
    for (editor, name) in [(editor, "a.frag"), (editor, "fog.glsl"), (broken, "x.frag")] {
      let count = (editor.texts[name] ?? "").utf8.count
      for offset in stride(from: 0, through: count + 7, by: 7) {
        for method in ["hover", "definition", "typeDefinition", "references", "documentHighlight"] {
          let answer = editor.ask("textDocument/\(method)", editor.place(name, "", offset))
          #expect(answer["error"] == .null, "\(name):\(offset) \(method): \(answer)")
        }
      }
    }
  }
}
