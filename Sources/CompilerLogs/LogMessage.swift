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

extension LogMessage {
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
