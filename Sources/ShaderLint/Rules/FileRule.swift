import GLES
import GLSL

/// What a rule of ours sees of one shader.
struct ShaderFacts: Sendable {
  let stage: ShaderStage
  let assembly: Assembly
  let preprocessed: Preprocessed
  let declarations: Declarations
  /// The shader stands alone: no engine puts text in front of it, no program says what it is part of.
  var standsAlone = true

  init(stage: ShaderStage, assembly: Assembly, extensions: Set<UInt64> = []) {
    self.stage = stage
    self.assembly = assembly
    preprocessed = Preprocessor.run(
      assembly.body, assembly.scan, extensions: extensions)
    declarations = DeclarationScanner.run(assembly.body, preprocessed, stage: stage)
  }
}

/// A rule of ours that looks at one shader.
///
/// Rules stand beside the engines: an engine reports what a compiler says, a rule what no compiler
/// says. A full front end of GLSL would be one more source of facts for rules like these.
struct FileRule: Sendable {
  /// Looks at a shader and returns what it finds.
  let check: @Sendable (ShaderFacts) -> [Diagnostic]

  /// Every rule for one shader, in the order of their findings.
  static let all: [FileRule] = [
    versionLine, empty, missingMain, missingPrecision, attributeCount, uniformCount, samplerCount,
    fragDataIndex, names,
  ]
}

/// A rule of ours that looks at the two shaders of a program.
struct ProgramRule: Sendable {
  /// Looks at a vertex and a fragment shader and returns what it finds.
  let check: @Sendable (_ vertex: ShaderFacts, _ fragment: ShaderFacts) -> [Diagnostic]

  /// Every rule for a program, in the order of their findings.
  static let all: [ProgramRule] = [uniforms, varyings, varyingCount, programSamplers]
}
