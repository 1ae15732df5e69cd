import GLESKitSupport
import GLSL

/// The findings that comments in a shader suppress, by line.
///
/// `// shaderlint: disable-next-line GL1201, unused` applies to the next line, `disable-line` to
/// its own line, and `disable` to everything up to `enable` or the end of the file. Without names,
/// it applies to all rules. `range u_time 0..3600` suppresses nothing: it says what values an input
/// has (``InputRange``).
struct Suppressions: Sendable {
  /// What a comment applies to; `nil` for all rules.
  private struct Target: Hashable {
    var file: String
    var rule: Rule.ID?
  }

  private enum Instruction: String, CaseIterable {
    case disableNextLine = "disable-next-line"
    case disableLine = "disable-line"
    case disable, enable
  }

  /// The lines that are suppressed. Once all are known, they are sorted and don't overlap.
  private var lines: [Target: [ClosedRange<Int>]] = [:]
  /// The lines of the comments that no `enable` has ended, by file and rules.
  private var open: [String: [Set<Rule.ID>?: Int]] = [:]
  /// The inputs to which comments give ranges, until all comments are read.
  private var inputs: [(name: String, place: Location)] = []
  /// Findings about malformed comments.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ assembly: Assembly) {
    guard !assembly.scan.directives.isEmpty else { return }
    for range in assembly.scan.directives { read(range, assembly) }
    checkInputs(assembly)
    for (file, open) in open { for (rules, line) in open { add(rules, line...Int.max, file) } }
    lines = lines.mapValues { ranges in
      ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { joined, next in
        guard let last = joined.last, next.lowerBound <= last.upperBound else {
          return joined.append(next)
        }
        joined[joined.count - 1] =
          last.lowerBound...max(last.upperBound, next.upperBound)
      }
    }
  }

  /// Complains about inputs that the shader doesn't name. A file that several shaders include may
  /// give ranges to inputs of each.
  private mutating func checkInputs(_ assembly: Assembly) {
    let given = inputs.filter { $0.place.file == assembly.files[0].path }
    inputs = []
    guard !given.isEmpty, !assembly.lacksInclude else { return }
    let names = Set(assembly.scan.tokens.lazy.filter { $0.kind == .identifier }.map(\.tag))
    for input in given where !names.contains(Word(input.name).tag) {
      complain("the shader has no '\(input.name)'", input.place, hint: nil)
    }
  }

  private mutating func add(_ rules: Set<Rule.ID>?, _ range: ClosedRange<Int>, _ file: String) {
    for rule in rules.map({ $0.map(Optional.some) }) ?? [nil] {
      lines[Target(file: file, rule: rule), default: []].append(range)
    }
  }

  /// Returns whether a comment suppresses `diagnostic`.
  ///
  /// - Parameter isLinked: Whether it is about a program. Which of its places is reported first is
  ///   then a matter of the rule, so a comment at any of them counts.
  func cover(_ diagnostic: Diagnostic, isLinked: Bool = false) -> Bool {
    guard let location = diagnostic.location, !lines.isEmpty else { return false }
    let places = [location] + (isLinked ? diagnostic.related.map(\.location) : [])
    return places.contains { cover(diagnostic.rule, $0) }
  }

  /// Returns whether a comment suppresses a rule's findings at a place.
  func cover(_ rule: Rule.ID, _ place: Location) -> Bool {
    [rule, nil].contains { rule in
      guard let ranges = lines[Target(file: place.file, rule: rule)] else { return false }
      let next = ranges.partitioningIndex { $0.lowerBound > place.line }
      return next > 0 && ranges[next - 1].contains(place.line)
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
    // The front end reads it.
    if verb == "range" {
      guard let range = InputRange(words.prefix(2)) else {
        complain(
          "range needs a name and two numbers, such as 'range u_time 0..3600'", place, hint: nil)
        return
      }
      inputs.append((range.name, place))
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
      add(rules, (place.line + 1)...(place.line + 1), place.file)
    case .disableLine: add(rules, place.line...place.line, place.file)
    case .disable:
      let line = open[place.file]?[rules] ?? place.line
      open[place.file, default: [:]][rules] = min(line, place.line)
    case .enable where rules == nil:
      for (rules, line) in open.removeValue(forKey: place.file) ?? [:] {
        add(rules, line...max(line, place.line), place.file)
      }
    case .enable:
      guard let line = open[place.file]?.removeValue(forKey: rules) else { return }
      add(rules, line...max(line, place.line), place.file)
    case nil: complain("unknown instruction '\(verb)'", place)
    }
  }

  /// Whether a comment begins as an instruction, but without a colon.
  private static func lacksColon(_ text: String) -> Bool {
    let words = text.dropFirst(2).split { $0 == " " || $0 == "\t" }
    return words.count > 1 && words[0] == "shaderlint"
      && Instruction(rawValue: String(words[1])) != nil
  }

  private static let hint =
    "use \(alternatives(Instruction.allCases.map(\.rawValue))), and names of rules"

  private mutating func complain(_ problem: String, _ place: Location, hint: String? = hint) {
    diagnostics.append(Diagnostic(.badDirectiveComment, problem, at: place, hint: hint))
  }
}
