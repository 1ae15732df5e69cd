/// The form of a line, such as `{source}:{line}({column}): {severity}: {text}`.
///
/// A blank stands for any number of blanks, brackets enclose what may be missing, and letters match
/// in either case. The fields of a message are `{source}`, `{line}` (`?` and `-1` if it is not
/// known), `{column}`, `{severity}`, `{stage}`, `{path}`, `{text}`, `{token}` (`'x'`, which begins
/// the text), and three kinds of codes: `{code}` (`C1008`), `{number}` (`143`) and `{phase}`
/// (`LINKER-6`). Others match without being kept: `{n}` (a number), `{letter}` (a capital),
/// `{word}`, `{any}` (up to what follows) and `{open}` (`[`, in a form that omits nothing).
package struct LogForm: Sendable, ExpressibleByStringLiteral {
  private enum Field: String {
    case source, line, column, severity, code, number, phase, stage, token, path, text
    case n, letter, word, any, open
  }
  private enum Part {
    /// A text; `" "` stands for any number of blanks.
    case literal(String)
    case field(Field)
  }

  /// The forms without brackets, the longest first.
  private let variants: [[Part]]
  /// Whether a line may begin with each byte: parsing is tried at most places of a long text.
  private let starts: [Bool]
  /// The words of each variant, in lower case.
  private let words: [[[UInt8]]]

  package init(stringLiteral form: String) {
    let variants = Self.variants(of: form).sorted { $0.count > $1.count }.map(Self.parts)
    self.variants = variants
    words = variants.map { $0.compactMap(Self.word).map { Array($0.lowercased().utf8) } }
    starts = (UInt8.min...UInt8.max).map { byte in
      variants.contains { $0.first.map { Self.mayStart($0, byte) } ?? true }
    }
  }

  /// Returns the text of a literal that is no blank.
  private static func word(_ part: Part) -> String? {
    if case .literal(let text) = part, text != " " { text } else { nil }
  }

  private static func mayStart(_ part: Part, _ byte: UInt8) -> Bool {
    switch part {
    case .literal(let text) where text != " ": text.utf8.first.map { $0 | 32 == byte | 32 } ?? true
    case .field(.stage): "vf".utf8.contains(byte | 32)
    case .field(.severity): "efiwn".utf8.contains(byte | 32)
    case .field(.source), .field(.line), .field(.n): byte.isDigit
    case .field(.code), .field(.letter): byte &- 65 < 26
    default: true
    }
  }

  private static func variants(of form: String) -> [String] {
    guard let open = form.lastIndex(of: "["),
      let close = form[open...].firstIndex(of: "]")
    else { return [form] }
    let (head, inner, tail) = (
      form[..<open], form[open..<close].dropFirst(), form[close...].dropFirst()
    )
    return variants(of: "\(head)\(inner)\(tail)") + variants(of: "\(head)\(tail)")
  }

  private static func parts(of form: String) -> [Part] {
    var parts: [Part] = []
    var rest = form[...]
    while let first = rest.first {
      if first == "{", let end = rest.firstIndex(of: "}"),
        let field = Field(rawValue: String(rest[..<end].dropFirst()))
      {
        parts.append(.field(field))
        rest = rest[end...].dropFirst()
      } else {
        let literal = first == " " ? rest.prefix(1) : rest.prefix { $0 != "{" && $0 != " " }
        parts.append(.literal(String(literal)))
        rest = rest[literal.endIndex...]
      }
    }
    return parts
  }

  /// Returns the message in a line of this form; `nil` for another line.
  package func read(_ line: ArraySlice<UInt8>) -> LogMessage? {
    guard starts[Int(line.first ?? 0)] else { return nil }
    return variants.firstResult { Self.match(line, $0)?.message }
  }

  /// Returns the index after the part of a line that has this form; `nil` if it has another one.
  package func end(in line: ArraySlice<UInt8>) -> Int? {
    variants.firstResult { Self.match(line, $0)?.end }
  }

  /// Returns whether a text in lower case has the words of this form. Only then it is worthwhile to
  /// match the form at many places of a long line.
  package func mayOccur(in lower: [UInt8]) -> Bool {
    words.contains { $0.allSatisfy(lower.contains(word:)) }
  }

  private static func match(
    _ line: ArraySlice<UInt8>, _ parts: [Part]
  ) -> (message: LogMessage, end: Int)? {
    var cursor = LogCursor(line)
    var message = LogMessage(.error, "")
    for (index, part) in parts.enumerated() {
      switch part {
      case .literal(" "): cursor.skipBlanks()
      case .literal(let text): guard cursor.take(text) else { return nil }
      case .field(let field):
        let next = parts[(index + 1)...].prefix(2).firstResult(Self.word)
        guard Self.read(field, &cursor, &message, before: next) else { return nil }
      }
    }
    return (message, cursor.position)
  }

  private static func read(
    _ field: Field, _ cursor: inout LogCursor, _ message: inout LogMessage, before next: String?
  ) -> Bool {
    func set<T>(_ path: WritableKeyPath<LogMessage, T?>, _ value: T?) -> Bool {
      message[keyPath: path] = value
      return value != nil
    }
    switch field {
    case .source: return set(\.source, cursor.takeNumber())
    case .line: return set(\.line, cursor.takeNumber()) || cursor.take("?") || cursor.take("-1")
    case .column: return set(\.column, cursor.takeNumber())
    case .code: return set(\.code, cursor.takeCode())
    case .number: return set(\.code, cursor.takeNumber().map { "#\($0)" })
    case .phase: return set(\.code, cursor.takeName())
    case .path: return set(\.path, cursor.takePath(before: next))
    case .stage: return set(\.stage, ShaderStage.allCases.first { cursor.take($0.rawValue) })
    case .severity:
      guard let severity = cursor.takeSeverity() else { return false }
      message.severity = severity
    case .token:
      guard let token = cursor.takeToken() else { return false }
      message.text = "\(token) : "
    case .text:
      guard !cursor.rest.isEmpty else { return false }
      message.text += cursor.rest
    case .n: return cursor.takeNumber() != nil
    case .letter: return cursor.takeCapital()
    case .word: return cursor.takeWord(before: next)
    case .any: cursor.skip(to: next)
    case .open: return cursor.take("[")
    }
    return true
  }
}
