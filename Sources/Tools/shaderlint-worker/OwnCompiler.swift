import CompilerLogs
import ShaderLint

/// shaderlint's own front end, for texts so long that it may take too much time or memory.
struct OwnCompiler: Compiler {
  var summary: String { "own: shaderlint's front end" }

  func compile(_ stage: ShaderStage, _ text: [UInt8]) -> CompilerAnswer {
    CompilerAnswer(accepted: OwnEngine.accepts(stage, text), log: nil)
  }

  func link(
    vertex: [UInt8], fragment: [UInt8],
    report: (WorkerMessage.Phase, _ isLast: Bool, CompilerAnswer) -> Void
  ) {
    report(.vertex, false, compile(.vertex, vertex))
    report(.fragment, true, compile(.fragment, fragment))
  }
}
