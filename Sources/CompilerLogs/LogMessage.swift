/// One message of a compile or link log, as its compiler wrote it, cut into parts.
public struct LogMessage: Hashable, Sendable {
  /// How bad the compiler calls it.
  public package(set) var severity: Severity
  /// The source-string number; `nil` where the log has none.
  public package(set) var source: Int?
  /// The line as the compiler counts; `nil` where the log has none.
  public package(set) var line: Int?
  /// The column as the compiler counts, from 1; `nil` where the log has none.
  public package(set) var column: Int?
  /// The compiler's own code for the message, such as `C7573` or `S0001`.
  public package(set) var code: String?
  /// The path that the log gives, for compilers that print one.
  public package(set) var path: String?
  /// The stage that the log names.
  public package(set) var stage: ShaderStage?
  /// The message itself, without position, severity and code.
  public package(set) var text: String
  /// Lines that belong to it, such as the candidates of an overloaded call.
  public package(set) var details: [String] = []
  /// The line has no known form and is kept whole.
  public package(set) var isUnknown = false

  /// Makes a message; everything but its severity and text is unknown by default.
  package init(_ severity: Severity, _ text: String) {
    self.severity = severity
    self.text = text
  }
}

/// What a dialect makes of one line of a log.
enum LogLine: Hashable {
  case message(LogMessage)
  /// Belongs to the message before it.
  case detail(String)
  /// Says nothing that the messages do not say: a headline, a count, "No errors".
  case trailer
}
