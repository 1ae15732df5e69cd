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
  ///   - log: The bytes from the driver, or what an app or a browser printed of them. Bytes after a
  ///     NUL are ignored, and invalid UTF-8 is replaced.
  ///   - dialect: The dialect; `nil`, the default, to recognize it.
  package static func parse(_ log: [UInt8], as dialect: LogDialect? = nil) -> ParsedLog {
    let dialect = dialect ?? LogDialect.recognized(in: log)
    var parsed = ParsedLog(dialect: dialect?.name)
    var seen: Set<LogMessage> = []
    /// The stage that the last headline or prefix named.
    var stage: ShaderStage?
    var headlines: [String] = []
    /// The line of the source that was printed last.
    var place: Int?
    func add(_ message: LogMessage) {
      if seen.insert(message).inserted { parsed.messages.append(message) }
    }
    for line in LogText.lines(log) {
      for part in parts(line, dialect) {
        if let named = LogSentences.stage(in: String(decoding: part.prefix, as: UTF8.self)) {
          stage = named
        }
        switch part.line {
        case .message(var message):
          message.text = shortened(message.text)
          message.line = message.line ?? place
          if message.line != nil { message.stage = message.stage ?? stage }
          add(message)
        case .detail(let text):
          let text = shortened(text)
          guard !parsed.messages.isEmpty else {
            parsed.messages.append(LogMessage(.note, text))
            continue
          }
          if parsed.messages[parsed.messages.count - 1].details.count < detailLimit {
            parsed.messages[parsed.messages.count - 1].details.append(text)
          }
        case .headline(let text):
          stage = LogSentences.stage(in: text)
          place = nil
          headlines.append(text)
        case .place(let line): place = line
        case .trailer: stage = LogSentences.stage(in: LogCursor(part.text).rest) ?? stage
        case nil: unknown(part.text).map(add)
        }
      }
    }
    // A log that gives no reason for a failure still says that there is one, for each stage.
    if !parsed.messages.contains(where: { $0.severity == .error }) {
      var stages: Set<ShaderStage> = []
      let named = headlines.filter { text in
        LogSentences.stage(in: text).map { stages.insert($0).inserted } ?? false
      }
      // A headline with a colon announces another one.
      let first = headlines.first { $0.last != ":" } ?? headlines.first
      let failures = named.isEmpty ? first.map { [$0] } ?? [] : named
      parsed.messages.insert(
        contentsOf: failures.map { LogMessage(.error, shortened($0)) }, at: 0)
    }
    return parsed
  }

  /// A message or sentence in a line.
  struct Part {
    var line: LogLine?
    var text: ArraySlice<UInt8>
    var prefix: ArraySlice<UInt8>
  }

  /// Returns what a line says.
  static func parts(_ line: ArraySlice<UInt8>, _ dialect: LogDialect?) -> [Part] {
    // Most logs come from a driver without a prefix.
    var found = LogPrefix(line, dialect.map { [$0] } ?? []).parts
    if let dialect, found.allSatisfy({ $0.dialect == nil && dialect.read($0.text) == nil }) {
      // An app may print the logs of several compilers.
      found = LogPrefix(line, LogDialect.all).parts
    }
    return found.flatMap { part in
      split(part.text, dialect).map { text in
        let reader = part.dialect ?? dialect
        return Part(
          line: reader?.read(text) ?? LogSentences.read(text), text: text, prefix: part.prefix)
      }
    }
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
