import GLES
import GLSL

/// A shader, as shaderlint's own rules see it.
struct ShaderFacts: Sendable {
  let stage: ShaderStage
  let assembly: Assembly
  let preprocessed: Preprocessed
  let declarations: Declarations
  /// Whether the shader is not part of a program.
  var standsAlone = true

  init(stage: ShaderStage, assembly: Assembly, extensions: Set<UInt64> = []) {
    self.stage = stage
    self.assembly = assembly
    preprocessed = Preprocessor.run(
      assembly.body, assembly.scan, extensions: extensions)
    declarations = DeclarationScanner.run(assembly.body, preprocessed, stage: stage)
  }
}

/// A rule for one shader. It reports problems that compilers don't report.
struct FileRule: Sendable {
  /// Returns the findings in a shader.
  let check: @Sendable (ShaderFacts) -> [Diagnostic]

  /// All rules for one shader, in the order of their findings.
  static let all: [FileRule] = [
    versionLine, empty, missingMain, missingPrecision, attributeCount, uniformCount, samplerCount,
    fragDataIndex, names,
  ]
}

/// A rule for the two shaders of a program.
struct ProgramRule: Sendable {
  /// Returns the findings in a vertex and a fragment shader.
  let check: @Sendable (_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> [Diagnostic]

  /// All rules for programs, in the order of their findings.
  static let all: [ProgramRule] = [uniforms, varyings, varyingCount, programSamplers]
}
