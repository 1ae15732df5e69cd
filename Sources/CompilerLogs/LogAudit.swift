/// Checks that the parser loses no line of a log, for the fuzzer and the tests.
package enum LogAudit {
  /// Returns the lines of a log that are neither a message, nor a detail, nor a known trailer. A
  /// line in the result is a defect of the parser.
  package static func lostLines(of log: [UInt8]) -> [String] {
    let parsed = LogParser.parse(log)
    let dialect = parsed.dialect.flatMap(LogDialect.named)
    let texts = Set(parsed.messages.map(\.text))
    let details = parsed.messages.filter { $0.details.count >= LogParser.detailLimit }
    let kept = Set(parsed.messages.flatMap(\.details))
    return LogText.lines(log).flatMap { line in
      LogParser.parts(line, dialect).compactMap { part -> String? in
        switch part.line {
        case .trailer, .headline, .place, .placeBefore, .numbered, .caret: return nil
        case .message(let message), .reason(let message):
          let line = LogParser.shortened(LogCursor(part.text).rest)
          // The beginning of another message: people quote logs in part.
          if message.text.utf8.count >= LogMessage.leastCutOff,
            texts.contains(where: { $0.hasPrefix(message.text) })
          {
            return nil
          }
          return texts.contains(LogParser.shortened(message.text)) || texts.contains(line)
            ? nil : message.text
        case .detail(let text):
          let text = LogParser.shortened(text)
          // The number of details of a message is limited.
          return kept.contains(text) || texts.contains(text) || !details.isEmpty ? nil : text
        case nil:
          let text = LogCursor(part.text).rest
          // Messages leave out the gutter of a listing.
          let bare = LogText.withoutGutter(text)
          return bare.isEmpty
            || [text, bare].contains { texts.contains(LogParser.shortened($0)) } ? nil : text
        }
      }
    }
  }
}
