/// A parsed log.
package struct ParsedLog: Hashable, Sendable {
  /// The name of the dialect; `nil` if no line has a known format.
  package var dialect: String?
  /// The messages in order, without repetitions. Unknown lines are kept whole.
  package var messages: [LogMessage] = []
}

/// Parses logs of the dialects in ``LogDialect/all``.
package enum LogParser {
  /// The limit for the text of a message in bytes; the middle of a longer one is removed.
  package static let messageLimit = 600
  /// The limit for the number of details of a message.
  static let detailLimit = 40

  /// Parses a log.
  ///
  /// - Parameters:
  ///   - log: The bytes from the driver. Bytes after a NUL are ignored, and invalid UTF-8 is
  ///     replaced.
  ///   - dialect: The dialect; `nil`, the default, to recognize it.
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

  /// Splits a line in two where Mesa's linker omits the newline between two messages.
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

  /// Returns a text without its middle if it exceeds the limit.
  static func shortened(_ text: String) -> String {
    guard text.utf8.count > messageLimit else { return text }
    let scalars = text.unicodeScalars
    let head = String(scalars.prefix(messageLimit / 2))
    let tail = String(scalars.suffix(messageLimit / 6))
    return "\(head)… (\(text.utf8.count) bytes) …\(tail)"
  }
}
