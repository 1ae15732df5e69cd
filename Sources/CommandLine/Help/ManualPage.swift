extension Tool {
  /// The manual page in section 1, as roff with the `man` macros.
  package func manualPage() -> String {
    var page = ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\" \"User Commands\"\n"
    page += ".SH NAME\n\(roff(name)) \\- \(roff(summary))\n.SH SYNOPSIS\n"
    let main = commands.first { $0.name == nil }?.description
    let named = commands.filter { $0.name != nil }.map(\.description)
    let synopses = (main.map { [$0] } ?? []) + named
    page += synopses.flatMap { usageLines(for: $0).prefix(1) }
      .map { ".B \(roff($0))\n" }.joined(separator: ".br\n")
    if let main, !main.discussion.isEmpty {
      page +=
        ".SH DESCRIPTION\n" + main.discussion.map { "\(roff($0))\n" }.joined(separator: ".PP\n")
    }
    if let main { page += roffArguments(of: main, heading: ".SH") }
    if !named.isEmpty {
      page += ".SH COMMANDS\n"
      for command in named {
        page += ".SS \(roff(command.name ?? ""))\n\(roff(command.summary)).\n"
        page += command.discussion.map { ".PP\n\(roff($0))\n" }.joined()
        page += roffArguments(of: command, heading: nil)
      }
    }
    if let standard = synopses.first?.standard { page += roffOptions(standard, heading: ".SH") }
    if !environment.isEmpty {
      page += ".SH ENVIRONMENT\n" + environment.map { roffItem($0.name, $0.meaning) }.joined()
    }
    page +=
      ".SH EXIT STATUS\n"
      + exitStatuses.map { roffItem(String($0.status.rawValue), $0.meaning) }.joined()
      + roffItem(Self.signalStatuses, Self.signalMeaning)
    let examples = synopses.flatMap(\.examples)
    if !examples.isEmpty {
      page += ".SH EXAMPLES\n" + examples.map { roffItem($0.commandLine, $0.purpose) }.joined()
    }
    return page
  }

  private func roffArguments(of command: CommandDescription, heading: String?) -> String {
    var text = ""
    if !command.positionals.isEmpty {
      text += heading.map { "\($0) ARGUMENTS\n" } ?? ""
      text += command.positionals.map { roffItem($0.placeholder, $0.help) }.joined()
    }
    let groups = command.groups + [command.keys].filter { !$0.options.isEmpty }
    return text + groups.map { roffOptions($0, heading: heading) }.joined()
  }

  private func roffOptions(_ group: CommandDescription.Group, heading: String?) -> String {
    let title = heading.map { "\($0) \(roff(group.title.uppercased()))\n" } ?? ""
    return title
      + group.options.map {
        roffItem($0.spelling.trimmingLeadingSpaces, $0.explanation)
      }.joined()
  }

  private func roffItem(_ term: String, _ explanation: String) -> String {
    ".TP\n.B \(roff(term))\n\(roff(explanation))\n"
  }
}

/// Escapes roff's special characters. Dashes become ASCII dashes, so that they can be copied.
private func roff(_ text: String) -> String {
  let escaped = text.reduce(into: "") { line, character in
    switch character {
    case "\\": line += "\\e"
    case "-": line += "\\-"
    case "'": line += "\\(aq"
    case "\"": line += "\\(dq"
    default: line.append(character)
    }
  }
  return escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
}

extension String {
  fileprivate var trimmingLeadingSpaces: String { String(drop { $0 == " " }) }
}
