import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Findings about two stages name both declarations.
@Suite struct ProgramTests {
  private func link(
    _ vertex: String, _ fragment: String, _ change: (inout LintOptions) -> Void = { _ in }
  ) throws -> [Diagnostic] {
    let head = "#version 100\nprecision mediump float;\n"
    let report = try lint(
      [
        ("a.vert", "#version 100\nattribute vec4 a;\n" + vertex), ("a.frag", head + fragment),
      ], programs: [(0, 1)], change)
    return report.units.flatMap(\.diagnostics)
  }

  private func places(_ diagnostic: Diagnostic?) -> [String] {
    guard let diagnostic else { return [] }
    return [diagnostic.location?.text ?? ""] + diagnostic.related.map(\.location.text)
  }

  /// Declarations in line 3 of each stage that can't be linked.
  private static let clashes = [
    ("uniform float u;", "uniform mediump vec2 u;"), ("uniform int u;", "uniform float u;"),
    ("uniform mediump vec4 u[2];", "uniform vec4 u[3];"),
    ("uniform mediump vec4 u[2];", "uniform vec4 u;"),
    ("uniform mat3 u;", "uniform mat4 u;"), ("uniform bool u;", "uniform int u;"),
    ("uniform sampler2D u;", "uniform samplerCube u;"),
    ("uniform highp vec4 u;", "uniform lowp vec4 u;"),
    ("uniform highp int u;", "uniform mediump int u;"),
    ("uniform mediump sampler2D u;", "uniform lowp sampler2D u;"),
    ("struct S { float a; }; uniform S u;", "struct S { int a; }; uniform S u;"),
    ("struct S { float a; }; uniform S u;", "struct T { highp float a; }; uniform T u;"),
    ("struct S { float a; }; uniform S u;", "struct S { highp float b; }; uniform S u;"),
    (
      "struct S { float a; }; uniform S u;",
      "struct S { highp float a; float b; }; uniform S u;"
    ),
    ("struct S { float a; }; uniform S u;", "struct S { mediump float a; }; uniform S u;"),
    ("struct S { float a; }; uniform S u;", "uniform float u;"),
    ("varying vec2 u;", "varying vec3 u;"), ("varying vec2 u[2];", "varying vec2 u[3];"),
    ("varying vec2 u[2];", "varying vec2 u;"), ("varying mat2 u;", "varying vec4 u;"),
    ("varying float u;", "varying vec4 u;"),
    ("invariant varying vec2 u;", "varying vec2 u;"),
    ("varying vec2 u;", "invariant varying vec2 u;"),
    ("uniform vec4 u;", "varying vec4 u;"), ("vec4 u;", "varying vec4 u;"),
  ]

  /// The driver answers for the fragment shader, too, where only that is wrong.
  @Test func aFragmentShaderThatTheDriverRejects() throws {
    let found = try link("void main() { gl_Position = a; }\n", "void main() { missing(); }\n") {
      $0.engines = [.driver]
    }
    #expect(found.contains { $0.location?.text.hasPrefix("a.frag:3") == true }, "\(found)")
    #expect(!found.contains { $0.rule == .compilerHung })
  }

