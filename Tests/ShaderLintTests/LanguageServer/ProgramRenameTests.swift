import GLESKitSupport
import Testing

@testable import ShaderLint

/// Renaming in programs with shaders in their strings: what is linked, and what the program names.
@Suite struct ProgramRenameTests {
  private static let program = """
    const vs = `
      attribute vec4 a; varying vec2 v_uv;
      void main() { v_uv = a.xy; gl_Position = a; }
    `;
    const fs = `
      precision mediump float;
      varying vec2 v_uv; uniform float time;
      void main() { gl_FragColor = vec4(v_uv, time, 1.0); }
    `;
    gl.getUniformLocation(p, "time"); set({time: 1}); log("no time");
    """
  private static let filter = """
    const fs = `
      precision mediump float; varying vec2 v_uv;
      void main() { gl_FragColor = vec4(v_uv, 0.0, 1.0); }
    `;
    """
  private static let quad =
    "attribute vec4 a; varying vec2 v_uv; void main() { v_uv = a.xy; gl_Position = a; }"
  private static let asking: JSON = [
    "workspace": ["workspaceEdit": ["documentChanges": true, "changeAnnotationSupport": [:]]]
  ]

  /// Renames and returns the answer.
  private func rename(
    _ editor: Editor, _ name: String, _ mark: String, to new: String
  ) -> JSON {
    guard case .object(let members) = editor.place(name, mark) else { return .null }
    return editor.ask(
      "textDocument/rename", .object(members + [JSON.Member("newName", .string(new))]))
  }

