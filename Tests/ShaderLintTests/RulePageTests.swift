import CompilerLogs
import Testing

@testable import ShaderLint

/// The examples of the rules' pages: the bad one has the finding, the good one does not.
///
/// Lines `// vertex shader`, `// fragment shader` and `// both shaders` begin the shaders of an
/// example about a program. Any other example is one shader, or a part of one: the frame of the
/// rule makes it complete.
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
    .missingPrecision: .bare, .timePrecision: .bare, .tooManyAttributes: .vertex,
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
    .includeCycle: .bare, .badInclude: .bare,
  ]

  /// The rules whose findings depend on a compiler, a file or the run, not on a text that a page
  /// can show.
  private static let withoutExample: Set<Rule.ID> = [
    .compileError, .unused, .deprecated, .driverWarning, .tooManyResources, .missingStage,
    .validationFailed, .linkError, .byteOrderMark, .nulByte, .longName, .includeTooDeep,
    .unreadableFile,
  ]

  private static let shown: [Rule] = Rule.catalogue.filter {
    $0.id.rawValue < 5000 && !withoutExample.contains($0.id)
  }

  @Test func languageRulesAreComplete() {
    for rule in Self.shown {
      #expect(rule.bad != nil && rule.good != nil && rule.bad != rule.good, "\(rule.name)")
      // Rules about includes are not the specification's.
      #expect(rule.clause != nil || rule.id.rawValue >= 4000 || rule.id == .tooComplex)
      for text in [rule.bad, rule.good] {
        #expect(text.map { rule.page.contains($0.split(separator: "\n")[0]) } == true)
      }
    }
  }

  @Test(arguments: shown.map(\.id)) func examplesAreRight(id: Rule.ID) throws {
    let rule = id.rule
    let found = try findings(in: try #require(rule.bad), of: id)
    #expect(found.contains(id), "\(rule.name): \(found.map(\.text))")
    let left = try findings(in: try #require(rule.good), of: id)
    #expect(!left.contains(id), "\(rule.name): \(left.map(\.text))")
  }

  /// Returns the rules with findings in an example.
  private func findings(in example: String, of id: Rule.ID) throws -> Set<Rule.ID> {
    var options = LintOptions.testing
    options.engines = [.own]
    options.levels = [id: .severity(id.rule.severity)]
    let inputs = inputs(example, Self.frames[id] ?? Frame())
    let report = try Linter(options).run(inputs)
    // An example about a warning or note is a valid shader.
    let errors = report.diagnostics.filter { $0.severity == .error && $0.rule != id }
    #expect(id.rule.severity == .error || errors.isEmpty, "\(id.rule.name): \(errors)")
    return Set(report.diagnostics.map(\.rule))
  }

  private func inputs(_ example: String, _ frame: Frame) -> LintInputs {
    var inputs = LintInputs()
    inputs.texts["light.glsl"] = Array("\n".utf8)
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
    return ShaderInput(path: path, stage: frame.stage, bytes: Array(text.utf8))
  }
}
