// Classes of bytes in GLSL and in logs. Both are ASCII outside comments and names.

extension UInt8 {
  @inlinable package static var newline: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable package static var slash: UInt8 { UInt8(ascii: "/") }
  @inlinable package static var star: UInt8 { UInt8(ascii: "*") }
  @inlinable package static var hash: UInt8 { UInt8(ascii: "#") }
  @inlinable package static var backslash: UInt8 { UInt8(ascii: "\\") }
  @inlinable package static var quote: UInt8 { UInt8(ascii: "\"") }

  /// Whether the byte is a double quote, a single quote or a backtick.
  @inlinable package var isQuote: Bool { self == .quote || self == 39 || self == 96 }

  /// White space within a line: space, tab, vertical tab, form feed.
  @inlinable package var isBlank: Bool { self == 32 || self == 9 || self == 11 || self == 12 }
  @inlinable package var isLineEnd: Bool { self == .newline || self == .carriageReturn }
  @inlinable package var isSpace: Bool { isBlank || isLineEnd }
  @inlinable package var isDigit: Bool { self &- 48 < 10 }
  /// Whether the byte is a letter or an underscore.
  @inlinable package var startsIdentifier: Bool {
    (self | 32) &- 97 < 26 || self == UInt8(ascii: "_")
  }
  @inlinable package var continuesIdentifier: Bool { startsIdentifier || isDigit }
}

extension [UInt8] {
  /// Returns whether a word of at least one byte occurs.
  package func contains(word: [UInt8]) -> Bool {
    withUnsafeBufferPointer { text in word.withUnsafeBufferPointer(text.find) } != nil
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Returns the offset of the first occurrence of `word`.
  @inlinable package func find(_ word: StaticString) -> Int? { word.withUTF8Buffer(find) }

  /// Returns the offset of the first occurrence of `word`.
  @inlinable package func find(_ word: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = word.first, count >= word.count else { return nil }
    var index = 0
    while index <= count - word.count {
      if self[index] == first {
        var matched = 1
        while matched < word.count && self[index + matched] == word[matched] { matched += 1 }
        if matched == word.count { return index }
      }
      index += 1
    }
    return nil
  }
}
