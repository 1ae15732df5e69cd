import CompilerLogs
import GLESKitSupport
import GLSL

/// The style of the human-readable report.
package struct HumanStyle: Hashable, Sendable {
  /// Whether to use colors.
  package var hasColors: Bool
  /// The width in columns, to which source lines are cut.
  package var width: Int
  /// Whether to omit notes and the summary of a run without findings.
  package var isQuiet: Bool

  /// Makes a style.
  package init(hasColors: Bool = false, width: Int = 100, isQuiet: Bool = false) {
    self.hasColors = hasColors
    self.width = width
    self.isQuiet = isQuiet
  }
}

/// Writes the human-readable report: findings with source lines and carets, and a summary. The same
/// finding in many files is shown once.
struct HumanReporter {
  private let report: LintReport
  private let style: HumanStyle
  /// The number of files from which on the same finding is shown once with a list of places.
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
    let shown = report.diagnostics
    let groups = Dictionary(grouping: shown, by: group).mapValues { alike in
      (alike: alike, files: Set(alike.compactMap(\.location?.file)).count)
    }
    var text = ""
    var done: Set<Group> = []
    for diagnostic in shown {
      let group = group(of: diagnostic)
      let (alike, files) = groups[group] ?? ([], 0)
      let isGrouped = files >= Self.groupSize
      if isGrouped, !done.insert(group).inserted { continue }
      write(diagnostic, to: &text)
      if isGrouped { writePlaces(alike.dropFirst(), files: files, to: &text) }
    }
    return text + summary()
  }

  private func group(of diagnostic: Diagnostic) -> Group {
    Group(rule: diagnostic.rule, severity: diagnostic.severity, message: diagnostic.message)
  }

  private func colored(_ text: String, _ styles: [TextStyle]) -> String {
    style.hasColors ? text.styled(styles) : text
  }

  private func color(of severity: Severity) -> [TextStyle] {
    switch severity {
    case .error: [.bold, .red]
    case .warning: [.bold, .magenta]
    case .note: [.bold, .cyan]
    }
  }

  private func write(_ diagnostic: Diagnostic, to text: inout String) {
    let place = diagnostic.location.map { "\($0.text): " } ?? ""
    let word = colored("\(diagnostic.severity.word):", color(of: diagnostic.severity))
    let identity = colored("[\(diagnostic.rule.text) \(diagnostic.rule.name)]", [.faint])
    text += "\(colored(place, [.bold]))\(word) \(oneLine(diagnostic.message)) \(identity)\n"
    if let location = diagnostic.location {
      text += excerpt(location, color(of: diagnostic.severity))
    }
    for related in diagnostic.related {
      text += "  \(related.location.text): \(oneLine(related.message))\n"
      text += excerpt(related.location, [.cyan])
    }
    if let hint = diagnostic.hint { text += "  hint: \(oneLine(hint))\n" }
  }

  private func writePlaces(_ alike: ArraySlice<Diagnostic>, files: Int, to text: inout String) {
    let shown = alike.prefix(3).compactMap { $0.location?.text }
    let more = alike.count - shown.count
    let rest = more > 0 ? " and \(more) more" : ""
    text += "  same finding in \(files) files: also \(shown.joined(separator: ", "))\(rest)\n"
  }

  /// The source line and the caret below it; empty if the line is not known.
  private func excerpt(_ location: Location, _ styles: [TextStyle]) -> String {
    guard location.line > 0, let source = report.sources[location.file] else { return "" }
    let excerpt = SourceExcerpt(
      source, line: location.line, column: location.column, length: location.length,
      width: style.width)
    return excerpt?.text { colored($0, styles) } ?? ""
  }

  private func summary() -> String {
    guard !style.isQuiet else { return "" }
    let counts = report.counts
    let checked = [LintReport.Unit.Kind.shader, .program, .log].compactMap(checked)
      .joined(separator: " and ")
    if counts.errors == 0 && counts.warnings == 0 {
      guard !checked.isEmpty else { return "no shaders found\n" }
      let notes = counts.notes > 0 ? ", \(counted(counts.notes, "note"))" : ""
      return "\(checked): no errors, no warnings\(notes)\n"
    }
    var parts: [String] = []
    if counts.errors > 0 { parts.append(counted(counts.errors, "error")) }
    if counts.warnings > 0 { parts.append(counted(counts.warnings, "warning")) }
    let fixable = report.fixableCount
    let advice = fixable > 0 ? "; --fix can fix \(fixable)" : ""
    return "\(checked.isEmpty ? "" : "\(checked): ")\(parts.joined(separator: ", "))\(advice)\n"
  }

  /// The number of shaders or programs that were checked, such as "2 shaders (8 permutations)";
  /// `nil` if there are none.
  private func checked(_ kind: LintReport.Unit.Kind) -> String? {
    let units = report.units.filter { unit in
      unit.kind == kind && !unit.diagnostics.contains { $0.rule == .unreadableFile }
    }
    guard !units.isEmpty else { return nil }
    let count = counted(units.count { $0.permutation == 0 }, kind.rawValue)
    let isPermuted = units.contains { $0.permutation > 0 }
    return isPermuted ? "\(count) (\(counted(units.count, "permutation")))" : count
  }
}

extension Location {
  /// `file:line:column`, as far as it is known, on one line whatever the file's name holds.
  var text: String {
    var file = oneLine(file)
    // GitHub takes a line for a command that begins so, after blanks.
    if file.drop(while: \.isWhitespace).hasPrefix("::") { file = "./\(file)" }
    if line == 0 { return file }
    return column == 0 ? "\(file):\(line)" : "\(file):\(line):\(column)"
  }
}
