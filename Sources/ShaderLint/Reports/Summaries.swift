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

extension LintInputs {
  /// A line for each shader and each program, as `--list-files` shows them.
  package var listing: String {
    var text = shaders.map { "\($0.path)\n" }.joined()
    for pair in programs {
      text += "\(shaders[pair.vertex].path)\t\(shaders[pair.fragment].path)\n"
    }
    return text
  }
}

extension EngineDescription {
  /// The page that `--driver-info` prints.
  package var page: String {
    var page = "\(name)\n"
    for line in text.split(separator: "\n") { page += "  \(line)\n" }
    page += "  quirks\n"
    for quirk in quirks {
      page += "    \(quirk.name): \(quirk.evidence)\n      → \(quirk.treatment.sentence)\n"
    }
    return page
  }
}

extension Quirk.Treatment {
  /// What is done, in words.
  var sentence: String {
    switch self {
    case .renames: "such names are sent in another spelling"
    case .overrules(_, .webgl): "let pass with --webgl"
    case .overrules(_, .localHidesParameter): "the error is dropped where the scopes are different"
    case .corrected(let how): how
    case .reported(let rule): "reported as \(rule.text) \(rule.name)"
    }
  }
}

extension Rule {
  /// `; did you mean '…'?` for a rule's misspelt name; empty where nothing is near.
  package static func suggestion(for text: String) -> String {
    let near = Spelling.closest(
      to: text, in: catalogue.map(\.name) + catalogue.map(\.id.text))
    return near.map { "; did you mean '\($0)'?" } ?? "; shaderlint explain lists all"
  }
}
