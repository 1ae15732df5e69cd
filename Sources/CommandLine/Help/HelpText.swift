import GLESKitSupport

extension Tool {
  /// The output of `--help` for a command, at most 80 columns wide: one screen for a command with
  /// essential options, otherwise, and with `--help all`, everything.
  package func help(for command: CommandDescription, isComplete: Bool) -> String {
    command.hasEssentials && !isComplete ? shortHelp(for: command) : completeHelp(for: command)
  }

  /// One line for each essential option, and the first examples.
  private func shortHelp(for command: CommandDescription) -> String {
    let options = command.options.filter { $0.brief != nil }
    let named = commands.compactMap(\.name)
    let shown = command.examples.prefix(3)
    let width = shown.map(\.commandLine.count).max() ?? 0
    let title = command.name.map { "\(name) \($0)" } ?? name
    return [
      "\(title) - \(command.name == nil ? summary : command.summary)\n",
      "Usage: "
        + usageLines(for: command).map { "\($0)\n" }.joined(separator: "       "),
      shown.map { example in
        let gap = String(repeating: " ", count: width - example.commandLine.count)
        return "  \(example.commandLine)\(gap)  # \(example.purpose)\n"
      }.joined(),
      options.map { row($0.spelling, $0.brief ?? "") }.joined(),
      wrapped(
        "All \(command.options.count) options: \(title) --help all"
          + (named.isEmpty || command.name != nil ? "" : ". A command: \(name) COMMAND --help")),
    ].joined(separator: "\n")
  }

  private func completeHelp(for command: CommandDescription) -> String {
    var sections: [String] = []
    let title = command.name.map { "\(name) \($0)" } ?? name
    let summary = command.name == nil ? summary : command.summary
    sections.append(wrapped("\(title) - \(summary)"))
    sections.append("Usage:\n" + usageLines(for: command).map { "  \($0)\n" }.joined())
    sections += command.discussion.map { wrapped($0) }
    if !command.positionals.isEmpty {
      sections.append(
        "Arguments:\n"
          + command.positionals.map { row($0.placeholder, $0.help) }.joined())
    }
    for group in command.groups + [command.standard] where !group.options.isEmpty {
      sections.append(
        "\(group.title):\n"
          + group.options.map { row($0.spelling, $0.explanation) }.joined())
    }
    let named = commands.filter { $0.name != nil }.map(\.description)
    if command.name == nil && !named.isEmpty {
      sections.append(
        "Commands:\n"
          + named.map { row($0.name ?? "", $0.summary + ".") }.joined()
          + wrapped(
            "Run '\(name) COMMAND --help' for details. For a file of that name, write './COMMAND'.",
            indent: 2)
      )
    }
    if !command.examples.isEmpty {
      sections.append(
        "Examples:\n"
          + command.examples.map { "  \($0.commandLine)\n" + wrapped($0.purpose, indent: 6) }
          .joined())
    }
    if command.name == nil && !environment.isEmpty {
      sections.append("Environment:\n" + environment.map { row($0.name, $0.meaning) }.joined())
    }
    let own = command.exitMeanings.map { (status: $0.key, meaning: $0.value) }
      .sorted { $0.status.rawValue < $1.status.rawValue }
    sections.append(
      "Exit status:\n"
        + (own.isEmpty ? exitStatuses : own)
        .map { row(String($0.status.rawValue), $0.meaning) }.joined()
        + row(Self.signalStatuses, Self.signalMeaning))
    return sections.joined(separator: "\n")
  }

  /// The exit statuses after signals, which no tool chooses.
  static let signalStatuses = "129, 130, 143"
  static let signalMeaning = "Ended by SIGHUP, SIGINT or SIGTERM."

  /// `pagecurl [OPTION]... FRONT [BACK [NEXT]]` and, for the tool itself, `pagecurl COMMAND ...`.
  func usageLines(for command: CommandDescription) -> [String] {
    let named = commands.compactMap(\.name)
    let start = command.name.map { "\(name) \($0)" } ?? name
    let isReal = commands.contains { $0.name == command.name }
    var lines: [String] = []
    if isReal {
      lines.append(
        ([start, "[OPTION]..."] + [usage(of: command.positionals[...])].filter { !$0.isEmpty })
          .joined(separator: " "))
    }
    if command.name == nil && !named.isEmpty {
      lines.append("\(name) \(isReal ? named.joined(separator: "|") : "COMMAND") ...")
    }
    return lines
  }

  private func usage(of positionals: ArraySlice<PositionalDescription>) -> String {
    guard let first = positionals.first else { return "" }
    let after = usage(of: positionals.dropFirst())
    let rest = after.isEmpty ? "" : " \(after)"
    return switch first.count {
    case .one: "\(first.placeholder)\(rest)"
    case .optional: "[\(first.placeholder)\(rest)]"
    case .rest(minimum: 0): "[\(first.placeholder)]..."
    case .rest: "\(first.placeholder)..."
    }
  }
}

extension OptionDescription {
  /// `-o, --output PATH`. Without a short name it is indented to align the long names.
  var spelling: String {
    (short.map { "-\($0), " } ?? "    ") + name
      + (placeholder.map { "\(isKey ? "=" : " ")\($0)" } ?? "")
  }

  /// The help with the limits and the default: `Opacity. [0 to 1; default 0.5]`.
  var explanation: String {
    let facts = [
      constraint, defaultText.flatMap { $0.isEmpty ? nil : "default \($0)" },
      repeats ? "may be repeated" : nil, isRequired ? "required" : nil,
    ].compactMap(\.self)
    return facts.isEmpty ? help : "\(help) [\(facts.joined(separator: "; "))]"
  }
}

/// The columns of `--help`.
private let helpWidth = 80
/// Where the right column begins.
private let helpColumn = 28

/// A term and its explanation in two columns; a long term gets a line of its own.
private func row(_ term: String, _ explanation: String) -> String {
  let lines = wrapped(explanation, indent: helpColumn)
  let head = "  \(term)"
  guard head.count + 2 <= helpColumn else { return "\(head)\n\(lines)" }
  return head + lines.dropFirst(head.count)
}

/// Wraps `text` at 80 columns, with each line indented and ended by a newline. A word that is
/// longer than a line stays whole.
func wrapped(_ text: String, indent: Int = 0) -> String {
  let margin = String(repeating: " ", count: indent)
  return wrappedLines(text, to: helpWidth - indent).map { "\(margin)\($0)\n" }.joined()
}
