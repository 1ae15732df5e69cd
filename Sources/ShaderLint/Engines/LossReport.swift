/// Findings about crashes, time limits and memory limits.
enum LossReport {
  /// Returns the finding for a lost worker process.
  ///
  /// - Parameters:
  ///   - cause: Why the worker was lost.
  ///   - step: What it did, such as "compiling".
  ///   - name: The shader or program.
  ///   - file: Where to report the finding; `name` by default.
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
        hint: "macros that expand exponentially are the usual cause; --memory raises the limit")
    }
  }

  private static func signalName(_ signal: Int32) -> String {
    switch signal {
    case 0: "the process exited"
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
