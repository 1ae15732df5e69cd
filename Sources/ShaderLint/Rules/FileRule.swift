import GLES
import GLSL

/// A shader, as shaderlint's own rules see it.
struct ShaderFacts: Sendable {
  let stage: ShaderStage
  let assembly: Assembly
  let preprocessed: Preprocessed
  let declarations: Declarations
  /// What the front end found.
  let findings: [Finding]
  /// Whether the front end judged the shader, and whether it accepts it.
  let isJudged: Bool
  let isValid: Bool
  /// Whether the shader is not part of a program.
  var standsAlone = true

  init(stage: ShaderStage, assembly: Assembly, profile: Profile = .es2) {
    self.stage = stage
    self.assembly = assembly
    let checked = CheckedShader(assembly.body, assembly.scan, stage: stage, profile: profile)
    preprocessed = checked.preprocessed
    findings = checked.findings
    isJudged = checked.isJudged
    isValid = checked.isValid
    // The tree is not kept: a run can have thousands of shaders.
    declarations = Declarations(checked)
  }
}

/// A rule for one shader. It reports problems that compilers don't report.
struct FileRule: Sendable {
  /// Returns the findings in a shader.
  let check: @Sendable (ShaderFacts) -> [Diagnostic]

  /// All rules for one shader, in the order of their findings.
  static let all: [FileRule] = [
    versionLine, empty, missingMain, attributeCount, uniformCount, samplerCount, language,
  ]

  /// What the front end finds and compilers don't report reliably.
  static let language = FileRule { facts in
    facts.findings.filter(\.problem.isRule).map { facts.diagnostic($0, origin: .rule) }
  }
}

/// A rule for the two shaders of a program.
struct ProgramRule: Sendable {
  /// Returns the findings in a vertex and a fragment shader.
  let check: @Sendable (_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> [Diagnostic]

  /// All rules for programs, in the order of their findings.
  static let all: [ProgramRule] = [uniforms, varyings, varyingCount, programSamplers]
}
