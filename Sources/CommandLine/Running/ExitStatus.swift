/// The exit status of a tool.
///
/// A tool lists all that it uses in ``Tool/exitStatuses`` for `--help` and the manual page.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The number, 0 to 255.
  package let rawValue: Int32

  /// Makes a status.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// 0: success.
  package static let done = ExitStatus(rawValue: 0)
  /// 1: failure; for a linter, findings.
  package static let failed = ExitStatus(rawValue: 1)
  /// 2: the command line is wrong; nothing was done.
  package static let usage = ExitStatus(rawValue: 2)
  /// 3, of `shaderlint`: there is no driver, or not the engine that was asked for.
  package static let noDriver = ExitStatus(rawValue: 3)
}
