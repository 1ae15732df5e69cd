import CompilerLogs

/// Removes a terminal's colors and the markup of web pages from logs.
enum LogMarkup {
  /// Returns a text without colors, tags, entities, byte order marks and unusual blanks.
  static func plain(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      if let (bytes, length) = replacement(text[index...]) {
        plain += bytes.utf8
        index += length
      } else {
        plain.append(text[index])
        index += 1
      }
    }
    return plain
  }

  /// Returns what replaces the markup at the start of a text, and its length; `nil` if there is
  /// none.
  private static func replacement(_ text: ArraySlice<UInt8>) -> (String, Int)? {
    switch text.first {
    case 0x1B, UInt8(ascii: "^"), .backslash, UInt8(ascii: "["):
      return color(text).map { ("", $0) }
    case UInt8(ascii: "&"), 0xC2, 0xEF, 0xE2:
      for (word, replacement) in entities where text.starts(with: word.utf8) {
        return (replacement, word.utf8.count)
      }
      return nil
    case UInt8(ascii: "<"): return tag(text)
    default: return nil
    }
  }

  /// Spellings of an escape character in front of `[`. Some programs lose it.
  private static let escapes = [
    "\u{1B}", "^[", "\\x1b", "\\x1B", "\\033", "\\e", "\\u001b", "\\u001B", "",
  ]

  /// Returns the length of a color, `\x1b[31m`.
  private static func color(_ text: ArraySlice<UInt8>) -> Int? {
    for escape in escapes where text.starts(with: "\(escape)[".utf8) {
      let parameters = text.dropFirst(escape.utf8.count + 1).prefix {
        $0.isDigit || $0 == UInt8(ascii: ";")
      }
      let letter = parameters.endIndex < text.endIndex ? text[parameters.endIndex] : 0
      let isColor = letter == UInt8(ascii: "m") || (letter.startsIdentifier && text.first == 0x1B)
      guard isColor, !parameters.isEmpty || !escape.isEmpty else { return nil }
      return parameters.endIndex + 1 - text.startIndex
    }
    return text.first == 0x1B ? 1 : nil
  }

  /// Entities, blanks of a web page, the byte order mark, and blanks without a width.
  private static let entities = [
    ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
    ("&nbsp;", " "), ("&#96;", "`"), ("&#39;", "'"), ("&#039;", "'"), ("&#x27;", "'"),
    ("&#34;", "\""), ("&#x2F;", "/"), ("&#160;", " "), ("\u{A0}", " "), ("\u{FEFF}", ""),
    ("\u{200B}", ""),
  ]

  /// The tags that a page puts around a log: those that separate lines, and others.
  private static let blocks: Set = [
    "br", "p", "div", "pre", "li", "ul", "ol", "tr", "td", "th", "table", "tbody", "blockquote",
  ]
  private static let inlines: Set = [
    "span", "code", "b", "i", "em", "strong", "font", "samp", "tt", "kbd", "a",
  ]

  private static func tag(_ text: ArraySlice<UInt8>) -> (String, Int)? {
    let inner = text.dropFirst(text.dropFirst().first == .slash ? 2 : 1)
    let name = inner.prefix(while: \.continuesIdentifier)
    let tag = String(decoding: name, as: UTF8.self).lowercased()
    guard blocks.contains(tag) || inlines.contains(tag),
      let end = text[name.endIndex...].prefix(400).firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let attributes = text[name.endIndex..<end]
    guard
      attributes.allSatisfy({ $0.isBlank || $0 == .slash })
        || (attributes.first?.isBlank == true && attributes.contains(UInt8(ascii: "="))
          && !attributes.contains { $0.isLineEnd || $0 == UInt8(ascii: "<") })
    else { return nil }
    return (blocks.contains(tag) ? "\n" : "", end + 1 - text.startIndex)
  }
}
