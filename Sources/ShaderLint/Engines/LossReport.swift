/// Findings about workers that were lost.
enum LossReport {
  /// The finding that `step` of the thing called `name` took a worker down; `file` is where it is
  /// reported, `name` itself by default.
  static func diagnostic(
    _ cause: JobOutcome.Loss, _ step: String, _ name: String, at file: String? = nil
  ) -> Diagnostic {
    let place = Location(file: file ?? name, line: 1)
    switch cause {
    case .crashed(let signal):
      return Diagnostic(
        .compilerCrashed, "\(step) it crashed the compiler (\(signalName(signal)))", at: place,
        hint: "the other files were not affected")
    case .hung(let seconds):
      return Diagnostic(
        .compilerHung, "\(step) it took more than \(seconds) seconds", at: place,
        hint: "simplify it, or raise --timeout if it is only slow")
    case .outOfMemory(let limit):
      return Diagnostic(
        .outOfMemory, "\(step) it took more than \(limit >> 20) MiB of memory", at: place,
        hint: "macros that double themselves are the usual cause; --memory raises the limit")
    }
  }

  private static func signalName(_ signal: Int32) -> String {
    switch signal {
    case 0: "it ended by itself"
    case 4: "SIGILL"
    case 6: "SIGABRT"
    case 7: "SIGBUS"
    case 8: "SIGFPE"
    case 9: "SIGKILL"
    case 11: "SIGSEGV"
    case 24: "SIGXCPU"
    default: "signal \(signal)"
    }
  }
}
