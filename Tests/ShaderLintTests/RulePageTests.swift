import CompilerLogs
import Testing

@testable import ShaderLint

/// The examples of the rules' pages: the bad one has the finding, the good one does not.
///
/// Lines `// vertex shader`, `// fragment shader` and `// both shaders` begin the shaders of an
/// example about a program. Lines `// compile log: `, `// link log: ` and `// validation log: ` are
/// what a driver says about the example. `shaderlint …` is a command. Any other example is one
/// shader, or a part of one: the frame of the rule makes it complete.
@Suite struct RulePageTests {
  /// What to put around an example that is not complete.
  private struct Frame {
    var stage = ShaderStage.fragment
    /// The text before the example.
    var head = "precision mediump float;\n"
    /// Whether the example is a part of `main`.
    var isInMain = false

    static let vertex = Frame(stage: .vertex, head: "")
    /// For examples about the beginning of a fragment shader.
    static let bare = Frame(head: "")
    static func main(_ declarations: String = "", extension name: String = "") -> Frame {
      let directive = name.isEmpty ? "" : "#extension \(name) : enable\n"
      return Frame(head: "\(directive)precision mediump float;\n\(declarations)\n", isInMain: true)
    }
  }

  /// The frames of examples that are neither fragment shaders nor declarations for one.
  private static let frames: [Rule.ID: Frame] = [
    .syntaxError: .main(), .typeMismatch: .main(), .redeclaration: .main(),
    .noMatchingFunction: .main("uniform sampler2D image;"), .badOperands: .main("varying vec3 v;"),
    .badField: .main(), .badIndex: .main(), .badConstructor: .main(),
    .badCondition: .main("varying float x;"), .badExtension: .bare, .uninitialized: .main(),
    .maybeUninitialized: .main("uniform bool lit;"), .missingMain: .vertex,
    .missingVersion: .vertex, .wrongVersion: .bare, .versionNotFirst: .bare, .emptyFile: .bare,
    .missingPrecision: .bare, .precisionFallback: .bare, .timePrecision: .bare,
    .tooManyAttributes: .vertex,
    .tooManyVertexUniforms: .vertex, .vertexTexture: .vertex, .fragDataIndex: .bare,
    .highpInFragment: .bare, .optionalExtension: .bare,
    .loopForm: .main("uniform int u_count; uniform float u_weight[16]; float sum;"),
    .loopIndexWritten: .main("uniform bool skip;"), .whileLoop: .main("float t = 0.0;"),
    .dynamicIndex: .main("uniform vec4 u_colors[4]; varying float v_index;"),
    .longLoop: .main("float t = 0.0;"), .divisionByZero: .main("varying float x, y;"),
    .domain: .main(), .maybeDomain: .main("varying float x;"), .unusedVariable: .main(),
    .unusedAttribute: .vertex, .constantCondition: .main("varying float alpha;"),
    .textureInBranch: .main("uniform sampler2D image; varying vec2 v_uv; vec4 color;"),
    .derivativeInBranch: .main(
      "varying vec2 v_uv; float width;", extension: "GL_OES_standard_derivatives"),
    .includeNotFound: .bare,
    .includeCycle: .bare, .badInclude: .bare, .includeTooDeep: .bare, .byteOrderMark: .bare,
    .compileError: .bare, .unused: .bare, .deprecated: .bare, .driverWarning: .bare,
  ]

  /// The rules about shaders and their files. The others are about the driver and the run.
  private static let shown = Rule.catalog.filter { $0.id.number < 5000 }

  /// The rules about messages that compilers have reasons of their own for.
  private static let unspecified: Set<Rule.ID> = [
    .compileError, .unused, .deprecated, .driverWarning, .tooComplex,
  ]

