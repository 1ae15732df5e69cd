/// A position in a line of a log. Its methods either match and advance, or leave it unchanged.
struct LogCursor {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ line: ArraySlice<UInt8>) {
    bytes = line
    index = line.startIndex
  }

  var isAtEnd: Bool { index == bytes.endIndex }

  /// The index in the log.
  var position: Int { index }

  var startsBlank: Bool { index < bytes.endIndex && bytes[index].isBlank }
  var startsDigit: Bool { index < bytes.endIndex && bytes[index].isDigit }
  var startsColon: Bool { index < bytes.endIndex && bytes[index] == UInt8(ascii: ":") }

  /// Whether one of Android's priorities follows, and a slash or a blank.
  var startsPriority: Bool {
    guard index + 1 < bytes.endIndex, "VDIWEFA".utf8.contains(bytes[index]) else { return false }
    return bytes[index + 1] == .slash || bytes[index + 1].isBlank
  }

  /// The rest of the line, without blanks at either end.
  var rest: String {
    var slice = bytes[index...]
    while let first = slice.first, first.isBlank { slice = slice.dropFirst() }
    while let last = slice.last, last.isBlank { slice = slice.dropLast() }
    return String(decoding: slice, as: UTF8.self)
  }

  mutating func skipBlanks() { while index < bytes.endIndex && bytes[index].isBlank { index += 1 } }

  /// Skips `word`, ignoring case; returns whether it matched.
  mutating func take(_ word: String) -> Bool {
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

  /// Skips `word`, case-sensitively; returns whether it matched.
  mutating func takeExactly(_ word: String) -> Bool {
    guard bytes[index...].starts(with: word.utf8) else { return false }
    index += word.utf8.count
    return true
  }

  /// Skips the bytes up to and including the first `word`; returns whether there is one.
  mutating func takePast(_ word: String) -> Bool {
    attempt { cursor in
      while !cursor.isAtEnd {
        if cursor.takeExactly(word) { return true }
        cursor.skip(1)
      }
      return nil
    } ?? false
  }

  /// Skips the first of `words` that matches and returns its severity.
  mutating func takeAny(_ words: [(String, Severity)]) -> Severity? {
    for (word, severity) in words where take(word) { return severity }
    return nil
  }

  /// Skips and returns an integer of at most nine digits.
  mutating func takeNumber() -> Int? {
    var position = index
    var value = 0
    while position < bytes.endIndex, bytes[position].isDigit, position - index < 9 {
      value = value * 10 + Int(bytes[position] - 48)
      position += 1
    }
    guard position > index, position == bytes.endIndex || !bytes[position].isDigit else {
      return nil
    }
    index = position
    return value
  }

  /// Skips and returns a message code: one to three capital letters, then at least `digits` digits.
  mutating func takeCode(digits: Int) -> String? {
    var position = index
    while position < bytes.endIndex, bytes[position] &- 65 < 26 { position += 1 }
    let letters = position
    while position < bytes.endIndex, bytes[position].isDigit { position += 1 }
    guard letters > index, letters - index <= 3, position - letters >= digits else { return nil }
    defer { index = position }
    return String(decoding: bytes[index..<position], as: UTF8.self)
  }

  /// Skips and returns one of Mali's codes: a letter for the phase, and four digits.
  mutating func takeMaliCode() -> String? {
    let start = index
    guard index < bytes.endIndex, "SPLWMIF".utf8.contains(bytes[index]),
      let code = takeCode(digits: 4),
      code.utf8.count == 5, isAtEnd || startsBlank || startsColon
    else {
      index = start
      return nil
    }
    return code
  }

  /// Skips and returns one of AMD's codes, `(#143)`. Translators of pages add a blank.
  mutating func takeAMDCode() -> Int? {
    attempt { cursor in
      guard cursor.take("(#") else { return nil }
      cursor.skipBlanks()
      guard let number = cursor.takeNumber(), cursor.take(")") else { return nil }
      return number
    }
  }

  /// The limit for a path in bytes.
  private static let pathLimit = 300

  /// Skips and returns a path that is followed by `(` and a digit.
  mutating func takePathBeforeParenthesis() -> String? {
    var position = index
    while position + 1 < bytes.endIndex, position - index < Self.pathLimit,
      !bytes[position].isQuote
    {
      if bytes[position] == UInt8(ascii: "("), bytes[position + 1].isDigit, position > index {
        defer { index = position }
        return String(decoding: bytes[index..<position], as: UTF8.self)
      }
      position += 1
    }
    return nil
  }

  /// Skips and returns a path that begins with a slash, or a file name with an extension, which is
  /// followed by `:`.
  mutating func takePathBeforeColon() -> String? {
    var position = index
    while position < bytes.endIndex, position - index < Self.pathLimit, !bytes[position].isBlank,
      bytes[position] != UInt8(ascii: ":") || position == index + 1
    {
      position += 1
    }
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: ":") else { return nil }
    let path = String(decoding: bytes[index..<position], as: UTF8.self)
    guard path.dropFirst().contains(".") || (path.first == "/" && path.count > 1) else {
      return nil
    }
    index = position
    return path
  }

  /// Skips and returns a name.
  mutating func takeName() -> String? {
    let name = bytes[index...].prefix(while: \.continuesIdentifier)
    guard name.first?.startsIdentifier == true else { return nil }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns a text without the severity of an app: "Error: Types of varying 'v' differ".
  static func afterError(_ text: String) -> String {
    var cursor = LogCursor(Array(text.utf8)[...])
    _ = cursor.take("error: ")
    return cursor.rest
  }

  /// Skips and returns a token in single quotes that a blank follows.
  mutating func takeToken() -> String? {
    let start = index
    guard take("'"), let end = bytes[index...].prefix(100).firstIndex(of: UInt8(ascii: "'")) else {
      return nil
    }
    index = end + 1
    let token = String(decoding: bytes[start..<index], as: UTF8.self)
    guard startsBlank else { return nil }
    skipBlanks()
    return token
  }

  /// Skips and returns a name with dashes, such as `main-vertex`.
  mutating func takeDashedName() -> String? {
    let name = bytes[index...].prefix { $0.continuesIdentifier || $0 == UInt8(ascii: "-") }
    guard name.first?.startsIdentifier == true else { return nil }
    index = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  mutating func skip(_ count: Int) { index = min(index + count, bytes.endIndex) }

  /// Skips the bytes up to a blank; returns whether there were any.
  mutating func takeWord() -> Bool {
    let start = index
    while index < bytes.endIndex && !bytes[index].isBlank { index += 1 }
    return index > start
  }

  /// Skips an Android tag: the text up to `: `, or up to a colon at the end of the line.
  mutating func takeUntilTagEnd() -> Bool {
    var end = index
    while end < bytes.endIndex, end - index < 100 {
      let isLast = end + 1 == bytes.endIndex
      if bytes[end] == UInt8(ascii: ":"), isLast || bytes[end + 1].isBlank {
        index = end + 1
        skipBlanks()
        return true
      }
      end += 1
    }
    return false
  }

  /// Runs `read`, and restores the position if it returns `nil`.
  mutating func attempt<T>(_ read: (inout LogCursor) -> T?) -> T? {
    let start = index
    guard let value = read(&self) else {
      index = start
      return nil
    }
    return value
  }
}
