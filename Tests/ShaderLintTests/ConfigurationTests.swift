import CompilerLogs
import GLESKitCommandLine
import GLESKitSupport
import GLSL
import TestSupport
import Testing

@testable import ShaderLint

@Suite struct ConfigurationTests {
  private func read(_ text: String, path: String = "x/.shaderlint.toml") throws -> Configuration {
    try Configuration(path: path, text: text)
  }

  private func problem(_ text: String, path: String = "x/.shaderlint.toml") -> String {
    do {
      _ = try Configuration(path: path, text: text)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func readsEverything() throws {
    let configuration = try read(
      """
      # comment
      include = ["common", "../shared"]
      prelude = 'prelude.glsl'
      exclude = [
        "vendor/*",  # generated
        "**/old.*",
      ]
      webgl = true
      define.LIGHTS = 4
      [permute]
      FOG = [0, 1, false]
      [levels]
      missing-version = "off"
      "GL1202" = "error"
      [[program]]
      vertex = "a.vert"
      fragment = "b.frag"
      [[program]]
      vertex = "c.vert"
      fragment = "d.frag"
      """)
    #expect(configuration.assembly.includeFolders == ["x/common", "shared"])
    #expect(configuration.assembly.prelude == "x/prelude.glsl")
    #expect(configuration.assembly.definitions == [AssemblyOptions.Definition("LIGHTS", "4")])
    #expect(configuration.exclude == ["vendor/*", "**/old.*"])
    #expect(configuration.webgl == true)
    #expect(
      configuration.permutations == [
        Configuration.Permutation(name: "FOG", values: ["0", "1", nil])
      ])
    #expect(configuration.levels == [.missingVersion: .off, .unused: .error])
    #expect(configuration.programs.map(\.fragment) == ["x/b.frag", "x/d.frag"])
  }

  @Test func mistakesAreNamed() {
    #expect(problem("includes = []").contains("did you mean 'include'"))
    #expect(problem("[levels]\nmissing-verison = 'off'").contains("did you mean 'missing-version'"))
    #expect(problem("[levels]\nGL3001 = 'loud'").contains("off, note, warning or error"))
    #expect(problem("include = 3").contains("list of strings"))
    #expect(problem("webgl = 'yes'").contains("true or false"))
    #expect(problem("[define]\nGL_X = 1").contains("reserved"))
    #expect(problem("[[program]]\nvertex = 'a'").contains("'fragment'"))
    #expect(problem("a = \"x\nb = 1").hasPrefix("x/.shaderlint.toml:1: unterminated string"))
    #expect(problem("\n\nwebgl = ").hasPrefix("x/.shaderlint.toml:3:"))
    #expect(problem("webgl = true", path: "x/.shaderlint.json").contains("in .shaderlint.toml"))
    #expect(problem("webgl = true\nwebgl = true").contains("duplicate key"))
    #expect(problem("exclude = \(String(repeating: "[", count: 5000))").contains("deep"))
    let key = String(repeating: "a.", count: 50_000)
    #expect(problem("\(key)a = 1").contains("32 parts"))
    let tables = String(repeating: "{a=", count: 50_000)
    #expect(problem("a = \(tables)").contains("nested too deeply"))
    #expect(problem("[\(key)a]").contains("32 parts"))
  }

  @Test(arguments: [
    ("webgl = true\n[levels]\n# no-rule\nno-rule = 'off'\n", 4), ("\n[levelz]\n", 2),
    ("[[files]]\nmatch = ['*']\nstages = 'vertex'\n", 3), ("[[files]]\nstage = 'vertex'\n", 1),
    ("preset = 'threes'", 1), ("# webgl\n\nwebgl = 'webgl'", 3),
    ("[[files]]\nmatch = 'a'\n[[files]]\nmatch = 'b'\nstage = 'stage'\n", 5),
    ("[[files]]\nmatch = 'a'\n[[files]]\nstage = 'vertex'\n", 3),
    ("exclude = [\n  'a',\n  3]", 3), ("files = [\n  {match = 'a'},\n  {match = 'b', x = 1}]", 3),
    ("define.A = 1\ndefine.GL_A = 1", 2), ("[permute]\nA = [1]\nB = []\n[permute.C]\n", 3),
  ])
  func mistakesHaveALine(text: String, line: Int) {
    #expect {
      _ = try Configuration(path: "a.toml", text: text)
    } throws: {
      ($0 as? ConfigurationError)?.line == line
    }
  }

