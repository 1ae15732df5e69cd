import CompilerLogs

/// A rule of the catalogue: its identifier, its name, and its page in `explain`.
package struct Rule: Hashable, Sendable {
  /// The identifier, such as `GL1001`, which never changes.
  package let id: ID
  /// The name, such as `undeclared-identifier`. Configuration files accept both.
  package let name: String
  /// The severity unless the driver or the configuration gives another one.
  package let severity: Severity
  /// What was found, in one sentence.
  package let summary: String
  /// Why it matters, and what to do.
  package let explanation: String
  /// A short example of the problem; `nil` if there is none.
  package let bad: String?
  /// The example after the fix.
  package let good: String?

  init(
    _ id: ID, _ name: String, _ severity: Severity, summary: String, explanation: String,
    bad: String? = nil, good: String? = nil
  ) {
    self.id = id
    self.name = name
    self.severity = severity
    self.summary = summary
    self.explanation = explanation
    self.bad = bad
    self.good = good
  }

  /// All rules, by number.
  package static let catalogue: [Rule] =
    compileRules + linkRules + ownRules + limitationRules + toolRules

  /// The page that `shaderlint explain` prints: lines that each end with a newline.
  package var page: String {
    var page = "\(id.text) \(name) (\(severity.word))\n\n\(summary)\n\n"
    page += Self.wrapped(explanation, to: 80)
    for (title, example) in [("Example:", bad), ("Better:", good)] {
      guard let example else { continue }
      page += "\n\(title)\n"
      for line in example.split(separator: "\n") { page += "    \(line)\n" }
    }
    return page
  }

  private static func wrapped(_ text: String, to width: Int) -> String {
    var page = ""
    var column = 0
    for word in text.split(separator: " ") {
      if column > 0 && column + 1 + word.count > width {
        page += "\n"
        column = 0
      } else if column > 0 {
        page += " "
        column += 1
      }
      page += word
      column += word.count
    }
    return page + "\n"
  }
}
