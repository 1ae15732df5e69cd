/// One line of an info log, taken apart: which line of the source it speaks of, and how bad it is.
///
/// ES 2.0 leaves the form of a log to the driver. These are the forms that are read; in any other the
/// whole line is the text:
///
/// | Driver | Line |
/// |---|---|
/// | Mesa | `0:12(5): error: text`, and `error: text` when linking |
/// | ANGLE, Adreno, PowerVR, Apple | `ERROR: 0:12: text` |
/// | NVIDIA | `0(12) : error C1008: text` |
/// | Mali | `0:12: L0002: text` |
public struct InfoLogMessage: Hashable, Sendable {
  /// How bad a message is.
  public enum Severity: String, Hashable, Sendable {
    /// The shader or program cannot be used.
    case error
    /// It can be used, but perhaps does not do what was meant.
    case warning
    /// Further words on another message.
    case note
  }

  /// How bad it is; `nil` where the line does not say.
  public let severity: Severity?
  /// The number of the source string, which is 0 unless the text has `#line` directives with
  /// another; `nil` where the line has no position.
  public let sourceString: Int?
  /// The line of the source, as the compiler counts: from 1 on most drivers; `nil` as above.
  public let line: Int?
  /// The column of the source, from 1; `nil` where the driver does not say.
  public let column: Int?
  /// What is left of the line, the driver's own number for the message included.
  public let text: String

  /// Takes a whole log apart; lines of white space are left out.
  public static func all(in log: String) -> [InfoLogMessage] {
    log.split(whereSeparator: \.isNewline).map { InfoLogMessage($0) }.filter { !$0.text.isEmpty }
  }

  private init(_ whole: Substring) {
    var rest = whole.drop { $0.isWhitespace }
    var severity = Self.takeSeverity(from: &rest)
    let position = Self.takePosition(from: &rest)
    if severity == nil { severity = Self.takeSeverity(from: &rest) }
    self.severity = severity
    sourceString = position?.source
    line = position?.line
    column = position?.column
    while rest.last?.isWhitespace ?? false { rest.removeLast() }
    text = String(rest)
  }

  /// `error:`, `WARNING:`, `error C1008:` (whose number stays).
  private static func takeSeverity(from rest: inout Substring) -> Severity? {
    var after = rest
    if !take("preprocessor ", from: &after) { after = rest }
    let word = after.prefix { $0.isLetter }
    guard let severity = Severity(rawValue: word.lowercased()) else { return nil }
    after = after[word.endIndex...]
    let number = after.drop { $0 == " " }
    if !take(":", from: &after) {
      guard number.first?.isLetter ?? false,
        number.prefix(while: { $0 != ":" }).dropFirst().allSatisfy(\.isNumber)
      else { return nil }
      after = number
    }
    rest = after.drop { $0 == " " }
    return severity
  }

  /// `0:12(5):`, `0:12:`, `0(12) :`.
  private static func takePosition(
    from rest: inout Substring
  ) -> (source: Int, line: Int, column: Int?)? {
    var after = rest
    guard let source = takeNumber(from: &after) else { return nil }
    var line: Int?
    var column: Int?
    if take(":", from: &after) {
      line = takeNumber(from: &after)
      if take("(", from: &after) {
        column = takeNumber(from: &after)
        guard column != nil, take(")", from: &after) else { return nil }
      }
    } else if take("(", from: &after) {
      line = takeNumber(from: &after)
      guard take(")", from: &after) else { return nil }
      after = after.drop { $0 == " " }
    }
    guard let line, take(":", from: &after) else { return nil }
    rest = after.drop { $0 == " " }
    return (source, line, column)
  }

  private static func takeNumber(from rest: inout Substring) -> Int? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard let number = Int(digits) else { return nil }
    rest = rest[digits.endIndex...]
    return number
  }

  private static func take(_ word: String, from rest: inout Substring) -> Bool {
    guard rest.hasPrefix(word) else { return false }
    rest = rest.dropFirst(word.count)
    return true
  }
}

extension CompilationFailure {
  /// The log's lines, taken apart; empty where the driver gave no reason.
  public var messages: [InfoLogMessage] { log.map(InfoLogMessage.all) ?? [] }
}

extension GLESError {
  /// The lines of the log that a failed compilation, link or validation left, taken apart; empty for
  /// other errors and where the driver gave no reason.
  public var messages: [InfoLogMessage] {
    switch self {
    case .compilation(let failure): failure.messages
    case .link(_, let log), .validation(_, let log): log.map(InfoLogMessage.all) ?? []
    default: []
    }
  }
}