  @Test func readersTakeAnything() {
    var random = SeededGenerator(seed: 4)
    let pieces = [
      "[", "]", "{", "}", "\"", "'", "=", ",", "a", "1", ".", "\n", "#", "\\u12", ":", "true",
    ]
    for _ in 0..<5000 {
      let text = (0..<Int.random(in: 0...20, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      _ = try? TOMLReader.read(text)
      _ = try? JSONDocument(text).value
    }
  }

  @Test func jsonReadsWhatIsWritten() throws {
    let value: JSON = [
      "a": [1, -2.5, true, .null, "q\"\\\n\t\u{1}é😀"], "b": [:], "c": ["d": []],
    ]
    #expect(try JSONDocument(value.text()).value == value)
    #expect(try JSONDocument(value.text(isPretty: false)).value == value)
  }

  /// The guide and the schema know all keys, and the schema accepts what the guide shows.
  @Test func theKeysAreDocumented() throws {
    func text(_ name: String) throws -> String {
      String(decoding: try Files.read(repositoryFile("Documentation/\(name)")), as: UTF8.self)
    }
    let guide = try text("shaderlint.md")
    let schemaPath = repositoryFile("Documentation/shaderlint-config.schema.json")
    let schema = try JSONDocument(text("shaderlint-config.schema.json")).value
    guard case .object(let members) = schema["properties"] else {
      Issue.record("no properties")
      return
    }
    #expect(Set(members.map(\.name)) == Set(ConfigurationDecoder.keys))
    for key in ConfigurationDecoder.keys { #expect(guide.contains("\n| `\(key)` |"), "\(key)") }

    let examples = guide.split(separator: "```toml\n").dropFirst().compactMap {
      $0.split(separator: "```").first.map(String.init)
    }
    #expect(examples.count >= 2)
    let folder = try TemporaryFolder()
    func accepts(_ toml: String) throws -> Bool {
      let path = "\(folder.path)/config.json"
      try AtomicFile.write(Array(try TOMLReader.read(toml).text().utf8), to: path)
      let judge = repositoryFile("Tests/ShaderLintTests/Schemas/judge.py")
      return try Subprocess(
        ["/usr/bin/python3", judge, "json", path, schemaPath], capturesErrors: true
      ).status == 0
    }
    for example in examples { #expect(try accepts(example), "\(example)") }
    for wrong in ["levles = 1", "levels.GL1001 = 'loud'", "webgl = 'yes'", "define.gl__A = 1"] {
      #expect(try !accepts(wrong), "\(wrong)")
    }
  }

  @Test func rulesThatAreOffByDefault() throws {
    let text = "precision highp float; uniform float u; void main() { gl_FragColor = vec4(1.0); }"
    func rules(_ change: (inout LintOptions) -> Void) throws -> [Rule.ID: Severity] {
      let found = try lint([("a.frag", text)], change).diagnostics
      return Dictionary(uniqueKeysWithValues: found.map { ($0.rule, $0.severity) })
    }
    #expect(try rules { _ in } == [:])
    #expect(
      try rules { $0.levels[.unusedUniform] = .warning } == [.unusedUniform: .warning])
    #expect(try rules { $0.minimum = true } == [.highpInFragment: .error])
    #expect(
      try rules {
        $0.minimum = true
        $0.levels[.highpInFragment] = .note
      } == [.highpInFragment: .note])
    let file = try Configuration(path: "a.toml", text: "minimum = true\nlevels.GL3604 = 'error'")
    #expect(file.minimum && file.levels == [.unusedUniform: .error])
  }

  @Test func theNearestFileUpwardsCounts() throws {
    let folder = try TemporaryFolder()
    let root = folder.path
    try Files.createFolders("\(root)/a/b")
    try AtomicFile.write(Array("[levels]\nGL3001 = 'off'\n".utf8), to: "\(root)/.shaderlint.toml")
    try AtomicFile.write(
      Array("[levels]\nGL3001 = 'error'\n".utf8), to: "\(root)/a/.shaderlint.toml")
    let text = "void main() { gl_FragColor = vec4(1.0); }\n"
    for path in ["x.frag", "a/x.frag", "a/b/x.frag"] {
      try AtomicFile.write(Array(text.utf8), to: "\(root)/\(path)")
    }
    var options = LintOptions.testing
    options.ignoresConfiguration = false
    let inputs = try InputCollector.collect([root], options: options)
    #expect(
      inputs.shaders.map(\.path) == ["a/b/x.frag", "a/x.frag", "x.frag"].map { "\(root)/\($0)" })
    let report = try Linter(options).run(inputs)
    #expect(report.units.map { $0.diagnostics.map(\.severity) } == [[.error], [.error], []])
    // A file that an earlier version read is not passed over.
    try AtomicFile.write(Array("{}".utf8), to: "\(root)/a/b/.shaderlint.json")
    #expect {
      _ = try Linter(options).run(inputs)
    } throws: {
      ($0 as? ConfigurationError)?.path == "\(root)/a/b/.shaderlint.json"
    }
    options.ignoresConfiguration = true
    #expect(try Linter(options).run(inputs).diagnostics.isEmpty)
    options.levels[.missingVersion] = .note
    #expect(try Linter(options).run(inputs).diagnostics.map(\.severity) == [.note, .note, .note])
    options.levels = [:]
    options.configuration = "\(root)/.shaderlint.toml"
    #expect(try Linter(options).run(inputs).diagnostics.isEmpty)
  }