  @Test func languageRulesAreComplete() {
    for rule in Self.shown {
      #expect(rule.bad != nil && rule.good != nil && rule.bad != rule.good, "\(rule.name)")
      // Rules about includes are not the specification's.
      #expect(
        rule.clause != nil || rule.id.number >= 4000 || Self.unspecified.contains(rule.id))
      for text in [rule.bad, rule.good] {
        #expect(text.map { rule.page.contains($0.split(separator: "\n")[0]) } == true)
      }
    }
  }

  @Test(arguments: shown.map(\.id)) func examplesAreRight(id: Rule.ID) throws {
    let rule = id.rule
    let found = try findings(in: try #require(rule.bad), of: id)
    #expect(found.contains(id), "\(rule.name): \(found.map(\.text))")
    let good = try #require(rule.good)
    let left = try findings(in: good, of: id)
    #expect(!left.contains(id) && !good.contains(" log: "), "\(rule.name): \(left.map(\.text))")
  }

  /// Returns the rules with findings in an example.
  private func findings(in example: String, of id: Rule.ID) throws -> Set<Rule.ID> {
    var options = LintOptions.testing
    options.engines = [.own]
    options.levels[id] = Configuration.Level(rawValue: id.rule.severity.word)
    let lines = example.split(separator: "\n")
    let text = lines.filter { Self.log($0) == nil }.joined(separator: "\n")
    let inputs = try inputs(text, Self.frames[id] ?? Frame(), options)
    let logs = try lines.compactMap(Self.log).flatMap { try self.findings(inLog: $0, inputs) }
    let report = try Linter(options).run(inputs)
    // An example about a warning or note is a valid shader.
    let errors = report.diagnostics.filter { $0.severity == .error && $0.rule != id }
    #expect(id.rule.severity == .error || errors.isEmpty, "\(id.rule.name): \(errors)")
    return Set((report.diagnostics + logs).map(\.rule))
  }

  private typealias Log = (kind: Substring, text: String)

  /// Returns the message in a line such as `// link log: error: …`; `nil` for other lines.
  private static func log(_ line: Substring) -> Log? {
    guard line.hasPrefix("// "), let mark = line.firstRange(of: " log: ") else { return nil }
    return (line.dropFirst(3).prefix(upTo: mark.lowerBound), String(line[mark.upperBound...]))
  }

  private func findings(inLog log: Log, _ inputs: LintInputs) throws -> [Diagnostic] {
    if log.kind == "validation" {
      let facts = inputs.shaders.map { shader in
        ShaderFacts(
          stage: shader.stage ?? .fragment,
          assembly: Assembler(options: AssemblyOptions()).assemble(
            path: shader.path, bytes: shader.bytes ?? []))
      }
      let driver = KnownEngine(choice: EngineChoice(engine: .driver), vendor: .mesa)
      let response = WorkerMessage.Response(
        job: 0, phase: .validate, isLast: true, accepted: false, log: log.text)
      return LinkTranslator(engine: driver, shaders: facts).findings(response, phase: .validate)
    }
    var reader = LogReport()
    reader.sources = inputs.shaders
    let found = try reader.read(Array(log.text.utf8), name: "log").diagnostics
    #expect(found.allSatisfy { inputs.shaders.map(\.path).contains($0.location?.file ?? "") })
    #expect(log.kind == "link" || found.allSatisfy { $0.location?.line ?? 0 > 0 })
    return found
  }

  private func inputs(
    _ example: String, _ frame: Frame, _ options: LintOptions
  ) throws -> LintInputs {
    var inputs = LintInputs()
    let words = example.split(separator: " ").map(String.init)
    if words[0] == "shaderlint" {
      var options = options
      options.pairing = words.contains("--pair") ? .inTurn : .automatic
      inputs = try InputCollector.collect(
        words.dropFirst().filter { !$0.hasPrefix("-") }, options: options)
      inputs.texts["wave.vert"] = Array("void main() { gl_Position = vec4(0.0); }\n".utf8)
      inputs.texts["wave.frag"] = Array("void main() { gl_FragColor = vec4(0.0); }\n".utf8)
      return inputs
    }
    inputs.texts["light.glsl"] = Array("\n".utf8)
    inputs.texts["hash.glsl"] = Array("float hash(vec2 p) { return p.x; }\n".utf8)
    inputs.texts["clouds.glsl"] = Array("#include \"hash.glsl\"\n".utf8)
    for level in 1...65 {
      let text = level < 65 ? "#include \"level\(level + 1).glsl\"\n" : "\n"
      inputs.texts["level\(level).glsl"] = Array(text.utf8)
    }
    let parts = Self.parts(of: example)
    guard parts.isEmpty else {
      inputs.shaders = [ShaderStage.vertex, .fragment].map { stage in
        Self.shader(parts[stage, default: ""], Frame(stage: stage, head: ""))
      }
      inputs.programs = [LintInputs.Pair(vertex: 0, fragment: 1)]
      return inputs
    }
    inputs.shaders = [Self.shader(example, frame)]
    return inputs
  }

  private static func parts(of example: String) -> [ShaderStage: String] {
    var parts: [ShaderStage: String] = [:]
    var stages: [ShaderStage] = []
    for line in example.split(separator: "\n") {
      switch line {
      case "// vertex shader": stages = [.vertex]
      case "// fragment shader": stages = [.fragment]
      case "// both shaders": stages = [.vertex, .fragment]
      default: for stage in stages { parts[stage, default: ""] += "\(line)\n" }
      }
    }
    return parts
  }

  /// What examples describe because no page could show it.
  private static let marks = [
    ("<EF BB BF>", "\u{FEFF}"), ("<00>", "\0"),
    ("<257 letters>", String(repeating: "a", count: 257)),
  ]

  private static func shader(_ example: String, _ frame: Frame) -> ShaderInput {
    let output = frame.stage == .vertex ? "gl_Position" : "gl_FragColor"
    var text = frame.head
    if frame.isInMain {
      text += "void main() {\n\(example)\n}\n"
    } else if example.contains("main") || example.contains("float helper") {
      text += "\(example)\n"
    } else {
      text += "\(example)\nvoid main() { \(output) = vec4(1.0); }\n"
    }
    // Names in the example's comment.
    let path = example.contains("in noise.glsl") ? "noise.glsl" : "a.\(frame.stage.rawValue)"
    for (mark, meaning) in marks { text = text.replacing(mark, with: meaning) }
    return ShaderInput(path: path, stage: frame.stage, bytes: Array(text.utf8))
  }
}
