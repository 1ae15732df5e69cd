/// Checks that reading a log lost nothing: what the fuzzer and the tests ask.
package enum LogAudit {
  /// The lines of `log` that are neither in a message, nor a detail of one, nor a trailer that the
  /// dialect knows. Always empty, or the parser is wrong.
  package static func lostLines(of log: [UInt8]) -> [String] {
    let parsed = LogParser.parse(log)
    let dialect = parsed.dialect.flatMap(LogDialect.named)
    let texts = Set(parsed.messages.map(\.text))
    let details = parsed.messages.filter { $0.details.count >= LogParser.detailLimit }
    let kept = Set(parsed.messages.flatMap(\.details))
    return LogText.lines(log).flatMap { line in
      LogParser.split(line, dialect).compactMap { part -> String? in
        switch dialect?.parse(part) {
        case .trailer: return nil
        case .message(let message):
          return texts.contains(LogParser.shortened(message.text)) ? nil : message.text
        case .detail(let text):
          let text = LogParser.shortened(text)
          // Of very many details of one message the rest is left out.
          return kept.contains(text) || texts.contains(text) || !details.isEmpty ? nil : text
        case nil:
          let text = LogCursor(part).rest
          return text.isEmpty || texts.contains(LogParser.shortened(text)) ? nil : text
        }
      }
    }
  }
}
