import Glibc
import Synchronization

/// A signal asks the tool to stop. The tool exits by the same signal.
package struct Interrupted: Error, Hashable, Sendable, CustomStringConvertible {
  /// The signal: `SIGINT`, `SIGTERM` or `SIGHUP`.
  package let signal: Int32

  package init(signal: Int32) { self.signal = signal }

  /// The sentence that the tool prints.
  package var description: String {
    switch signal {
    case SIGINT: "interrupted"
    case SIGTERM: "terminated"
    default: "hung up"
    }
  }
}

/// Turns signals into a flag that loops poll, so that a tool stops between two frames with its
/// files whole and its folders tidy.
package enum Interruption {
  private static let signal = Atomic<Int32>(0)

  /// Makes SIGINT, SIGTERM and SIGHUP set the flag. A second signal of the same kind ends the
  /// process at once. The corresponding C function is `sigaction`.
  ///
  /// Signals that the process was started to ignore, as by `nohup`, stay ignored.
  package static func watch() {
    // Initializes the flag before the handler uses it, where initialization could deadlock.
    signal.store(0, ordering: .sequentiallyConsistent)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var old = sigaction()
      guard sigaction(number, nil, &old) == 0, !isIgnored(old) else { continue }
      install(number, flags: Int32(bitPattern: SA_RESETHAND)) { Interruption.note($0) }
    }
  }

  /// The signal received since ``watch()``, if any.
  package static var pending: Int32? {
    let number = signal.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  /// Throws if a signal has been received.
  package static func check() throws(Interrupted) {
    if let pending { throw Interrupted(signal: pending) }
  }

  /// Makes writes to closed pipes fail with `EPIPE`, and writes beyond `ulimit -f` with `EFBIG`,
  /// instead of killing the process. Empty handlers are installed instead of SIG_IGN, which
  /// programs that we start would inherit.
  package static func outliveFailedWrites() {
    for number in [SIGPIPE, SIGXFSZ] { install(number, flags: SA_RESTART) { _ in } }
  }

  /// Ends the process by the signal `number`, so that the parent sees why.
  package static func die(of number: Int32) -> Never {
    Glibc.signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }

  private static func note(_ number: Int32) {
    signal.store(number, ordering: .releasing)
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func install(
    _ number: Int32, flags: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = handler
    action.sa_flags = flags
    sigaction(number, &action, nil)
  }
}
