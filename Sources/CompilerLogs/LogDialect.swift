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
    love, listing, unity, direct3D,
  ]

  /// Returns the dialect with a name; `nil` if there is none.
  package static func named(_ name: String) -> LogDialect? { all.first { $0.name == name } }

  /// Returns the most probable dialect of a log; `nil` if no line has a known format.
  package static func recognized(in log: [UInt8]) -> LogDialect? {
    let lines = LogText.lines(log).prefix(200)
    let parts = lines.flatMap { LogPrefix($0, all).parts.map(\.text) }
    var best: (dialect: LogDialect, score: Int)?
    for dialect in all {
      var score = 0
      for part in parts {
        switch dialect.parse(part) {
        case .message(let message): score += message.line != nil || message.code != nil ? 8 : 2
        case .reason: score += 2
        case .detail, .trailer, .headline, .caret: score += 1
        case .place, nil: break
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
    if case .message(let message) = own, message.text.hasSuffix("' : compilation terminated") {
      return .trailer
    }
    if case .message(let message) = own, message.line != nil || message.code != nil { return own }
    let sentence = LogSentences.read(line)
    if sentence == .trailer || LogSentences.readCount(line) != nil { return sentence }
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

/// Splits logs into lines.
enum LogText {
  /// Returns a line without the bar that a listing puts before its text: `    | text`.
  static func withoutGutter(_ line: String) -> String {
    String(line.drop { $0 == "|" || $0 == " " })
  }

  /// Returns the non-blank lines up to the first NUL.
  static func lines(_ log: [UInt8]) -> [ArraySlice<UInt8>] {
    let text = log[..<(log.firstIndex(of: 0) ?? log.endIndex)]
    if text.contains(0x1B) { return lines(withoutEscapes(text)) }
    var lines: [ArraySlice<UInt8>] = []
    for line in text.split(whereSeparator: \.isLineEnd).flatMap(splitAtEscapes)
    where !line.allSatisfy(\.isBlank) {
      // ANGLE quotes the token that it does not expect, which may be a line end.
      let last = lines.last ?? []
      if last.suffix(3).elementsEqual(": '".utf8), let rest = afterToken(line) {
        lines[lines.count - 1] = last + rest
      } else {
        lines.append(line)
      }
    }
    return lines
  }

  /// Returns a text without a terminal's colors and movements: ESC, `[`, parameters and a letter.
  private static func withoutEscapes(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      defer { index += 1 }
      guard text[index] == 0x1B else {
        plain.append(text[index])
        continue
      }
      guard index + 1 < text.endIndex, text[index + 1] == UInt8(ascii: "[") else { continue }
      var end = index + 2
      while end < text.endIndex, text[end] &- 0x20 < 0x20 { end += 1 }
      if end < text.endIndex, text[end] &- 0x40 < 0x3F { index = end }
    }
    return plain
  }

  /// Returns a line from `' : ` on, without the place of a script before it, which browsers'
  /// consoles write: `main.js:14 ' : text`.
  private static func afterToken(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if line.starts(with: "' : ".utf8) { return line }
    guard let quote = line.firstIndex(of: UInt8(ascii: "'")),
      line[quote...].starts(with: "' : ".utf8)
    else { return nil }
    let place = line[..<quote].drop(while: \.isBlank)
    let words = place.split(whereSeparator: \.isBlank)
    guard words.count == 1, place.last == .space, words[0].contains(UInt8(ascii: ":")),
      words[0].last?.isDigit ?? false
    else { return nil }
    return line[quote...]
  }

  /// Splits a line where an app wrote `\n` for a line end. In a path, `C:\new\sky.frag`, a name
  /// follows.
  private static func splitAtEscapes(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.contains(.backslash) else { return [line] }
    var parts: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    for index in line.indices.dropLast() where line[index] == .backslash && index >= start {
      let rest = line[(index + 2)...]
      let word = rest.prefix(while: \.continuesIdentifier)
      let after = rest.dropFirst(word.count).first
      guard line[index + 1] == UInt8(ascii: "n"), rest.first.map({ $0 & 0xE0 != 0x60 }) ?? true,
        word.isEmpty || after.map({ $0.isBlank || $0 == UInt8(ascii: ":") }) ?? false
      else { continue }
      parts.append(line[start..<index])
      start = index + 2
    }
    return (parts + [line[start...]]).map(withoutBackslashes)
  }

  /// Returns a line with `'` for `\'` and `"` for `\"`. No path ends a folder's name with a quote.
  private static func withoutBackslashes(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isEscape = { (index: Int) in
      line[index] == .backslash && index + 1 < line.endIndex
        && (line[index + 1] == .quote || line[index + 1] == UInt8(ascii: "'"))
    }
    guard line.indices.contains(where: isEscape) else { return line }
    return line.indices.filter { !isEscape($0) }.map { line[$0] }[...]
  }
}
