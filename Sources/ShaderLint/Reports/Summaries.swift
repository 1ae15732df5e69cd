import GLESKitSupport

extension LintReport {
  /// Whether a file could not be read, which is no fault of a shader.
  package var hasUnreadableFiles: Bool { diagnostics.contains { $0.rule == .unreadableFile } }

  /// Counts by rule, most frequent first, and what the run took.
  ///
  /// - Parameter seconds: How long it took.
  package func statistics(seconds: Double) -> String {
    let found = diagnostics
    let byRule = Dictionary(grouping: found, by: \.rule).map { ($0.key, $0.value.count) }
      .sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
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
      + "\(HumanReporter.count(shaders, "shader")) in \(milliseconds) ms (\(rate) a second)\n"
  }
}

extension Rule {
  /// `; did you mean '…'?` for a rule's misspelt name; empty where nothing is near.
  package static func suggestion(for text: String) -> String {
    let near = Spelling.closest(
      to: text, in: catalogue.map(\.name) + catalogue.map(\.id.text))
    return near == nil ? "; shaderlint explain lists all" : Spelling.question(near)
  }
}
