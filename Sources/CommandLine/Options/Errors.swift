/// An error in the command line: one sentence that names the argument and the remedy.
///
/// ``Tool/run(_:)`` prints it after the tool's name and exits with ``ExitStatus/usage``. Commands
/// throw it too, for options that exclude each other.
package struct UsageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the tool's name and without a newline.
  package let description: String

  /// Makes the error from its sentence.
  package init(_ description: String) { self.description = description }
}

/// A failure with an exit status other than ``ExitStatus/failed``, or with details.
///
/// For any other error, a tool prints its `description` and exits with ``ExitStatus/failed``.
package struct ToolFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The sentence, without the tool's name and without a newline.
  package let description: String
  /// Lines printed below the sentence, indented: a list of attempts, a driver's log.
  package let details: [String]
  /// The exit status.
  package let status: ExitStatus

  /// Makes the error; the parameters are the properties.
  package init(_ description: String, details: [String] = [], status: ExitStatus = .failed) {
    self.description = description
    self.details = details
    self.status = status
  }
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
