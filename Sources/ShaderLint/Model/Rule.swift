import CompilerLogs

/// One entry of the catalogue of findings: its stable identifier, its name, and what `explain` says.
package struct Rule: Hashable, Sendable {
  /// The stable number, printed as `GL1001`.
  package let id: ID
  /// The readable name, such as `undeclared-identifier`; configuration takes either.
  package let name: String
  /// The severity where neither the driver nor the configuration says another.
  package let severity: Severity
  /// One sentence: what was found.
  package let summary: String
  /// Why it matters and what to do.
  package let explanation: String
  /// A short example that brings it up; `nil` where an example says nothing.
  package let bad: String?
  /// The example mended.
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

  /// Every rule, by rising number.
  package static let catalogue: [Rule] = compileRules + linkRules + ownRules + toolRules

  /// The page that `shaderlint explain` prints; several lines, each ended by a newline.
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
