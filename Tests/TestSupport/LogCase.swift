import GLESKitSupport

/// A log in one of the documented formats, and the messages that it holds.
public struct LogCase: Sendable, CustomStringConvertible {
  /// What one message of the log says.
  public struct Expectation: Sendable {
    /// `note`, `warning` or `error`.
    public let severity: String
    /// `nil` if the message gives none.
    public let line: Int?
    /// `nil` if the message gives none.
    public let column: Int?
    /// The identifier of shaderlint's rule; `nil` if only the reading is tested.
    public let rule: String?
    /// Whether the message comes from linking.
    public let isLink: Bool
    /// How the text begins.
    public let start: String
  }

  /// The dialect and the title.
  public let description: String
  /// The dialect's name; `nil` for a log that no dialect recognizes.
  public let dialect: String?
  /// The log.
  public let text: [UInt8]
  /// Its messages, in order.
  public let expected: [Expectation]

  /// The cases of `Tests/CompilerLogsTests/Logs/logs.txt`: `=== dialect title`, then
  /// `--- severity line column [LINK] ID | text` for each message, then the log, in which `\0`,
  /// `\r` and `\e` stand for these bytes.
  public static let all: [LogCase] = {
    let path = repositoryFile("Tests/CompilerLogsTests/Logs/logs.txt")
    let bytes = (try? Files.read(path)) ?? []
    return "\n\(String(decoding: bytes, as: UTF8.self))".split(separator: "\n=== ")
      .map { LogCase($0) }
  }()

  private init(_ part: Substring) {
    var lines = part.split(separator: "\n", omittingEmptySubsequences: false)
    let head = lines.removeFirst().split(separator: " ", maxSplits: 1).map(String.init)
    dialect = head[0] == "-" ? nil : head[0]
    description = head.joined(separator: ": ")
    var expected: [Expectation] = []
    while let line = lines.first, line.hasPrefix("--- ") {
      lines.removeFirst()
      let halves = line.dropFirst(4).split(separator: "|", maxSplits: 1)
      let words = halves[0].split(separator: " ").map(String.init)
      expected.append(
        Expectation(
          severity: words[0], line: Int(words[1]), column: Int(words[2]),
          rule: words.last.flatMap { $0.hasPrefix("GL") ? $0 : nil }, isLink: words[3] == "LINK",
          start: halves[1].dropFirst().description))
    }
    self.expected = expected
    let text = lines.joined(separator: "\n") + "\n"
    self.text = Array(
      text.replacing("\\0", with: "\0").replacing("\\r", with: "\r")
        .replacing("\\e", with: "\u{1B}").utf8)
  }
}
