/// What programs, loggers, consoles and Markdown write before and after a message: times, levels,
/// names, bullets and quotes.
///
/// Only sentences without a position need it: a message with a position is found by its form.
struct LogDecoration {
  /// The indices after each piece of decoration at the beginning of the line, in order.
  private(set) var ends: [Int] = []
  /// The quotes and brackets that stand open after the last piece.
  private var openings: [UInt8] = []
  private let line: ArraySlice<UInt8>
  private var index: Int
  /// Whether a time or a level stood before.
  private var followsTime = false

  /// The limit for the number of pieces.
  private static let limit = 16

  init(_ line: ArraySlice<UInt8>, from start: Int) {
    self.line = line
    index = start
    while ends.count < Self.limit {
      while index < line.endIndex && line[index].isBlank { index += 1 }
      guard index < line.endIndex, let end = pieceEnd() else { break }
      index = end
      ends.append(end)
    }
  }

  /// The end of the line without what closes the decoration: `",` or `**`.
  var textEnd: Int {
    var end = line.endIndex
    for opening in openings.reversed() {
      var probe = end
      while probe > index, line[probe - 1].isBlank || ",;+".utf8.contains(line[probe - 1]) {
        probe -= 1
      }
      guard probe > index, line[probe - 1] == LogPrefix.closings[opening] ?? opening else { break }
      end = probe - 1
    }
    return end
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  private static let levels: Set<String> = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "ERR", "FATAL", "CRITICAL",
    "SEVERE", "E", "W", "I", "D", "V", "F",
  ]

  /// The end of the piece at the index; `nil` if another text follows.
  private mutating func pieceEnd() -> Int? {
    let rest = line[index...]
    let first = line[index]
    // Bullets, arrows, quotations, and symbols outside ASCII.
    let bullets = rest.prefix { ">*-=$!~+".utf8.contains($0) || $0 >= 0x80 }
    if let last = bullets.last, bullets.count <= 12, endsPiece(bullets.endIndex) || last >= 0x80 {
      return bullets.endIndex
    }
    // Markdown's emphasis, and console.log's format.
    if rest.starts(with: "%c".utf8) { return index + 2 }
    if first == UInt8(ascii: "*") || first == UInt8(ascii: "`") || first == .quote
      || first == UInt8(ascii: "'")
    {
      // A name before a colon: "sky.frag": text.
      if let end = rest.dropFirst().prefix(100).firstIndex(of: first), end + 1 < line.endIndex,
        line[end + 1] == UInt8(ascii: ":"), endsPiece(end + 2), end > index + 1
      {
        return end + 2
      }
      openings.append(first)
      return index + 1
    }
    if let closing = LogPrefix.closings[first] {
      if let end = groupEnd, line[end...].contains(where: { !$0.isBlank }) { return end }
      // Brackets around the whole text, of which the second may be cut off.
      if rest.last == closing || !rest.contains(closing) {
        openings.append(first)
        return index + 1
      }
    }
    let word = rest.prefix { !$0.isBlank }
    guard word.count <= 100, let last = word.last else { return nil }
    if isTime(word) {
      followsTime = true
      return word.endIndex
    }
    let text = String(decoding: word, as: UTF8.self)
    if Self.levels.contains(followsTime ? text.uppercased() : text) {
      followsTime = true
      return word.endIndex
    }
    // syslog: "Jan  2 03:04:05 host app[12]: ".
    if Self.months.contains(text) { return monthEnd(after: word.endIndex) }
    // "3. ", "#3 ".
    let digits = word.drop { $0 == .hash }.prefix(while: \.isDigit)
    if !digits.isEmpty, digits.count <= 4 {
      let tail = word[digits.endIndex...]
      if tail.elementsEqual(".".utf8) || tail.elementsEqual(")".utf8)
        || (tail.isEmpty && first == .hash)
      {
        return word.endIndex
      }
    }
    // Process and thread numbers, and the source's line: "1234 shader.cc:12] ".
    if followsTime,
      (word.allSatisfy(\.isDigit) && first != UInt8(ascii: "0")) || last == UInt8(ascii: "]")
    {
      return word.endIndex
    }
    if let end = namedEnd(word) { return end }
    // Kodi: "12:00:00.123 T:140 ERROR: GL: text". Docker: "app_1  | text".
    let next = line[word.endIndex...].drop(while: \.isBlank)
    let nextWord = next.prefix { !$0.isBlank }
    if followsTime, last == UInt8(ascii: ":"), namedEnd(nextWord) != nil { return word.endIndex }
    if followsTime, word.count < 20, word.dropFirst().starts(with: ":".utf8) {
      return word.endIndex
    }
    if ends.isEmpty, nextWord.elementsEqual("|".utf8), word.allSatisfy(\.continuesIdentifier) {
      return nextWord.endIndex
    }
    return isPlace(word) || (followsTime && isLogger(word)) ? word.endIndex : nil
  }

