/// A message from a compile or link log, split into its parts.
public struct LogMessage: Hashable, Sendable {
  /// The severity, according to the compiler.
  public package(set) var severity: Severity
  /// The source string number; `nil` if the log gives none.
  public package(set) var source: Int?
  /// The line, as the compiler counts; `nil` if the log gives none.
  public package(set) var line: Int?
  /// The column from 1, as the compiler counts; `nil` if the log gives none.
  public package(set) var column: Int?
  /// The compiler's code for the message, such as `C7573` or `S0001`; `nil` if it has none.
  public package(set) var code: String?
  /// The path in the log; `nil` if the log gives none.
  public package(set) var path: String?
  /// The stage in the log; `nil` if the log gives none.
  public package(set) var stage: ShaderStage?
  /// The text, without position, severity and code.
  public package(set) var text: String
  /// Further lines, such as the candidates of an overloaded call.
  public package(set) var details: [String] = []
  /// Whether the line has an unknown format; ``text`` is then the whole line.
  public package(set) var isUnknown = false

  /// Makes a message; the other properties are unknown.
  package init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
  }
}

/// A line of a log, as a dialect parses it.
enum LogLine: Hashable {
  case message(LogMessage)
  /// Why a task failed, in words that may be the app's.
  case reason(LogMessage)
  /// A detail of the previous message.
  case detail(String)
  /// A line that says that something failed, and nothing else: "Compile failed."
  case headline(String)
  /// A line of the source, with its number, to which the next messages refer.
  case place(Int)
  /// The place of the message before, which follows it.
  case placeBefore(FollowingPlace)
  /// A line of a numbered listing that may hold messages between its lines.
  case numbered(Int)
  /// A mark below the line of the source that was printed last.
  case caret
  /// A line without information: a count, "No errors".
  case trailer

  var isHeadline: Bool { if case .headline = self { true } else { false } }

  /// Whether the line announces the lines of a log: "Could not link program:".
  var isAnnouncement: Bool {
    if case .headline(let text) = self { text.last == ":" } else { false }
  }

  /// Whether the line names a place in a shader.
  var isPlaced: Bool {
    switch self {
    case .message(let message): message.line != nil || message.path != nil
    case .place, .placeBefore, .numbered, .caret: true
    default: false
    }
  }
}

extension LogMessage {
  /// Whether it is the beginning of another message at the same place: people quote logs in part.
  func isCutOff(of other: LogMessage) -> Bool {
    text.utf8.count >= (line == nil ? 2 : 1) * Self.leastCutOff && line == other.line
      && column == other.column && source == other.source && severity == other.severity
      && text != other.text && other.text.hasPrefix(text)
  }

  /// The least length of a beginning, in bytes.
  static let leastCutOff = 8

  /// The first name that the message quotes, as `` `x' ``, `'x'` or `"x"`; `nil` if it quotes none.
  package var quotedName: String? { Self.quotedName(in: text) }

  /// The first name that `text` quotes; see ``quotedName``.
  package static func quotedName(in text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated()
    where scalar == "`" || scalar == "'" || scalar == "\"" {
      let closing: Unicode.Scalar = scalar == "\"" ? "\"" : "'"
      // An apostrophe within a word quotes nothing.
      if index > 0, scalars[index - 1].properties.isAlphabetic { continue }
      guard let end = scalars[(index + 1)...].firstIndex(where: { $0 == closing || $0 == "`" }),
        end > index + 1
      else { continue }
      return String(String.UnicodeScalarView(scalars[(index + 1)..<end]))
    }
    return nil
  }
}
