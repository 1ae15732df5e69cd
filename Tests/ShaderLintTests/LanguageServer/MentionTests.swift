import GLESKitSupport
import TestSupport
import Testing

@testable import GLSL
@testable import ShaderLint

/// References, for which few of the shaders are checked that share a file.
@Suite final class MentionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func workspace(_ files: [String: String]) throws -> Workspace {
    for (name, text) in files {
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    let workspace = Workspace(.testing)
    workspace.setRoots([folder.path])
    return workspace
  }

  /// Returns the places of all names that a file declares or uses, with all shaders checked and
  /// with few, and the number of shaders that few are.
  private func places(
    _ path: String, _ workspace: Workspace
  ) -> [(all: Set<Location>, few: Set<Location>, count: Int)] {
    workspace.units(showing: "\(folder.path)/\(path)").flatMap { unit in
      unit.names.entries.map { entry in
        let target = entry.use.target
        let few = References(
          target, in: unit, workspace, placesOf: unit.assembly.string(entry.token))
        return (
          Set(References(target, in: unit, workspace).places.keys), Set(few.places.keys),
          few.units.count
        )
      }
    }
  }

  /// Shaders that only include the file with the name tell the same.
  @Test func oneShaderStandsForOthers() throws {
    let include = "#ifdef GL_ES\nprecision lowp float;\n#endif\n#include \"f.glsl\"\n"
    var files = ["f.glsl": "lowp float wave(lowp float lane) { return lane; }\n"]
    for number in 0..<8 {
      files["a\(number).frag"] = include + "void main() { gl_FragColor = vec4(1.0); }\n"
    }
    files["b.frag"] = include + "void main() { gl_FragColor = vec4(wave(1.0)); }\n"
    let found = places("f.glsl", try workspace(files)).filter { $0.all.count > 1 }
    #expect(found.allSatisfy { $0.all == $0.few && $0.count <= 3 })
    #expect(found.contains { $0.all.contains { $0.file.hasSuffix("b.frag") } })
  }

  /// Macros, branches, other shaders of programs and further includes can make a difference.
  @Test(arguments: Sweep(short: 4, sample: 12, full: 100).numbers)
  func randomShadersHaveTheSameReferences(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    func pick(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    var files = [
      "base.glsl": "#ifndef BASE\n#define BASE\nuniform lowp float u;\n"
        + "struct S { lowp float m; };\nlowp float f(lowp float x) { return x; }\n"
        + "#define CALL(x) f(x)\n#endif\n",
      "branch.glsl": "#include \"base.glsl\"\n#ifdef FAST\nlowp float g() { return CALL(u); }\n"
        + "#else\nlowp float g() { return f(1.0); }\n#endif\n",
      "chosen.glsl": "#ifdef EXTRA\n#include \"base.glsl\"\nlowp float h() { return f(u); }\n"
        + "#else\nlowp float h() { return 1.0; }\n#endif\n",
      "flag.glsl": "#define FAST\n", "other.glsl": "lowp float other() { return 0.5; }\n",
    ]
    for number in 0..<12 {
      var text = pick(["", "#define FAST\n", "#define EXTRA\n", "#include \"flag.glsl\"\n"])
      text += pick(["", "#include \"other.glsl\"\n", "#define f q\n", "#undef CALL\n"])
      text += pick([
        "#include \"branch.glsl\"\n", "#include \"chosen.glsl\"\n", "#include \"base.glsl\"\n",
        "#ifdef EXTRA\n#include \"branch.glsl\"\n#endif\n",
      ])
      let isVertex = Bool.random(using: &random)
      text += "varying lowp float v;\nvoid main() {\n  lowp float x = "
      text += pick(["1.0", "g()", "f(2.0)", "CALL(3.0)", "u", "h()", "v"]) + ";\n"
      text += isVertex ? "  v = x;\n  gl_Position = vec4(x);\n" : "  gl_FragColor = vec4(x);\n"
      text += "}\n"
      files["s\(number / 2).\(isVertex ? "vert" : "frag")"] = text
    }
    let workspace = try workspace(files)
    for name in ["base.glsl", "branch.glsl", "chosen.glsl", "other.glsl"] {
      for (all, few, _) in places(name, workspace) {
        #expect(all == few, "\(name): \(all.symmetricDifference(few).map(\.text).sorted())")
      }
    }
  }
}
