import GLSL

/// The findings that comments in a shader suppress, by line.
///
/// `// shaderlint: disable-next-line GL1201, unused` applies to the next line, `disable-line` to
/// its own line, and `disable` to everything up to `enable` or the end of the file. Without names,
/// it applies to all rules.
struct Suppressions: Sendable {
  private struct Entry {
    var file: String
    /// `nil` for all rules.
    var rules: Set<Rule.ID>?
    var lines: ClosedRange<Int>
  }

  private enum Instruction: String, CaseIterable {
    case disableNextLine = "disable-next-line"
    case disableLine = "disable-line"
    case disable, enable
  }

  private var entries: [Entry] = []
  /// Findings about malformed comments.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ assembly: Assembly) {
    guard !assembly.scan.directives.isEmpty else { return }
    for range in assembly.scan.directives { read(range, assembly) }
  }

  /// Returns whether a comment suppresses `diagnostic`.
  ///
  /// - Parameter isLinked: Whether it is about a program. Which of its places is reported first is
  ///   then a matter of the rule, so a comment at any of them counts.
  func cover(_ diagnostic: Diagnostic, isLinked: Bool = false) -> Bool {
    guard let location = diagnostic.location, !entries.isEmpty else { return false }
    let places = [location] + (isLinked ? diagnostic.related.map(\.location) : [])
    return entries.contains { entry in
      places.contains { entry.file == $0.file && entry.lines.contains($0.line) }
        && entry.rules.map { $0.contains(diagnostic.rule) } ?? true
    }
  }

  private mutating func read(_ range: Range<Int>, _ assembly: Assembly) {
    let text = String(decoding: assembly.body[range], as: UTF8.self)
    let mark = text.firstRange(of: "shaderlint:")
    guard mark != nil || Self.lacksColon(text) else { return }
    let bodyLine = assembly.scan.line(of: range.lowerBound)
    let place = assembly.location(
      bodyLine: bodyLine, column: assembly.scan.column(of: range.lowerBound, line: bodyLine))
    guard place.line > 0 else { return }
    guard let mark else {
      complain("':' is missing after 'shaderlint'", place)
      return
    }
    var rest = text[mark.upperBound...].prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
    if rest.hasSuffix("*/") { rest = rest.dropLast(2) }
    // Two dashes introduce the author's reason.
    if let reason = rest.firstRange(of: "--") { rest = rest[..<reason.lowerBound] }
    var words = rest.split { $0 == " " || $0 == "," || $0 == "\t" }.map(String.init)[...]
    guard let verb = words.popFirst() else {
      complain("no instruction after 'shaderlint:'", place)
      return
    }
    var rules: Set<Rule.ID>?
    if !words.isEmpty {
      var named: Set<Rule.ID> = []
      for word in words {
        guard let rule = Rule.ID(text: word) else {
          let suggestion = Rule.suggestion(for: word)
          complain("unknown rule '\(word)'\(suggestion)", place, hint: nil)
          continue
        }
        named.insert(rule)
      }
      rules = named
    }
    switch Instruction(rawValue: verb) {
    case .disableNextLine:
      entries.append(
        Entry(file: place.file, rules: rules, lines: (place.line + 1)...(place.line + 1)))
    case .disableLine:
      entries.append(Entry(file: place.file, rules: rules, lines: place.line...place.line))
    case .disable:
      entries.append(Entry(file: place.file, rules: rules, lines: place.line...Int.max))
    case .enable:
      for index in entries.indices
      where entries[index].file == place.file && entries[index].lines.upperBound == .max
        && (rules == nil || rules == entries[index].rules)
      {
        entries[index].lines =
          entries[index].lines
          .lowerBound...max(
            entries[index].lines.lowerBound, place.line)
      }
    case nil: complain("unknown instruction '\(verb)'", place)
    }
  }

  /// Whether a comment begins as an instruction, but without a colon.
  private static func lacksColon(_ text: String) -> Bool {
    let words = text.dropFirst(2).split { $0 == " " || $0 == "\t" }
    return words.count > 1 && words[0] == "shaderlint"
      && Instruction(rawValue: String(words[1])) != nil
  }

  private static let hint: String = {
    let words = Instruction.allCases.map(\.rawValue)
    return "use \(words.dropLast().joined(separator: ", ")) or \(words[words.count - 1]), "
      + "and names of rules"
  }()

  private mutating func complain(_ problem: String, _ place: Location, hint: String? = hint) {
    diagnostics.append(Diagnostic(.badDirectiveComment, problem, at: place, hint: hint))
  }
}
