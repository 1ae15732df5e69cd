import CompilerLogs
import GLESKitSupport
import GLSL
import Profiling

/// Rewrites a shader so that any driver with `highp` computes what hardware with half-precision
/// floats computes with `mediump` and `lowp`.
package struct PrecisionEmulator: Sendable {
  /// The text that was added to the shader before it was compiled.
  package var assembly = AssemblyOptions()
  /// Whether the shader is for WebGL 1.
  package var webgl = false
  /// Whether `lowp` is computed with fixed-point numbers.
  package var hasFixedLowp = false
  /// Whether numbers below 2⁻¹⁴ stay, which are replaced by 0 otherwise.
  package var keepsSubnormals = false

  /// Makes an emulator of shaders for OpenGL ES 2.0 to which nothing is added.
  package init() {}

  /// Why a shader cannot be rewritten.
  package struct Failure: Error, CustomStringConvertible {
    /// The file, the reason and the remedy.
    package let description: String
    /// Whether the shader is wrong, and not the command that names it.
    package var isInvalid = false
  }

  /// Rewrites a shader, with the texts that it includes.
  ///
  /// - Throws: ``Failure`` if the file can't be read, if its stage is unknown, or if the shader is
  ///   invalid.
  package func emulate(_ input: ShaderInput) throws(Failure) -> EmulatedShader {
    var files = ProjectFiles(assembly)
    files.addProjects(of: [input.path], within: ".")
    let reader: Assembler.Reader = { path throws(FileError) in
      try files.read(path, limit: Assembler.sizeLimit)
    }
    let assembler = Assembler(options: assembly, reader: reader)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = if let known = input.bytes { known } else { try reader(input.path) }
    } catch {
      throw Failure(description: error.description)
    }
    let text = assembler.assemble(path: input.path, bytes: bytes, stage: input.stage)
    let name = ShaderName(input.path)
    guard let stage = input.stage ?? ShaderNames.stage(of: name, text.scan) ?? name.stage else {
      throw Failure(
        description: "\(input.path): the stage of this shader is unknown; use --stage vertex or "
          + "--stage fragment")
    }
    // A hostile text is only checked where it can do no harm.
    if let loss = OwnEngine.loss(stage, text.text, Isolation(), Profiler()) {
      throw Failure(
        description:
          "\(input.path): \(LossReport.diagnostic(loss, "checking", input.path).message)",
        isInvalid: true)
    }
    let shader = CheckedShader(text, stage: stage, profile: webgl ? .webgl1 : .es2)
    guard shader.isRead else {
      throw Failure(
        description: "\(input.path): this is not GLSL ES 1.00, or it uses an extension that "
          + "shaderlint does not know; remove #version and #extension", isInvalid: true)
    }
    try check(shader, "is not valid", text)
    let lowp: PrecisionEmulation.Lowp = hasFixedLowp ? .fixed : .half
    guard
      let rounded = PrecisionEmulation.text(
        of: shader, lowp: lowp, keepsSubnormals: keepsSubnormals),
      let exact = PrecisionEmulation.text(of: shader, rounds: false)
    else {
      throw Failure(
        description: "\(input.path): cannot be emulated, because an expression has more than 256 "
          + "operations one in the other; divide it", isInvalid: true)
    }
    let (first, second) = (Self.bytes(rounded), Self.bytes(exact))
    // A name such as half_ may be the shader's own.
    try check(CheckedShader(first, Scan(first), stage: stage), "cannot be emulated", text)
    let notes = PrecisionEmulation.unroundedLoops(
      of: shader, lowp: lowp, keepsSubnormals: keepsSubnormals
    ).map { loop in
      let place = text.location(of: loop.start)
      return "\(place.file):\(place.line): "
        + (loop.isEndless
          ? "half precision rounds the step of this loop away, so that it never ends on a phone; "
            + "here it runs as often as with highp"
          : "this loop is too long to be rounded; its index has the values that highp gives")
    }
    let varyings = Declarations(shader).variables.filter { $0.storage == .varying }
    return EmulatedShader(
      stage: stage, rounded: first, exact: second,
      varyings: varyings.map {
        EmulatedShader.Varying(
          name: $0.name, type: $0.type.basic.name, count: $0.type.array, isInvariant: $0.invariant)
      }, notes: notes)
  }

  private static func bytes(_ text: String) -> [UInt8] { Array("#version 100\n\(text)".utf8) }

  private func check(
    _ shader: CheckedShader, _ verb: String, _ text: Assembly
  ) throws(Failure) {
    let missing = text.diagnostics.first { $0.severity == .error }
    let error = shader.findings.first { $0.severity == .error }
    guard let reason = missing?.message ?? error?.message else { return }
    let path = text.files[0].path
    throw Failure(
      description: "\(path): the shader \(verb): \(reason); run 'shaderlint \(path)'",
      isInvalid: true)
  }
}

/// A shader in two forms that compute everything with `highp`.
package struct EmulatedShader: Sendable {
  package var stage: ShaderStage
  /// The text that rounds what the shader computes with `mediump` and `lowp`.
  package var rounded: [UInt8]
  /// The text that rounds nothing.
  package var exact: [UInt8]
  /// The varyings of the shader.
  package var varyings: [Varying]
  /// What differs from hardware with half-precision floats, as `file:line: sentence`.
  package var notes: [String] = []

  /// A varying, with the name of its type, and the number of elements of an array. Whether it is
  /// invariant must be the same in both stages.
  package struct Varying: Hashable, Sendable {
    package var name: String
    package var type: String
    package var count: Int?
    package var isInvariant = false
  }
}
