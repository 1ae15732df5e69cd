/// A command line that cannot be obeyed: one sentence that names the argument and the remedy.
///
/// ``Tool/run(_:)`` prints it after the tool's name and ends with ``ExitStatus/usage``. Code that runs
/// a command throws it, too, for options that exclude each other.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the tool's name and without a newline.
  package let description: String

  /// Makes the error from its sentence.
  package init(_ description: String) { self.description = description }
}

/// Work that failed with an exit status other than ``ExitStatus/failed``.
///
/// Any other error ends a tool with ``ExitStatus/failed`` and its own `description` as the message.
package struct ToolFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the tool's name and without a newline.
  package let description: String
  /// Further lines that are shown below the sentence, indented: a list of attempts, a driver's log.
  package let details: [String]
  /// What the shell is told.
  package let status: ExitStatus

  /// Makes the error from its sentence, the lines below it, and the status that the tool ends with.
  package init(_ description: String, details: [String] = [], status: ExitStatus = .failed) {
    self.description = description
    self.details = details
    self.status = status
  }
}

/// Why a text is no value of its kind, worded to follow the text: "is not a number".
package struct ValueError: Error, Hashable, Sendable {
  /// The half sentence that follows the offending text.
  package let problem: String

  /// Makes the error from its half sentence, such as "is out of range".
  package init(_ problem: String) { self.problem = problem }
}
