/// A position in a line of a log. Its methods either match and advance, or leave it unchanged.
package struct LogCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  package init(_ line: ArraySlice<UInt8>) {
    bytes = line
    index = line.startIndex
  }

  package var isAtEnd: Bool { index == bytes.endIndex }

  /// The index in the line.
  package var position: Int { index }

  package var startsBlank: Bool { index < bytes.endIndex && bytes[index].isBlank }

  /// The rest of the line, without blanks at either end.
  package var rest: String {
    let start = bytes[index...].drop(while: \.isBlank)
    let end = start.lastIndex { !$0.isBlank } ?? start.startIndex - 1
    return String(decoding: start[...end], as: UTF8.self)
  }

  /// Skips a capital letter; returns whether there was one.
  mutating func takeCapital() -> Bool {
    guard index < bytes.endIndex, bytes[index] &- 65 < 26 else { return false }
    index += 1
    return true
  }

  package mutating func skipBlanks() {
    while index < bytes.endIndex && bytes[index].isBlank { index += 1 }
  }

  /// Skips `word`, ignoring case; returns whether it matched.
  package mutating func take(_ word: String) -> Bool {
    var position = index
    for expected in word.utf8 {
      guard position < bytes.endIndex else { return false }
      let byte = bytes[position]
      let isLetter = (byte | 32) &- 97 < 26
      guard byte == expected || (isLetter && byte | 32 == expected | 32) else { return false }
      position += 1
    }
    index = position
    return true
  }

  private static let severities: [(String, Severity)] = [
    ("fatal error", .error), ("internal error", .error), ("error", .error), ("warning", .warning),
    ("note", .note), ("info", .note),
  ]

  /// Skips a word for a severity, ignoring case.
  package mutating func takeSeverity() -> Severity? {
    for (word, severity) in Self.severities where take(word) { return severity }
    return nil
  }

  /// Skips and returns an integer of at most nine digits.
  package mutating func takeNumber() -> Int? {
    let digits = bytes[index...].prefix(while: \.isDigit)
    guard !digits.isEmpty, digits.count < 10 else { return nil }
    index = digits.endIndex
    return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
  }

  /// Skips and returns a message code: one to three capital letters, then at least four digits.
  package mutating func takeCode() -> String? {
    let letters = bytes[index...].prefix { $0 &- 65 < 26 }
    let digits = bytes[letters.endIndex...].prefix(while: \.isDigit)
    guard 1...3 ~= letters.count, digits.count >= 4 else { return nil }
    defer { index = digits.endIndex }
    return String(decoding: letters + digits, as: UTF8.self)
  }

  /// The limit for a path in bytes.
  static let pathLimit = 300

  /// Skips and returns a path that this text follows, `(` and a digit or `:`.
  mutating func takePath(before next: String?) -> String? {
    next?.first == "(" ? takePathBeforeParenthesis() : takePathBeforeColon() ?? takeName()
  }

  private mutating func takePathBeforeParenthesis() -> String? {
    var depth = 0
    let length = bytes[index...].prefix(Self.pathLimit).withUnsafeBufferPointer { rest -> Int? in
      for position in rest.indices.dropLast() {
        let byte = rest[position]
        if byte == UInt8(ascii: "("), rest[position + 1].isDigit, position > 0 { return position }
        // "C:\Program Files (x86)\sky.fx(12): …", but neither the rest of "app(123) sky.fx(12): …"
        // nor "Failed to link: sky.fx(12): …".
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        let isPrefix = byte == UInt8(ascii: ":") && rest[position + 1].isBlank
        if !(0...1 ~= depth) || isPrefix || byte.isQuote { return nil }
      }
      return nil
    }
    guard let length else { return nil }
    defer { index += length }
    return String(decoding: bytes[index..<(index + length)], as: UTF8.self)
  }

  /// Skips and returns a path that begins with a slash, or a file name with an extension.
  private mutating func takePathBeforeColon() -> String? {
    // "C:/sky.frag": a drive has one letter.
    let length = bytes[index...].prefix(Self.pathLimit).withUnsafeBufferPointer { rest in
      rest.indices.first { rest[$0].isBlank || (rest[$0] == UInt8(ascii: ":") && $0 != 1) }
    }
    guard let length, bytes[index + length] == UInt8(ascii: ":") else { return nil }
    let end = index + length
    let path = String(decoding: bytes[index..<end], as: UTF8.self)
    guard path.dropFirst().contains(".") || (path.first == "/" && path.count > 1) else {
      return nil
    }
    index = end
    return path
  }

  /// Skips and returns a name, which may have dashes, such as `main-vertex`.
  mutating func takeName() -> String? {
    let name = bytes[index...].prefix { $0.continuesIdentifier || $0 == UInt8(ascii: "-") }
    guard name.first?.startsIdentifier == true else { return nil }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Skips the bytes up to a text, or all of them.
  mutating func skip(to text: String?) {
    while !isAtEnd {
      var rest = self
      if let text, bytes[index] | 32 == text.utf8.first.map({ $0 | 32 }), rest.take(text) { return }
      index += 1
    }
  }

  /// Skips the bytes up to a blank or a text; returns whether there were any.
  mutating func takeWord(before text: String?) -> Bool {
    let end = bytes[index...].indices.first { place in
      bytes[place].isBlank || text.map { bytes[place...].starts(with: $0.utf8) } ?? false
    }
    defer { index = end ?? bytes.endIndex }
    return end != index
  }

  /// Skips and returns a token in single quotes that a blank follows.
  mutating func takeToken() -> String? {
    let rest = bytes[index...].prefix(100)
    guard rest.first == UInt8(ascii: "'"),
      let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "'")), end + 1 < bytes.endIndex,
      bytes[end + 1].isBlank
    else { return nil }
    index = end + 1
    skipBlanks()
    return String(decoding: rest[...end], as: UTF8.self)
  }
}