  /// A finding about a program belongs to both of its places, one about a shader to the first.
  @Test func commentsAtEitherPlaceSwitchFindingsOff() throws {
    func found(_ vertex: String, _ fragment: String) throws -> [Rule.ID] {
      try lint(
        [
          ("a.vert", "uniform highp vec4 u; \(vertex)\nvoid main() { gl_Position = u; }\n"),
          ("a.frag", "uniform lowp vec4 u; \(fragment)\nvoid main() { gl_FragColor = u; }\n"),
        ], programs: [(0, 1)]
      ) { $0.levels[.missingVersion] = .off }.diagnostics.filter { $0.severity != .note }.map(
        \.rule)
    }
    let comment = "// shaderlint: disable-line"
    #expect(try found("", "") == [.uniformPrecisionMismatch])
    #expect(try found("\(comment) GL2001", "") == [])
    #expect(try found("", comment) == [])
    #expect(try found("\(comment) GL2002", "") == [.uniformPrecisionMismatch])
    let again = "float a; \(comment)\nvoid main() { gl_FragColor = vec4(1.0); }\nfloat a;\n"
    #expect(try findings("precision mediump float;\n\(again)").map(\.rule) == [.redeclaration])
  }

  /// What is reported once is reported at the first place that no comment covers.
  @Test(arguments: ["float a;", ""])
  func otherPlacesOfAMistakeStay(declaration: String) throws {
    let rule: Rule.ID = declaration.isEmpty ? .undeclaredIdentifier : .uninitialized
    let text = """
      precision mediump float; void main() { \(declaration)
        float c = a; // shaderlint: disable-line
        gl_FragColor = vec4(a * c);
        gl_FragColor *= a; }

      """
    let found = try findings(text).filter { $0.rule == rule }
    #expect(found.map(\.location?.line) == [3])
  }