  private func endsPiece(_ index: Int) -> Bool { index >= line.endIndex || line[index].isBlank }

  /// The end of a group in brackets and the colon after it.
  private var groupEnd: Int? {
    let first = line[index]
    guard let closing = LogPrefix.closings[first] else { return nil }
    var depth = 0
    for end in line[index...].prefix(160).indices {
      if line[end] == first { depth += 1 }
      if line[end] == closing { depth -= 1 }
      guard depth == 0 else { continue }
      var after = end + 1
      if after < line.endIndex, line[after] == UInt8(ascii: ":") {
        after = line[(after + 1)...].prefix(while: \.isDigit).endIndex
      }
      return after
    }
    return nil
  }

  private func isTime(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.first?.isDigit ?? false, word.count >= 7 else { return false }
    var separators = 0
    for byte in word where !byte.isDigit {
      guard ":-.,/+TZ".utf8.contains(byte) else { return false }
      separators += 1
    }
    return separators >= 2
  }

  private func monthEnd(after end: Int) -> Int? {
    var cursor = LogCursor(line[end...])
    cursor.skipBlanks()
    guard cursor.takeNumber() != nil, cursor.startsBlank else { return nil }
    cursor.skipBlanks()
    let start = cursor.position
    guard cursor.takeWord(), isTime(line[start..<cursor.position]) else { return nil }
    cursor.skipBlanks()
    return cursor.takeWord() ? cursor.position : nil
  }

  /// The end of a name and a colon: `main: `, `qt.gui: `, `app::gl: `.
  private func namedEnd(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.last == UInt8(ascii: ":"), word.count > 1,
      word.contains(where: \.startsIdentifier)
    else { return nil }
    let name = word.dropLast()
    // "renderer.c:28:55: error: text" is a message of another compiler.
    if name.last?.isDigit ?? false, name.contains(UInt8(ascii: ":")) { return nil }
    guard name.allSatisfy({ $0.continuesIdentifier || "-./\\:$[]@".utf8.contains($0) }),
      !severities.contains(where: { severity, _ in
        name.count == severity.utf8.count
          && zip(name, severity.utf8).allSatisfy { $0 | 32 == $1 }
      })
    else { return nil }
    return word.endIndex
  }

  /// Returns whether a word is the place of a script: `main.js:14`, `(index):45`.
  private func isPlace(_ word: ArraySlice<UInt8>) -> Bool {
    let digits = word.reversed().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
    guard digits.count >= 2, digits.count < word.count, word.last?.isDigit ?? false else {
      return false
    }
    let name = word.dropLast(digits.count)
    return digits.last == UInt8(ascii: ":") && name.contains { $0 == 46 || $0 == 41 }
  }

  /// Returns whether a word is the name of a logger: `c.e.Foo`, `app.gl:12`.
  private func isLogger(_ word: ArraySlice<UInt8>) -> Bool {
    word.contains(UInt8(ascii: ".")) && word.last != UInt8(ascii: ".")
      && word.allSatisfy { $0.continuesIdentifier || "-.:$".utf8.contains($0) }
  }
}

extension LogDecoration {
  private static let scripts: [StaticString] = [
    ".js:", ".mjs:", ".cjs:", ".ts:", ".tsx:", ".jsx:", ".html:", "(index):",
  ]

  /// Returns a line without the place of a script at its end, which consoles write:
  /// `text three.js:1234:5`, `text @ main.js:14`.
  static func withoutPlace(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.last?.isDigit ?? false, let blank = line.lastIndex(where: \.isBlank),
      line.endIndex - blank < 200
    else { return line }
    let word = line[(blank + 1)...]
    let digits = word.reversed().prefix { $0.isDigit || $0 == UInt8(ascii: ":") }
    let name = word.dropLast(digits.count) + [UInt8(ascii: ":")]
    guard digits.last == UInt8(ascii: ":"),
      scripts.contains(where: { script in
        name.withUnsafeBufferPointer { $0.find(script) != nil }
      })
    else { return line }
    var text = line[..<blank]
    while let last = text.last, last.isBlank || last == UInt8(ascii: "@") { text.removeLast() }
    return text.isEmpty ? line : text
  }
}
