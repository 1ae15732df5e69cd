import GLESKitSupport

extension Diagnostic {
  /// Whether it says that a file, or everything, could not be checked.
  package var isUnreadable: Bool { rule == .unreadableFile || rule == .nothingToCheck }
}

extension LintReport {
  /// Whether a file could not be read.
  package var hasUnreadableFiles: Bool { diagnostics.contains(where: \.isUnreadable) }

  /// Returns the number of findings by rule, most frequent first, and the duration of the run.
  ///
  /// - Parameter seconds: The duration in seconds.
  package func statistics(seconds: Double) -> String {
    let found = diagnostics
    let byRule = Dictionary(grouping: found, by: \.rule).map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0.number) < ($0.1, $1.0.number) }
    var text = ""
    for (rule, count) in byRule {
      let number = String(count)
      let margin = String(repeating: " ", count: max(0, 7 - number.count))
      text += "\(margin)\(number)  \(rule.text) \(rule.name)\n"
    }
    let shaders = units.filter { $0.kind == .shader }.count
    let milliseconds = Int((seconds * 1000).rounded())
    let rate = seconds > 0 ? Int(Double(shaders) / seconds) : 0
    return text
      + "\(counted(shaders, "shader")) in \(milliseconds) ms (\(rate) per second)\n"
  }
}

extension Rule {
  /// Returns the end of an error message for an unknown rule: a suggestion, or how to list the
  /// rules.
  package static func suggestion(for text: String) -> String {
    let near = Spelling.closest(
      to: text, in: catalog.map(\.name) + catalog.map(\.id.text))
    return near == nil ? "; shaderlint explain lists all rules" : Spelling.question(near)
  }
}

extension [String] {
  /// Returns the first names, and how many more there are.
  func listed(_ most: Int = 3) -> String {
    prefix(most).joined(separator: ", ") + (count > most ? " and \(count - most) more" : "")
  }
}
