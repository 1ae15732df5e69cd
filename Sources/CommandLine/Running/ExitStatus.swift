/// What a tool tells the shell when it ends.
///
/// A tool adds its own meanings above 2, as `shaderlint` does for "no driver", and lists every one it
/// uses in ``Tool/exitStatuses``, from where `--help` and the manual page take them.
package struct ExitStatus: RawRepresentable, Hashable, Sendable {
  /// The number that the shell sees, 0 to 255.
  package let rawValue: Int32

  /// Makes a status of a tool's own; 0 to 2 have their meaning already.
  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// 0: all was done as asked.
  package static let done = ExitStatus(rawValue: 0)
  /// 1: the work was understood but could not be done (or, for a linter, it found something).
  package static let failed = ExitStatus(rawValue: 1)
  /// 2: the command line could not be understood; nothing was begun.
  package static let usage = ExitStatus(rawValue: 2)
}
