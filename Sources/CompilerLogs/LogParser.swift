/// A parsed log.
package struct ParsedLog: Hashable, Sendable {
  /// The name of the dialect; `nil` if no line has a known format.
  package var dialect: String?
  /// The messages in order, without repetitions. Unknown lines are kept whole.
  package var messages: [LogMessage] = []
  /// Whether a line says that a shader was compiled or a program linked.
  package var saysSuccess = false
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
  ///   - log: The bytes from the driver, or what an app or a browser printed of them. Bytes after a
  ///     NUL are ignored, and invalid UTF-8 is replaced.
  ///   - dialect: The dialect; `nil`, the default, to recognize it.
  ///   - isCertain: Whether the text is known to be a log of shaders. If not, messages without a
  ///     position only count in a text that speaks of shaders. The default is `true`.
  package static func parse(
    _ log: [UInt8], as dialect: LogDialect? = nil, isCertain: Bool = true
  ) -> ParsedLog {
    let dialect = dialect ?? LogDialect.recognized(in: log)
    var collector = LogCollector(dialect, in: isCertain ? nil : log)
    for line in LogText.lines(log) {
      for part in parts(line, dialect) { collector.add(part) }
    }
    return collector.finished()
  }

  /// A message or sentence in a line.
  struct Part {
    var line: LogLine?
    var text: ArraySlice<UInt8>
    var prefix: ArraySlice<UInt8>
  }

  /// Returns what a line says.
  static func parts(_ line: ArraySlice<UInt8>, _ dialect: LogDialect?) -> [Part] {
    LogPrefix(line).parts(for: dialect).flatMap { part in
      split(part.text, dialect).map { text in
        let reader = part.dialect ?? dialect
        let line = if let reader { reader.read(text) } else { LogSentences.read(text) }
        return Part(line: line, text: text, prefix: part.prefix)
      }
    }
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