  /// The number of edits in each file.
  private func edits(_ answer: JSON, _ editor: Editor) -> [String: Int] {
    guard case .object(let members) = answer["result"]["changes"] else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: members.map {
        let path = FileURI.path($0.name)
        return (String(path.dropFirst(editor.folder.path.count + 1)), $0.value.elements.count)
      })
  }

  @Test func bothStagesOfAProgramChange() throws {
    let editor = try Editor(["a.js": Self.program], open: ["a.js"])
    #expect(edits(rename(editor, "a.js", "v_uv;", to: "place"), editor) == ["a.js": 4])
    let both = rename(editor, "a.js", "v_uv;", to: "time")
    #expect(both["error"]["message"].string?.contains("'time' can't be used") == true)
  }

  /// A key may mean something else, and an editor that can't ask changes no string.
  @Test func placesThatStayAreTold() throws {
    let editor = try Editor(["a.js": Self.program], open: ["a.js"])
    let answer = rename(editor, "a.js", "time;", to: "seconds")
    #expect(edits(answer, editor) == ["a.js": 2])
    let note = editor.messages.last { $0["method"] == "window/showMessage" }
    let text = note?["params"]["message"].string ?? ""
    #expect(text.hasSuffix("still has 'time' at a.js:10, a.js:10"), "\(text)")
  }

  @Test func stringsAreOffered() throws {
    let other = "uniform('time'); uniform('time[0]'); uniform('times');"
    let alone = Self.program.replacing(
      #"gl.getUniformLocation(p, "time"); set({time: 1});"#, with: "")
    for (text, expected) in [(Self.program, [1]), (alone, [0, 2])] {
      let editor = try Editor(
        ["a.js": text, "b.js": other], open: ["a.js"], capabilities: Self.asking)
      let answer = rename(editor, "a.js", "time;", to: "seconds")["result"]
      #expect(answer["changeAnnotations"]["program"]["needsConfirmation"] == true)
      let asked = answer["documentChanges"].elements.map { file in
        file["edits"].elements.count { $0["annotationId"] == "program" }
      }
      #expect(asked == expected)
    }
  }

  /// What is no shader is told, and so are the variables of the program in a shader's text.
  @Test func otherTextsStay() throws {
    let more = """

      log("no time; sorry"); const css = `a { time: 1; }`; const piece = `vec2 p; ${time}`;
      """
    let editor = try Editor(["a.js": Self.program + more], open: ["a.js"])
    #expect(edits(rename(editor, "a.js", "time;", to: "seconds"), editor) == ["a.js": 2])
    let note = editor.messages.last { $0["method"] == "window/showMessage" }
    let text = note?["params"]["message"].string ?? ""
    #expect(text.hasSuffix("a.js:10, a.js:10, a.js:11, a.js:11, a.js:11"), "\(text)")
  }

  @Test func stringsOfAllFilesAreOffered() throws {
    let alone = Self.program.replacing(#"gl.getUniformLocation(p, "time");"#, with: "")
    let other = "uniform('time');"
    let editor = try Editor(
      ["a.js": alone, "b.js": other, "c.js": other], open: ["a.js"], capabilities: Self.asking)
    let answer = rename(editor, "a.js", "time;", to: "seconds")["result"]
    #expect(answer["documentChanges"].elements.count == 3)
  }

  /// Shaders of packages and those that are left out of checks are not changed.
  @Test func otherProjectsStay() throws {
    let files = [
      "a.js": Self.filter, "node_modules/b/q.vert": Self.quad, "old/q.vert": Self.quad,
      "new/q.vert": Self.quad, ".shaderlint.toml": "exclude = [\"old/**\"]\n",
    ]
    let editor = try Editor(files, open: ["a.js"])
    let found = edits(rename(editor, "a.js", "v_uv;", to: "place"), editor)
    #expect(found == ["a.js": 2, "new/q.vert": 2])
  }

  /// A filter without a vertex shader is drawn with that of another file.
  @Test func shadersOfOtherFilesChangeIfTheyAreLinked() throws {
    let plain = [
      "quad.vert": Self.quad,
      "one.frag":
        "precision mediump float; varying vec2 v_uv; void main() { gl_FragColor = v_uv.xyxy; }",
      "two.frag":
        "#define INPUT varying\nprecision mediump float; INPUT vec2 v_uv;\n"
        + "void main() { gl_FragColor = v_uv.xyxy; }\n",
      "off.frag":
        "precision mediump float;\n#if 0\nvarying vec2 v_uv;\n#endif\n"
        + "void main() { vec2 v_uv = vec2(1.0); gl_FragColor = v_uv.xyxy; }\n",
    ]
    let editor = try Editor(
      plain.merging(["a.js": Self.program, "b.js": Self.filter, "c.js": Self.filter]) { $1 },
      open: ["b.js", "one.frag"])
    let all = ["a.js": 4, "b.js": 2, "c.js": 2, "one.frag": 2, "quad.vert": 2, "two.frag": 2]
    #expect(edits(rename(editor, "b.js", "v_uv;", to: "place"), editor) == all)
    #expect(edits(rename(editor, "one.frag", "v_uv;", to: "place"), editor) == all)
  }

  /// A permutation may give the word `varying`.
  @Test func permutationsMayDeclareVaryings() throws {
    let files = [
      ".shaderlint.toml": "[permute]\nINPUT = [\"varying\"]\n", "quad.vert": Self.quad,
      "two.frag": "precision mediump float; INPUT vec2 v_uv;\n"
        + "void main() { gl_FragColor = v_uv.xyxy; }\n",
    ]
    let editor = try Editor(files, open: ["quad.vert"])
    let found = edits(rename(editor, "quad.vert", "v_uv;", to: "place"), editor)
    #expect(found == ["quad.vert": 2, "two.frag": 2])
  }

  @Test func programsOfTheirOwnStay() throws {
    let editor = try Editor(
      ["a.js": Self.program, "b.js": Self.program], open: ["a.js"])
    #expect(edits(rename(editor, "a.js", "v_uv;", to: "place"), editor) == ["a.js": 4])
  }

  /// A text that is joined with others is not checked, but belongs to the program.
  @Test func textsThatAreNotCheckedChangeToo() throws {
    let piece = "const more = `varying vec2 v_uv; vec2 twice() { return v_uv + v_uv; }` + fs;\n"
    let editor = try Editor(["a.js": piece + Self.program], open: ["a.js"])
    let answer = rename(editor, "a.js", "v_uv; uniform", to: "place")
    #expect(edits(answer, editor) == ["a.js": 7])
    let member = "const more = `struct S { vec2 v_uv; }; vec2 f(S s) { return s.v_uv; }` + fs;\n"
    for (text, new) in [(member, "place"), (piece, "twice")] {
      let editor = try Editor(["a.js": text + Self.program], open: ["a.js"])
      let refused = rename(editor, "a.js", "v_uv; uniform", to: new)
      #expect(refused["error"]["message"].string?.contains("not checked, at a.js:1") == true)
    }
  }

  /// The other stage may be in a file of the folder and not checked, as a program completes it.
  @Test func filesBesideAProgramChangeToo() throws {
    let composed = """
      const fs = `precision mediump float; varying vec2 v_uv;
      ${parts}
      void main() { gl_FragColor = v_uv.xyxy; }
      `;
      """
    let quad = "const vs = `\n\(Self.quad)\n`;"
    let files = [
      "a/vert.js": quad, "a/frag.js": composed, "b/frag.js": composed,
      "a/own.js": quad + composed,
    ]
    let editor = try Editor(files, open: ["a/vert.js"])
    #expect(
      edits(rename(editor, "a/vert.js", "v_uv;", to: "place"), editor)
        == ["a/vert.js": 2, "a/frag.js": 2])
  }

  /// Other definitions compile what these leave out.
  @Test(arguments: [
    ("v_uv;", "#ifdef PICK\n  c = v_uv.xxyy;\n#else\n  c = v_uv.xyxy;\n#endif", 3),
    ("v_uv;", "#ifdef PICK\n  c = s.v_uv;\n#endif", 1),
    ("c;", "#ifdef PICK\n  c = v_uv.xxyy;\n#endif", 3),
    ("v_uv;", "#ifndef PICK\n  { vec2 v_uv; }\n#else\n  c = v_uv.xxyy;\n#endif", 1),
    ("m;", "S s;\n#ifdef PICK\n  c = s.m + m;\n#endif", 2),
    // Another declaration of the same, and one of something else.
    ("v_uv;", "}\n#ifdef PICK\nvarying highp vec2 v_uv;\n#endif\nvoid f() {\nvec4 c;", 2),
    ("c;", "#ifdef PICK\n  vec4 c = v_uv.xxyy;\n#endif", 3),
    ("v_uv;", "}\n#ifdef PICK\nstruct T { float v_uv; };\n#endif\nvoid f() {\nvec4 c;", 1),
    ("v_uv;", "}\n#ifdef PICK\nvoid g(float v_uv) {}\n#endif\nvoid f() {\nvec4 c;", 1),
    ("c;", "}\n#ifdef PICK\nvoid g() { float c; }\n#endif\nvoid f() {\nvec4 c;", 1),
    ("v_uv;", "#ifdef PICK\n  vec4 other = v_uv.xxyy;\n#endif", 1),
    ("v_uv;", "#pragma v_uv\n#ifdef v_uv\n#endif\n#define M v_uv.xyxy", 2),
  ])
  func inactiveBranchesChangeToo(_ mark: String, _ branch: String, _ count: Int) throws {
    let text = """
      #version 100
      precision mediump float;
      varying vec2 v_uv;
      struct S { vec4 m; };
      void main() {
        vec4 c;
      \(branch)
        gl_FragColor = c;
      }
      """
    let editor = try Editor(["a.frag": text], open: ["a.frag"])
    #expect(edits(rename(editor, "a.frag", mark, to: "other"), editor) == ["a.frag": count])
  }

  @Test func brokenLinksOfAProgramAreShown() throws {
    let editor = try Editor(["a.js": Self.program], open: ["a.js"])
    #expect(
      editor.findings("a.js")?.contains { $0.hasSuffix("GL2003") || $0.hasSuffix("GL2004") }
        == false)
    editor.edit("a.js", "varying vec2 v_uv;\n", "varying vec3 v_uv;\n")
    #expect(editor.findings("a.js")?.contains { $0.contains("GL20") } == true)
  }
}
