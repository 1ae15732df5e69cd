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