  @Test func commentsSwitchFindingsOff() throws {
    func found(_ comment: String, above: Bool = true) throws -> [Rule.ID] {
      let line = "  gl_FragColor = vec4(a);"
      let body = above ? "  \(comment)\n\(line)\n" : "\(line) \(comment)\n"
      return try findings(
        "#version 100\nprecision mediump float;\nvoid main() {\n  float a;\n\(body)}\n"
      ).map(\.rule)
    }
    #expect(try found("// nothing") == [.uninitialized])
    #expect(try found("// shaderlint: disable-next-line GL1201") == [])
    #expect(try found("// shaderlint: disable-next-line uninitialized -- it is fine") == [])
    #expect(try found("/* shaderlint: disable-next-line */") == [])
    #expect(try found("// shaderlint: disable-next-line GL1001") == [.uninitialized])
    #expect(try found("// shaderlint: disable-line GL1201, unused", above: false) == [])
    #expect(try found("// shaderlint: disable") == [])
    #expect(try found("// shaderlint: disable\n  // shaderlint: enable") == [.uninitialized])
    for (rule, again) in [
      ("uninitialized", ""), ("uninitialized", " uninitialized"), ("", ""),
    ] {
      let comments = "// shaderlint: disable \(rule)\n  // shaderlint: enable\(again)"
      #expect(try found(comments) == [.uninitialized], "\(comments)")
    }
    #expect(
      try found("// shaderlint: disable uninitialized\n  // shaderlint: enable unused") == [])
    #expect(
      try found("// shaderlint: disable-nextline GL1201") == [.badDirectiveComment, .uninitialized])
    for range in ["a", "a 1", "a 2..1", "a 0..x", "0..1", "u -1..1.5e3"] {
      #expect(
        try found("// shaderlint: range \(range)") == [.badDirectiveComment, .uninitialized],
        "\(range)")
    }
    #expect(try found("// shaderlint: range a -1..1.5e3 -- why") == [.uninitialized])
    #expect(
      try found("// shaderlint disable-next-line GL1201") == [.badDirectiveComment, .uninitialized])
    #expect(try found("// as shaderlint says") == [.uninitialized])
    #expect(
      try found("// shaderlint: disable-next-line GL9999") == [
        .badDirectiveComment, .uninitialized,
      ])
  }

  /// Shaders in scripts and pages of the web are for WebGL, others for OpenGL ES, unless `webgl`
  /// says otherwise.
  @Test func filesTellTheProfile() throws {
    var configuration = Configuration()
    func profiles() -> [Profile] {
      ["a.js", "a.HTML", "a.vue", "a.mts", "a.frag", "a.py", "a.qml", "a.js/a.vert"].map {
        configuration.profile(ofFile: $0)
      }
    }
    let web = [Profile](repeating: .webgl1, count: 4)
    let others = [Profile](repeating: .es2, count: 4)
    #expect(profiles() == web + others)
    configuration.webgl = true
    #expect(profiles() == web + web)
    configuration.webgl = false
    #expect(profiles() == others + others)
  }

  /// Loops that WebGL rejects are errors in a page, and warnings elsewhere.
  @Test(arguments: [("a.js", Severity.error), ("a.py", .warning)])
  func shadersOfPagesAreForWebGL(path: String, severity: Severity) throws {
    let shader =
      "\nuniform lowp float a;\nlowp float b = a;\nvoid main() {\n"
      + "  while (b < 1.0) b += 1.0;\n  gl_FragColor = vec4(b);\n}\n"
    let text = path == "a.js" ? "s = `\(shader)`" : "s = \"\"\"\(shader)\"\"\""
    var inputs = LintInputs()
    inputs.shaders = try #require(HostCode(path, Array(text.utf8))).shaders
    func found(_ change: (inout LintOptions) -> Void) throws -> [Diagnostic] {
      var options = LintOptions.testing
      options.engines = [.own]
      change(&options)
      return try Linter(options).run(inputs).diagnostics
    }
    let rules = try found { _ in }
    #expect(rules.filter { $0.rule == .whileLoop }.map(\.severity) == [severity])
    #expect(rules.contains { $0.rule == .notConstant } == (severity == .warning))
    let forWebGL = try found { $0.webgl = true }.filter { $0.rule == .whileLoop }
    #expect(forWebGL.map(\.severity) == [.error])
  }

  @Test func webglLetsGlobalsStartFromAnything() throws {
    let text =
      "#version 100\nprecision mediump float;\nuniform float u;\nfloat g = u;\n"
      + "void main() { gl_FragColor = vec4(g); }\n"
    #expect(try findings(text).map(\.rule) == [.notConstant])
    #expect(try findings(text) { $0.webgl = true }.isEmpty)
  }

  @Test func collecting() throws {
    let folder = try TemporaryFolder()
    let root = folder.path
    try Files.createFolders("\(root)/vendor")
    try Files.createFolders("\(root)/.git")
    for name in [
      "a.vert", "a.frag", "b.vert", "c.frag", "common.glsl", "d.frag.glsl", "d.vert.glsl", "x.txt",
      "vendor/v.frag", ".git/g.frag",
    ] {
      try AtomicFile.write(Array("void main() {}\n".utf8), to: "\(root)/\(name)")
    }
    try AtomicFile.write(
      Array("exclude = ['vendor/*']\n[[program]]\nvertex = 'b.vert'\nfragment = 'c.frag'\n".utf8),
      to: "\(root)/.shaderlint.toml")
    try AtomicFile.write(Array("# programs\na.vert\tc.frag\n\n".utf8), to: "\(root)/list.tsv")
    func listing(
      _ paths: [String], lists: [String] = [], _ change: (inout LintOptions) -> Void = { _ in }
    )
      throws -> [String]
    {
      var options = LintOptions()
      change(&options)
      return try InputCollector.collect(paths, programLists: lists, options: options).listing()
        .replacing("\(root)/", with: "").split(separator: "\n").map(String.init).sorted()
    }
    #expect(
      try listing([root]) == [
        "a.frag", "a.vert", "a.vert\ta.frag", "b.vert", "b.vert\tc.frag", "c.frag", "d.frag.glsl",
        "d.vert.glsl", "d.vert.glsl\td.frag.glsl",
      ])
    #expect(
      try listing(["\(root)/*.frag"]) == ["a.frag", "b.vert", "b.vert\tc.frag", "c.frag"])
    #expect(
      try listing(["\(root)/a.vert", "\(root)/c.frag"]) == ["a.vert", "a.vert\tc.frag", "c.frag"])
    #expect(
      try listing(["\(root)/a.vert", "\(root)/c.frag", "\(root)/b.vert", "\(root)/a.frag"]) {
        $0.pairing = .inTurn
      } == ["a.frag", "a.vert", "a.vert\tc.frag", "b.vert", "b.vert\ta.frag", "c.frag"])
    #expect(
      try listing([], lists: ["\(root)/list.tsv"]) == ["a.vert", "a.vert\tc.frag", "c.frag"])
    #expect(throws: ConfigurationError.self) {
      try AtomicFile.write(Array("a.vert c.frag\n".utf8), to: "\(root)/list.tsv")
      _ = try listing([], lists: ["\(root)/list.tsv"])
    }
    // A configuration file outside of the project.
    let outside = try TemporaryFolder()
    let file = "\(outside.path)/lint.toml"
    try AtomicFile.write(Array("exclude = ['*.frag', 'vendor/**']".utf8), to: file)
    #expect(
      try listing([root]) { $0.configuration = file } == [
        "a.vert", "b.vert", "d.frag.glsl", "d.vert.glsl", "d.vert.glsl\td.frag.glsl",
      ])
    try AtomicFile.write(Array("[[files]]\nmatch = '*.none'\nstage = 'vertex'".utf8), to: file)
    var options = LintOptions()
    options.configuration = file
    try AtomicFile.write([], to: "\(outside.path)/x.txt")
    let nothing = try InputCollector.collect([outside.path], options: options)
    #expect(nothing.problems.first?.hint?.contains("*.none") == true)
    let missing = try InputCollector.collect(["\(root)/*.none"])
    #expect(missing.problems.map(\.rule) == [.unreadableFile])
  }

  @Test func patterns() {
    #expect(Pattern.matches("a/*.frag", "a/b.frag"))
    #expect(!Pattern.matches("a/*.frag", "a/b/c.frag"))
    #expect(Pattern.matches("a/**/*.frag", "a/b/c.frag"))
    #expect(Pattern.matches("a/**/*.frag", "a/c.frag"))
    #expect(Pattern.matches("**/x?.[fv]*", "q/r/x1.vert"))
    #expect(!Pattern.matches("x[!0-9].frag", "x1.frag"))
    #expect(Pattern.matches("vendor", "vendor/deep/a.frag"))
    #expect(!Pattern.matches("*a*a*a*a*b", String(repeating: "a", count: 60)))
  }
}
