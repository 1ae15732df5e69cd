/// An error in the command line: one sentence that names the argument and the remedy.
///
/// ``Tool`` prints it after the tool's name and exits with ``ExitStatus/usage``. Commands
/// throw it too, for options that exclude each other.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the tool's name and without a newline.
  package let description: String
  /// The command whose `--help` explains more, such as "doctor"; `nil` for the tool's.
  package internal(set) var command: String?

  /// Makes the error from its sentence.
  package init(_ description: String) { self.description = description }
}

/// Why a text is not a valid value: a phrase that follows the text, such as "is not a number".
package struct ValueError: Error, Hashable, Sendable {
  /// The phrase.
  package let problem: String
  /// A valid value that resembles the text.
  package let suggestion: String?

  /// Makes the error from its phrase, such as "is out of range".
  package init(_ problem: String, suggestion: String? = nil) {
    self.problem = problem
    self.suggestion = suggestion
  }
}
