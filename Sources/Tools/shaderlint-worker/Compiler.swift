import CompilerLogs
import ShaderLint

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

extension Compiler {
  var details: String { summary }
}

/// A compiler's verdict and log.
struct CompilerAnswer {
  var accepted: Bool
  var log: String?
}
