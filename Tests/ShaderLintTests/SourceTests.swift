import CompilerLogs
import GLESKitSupport
import TestSupport
import Testing

@testable import GLSL
@testable import ShaderLint

/// Assembled texts, and the way back from them to the files.
@Suite struct SourceTests {
  private func file(_ folder: borrowing TemporaryFolder, _ name: String, _ text: String) throws {
    try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
  }

  @Test func includesPreludesAndDefinitionsKeepTheirPlaces() throws {
    let folder = try TemporaryFolder()
    try file(folder, "prelude.glsl", "precision mediump float;\n// prelude\n")
    try file(folder, "inner.glsl", "float inner() { return nothing; }\n")
    try file(
      folder, "outer.glsl",
      "#pragma once\n\n#include \"inner.glsl\"\nfloat outer() { return inner(); }")
    try file(
      folder, "a.frag",
      "// first\n#version 100\n#include \"outer.glsl\"\n#include \"outer.glsl\"\n"
        + "void main() {\n  gl_FragColor = vec4(outer()) * FACTOR * missing;\n}\n")
    var options = LintOptions.testing
    options.assembly.prelude = "\(folder.path)/prelude.glsl"
    options.assembly.definitions = [AssemblyOptions.Definition("FACTOR", "2.0")]
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: "\(folder.path)/a.frag")]
    let found = try Linter(options).run(inputs).diagnostics
    #expect(
      Set(found.compactMap(\.location?.text)) == [
        "\(folder.path)/inner.glsl:1:24", "\(folder.path)/a.frag:6:43",
      ], "\(found)")
    #expect(found.allSatisfy { $0.rule == .undeclaredIdentifier })
  }

  /// Functions cannot be defined twice, so the engine of a project takes their file once.
  @Test func filesWithFunctionsAreTakenOnce() throws {
    let folder = try TemporaryFolder()
    try file(folder, "f.glsl", "lowp float f() { return 1.0; }\n")
    try file(folder, "g.glsl", "#include \"f.glsl\"\nlowp float g() { return f(); }\n")
    try file(
      folder, "guarded.glsl", "#ifndef H\n#define H\nlowp float h() { return 1.0; }\n#endif\n")
    try file(folder, "named.glsl", "lowp float NAME() { return 1.0; }\n#undef NAME\n")
    let tail = "void main() { gl_FragColor = vec4(f() + g() + h() + a() + b()); }\n"
    try file(
      folder, "a.frag",
      "#include \"g.glsl\"\n#include \"f.glsl\"\n#include \"guarded.glsl\"\n"
        + "#include \"guarded.glsl\"\n#define NAME a\n#include \"named.glsl\"\n#define NAME b\n"
        + "#include \"named.glsl\"\n\(tail)")
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: "\(folder.path)/a.frag")]
    let found = try Linter(.testing).run(inputs).diagnostics
    #expect(
      found.map(\.rule) == [.includedTwice]
        && found.first?.location?.file.hasSuffix("f.glsl") == true, "\(found)")
    // Nothing else is left out.
    try file(folder, "f.glsl", "lowp float f;\n")
    #expect(try Linter(.testing).run(inputs).diagnostics.contains { $0.rule == .redeclaration })
  }

  @Test func missingIncludes() throws {
    let found = try findings(
      "#include \"no-such.glsl\"\n#include <other>\n#include\n# include bare.inc // a\n"
        + "#include bare\nvoid main() {}\n")
    #expect(
      found.map(\.rule) == [
        .includeNotFound, .includeNotFound, .badInclude, .includeNotFound, .includeNotFound,
      ])
    #expect(found.map { $0.location?.line } == [1, 2, 3, 4, 5])
    #expect(found[3].message.hasPrefix("cannot include 'bare.inc'"))
    // The file that is missing may declare what is missing.
    let names = try findings(
      "#include \"no-such.glsl\"\nvoid main() {\n  gl_FragColor = f(a);\n  float b = 1.0\n}\n")
    #expect(names.map(\.rule) == [.includeNotFound, .syntaxError])
  }

  /// Engines disagree on whether a name in angle brackets is in the folder of the file.
  @Test func includesInAngleBracketsMayBeInTheOwnFolder() throws {
    let folder = try TemporaryFolder()
    let main = "#include <f.glsl>\nvoid main() { gl_FragColor = f(); }\n"
    try file(folder, "a.frag", "precision mediump float;\n\(main)")
    try file(folder, "f.glsl", "vec4 f() { return vec4(1.0); }\n")
    try Files.createFolders("\(folder.path)/other")
    try file(folder, "other/f.glsl", "float f() { return 1.0; }\n")
    var options = LintOptions.testing
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: "\(folder.path)/a.frag")]
    #expect(try Linter(options).run(inputs).diagnostics.isEmpty)
    options.assembly.includeFolders = ["\(folder.path)/other"]
    #expect(try Linter(options).run(inputs).diagnostics.map(\.rule) == [.typeMismatch])
  }

  @Test func includeFoldersAreSearched() throws {
    let folder = try TemporaryFolder()
    try file(folder, "common.glsl", "precision mediump float;\n")
    let text =
      "#version 100\n#include <common.glsl>\nvoid main() { float a = 1.0; "
      + "gl_FragColor = vec4(a); }\n"
    #expect(try findings(text).first?.rule == .includeNotFound)
    #expect(try findings(text) { $0.assembly.includeFolders = [folder.path] }.isEmpty)
  }

  @Test func circlesEnd() throws {
    let folder = try TemporaryFolder()
    try file(folder, "a.glsl", "#include \"b.glsl\"\n")
    try file(folder, "b.glsl", "#include \"a.glsl\"\n")
    try file(folder, "guarded.glsl", "#ifndef G\n#define G\n#include \"guarded.glsl\"\n#endif\n")
    let tail = "void main() { gl_FragColor = vec4(1.0); }\n"
    func lintFile(_ include: String) throws -> [Diagnostic] {
      try file(folder, "m.frag", "#version 100\n#include \"\(include)\"\n\(tail)")
      var inputs = LintInputs()
      inputs.shaders = [ShaderInput(path: "\(folder.path)/m.frag")]
      return try Linter(.testing).run(inputs).diagnostics
    }
    #expect(try lintFile("a.glsl").map(\.rule) == [.includeCycle])
    #expect(try lintFile("guarded.glsl").isEmpty)
  }

  @Test func lineDirectivesDoNotMislead() throws {
    let found = try findings(
      "#version 100\n#line 900 7\nvoid main() {\n  gl_FragColor = vec4(nothing);\n}\n")
    #expect(found.first?.location?.text == "a.frag:4:23")
    // __LINE__ needs the directive: the numbers are led back instead.
    let kept = try findings(
      "#version 100\n#line 900 7\nvoid main() {\n  gl_FragColor = vec4(nothing);\n"
        + "  int a = __LINE__;\n}\n"
    )
    #expect(kept.first?.location?.line == 4, "\(kept)")
    #expect(
      try findings("#version 100\n#line\nvoid main() { gl_FragColor = vec4(1.0); }\n").count == 1)
  }

  @Test func columnsOfReplacedText() throws {
    // Every way in which Mesa's columns differ from the source's, on one line each.
    let lines = [
      "  a\t+   /* c */ @@missing;", "\t\t\ta + TWICE(1.0) + @@missing;",
      "a + TWICE( 1.0 ) + @@missing;",
      "a + TWICE(TWICE(a)) + @@missing;", "a + __LINE__ + @@missing;", "a + A + A + @@missing;",
      "TWICE(@@missing);", "a + TWICE (a)   + @@missing; // end",
    ]
    for line in lines {
      let head = "#version 100\nprecision mediump float;\n#define TWICE(x)  ((x)   +  (x))\n"
      let text = head + "#define A   1.0\nvoid main() { float a = 1.0;\n\(line)\n}\n"
      let plain = text.replacing("@@", with: "")
      let column =
        (line.split(separator: "@@", omittingEmptySubsequences: false).first?.utf8.count ?? 0) + 1
      let found = try findings(plain).first { $0.rule == .undeclaredIdentifier }
      #expect(found?.location?.text == "a.frag:6:\(column)", "\(line)")
    }
  }

  @Test func stagesAreFoundInPragmas() throws {
    let text = "#version 100\n#pragma shaderlint vertex\nvoid main() { gl_Position = vec4(0.0); }\n"
    #expect(try findings(text, as: "a.glsl").isEmpty)
    #expect(
      try findings("void main() {}\n", as: "a.glsl").map(\.rule) == [.unreadableFile])
    #expect(
      try findings("#version 100\nvoid main() { gl_Position = vec4(0.0); }\n", as: "a.glsl") {
        $0.stage = .vertex
      }.isEmpty)
  }

  /// As in Chromium, which replaces such characters with question marks.
  @Test func webglAllowsAnyCharacterInSkippedCode() throws {
    func rules(_ text: String, webgl: Bool = true) throws -> [Rule.ID] {
      try findings("\(text)\nvoid main() { gl_FragColor = vec4(1.0); }\n") {
        $0.engines = [.own]
        $0.webgl = webgl
      }.map(\.rule)
    }
    for text in [
      "#if 0\n ö\u{201C}\n#endif", "#ifdef A\n#define B é\n é\n#endif", "#define A grö", "// é",
    ] {
      #expect(try rules(text).isEmpty, "\(text)")
    }
    #expect(try rules("#if 0\n é\n#endif", webgl: false) == [.nonASCII])
    #expect(try rules("é").contains(.nonASCII))
    #expect(try rules("#if 1\n é\n#endif\n#if 0\n é\n#endif").count { $0 == .nonASCII } == 1)
    #expect(try !rules("#define A é\nfloat a = A 1.0;").isEmpty)
    // Assembled from several files, the text is scanned after such characters were removed.
    let parts = try rules("#if 0\n é\n#elif 0\n é\n#endif\n#define A 1 é\n é\n#include \"none\"")
    #expect(parts == [.nonASCII, .includeNotFound])
    let many = String(repeating: "é\n", count: 30)
    #expect(try rules("#if 0\n\(many)#endif\nfloat a = 1.0 é;").count { $0 == .nonASCII } == 1)
    #expect(try rules(many).count { $0 == .nonASCII } == 20)
  }

  /// The own engine does not know the language, but Mesa does.
  @Test func driversMayJudgeES3() throws {
    let text = """
      #version 300 es
      precision mediump float;
      out vec4 color;
      void main() { color = vec4(@); }

      """
    func rules(_ value: String, _ change: (inout LintOptions) -> Void = { _ in }) throws -> [Rule
      .ID]
    {
      try findings(text.replacing("@", with: value), change).map(\.rule)
    }
    #expect(try rules("1.0") == [.wrongVersion])
    #expect(try rules("1.0") { $0.es3 = true }.isEmpty)
    #expect(try rules("x") { $0.es3 = true } == [.undeclaredIdentifier])
    let alone = try rules("1.0") {
      $0.es3 = true
      $0.engines = [.own]
    }
    #expect(alone == [.wrongVersion])
  }

  @Test func permutationsAreCheckedEach() throws {
    let text = """
      #version 100
      precision mediump float;
      void main() {
      #if FOG == 1
        gl_FragColor = vec4(missing);
      #elif defined(X)
        gl_FragColor = vec4(1.0);
      #endif
      }

      """
    let report = try lint([("a.frag", text)]) {
      $0.permutations = [
        Configuration.Permutation(name: "UNNAMED", values: ["1", "2", "3"]),
        Configuration.Permutation(name: "FOG", values: ["0"]),
        Configuration.Permutation(name: "FOG", values: ["0", "1"]),
        Configuration.Permutation(name: "X", values: ["1", nil]),
      ]
    }
    #expect(
      report.units.map(\.name) == [
        "a.frag [FOG=0 X=1]", "a.frag [FOG=0 no X]", "a.frag [FOG=1 X=1]", "a.frag [FOG=1 no X]",
      ])
    #expect(report.units.map { $0.diagnostics.count { $0.severity == .error } } == [0, 0, 1, 1])
    #expect(report.counts.errors == 1, "the same finding stands once")
    #expect(report.text(as: .human).contains("\n1 shader (4 permutations): 1 error"))
    #expect(report.general.map(\.message) == ["no shader names 'UNNAMED', of --permute"])
  }

  /// A shader is checked with the values of the macros on which its text depends, wherever they are
  /// named.
  @Test(arguments: [
    ("gl_FragColor = vec4(FOG);", "", [], [" [FOG=0.5]", " [FOG=1.5]"]),
    ("/* FOG */ gl_FragColor = vec4(FOGGY);", "#define FOGGY 1.0", [], [""]),
    ("gl_FragColor = vec4(f());", "float f() { return FOG; }", [], [" [FOG=0.5]", " [FOG=1.5]"]),
    ("gl_FragColor = vec4(A);", "", [("A", ["FOG"])], [" [FOG=0.5 A=FOG]", " [FOG=1.5 A=FOG]"]),
    ("gl_FragColor = vec4(FOG);", "", [("FOG", ["2.5"])], [" [FOG=2.5]"]),
  ])
  func permutedMacrosAreThoseThatAShaderNames(
    code: String, included: String, others: [(String, [String])], labels: [String]
  ) throws {
    let folder = try TemporaryFolder()
    func write(_ text: String, _ name: String) throws {
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    try write("[permute]\nFOG = [\"0.5\", \"1.5\"]\nUNNAMED = [0, 1]\n", ".shaderlint.toml")
    try write(included, "part.glsl")
    try write(
      "precision mediump float;\n#include \"part.glsl\"\nvoid main() { \(code) }\n", "a.frag")
    var options = LintOptions()
    options.engines = [.own]
    options.permutations = others.map { Configuration.Permutation(name: $0, values: $1) }
    let inputs = try InputCollector.collect(["\(folder.path)/a.frag"], options: options)
    let report = try Linter(options).run(inputs)
    #expect(report.units.map { String($0.name.trimmingPrefix("\(folder.path)/a.frag")) } == labels)
  }

  @Test(.long) func permutationsAreLimited() throws {
    func units(named: Int, of count: Int) throws -> Int {
      let sum = (0..<named).map { "M\($0)" }.joined(separator: " + ")
      let text = "#version 100\nvoid main() { gl_FragColor = vec4(\(sum)); }\n"
      return try lint([("a.frag", text)]) {
        $0.permutations = (0..<count).map {
          Configuration.Permutation(name: "M\($0)", values: ["0.0", "1.0"])
        }
      }.units.count
    }
    #expect(try units(named: 3, of: 60) == 8)
    for count in [13, 60] {
      #expect {
        try units(named: count, of: count)
      } throws: {
        ($0 as? ConfigurationError)?.problem.contains("more than 4096") == true
      }
    }
  }

  /// Shaders with different permutations are linked in all combinations of both.
  @Test func permutationsOfAProgramAreLimited() throws {
    let folder = try TemporaryFolder()
    func lint(_ counts: [Int]) throws -> Int {
      var inputs = LintInputs()
      for (name, count) in zip(["v.vert", "f.frag"], counts) {
        let own = "\(folder.path)/\(name.suffix(4))"
        _ = try Files.createFolders(own)
        let macros = (0..<count).map { "\(name.prefix(1).uppercased())\($0) = [0, 1]\n" }
        try AtomicFile.write(
          Array("[permute]\n\(macros.joined())".utf8), to: "\(own)/.shaderlint.toml")
        let named = (0..<count).map { "\(name.prefix(1).uppercased())\($0)" }
        let text =
          "void main() { \(name == "v.vert" ? "gl_Position" : "gl_FragColor") = "
          + "vec4(\(named.joined(separator: " + "))); }"
        inputs.shaders.append(ShaderInput(path: "\(own)/\(name)", bytes: Array(text.utf8)))
      }
      inputs.programs = [LintInputs.Pair(vertex: 0, fragment: 1)]
      var options = LintOptions()
      options.engines = [.own]
      return try Linter(options).run(inputs).units.count { $0.kind == .program }
    }
    #expect(try lint([2, 3]) == 4 * 8)
    #expect(try lint([6, 6]) == 4096)
    #expect {
      try lint([6, 7])
    } throws: {
      let problem = ($0 as? ConfigurationError)?.problem
      return problem?.contains("more than 4096") == true
    }
  }

  @Test func permutationsOfAProgramGoTogether() throws {
    let vertex = "#version 100\nattribute vec4 a;\nvoid main() { gl_Position = a * FOG * A; }\n"
    let fragment =
      "#version 100\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(FOG, B, 0, 0); }\n"
    let report = try lint([("a.vert", vertex), ("a.frag", fragment)], programs: [(0, 1)]) {
      $0.permutations = ["B", "FOG", "A"].map {
        Configuration.Permutation(name: $0, values: ["0.0", "1.0"])
      }
    }
    let programs = report.units.filter { $0.kind == .program }
    #expect(programs.count == 8)
    #expect(programs[1].name == "a.vert + a.frag [FOG=0.0 A=0.0 B=1.0]")
    #expect(
      report.text(as: .human) == "2 shaders (8 permutations) and 1 program (8 permutations): "
        + "no errors, no warnings\n")
    // What is linked has the values of the label.
    let wrong = fragment.replacing(
      "void main", with: "#if B == 1\nvarying float v;\n#endif\nvoid main"
    )
    .replacing("FOG, B,", with: "FOG,\n#if B == 1\nv,\n#endif\nB,")
    let mixed = try lint([("a.vert", vertex), ("a.frag", wrong)], programs: [(0, 1)]) {
      $0.permutations = [
        Configuration.Permutation(name: "A", values: ["0.0", "1.0"]),
        Configuration.Permutation(name: "B", values: ["0", "1"]),
        Configuration.Permutation(name: "FOG", values: ["0.0", "1.0"]),
      ]
    }
    let failed = mixed.units.filter { $0.kind == .program && $0.fails }
    #expect(failed.count == 4)
    #expect(failed.allSatisfy { $0.name.contains("B=1") })
  }

  @Test(.long) func anythingCanBeScanned() {
    // Bytes at random, and pieces of shaders at random: reading ends, and tokens lie in order.
    var random = SeededGenerator(seed: 9)
    let pieces = [
      "#define A(x) A(x) A(x)\n", "#if 1 ==", "#include \"a\"\n", "/*", "*/", "//", "\\\n", "A(",
      ")", "{",
      "}", "struct S {", "uniform ", "vec4 ", "[", "]", "precision ", ";", "\r", "\r\n", "\0", "é",
      "#endif\n",
    ]
    for round in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        if round % 2 == 0 {
          bytes.append(UInt8.random(in: 0...255, using: &random))
        } else {
          bytes += Array((pieces.randomElement(using: &random) ?? "").utf8)
        }
      }
      let assembly = Assembler(options: AssemblyOptions()).assemble(path: "a.frag", bytes: bytes)
      let facts = ShaderFacts(stage: .fragment, assembly: assembly)
      _ = FileRule.all.flatMap { $0.check(facts) }
      var message = LogMessage(.error, "text")
      (message.line, message.column) = (round % 5, round % 11)
      _ = TokenLocator(facts, countsOutput: true).location(of: message, name: nil)
      let tokens = assembly.scan.tokens
      #expect(zip(tokens, tokens.dropFirst()).allSatisfy { $0.start + $0.length <= $1.start })
      #expect(assembly.scan.lineStarts == SourceText(path: "", bytes: assembly.body).lineStarts)
    }
  }
}
