/// A whole log, read.
package struct ParsedLog: Hashable, Sendable {
  /// The name of the dialect it was read as; `nil` when no line has a known form.
  package var dialect: String?
  /// Its messages in order, repeated ones once, unknown lines whole.
  package var messages: [LogMessage] = []
}

/// Reads logs of every dialect in ``LogDialect/all``.
package enum LogParser {
  /// The longest message that is kept whole; a longer one loses its middle.
  package static let messageLimit = 600
  /// The most details of one message that are kept.
  static let detailLimit = 40

  /// Reads `log`.
  ///
  /// - Parameters:
  ///   - log: The bytes as a driver gave them; what follows a NUL is not read, and bytes that are not
  ///     UTF-8 are replaced.
  ///   - dialect: The dialect to read it as; `nil`, the default, goes by the evidence in the log.
  package static func parse(_ log: [UInt8], as dialect: LogDialect? = nil) -> ParsedLog {
    guard let dialect = dialect ?? LogDialect.recognized(in: log) else {
      return ParsedLog(messages: LogText.lines(log).compactMap(unknown))
    }
    var parsed = ParsedLog(dialect: dialect.name)
    var seen: Set<LogMessage> = []
    for line in LogText.lines(log) {
      for part in split(line, dialect) {
        switch dialect.parse(part) {
        case .message(var message):
          message.text = shortened(message.text)
          if seen.insert(message).inserted { parsed.messages.append(message) }
        case .detail(let text):
          guard !parsed.messages.isEmpty else {
            parsed.messages.append(LogMessage(.note, shortened(text)))
            continue
          }
          let text = shortened(text)
          if parsed.messages[parsed.messages.count - 1].details.count < detailLimit {
            parsed.messages[parsed.messages.count - 1].details.append(text)
          }
        case .trailer: break
        case nil:
          if let message = unknown(part), seen.insert(message).inserted {
            parsed.messages.append(message)
          }
        }
      }
    }
    return parsed
  }

  private static func unknown(_ line: ArraySlice<UInt8>) -> LogMessage? {
    let text = LogCursor(line).rest
    guard !text.isEmpty else { return nil }
    var message = LogMessage(.warning, shortened(text))
    message.isUnknown = true
    return message
  }

  /// Mesa's linker may write two messages without a newline between them.
  static func split(_ line: ArraySlice<UInt8>, _ dialect: LogDialect?) -> [ArraySlice<UInt8>] {
    guard dialect?.name == LogDialect.mesa.name else { return [line] }
    var cursor = LogCursor(line)
    guard cursor.take("error: ") || cursor.take("warning: ") else { return [line] }
    var parts: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var index = start + 1
    while index < line.endIndex {
      let before = line[index - 1]
      let tail = LogCursor(line[index...])
      var probe = tail
      if !before.isBlank, probe.take("error: ") || probe.take("warning: ") {
        parts.append(line[start..<index])
        start = index
      }
      index += 1
    }
    parts.append(line[start...])
    return parts
  }

  /// A message with its middle taken out when it is longer than anybody reads.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > messageLimit else { return text }
    let scalars = text.unicodeScalars
    let head = String(scalars.prefix(messageLimit / 2))
    let tail = String(scalars.suffix(messageLimit / 6))
    return "\(head)… (\(text.utf8.count) bytes) …\(tail)"
  }
}
