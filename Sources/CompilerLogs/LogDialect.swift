/// The log format of a family of compilers: a parser for one line, and text that identifies it.
package struct LogDialect: Sendable {
  /// The name, as `--dialect` accepts it.
  package let name: String
  /// The compilers that write this dialect.
  package let summary: String
  /// Parses one line; `nil` if it doesn't have the dialect's format.
  let parse: @Sendable (ArraySlice<UInt8>) -> LogLine?
  /// Text that only this dialect contains.
  let marks: [StaticString]
  /// The weight of a mark. Programs that rewrite the messages of other compilers leave the marks of
  /// those in them.
  var weight = 8

  /// All dialects. If two match a log equally well, the first one is used.
  package static let all: [LogDialect] = [
    mesa, angle, glslang, nvidia, amd, mali, adreno, powerVR, apple, videoCore, vivante, shaderc,
    skia, love, listing, unity, direct3D,
  ]

  /// Returns the dialect with a name; `nil` if there is none.
  package static func named(_ name: String) -> LogDialect? { all.first { $0.name == name } }

  /// Returns the most probable dialect of a log; `nil` if no line has a known format.
  package static func recognized(in log: [UInt8]) -> LogDialect? {
    let lines = LogText.lines(log).prefix(200)
    let parts = lines.flatMap { LogPrefix($0).partsOfAnyDialect().map(\.text) }
    var best: (dialect: LogDialect, score: Int)?
    for dialect in all {
      var score = 0
      for part in parts {
        switch dialect.parse(part) {
        case .message(let message): score += message.line != nil || message.code != nil ? 8 : 2
        case .reason: score += 2
        case .detail, .trailer, .headline, .caret: score += 1
        case .place, .placeBefore, .numbered, nil: break
        }
      }
      for line in lines {
        for mark in dialect.marks {
          if line.withUnsafeBufferPointer({ $0.find(mark) }) != nil { score += dialect.weight }
        }
      }
      if score > best?.score ?? 0 { best = (dialect, score) }
    }
    return best?.dialect
  }

  /// Returns what a line says, in this dialect or as a sentence that all compilers write.
  func read(_ line: ArraySlice<UInt8>) -> LogLine? {
    let own = parse(line)
    // glslang writes it after every error that ends the compilation.
    if case .message(let message) = own,
      message.text.hasPrefix("'' : compilation terminated")
        || message.text.hasSuffix("' : compilation terminated")
    {
      return .trailer
    }
    if case .message(let message) = own, message.line != nil || message.code != nil { return own }
    let sentence = LogSentences.read(line)
    if sentence == .trailer || LogSentences.readCount(line) != nil { return sentence }
    // "info: Varying v is not declared": the severity is the app's.
    if case .message(let message) = own, message.severity == .note,
      LogSentences.isMessage(Array(message.text.utf8)[...])
    {
      return .message(LogMessage(.error, message.text))
    }
    // "Error: warning: text": the first severity is the app's.
    if case .message(var message) = own {
      var cursor = LogCursor(Array(message.text.utf8)[...])
      if let severity = cursor.takeAny(severities), cursor.take(": "), !cursor.isAtEnd {
        message.severity = severity
        message.text = cursor.rest
        return .message(message)
      }
    }
    // "ERROR: Could not compile shader sky.frag:" announces other lines.
    if case .message(let message) = own, LogSentences.isHeadline(message.text) {
      return .headline(message.text)
    }
    // "WARNING: Bad compile of:" announces a listing.
    if case .message(let message) = own, message.text.hasSuffix(":"),
      message.text.split(separator: " ").count < 4
    {
      return LogSentences.announces(Array(message.text.utf8)[...])
        ? .headline(message.text) : sentence
    }
    return own ?? sentence
  }
}
