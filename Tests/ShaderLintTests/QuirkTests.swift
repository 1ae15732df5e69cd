import Testing

@testable import ShaderLint

/// Quirks of ``Quirk/all`` that no other suite meets: hazards, cases and programs try the rest.
@Suite struct QuirkTests {
  /// Mesa's disk cache would answer the second time, without the warning, which is only shown for
  /// an extension that the front end does not know.
  @Test func warningsComeAgainAfterTheProgramHasLinked() throws {
    for _ in 0..<2 {
      let report = try lint(
        [
          ("a.vert", "#version 100\nattribute vec4 a;\nvoid main() { gl_Position = a; }\n"),
          (
            "a.frag",
            "#version 100\n#extension GL_EXT_separate_shader_objects : enable\n"
              + "precision mediump float;\nvoid main() { float x; gl_FragColor = vec4(x); }\n"
          ),
        ], programs: [(0, 1)])
      #expect(report.units[1].diagnostics.map(\.rule) == [.uninitialized])
    }
  }

  /// Words that only later versions of GLSL reserve are names in GLSL ES 1.00.
  @Test(arguments: ["active", "filter", "common", "partition"])
  func laterWordsAreNames(_ word: String) throws {
    let text =
      "#version 100\nprecision mediump float;\n"
      + "void main() { float \(word) = 1.0; gl_FragColor = vec4(\(word)); }\n"
    do {
      #expect(try findings(text) { $0.engines = [.glslang] }.isEmpty)
    } catch let error as EngineUnavailable {
      #expect(error.description.contains("glslang-dev"))
    }
  }

  /// A local that hides a parameter is no redeclaration, but another one with its name is.
  @Test func onlyTheSecondLocalIsARedeclaration() throws {
    let text =
      "#version 100\nprecision mediump float;\n"
      + "float f(float a) { float a = 1.0; float a = 2.0; return a; }\n"
      + "void main() { gl_FragColor = vec4(f(0.0)); }\n"
    let found = try findings(text) { $0.engines = [.driver] }
    #expect(found.count { $0.severity == .error } == 1, "\(found)")
  }

  /// §3.4: both numbers of #line are constant integer expressions.
  @Test func lineTakesExpressions() throws {
    let text = "#version 100\nvoid main() {\n#line (20 + 3) +10\n  gl_FragColor = vec4(1.0);\n}\n"
    let found = try findings(text) { $0.engines = [.own, .driver] }
    #expect(found.allSatisfy { $0.severity != .error }, "\(found)")
    for wrong in ["foo", "1.5"] {
      let text = "#version 100\n#line \(wrong)\nvoid main() { gl_FragColor = vec4(1.0); }\n"
      let found = try findings(text) { $0.engines = [.driver] }
      #expect(found.contains { $0.severity == .error }, "\(wrong)")
    }
  }

  @Test func eachHasANameOfItsOwnAndSaysWhereItWasSeen() {
    #expect(Set(Quirk.all.map(\.name)).count == Quirk.all.count)
    for quirk in Quirk.all { #expect(!quirk.evidence.isEmpty, "\(quirk.name)") }
  }
}
