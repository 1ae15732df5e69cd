import GLESKitSupport

extension Rule {
  /// The page that `shaderlint explain` prints: lines that each end with a newline.
  package var page: String {
    var page = "\(id.text) \(name) (\(levelWord))\n\n\(summary)\n\n"
    page += Self.wrapped(explanation, to: 80)
    if let clause { page += "\nSpecification: \(clause).\n" }
    for (title, example) in [("Example:", bad), ("Better:", good)] {
      guard let example else { continue }
      page += "\n\(title)\n"
      for line in example.split(separator: "\n") { page += "    \(line)\n" }
    }
    let switches = self.switches
    page += "\n\(switches.title):\n"
    for line in switches.lines { page += "    \(line)\n" }
    return page
  }

  /// The section about the rule in the list of all rules, in Markdown.
  private var section: String {
    var section = "### \(id.text) \(name)\n\n\(summary) (\(levelWord))\n\n"
    section += Self.wrapped(explanation, to: 100)
    if let clause { section += "\nSpecification: \(clause).\n" }
    for (title, example) in [("Example", bad), ("Better", good)] {
      guard let example else { continue }
      section += "\n\(title):\n\n```text\n\(example)\n```\n"
    }
    return section
  }

  /// All rules in Markdown, as `shaderlint explain --markdown` prints them.
  package static var reference: String {
    var text = """
      # Rules of shaderlint

      Printed by `shaderlint explain --markdown`. [shaderlint](shaderlint.md) describes how to
      change the level of a rule for a project, and how to silence one finding.

      The level is error, warning or note. A rule that is off by default is on if the
      configuration sets its level, for example `unused-uniform = "warning"` in `[levels]`.
      Rules marked *minimum* are errors with `--minimum`.

      | rule | level | finds |
      |---|---|---|

      """
    for rule in catalog {
      let link = "[\(rule.id.text) \(rule.name)](#\(rule.id.text.lowercased())-\(rule.name))"
      text += "| \(link) | \(rule.levelWord) | \(rule.summary) |\n"
    }
    return text + "\n" + catalog.map(\.section).joined(separator: "\n")
  }

  /// The level, with what changes it: `note, off by default`.
  private var levelWord: String {
    severity.word + (isOffByDefault ? ", off by default" : "") + (isMinimum ? ", minimum" : "")
  }

  /// How to switch the rule on or off.
  private var switches: (title: String, lines: [String]) {
    isOffByDefault
      ? ("To switch it on, in .shaderlint.toml", ["[levels]", "\(name) = \"\(severity.word)\""])
      : (
        "To switch it off, for a project in .shaderlint.toml, or for one line",
        ["[levels]", "\(name) = \"off\"", "// shaderlint: disable-next-line \(name)"]
      )
  }

  private static func wrapped(_ text: String, to width: Int) -> String {
    wrappedLines(text, to: width).joined(separator: "\n") + "\n"
  }
}
