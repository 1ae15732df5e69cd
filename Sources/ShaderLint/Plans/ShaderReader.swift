import CompilerLogs
import GLESKitSupport
import Profiling

/// Reads the shaders of a run and assembles their texts.
final class ShaderReader {
  private let inputs: LintInputs
  private let options: LintOptions
  private let profiler: Profiler
  /// The texts of inputs that are not read from files, by path.
  private let texts: [String: [UInt8]]
  private var assemblers: [Configuration: Assembler] = [:]
  /// The files of permuted shaders, which are read again.
  private var contents: [String: Result<[UInt8], FileError>] = [:]

  init(_ inputs: LintInputs, _ options: LintOptions, _ profiler: Profiler) {
    self.inputs = inputs
    self.options = options
    self.profiler = profiler
    texts = inputs.texts.merging(
      inputs.shaders.compactMap { input in
        (input.original ?? input.bytes).map { (input.path, $0) }
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the text of a shader with its definitions.
  func assembly(of plan: Plans.Shader) throws(FileError) -> Assembly {
    let input = inputs.shaders[plan.input]
    let isPermuted = !options.permutations.isEmpty || !plan.configuration.permutations.isEmpty
    let bytes = try profiler.measure("read") { content(of: input, isPermuted) }.get()
    return profiler.measure("assemble") {
      assembler(for: plan).assemble(
        path: input.path, bytes: bytes,
        stage: input.stage ?? ShaderName(input.path).certainStage, original: input.original,
        firstLine: input.firstLine)
    }
  }

  private func content(
    of input: ShaderInput, _ isPermuted: Bool
  ) -> Result<[UInt8], FileError> {
    // The texts hold whole files.
    if input.original != nil, let part = input.bytes { return .success(part) }
    if let bytes = texts[input.path] { return .success(bytes) }
    if let known = contents[input.path] { return known }
    let content = Result<[UInt8], FileError> { () throws(FileError) in
      try inputs.files.read(input.path, limit: Assembler.sizeLimit)
    }
    if isPermuted { contents[input.path] = content }
    return content
  }

  /// Reads an included file; the text of an input, such as an editor's buffer, comes first.
  private func read(_ path: String) throws(FileError) -> [UInt8] {
    if let bytes = texts[path] { return bytes }
    return try inputs.files.read(path, limit: Assembler.sizeLimit)
  }

  private func assembler(for plan: Plans.Shader) -> Assembler {
    var key = plan.configuration
    key.assembly.definitions = plan.definitions
    if let known = assemblers[key] { return known }
    var assembly = plan.configuration.assembly.preceded(by: options.assembly)
    assembly.definitions = plan.definitions
    let made = Assembler(options: assembly, reader: read)
    assemblers[key] = made
    return made
  }
}
