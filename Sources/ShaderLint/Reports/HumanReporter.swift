import CompilerLogs

/// How the report for a person looks.
package struct HumanStyle: Hashable, Sendable {
  /// Whether to colour; say yes on a terminal only.
  package var hasColors: Bool
  /// The terminal's width in columns, by which long source lines are cut.
  package var width: Int
  /// Leave out notes and the summary of a clean run.
  package var isQuiet: Bool

  /// Makes a style; plain, 100 columns, not quiet by default.
  package init(hasColors: Bool = false, width: Int = 100, isQuiet: Bool = false) {
    self.hasColors = hasColors
    self.width = width
    self.isQuiet = isQuiet
  }
}

/// Writes a report for a person: each finding with its source line and a caret, the same finding in
/// many files once, and a line that sums up.
struct HumanReporter {
  private let report: LintReport
  private let style: HumanStyle
  /// From this many files on, the same finding is shown once with a list of places.
  static let groupSize = 4

  init(_ report: LintReport, _ style: HumanStyle) {
    self.report = report
    self.style = style
  }

  private struct Group: Hashable {
    var rule: Rule.ID
    var severity: Severity
    var message: String
  }

  func text() -> String {
    let shown = report.diagnostics.filter { !style.isQuiet || $0.severity != .note }
    var groups: [Group: [Diagnostic]] = [:]
    for diagnostic in shown { groups[group(of: diagnostic), default: []].append(diagnostic) }
    var text = ""
    var done: Set<Group> = []
    for diagnostic in shown {
      let group = group(of: diagnostic)
      let alike = groups[group] ?? []
      let files = Set(alike.compactMap(\.location?.file))
      if files.count >= Self.groupSize {
        guard done.insert(group).inserted else { continue }
        write(diagnostic, to: &text)
        writePlaces(alike.dropFirst(), files: files.count, to: &text)
      } else {
        write(diagnostic, to: &text)
      }
    }
    return text + summary()
  }

  private func group(of diagnostic: Diagnostic) -> Group {
    Group(rule: diagnostic.rule, severity: diagnostic.severity, message: diagnostic.message)
  }

  private func colored(_ text: String, _ code: String) -> String {
    style.hasColors ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  private func color(of severity: Severity) -> String {
    switch severity {
    case .error: "1;31"
    case .warning: "1;35"
    case .note: "1;36"
    }
  }

  private func write(_ diagnostic: Diagnostic, to text: inout String) {
    let place = diagnostic.location.map { "\($0.text): " } ?? ""
    let word = colored("\(diagnostic.severity.word):", color(of: diagnostic.severity))
    let identity = colored("[\(diagnostic.rule.text) \(diagnostic.rule.name)]", "2")
    text += "\(colored(place, "1"))\(word) \(printable(diagnostic.message)) \(identity)\n"
    if let location = diagnostic.location {
      writeSource(location, color(of: diagnostic.severity), to: &text)
    }
    for related in diagnostic.related {
      text += "  \(related.location.text): \(printable(related.message))\n"
      writeSource(related.location, "36", to: &text)
    }
    if let hint = diagnostic.hint { text += "  hint: \(printable(hint))\n" }
  }

  private func writePlaces(_ alike: ArraySlice<Diagnostic>, files: Int, to text: inout String) {
    let shown = alike.prefix(3).compactMap { $0.location?.text }
    let more = alike.count - shown.count
    let rest = more > 0 ? " and \(more) more" : ""
    text += "  the same in \(files) files: also \(shown.joined(separator: ", "))\(rest)\n"
  }

  /// The source line, cut round the column, and the caret below it.
  private func writeSource(_ location: Location, _ color: String, to text: inout String) {
    guard location.line > 0, let source = report.sources[location.file] else { return }
    let bytes = source.line(location.line)
    guard !bytes.isEmpty else { return }
    let margin = String(location.line)
    let room = max(40, style.width - margin.count - 6)
    let column = min(max(location.column, 0), bytes.count + 1)
    let before = Self.cells(bytes.prefix(max(0, column - 1)))
    let marked = Self.cells(bytes.dropFirst(max(0, column - 1)).prefix(max(1, location.length)))
    let all = Self.cells(bytes)
    // Keep the column in sight: begin some way before it when the line is too long.
    let start = before.count > room - 20 ? before.count - room / 2 : 0
    let cut = all.dropFirst(start).prefix(room)
    text += "  \(margin) | \(start > 0 ? "…" : "")\(String(cut))"
    text += cut.count + start < all.count ? "…\n" : "\n"
    guard location.column > 0 else { return }
    let indent = String(repeating: " ", count: before.count - start + (start > 0 ? 1 : 0))
    let width = location.length > 0 ? marked.count : 1
    let tail = String(repeating: "~", count: max(0, min(width, room - indent.count) - 1))
    let gutter = String(repeating: " ", count: margin.count)
    text += "  \(gutter) | \(indent)\(colored("^\(tail)", color))\n"
  }

  /// One character a cell: tabs are shown as one blank, control characters as `?`.
  private static func cells(_ bytes: ArraySlice<UInt8>) -> [Character] {
    String(decoding: bytes, as: UTF8.self).map { character in
      guard let scalar = character.unicodeScalars.first, scalar.value < 32 || scalar.value == 127
      else { return character }
      return scalar == "\t" ? " " : "?"
    }
  }

  /// Without characters that would command a terminal.
  private func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 }) else {
      return text
    }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }

  private func summary() -> String {
    let counts = report.counts
    let files = report.units.filter { $0.kind == .shader }.count
    let programs = report.units.filter { $0.kind == .program }.count
    let checked = [
      files > 0 ? Self.count(files, "shader") : nil,
      programs > 0 ? Self.count(programs, "program") : nil,
    ].compactMap { $0 }.joined(separator: " and ")
    if counts.errors == 0 && counts.warnings == 0 {
      guard !style.isQuiet else { return "" }
      guard !checked.isEmpty else { return "no shader was found: nothing is checked\n" }
      let notes = counts.notes > 0 ? ", \(Self.count(counts.notes, "note"))" : ""
      return "\(checked): no errors, no warnings\(notes)\n"
    }
    var parts: [String] = []
    if counts.errors > 0 { parts.append(Self.count(counts.errors, "error")) }
    if counts.warnings > 0 { parts.append(Self.count(counts.warnings, "warning")) }
    return "\(checked.isEmpty ? "" : "\(checked): ")\(parts.joined(separator: ", "))\n"
  }

  static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension Location {
  /// `file:line:column`, as far as it is known.
  var text: String {
    if line == 0 { return file }
    return column == 0 ? "\(file):\(line)" : "\(file):\(line):\(column)"
  }
}