  @Test(arguments: [[], [Engine.driver]]) func bothDeclarationsAreNamed(engines: [Engine]) throws {
    let files = Self.clashes.enumerated().flatMap { number, clash in
      [
        (
          "\(number).vert",
          "#version 100\nattribute vec4 a;\n\(clash.0) void main() { gl_Position = a; u; }\n"
        ),
        (
          "\(number).frag",
          "#version 100\nprecision mediump float;\n"
            + "\(clash.1) void main() { gl_FragColor = vec4(1.0); u; }\n"
        ),
      ]
    }
    let programs = Self.clashes.indices.map { (2 * $0, 2 * $0 + 1) }
    let report = try lint(files, programs: programs) {
      if !engines.isEmpty { $0.engines = engines }
    }
    let errors = report.units.flatMap(\.diagnostics).filter { $0.severity == .error }.map(places)
    for number in Self.clashes.indices {
      let own = errors.filter { $0.contains { $0.hasPrefix("\(number).") } }
      #expect(!own.isEmpty, "\(number)")
      for places in own {
        #expect(
          places.map { $0.prefix { $0 != ":" } } == ["\(number).frag", "\(number).vert"],
          "\(places)")
        #expect(places.allSatisfy { $0.contains(":3:") }, "\(places)")
      }
    }
  }

  @Test func uniformPrecision() throws {
    let found = try link(
      "uniform float u;\nvoid main() { gl_Position = a * u; }\n",
      "uniform float u;\nvoid main() { gl_FragColor = vec4(u); }\n")
    #expect(found.map(\.rule) == [.uniformPrecisionMismatch])
    #expect(found.first?.severity == .error)
    #expect(places(found.first) == ["a.frag:3:15", "a.vert:3:15"])
  }

  @Test func uniformPrecisionUnused() throws {
    let found = try link(
      "uniform float u;\nvoid main() { gl_Position = a * u; }\n",
      "uniform float u;\nvoid main() { gl_FragColor = vec4(1.0); }\n")
    #expect(found.map(\.rule) == [.uniformPrecisionMismatch])
    #expect(found.first?.severity == .warning)
    #expect(places(found.first) == ["a.frag:3:15", "a.vert:3:15"])
  }

  @Test func uniformPrecisionAlike() throws {
    #expect(
      try link(
        "uniform mediump float u;\nvoid main() { gl_Position = a * u; }\n",
        "uniform float u;\nvoid main() { gl_FragColor = vec4(u); }\n"
      ).isEmpty)
  }

  @Test func varyingsThatAreNotRead() throws {
    let found = try link(
      "varying vec2 b, c, d; varying lowp vec2 e;\n"
        + "void main() { gl_Position = a; b = c = d = e = a.xy; }\n",
      "varying vec2 c, d, e;\nvoid main() { gl_FragColor = vec4(d, e); }\n"
    ) {
      $0.levels = [.unreadVarying: .warning, .varyingPrecision: .warning]
    }
    #expect(found.map(\.rule) == [.varyingPrecision, .unreadVarying, .unreadVarying])
    #expect(
      found.map(places) == [["a.frag:3:17", "a.vert:3:20"], ["a.vert:3:14"], ["a.vert:3:17"]])
  }

  @Test func unusedDeclarationsOfIncludedFiles() throws {
    let folder = try TemporaryFolder()
    let text = "#include \"common.glsl\"\nfloat b;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    try AtomicFile.write(
      Array("precision mediump float;\nfloat a;\n".utf8), to: "\(folder.path)/common.glsl")
    let report = try lint([("\(folder.path)/x.frag", text)])
    #expect(report.diagnostics.map(\.rule) == [.unusedVariable])
    #expect(report.diagnostics.first?.location?.line == 2)
  }

  @Test func uniformTypes() throws {
    let found = try link(
      "uniform mediump vec3 u;\nvoid main() { gl_Position = a + vec4(u, 0.0); }\n",
      "uniform vec4 u;\nvoid main() { gl_FragColor = u; }\n")
    #expect(found.map(\.rule) == [.uniformTypeMismatch])
    #expect(places(found.first) == ["a.frag:3:14", "a.vert:3:22"])
  }

  @Test func structures() throws {
    let found = try link(
      "struct S { mediump float a; };\nuniform S u;\nvoid main() { gl_Position = a * u.a; }\n",
      "struct S { float b; };\nuniform S u;\nvoid main() { gl_FragColor = vec4(u.b); }\n")
    #expect(found.map(\.rule) == [.uniformTypeMismatch])
    #expect(found.first?.message.contains("member 'b'") == true)
    #expect(places(found.first) == ["a.frag:4:11", "a.vert:4:11"])
  }

  @Test func varyingTypes() throws {
    let found = try link(
      "varying vec3 v;\nvoid main() { gl_Position = a; v = a.xyz; }\n",
      "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n")
    #expect(found.map(\.rule) == [.varyingTypeMismatch])
    #expect(places(found.first) == ["a.frag:3:14", "a.vert:3:14"])
  }

  @Test func varyingThatIsNotDeclared() throws {
    let found = try link(
      "void main() { gl_Position = a; }\n",
      "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n")
    #expect(found.map(\.rule) == [.varyingNotWritten])
    #expect(found.first?.location?.text == "a.frag:3:14")
  }

  @Test func varyingThatNobodyReadsIsNoFault() throws {
    #expect(
      try link(
        "void main() { gl_Position = a; }\n",
        "varying vec2 v;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
      ).isEmpty)
  }

  @Test func missingMain() throws {
    let found = try link(
      "void f() { }\n", "void main() { gl_FragColor = vec4(1.0); }\n")
    #expect(found.map(\.rule) == [.missingMain])
    #expect(found.first?.severity == .error)
  }

  @Test func undefinedFunction() throws {
    let found = try link(
      "float f(float x);\nvoid main() { gl_Position = a * f(1.0); }\n",
      "void main() { gl_FragColor = vec4(1.0); }\n")
    #expect(found.contains { $0.rule == .undefinedFunction && $0.severity == .error }, "\(found)")
    #expect(found.first?.location?.text == "a.vert:3:7", "\(found)")
  }

  @Test func tooManyVaryings() throws {
    func declarations(_ count: Int) -> String {
      (0..<count).map { "varying vec4 v\($0);\n" }.joined()
    }
    func program(_ count: Int) throws -> [Diagnostic] {
      let writes = (0..<count).map { "v\($0) = a;" }.joined()
      let sum = (0..<count).map { "v\($0)" }.joined(separator: " + ")
      return try link(
        declarations(count) + "void main() { gl_Position = a; \(writes) }\n",
        declarations(count) + "void main() { gl_FragColor = \(sum); }\n")
    }
    #expect(try program(8).isEmpty)
    let found = try program(9)
    #expect(found.map(\.rule) == [.tooManyVaryings])
    #expect(found.first?.location?.text == "a.frag:11:14")
  }

  /// Eight samplers in both stages are guaranteed, nine are not.
  @Test(arguments: [(6, []), (7, [.tooManySamplers])] as [(Int, Set<Rule.ID>)])
  func samplersOfBothStages(count: Int, rules: Set<Rule.ID>) throws {
    let found = try link(
      (0..<2).map { "uniform sampler2D w\($0);\n" }.joined()
        + "void main() { gl_Position = a + texture2D(w0, a.xy) + texture2D(w1, a.xy); }\n",
      (0..<count).map { "uniform sampler2D s\($0);\n" }.joined() + "void main() { gl_FragColor = "
        + (0..<count).map { "texture2D(s\($0), vec2(0.0))" }.joined(separator: " + ") + "; }\n")
    #expect(Set(found.map(\.rule)) == rules.union([.vertexTexture]))
  }

  /// A program is linked only if both of its shaders compile.
  @Test(arguments: [("", "", 2), ("missing;", "", 0), ("", "missing;", 0)])
  func brokenShadersAreNotLinked(vertex: String, fragment: String, count: Int) throws {
    let found = try link("void f() { \(vertex) }\n", "void f() { \(fragment) }\n") {
      $0.engines = [.own]
    }
    #expect(found.count { $0.rule == .missingMain } == count, "\(found)")
  }

  @Test(arguments: [
    ("invariant ", "", "is not invariant here and invariant in the vertex shader"),
    ("", "invariant ", "is invariant here and not invariant in the vertex shader"),
  ])
  func invarianceIsNamedInBothStages(vertex: String, fragment: String, words: String) throws {
    let found = try link(
      "\(vertex)varying vec2 v;\nvoid main() { gl_Position = a; v = a.xy; }\n",
      "\(fragment)varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n"
    ) { $0.engines = [.own] }
    #expect(found.map(\.message) == ["varying 'v' \(words)"])
  }

  /// What the fragment shader reads is as invariant as what the vertex shader writes (§4.6.4).
  @Test func builtInInvarianceMustAgree() throws {
    let vertex = "void main() { gl_Position = a; gl_PointSize = 1.0; }\n"
    let fragment = "void main() { gl_FragColor = gl_FragCoord + gl_PointCoord.xyxy; }\n"
    for (outer, inner) in [("gl_Position", "gl_FragCoord"), ("gl_PointSize", "gl_PointCoord")] {
      let found = try link(vertex, "invariant \(inner);\n\(fragment)") { $0.engines = [.own] }
      #expect(found.map(\.rule) == [.invarianceMismatch])
      #expect(found.first?.location?.text == "a.frag:3:11")
      for head in ["invariant \(outer);\n", "#pragma STDGL invariant(all)\n"] {
        #expect(
          try link(head + vertex, "invariant \(inner);\n\(fragment)") { $0.engines = [.own] }
            .isEmpty)
      }
      #expect(
        try link("invariant \(outer);\n\(vertex)", fragment) { $0.engines = [.own] }.isEmpty)
    }
  }

  /// The pragma makes outputs invariant, not inputs; declarations count even without uses.
  @Test func pragmaMakesOutputsInvariant() throws {
    let vertex = "varying vec2 v;\nvoid main() { gl_Position = a; v = a.xy; }\n"
    let fragment = "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n"
    let all = "#pragma STDGL invariant(all)\n"
    func rules(_ vertex: String, _ fragment: String) throws -> [Rule.ID] {
      try link(vertex, fragment) { $0.engines = [.own] }.filter { $0.severity == .error }.map(
        \.rule)
    }
    #expect(try rules(all + vertex, fragment) == [.invarianceMismatch])
    #expect(try rules(all + vertex, all + fragment) == [.invarianceMismatch])
    #expect(try rules(all + vertex, "invariant " + fragment).isEmpty)
    #expect(try rules(vertex, all + fragment).isEmpty)
    #expect(try rules("invariant " + vertex, all + fragment) == [.invarianceMismatch])
    #expect(
      try rules(
        "invariant " + vertex, "varying vec2 v;\nvoid main() { gl_FragColor = vec4(1.0); }\n")
        == [.invarianceMismatch])
  }

  /// A program fails if one of its stages does, not if its own error is switched off.
  @Test func verdictsFollowTheFindings() throws {
    func fails(
      _ fragment: String, _ levels: [Rule.ID: Configuration.Level] = [:]
    ) throws -> [Bool] {
      let vertex = "void main() { gl_Position = vec4(1.0); }\n"
      return try lint([("a.vert", vertex), ("a.frag", fragment)], programs: [(0, 1)]) {
        $0.engines = [.own]
        $0.levels = levels
      }.units.map(\.fails)
    }
    let unwritten = "varying lowp vec4 v;\nvoid main() { gl_FragColor = v; }\n"
    #expect(try fails(unwritten) == [false, false, true])
    #expect(try fails(unwritten, [.varyingNotWritten: .off]) == [false, false, false])
    #expect(try fails("void main() { x; }\n") == [false, true, true])
  }

  @Test func invarianceMustAgree() throws {
    let vertex = "invariant varying vec2 v;\nvoid main() { gl_Position = a; v = a.xy; }\n"
    let found = try link(vertex, "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n")
    #expect(found.map(\.rule) == [.invarianceMismatch])
    #expect(
      try link(
        vertex, "invariant varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n"
      ).isEmpty)
  }

  @Test func brokenShaderIsNotLinkedAgain() throws {
    let found = try link(
      "void main() { gl_Position = nothing; }\n", "void main() { gl_FragColor = vec4(1.0); }\n")
    #expect(found.map(\.rule) == [.undeclaredIdentifier])
  }

  @Test func namesThatAreSentInAnotherSpellingLink() throws {
    #expect(
      try link(
        "uniform mediump mat4 dmat4;\nvarying vec2 dmat2;\n"
          + "void main() { gl_Position = dmat4 * a; dmat2 = a.xy; }\n",
        "uniform mat4 dmat4;\nvarying vec2 dmat2;\n"
          + "void main() { gl_FragColor = dmat4 * dmat2.xyxy; }\n"
      ).isEmpty)
    let found = try link(
      "uniform mediump vec2 dmat4;\nvoid main() { gl_Position = a * dmat4.x; dmat4x9; }\n",
      "uniform vec2 dmat4;\nvoid main() { gl_FragColor = dmat4.xyz; }\n")
    #expect(found.allSatisfy { !$0.message.contains("dMAT") }, "\(found.map(\.message))")
    #expect(found.count == 2)
  }
}
