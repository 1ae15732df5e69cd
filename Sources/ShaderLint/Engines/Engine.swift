import GLES

/// A compiler that checks shaders.
package enum Engine: String, CaseIterable, Hashable, Sendable {
  /// shaderlint's own front end.
  case own
  /// The OpenGL ES driver of the machine.
  case driver
  /// glslang, the Khronos reference compiler, if the tool was built with it.
  case glslang
}

/// An engine and, for the driver, a device.
struct EngineChoice: Hashable, Sendable {
  var engine: Engine
  /// An index in EGL's list of devices; `nil` for the default.
  var device: Int?

  /// The name in reports: `driver`, `driver:1`, `glslang`.
  var name: String { device.map { "\(engine.rawValue):\($0)" } ?? engine.rawValue }
}

/// An engine, as a worker process runs it.
protocol Compiler {
  /// A short description, from which the quirks are derived: lines of the form `name: value`.
  var summary: String { get }
  /// A full description in the same form; may take a while.
  var details: String { get }

  /// Compiles one text.
  func compile(_ stage: ShaderStage, _ text: [UInt8]) -> CompilerAnswer

  /// Compiles and links two texts, and reports each step when it is done.
  func link(
    vertex: [UInt8], fragment: [UInt8],
    report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void)
}

/// A compiler's verdict and log.
struct CompilerAnswer {
  var accepted: Bool
  var log: String?
}
