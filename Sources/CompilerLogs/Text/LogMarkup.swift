/// Removes a terminal's colors and the markup of web pages from logs.
enum LogMarkup {
  /// Returns whether a text may hold anything that ``plain(_:)`` changes.
  static func mayBe(in text: ArraySlice<UInt8>) -> Bool {
    text.contains { byte in
      byte == 0x1B || byte == 0xC2 || byte >= 0xE2 || byte == .backslash
        || byte == UInt8(ascii: "&")
        || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "[")
    }
  }

  /// Returns a text without colors, tags, entities, byte order marks and unusual blanks.
  static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let rest = text[index...]
      switch text[index] {
      case 0x1B:
        index = escapeEnd(rest)
        continue
      case UInt8(ascii: "^"), UInt8(ascii: "\\"), UInt8(ascii: "["):
        if let end = colorEnd(rest) {
          index = end
          continue
        }
      case UInt8(ascii: "&"):
        if let (byte, end) = entity(rest) {
          plain.append(byte)
          index = end
          continue
        }
      case UInt8(ascii: "<"):
        if let (isBlock, end) = tag(rest) {
          if isBlock { plain.append(.newline) }
          index = end
          continue
        }
      case 0xC2 where rest.starts(with: [0xC2, 0xA0]):
        plain.append(.space)
        index += 2
        continue
      // The byte order mark, and blanks without a width.
      case 0xEF where rest.starts(with: [0xEF, 0xBB, 0xBF]),
        0xE2 where rest.starts(with: [0xE2, 0x80, 0x8B]):
        index += 3
        continue
      default: break
      }
      plain.append(text[index])
      index += 1
    }
    return plain
  }

  // MARK: Terminals

  /// Returns the index after the sequence that an escape character starts: `ESC [`, parameters and
  /// a letter, or `ESC ]`, text and a bell.
  private static func escapeEnd(_ text: ArraySlice<UInt8>) -> Int {
    let start = text.startIndex
    guard start + 1 < text.endIndex else { return start + 1 }
    var end = start + 2
    switch text[start + 1] {
    case UInt8(ascii: "["):
      while end < text.endIndex, text[end] &- 0x20 < 0x20 { end += 1 }
      return end < text.endIndex && text[end] &- 0x40 < 0x3F ? end + 1 : start + 1
    case UInt8(ascii: "]"):
      while end < text.endIndex, end - start < 300, text[end] >= 0x20 { end += 1 }
      return end < text.endIndex && text[end] == 7 ? end + 1 : start + 1
    default: return start + 1
    }
  }

  /// Spellings of an escape character in front of `[`. Some programs lose it.
  private static let escapes: [StaticString] = [
    "^[", "\\x1b", "\\x1B", "\\033", "\\e", "\\u001b", "\\u001B", "",
  ]

  /// Returns the index after a color whose escape character was spelled out or lost: `\x1b[31m`,
  /// `[0m`.
  private static func colorEnd(_ text: ArraySlice<UInt8>) -> Int? {
    for spelling in escapes {
      let bytes = UnsafeBufferPointer(start: spelling.utf8Start, count: spelling.utf8CodeUnitCount)
      guard text.starts(with: bytes) else { continue }
      var index = text.startIndex + bytes.count
      guard index < text.endIndex, text[index] == UInt8(ascii: "[") else { continue }
      index += 1
      let parameters = text[index...].prefix { $0.isDigit || $0 == UInt8(ascii: ";") }
      index = parameters.endIndex
      guard index < text.endIndex, text[index] == UInt8(ascii: "m"), parameters.count < 20,
        !parameters.isEmpty || bytes.count > 0
      else { return nil }
      return index + 1
    }
    return nil
  }

  // MARK: Web pages

  private static let entities: [(StaticString, UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", .quote), ("&apos;", UInt8(ascii: "'")), ("&nbsp;", .space),
    ("&#96;", UInt8(ascii: "`")), ("&#39;", UInt8(ascii: "'")), ("&#039;", UInt8(ascii: "'")),
    ("&#x27;", UInt8(ascii: "'")), ("&#34;", .quote), ("&#x2F;", .slash), ("&#160;", .space),
  ]

  /// Returns the text of an entity, and the index after it.
  private static func entity(_ text: ArraySlice<UInt8>) -> (UInt8, Int)? {
    for (name, byte) in entities {
      let bytes = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
      if text.starts(with: bytes) { return (byte, text.startIndex + bytes.count) }
    }
    return nil
  }

  private static let blocks: Set<String> = [
    "br", "p", "div", "pre", "li", "ul", "ol", "tr", "td", "th", "table", "tbody", "blockquote",
  ]
  private static let inlines: Set<String> = [
    "span", "code", "b", "i", "em", "strong", "font", "samp", "tt", "kbd", "a",
  ]

  /// Returns whether a tag separates lines, and the index after it; `nil` for other text.
  private static func tag(_ text: ArraySlice<UInt8>) -> (isBlock: Bool, end: Int)? {
    var index = text.startIndex + 1
    if index < text.endIndex, text[index] == .slash { index += 1 }
    let name = text[index...].prefix { $0.continuesIdentifier }.prefix(12)
    index = name.endIndex
    guard index < text.endIndex, !name.isEmpty else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    let isBlock = blocks.contains(word)
    guard isBlock || inlines.contains(word) else { return nil }
    if text[index].isBlank {
      // Attributes: ` class="line"`.
      let attributes = text[index...].prefix {
        $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<") && !$0.isLineEnd
      }
      guard attributes.count < 400,
        attributes.contains(UInt8(ascii: "="))
          || attributes.allSatisfy({ $0.isBlank || $0 == .slash })
      else { return nil }
      index = attributes.endIndex
    } else if text[index] == .slash {
      index += 1
    }
    guard index < text.endIndex, text[index] == UInt8(ascii: ">") else { return nil }
    return (isBlock, index + 1)
  }
}
