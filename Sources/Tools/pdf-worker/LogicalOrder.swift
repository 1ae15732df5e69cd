import GLESKitCPoppler

/// A line of the text that poppler returns, with its characters in the order of their boxes.
///
/// poppler 22.12 returns the boxes of each word from left to right, but its characters in logical
/// order, with marks around embedded text (U+202A to U+202C; `TextPage::dumpFragment`). On pages
/// that are mostly right-to-left, the words of a line come from right to left.
struct VisualLine {
  /// The characters without the marks, one for each box.
  private(set) var characters: [Unicode.Scalar] = []
  /// Where words begin, and the spaces between them.
  private var starts: [Int] = []
  /// Whether it has marked words, and whether it has others. On pages that are mostly
  /// right-to-left, all are.
  private(set) var (isMarked, isUnmarked) = (false, false)

  init(_ marked: [Unicode.Scalar]) {
    var rest = marked[...]
    while !rest.isEmpty {
      starts.append(characters.count)
      if rest.first == "\u{202B}" {
        isMarked = true
      } else if rest.first != " " {
        isUnmarked = true
      }
      characters += next(of: &rest, depth: 0)
    }
  }

  /// Removes a character or an embedded part, and returns it from left to right.
  private mutating func next(
    of rest: inout ArraySlice<Unicode.Scalar>, depth: Int
  ) -> [Unicode.Scalar] {
    let first = rest.removeFirst()
    // poppler embeds no deeper: other marks are the file's own.
    guard first == "\u{202A}" || first == "\u{202B}", depth < 2 else { return [first] }
    var parts: [[Unicode.Scalar]] = []
    while let character = rest.first, character != "\u{202C}" {
      parts.append(next(of: &rest, depth: depth + 1))
    }
    rest = rest.dropFirst()
    return Array((first == "\u{202B}" ? parts.reversed() : parts).joined())
  }

  /// The glyphs of the line from left to right.
  func sorted(_ glyphs: [PageText.Glyph]) -> [PageText.Glyph] {
    guard isMarked, glyphs.count == characters.count else { return glyphs }
    var words = zip(starts, starts.dropFirst() + [characters.count]).map { glyphs[$0..<$1] }
      .filter { $0.first?.character != " " }
    if let first = words.first?.first, let last = words.last?.first, first.box.x1 > last.box.x1 {
      words.reverse()
    }
    var sorted: [PageText.Glyph] = []
    for word in words {
      // In reversed lines, poppler puts spaces behind the wrong words. Between right-to-left
      // letters that were drawn one by one, it sees spaces of 3 % of the height.
      if let left = sorted.last?.box, let right = word.first?.box,
        right.x1 - left.x2 > Self.leastSpace * (left.y2 - left.y1)
      {
        let gap = PopplerRectangle(x1: left.x2, y1: left.y1, x2: right.x1, y2: left.y2)
        sorted.append(PageText.Glyph(character: " ", box: gap))
      }
      sorted += word
    }
    return sorted
  }

  /// The least width of a space by the height of its line, which is somewhat more than the font's
  /// size. It is poppler's own, `minWordBreakSpace`.
  private static let leastSpace = 0.1
}

/// The order in which text is read, from the order in which it is drawn.
///
/// This inverts what the Unicode bidirectional algorithm (UAX #9) does for one level of embedded
/// text. Where several texts look the same when they are drawn, as of numbers between text of both
/// directions, it returns one of them.
enum LogicalOrder {
  private enum Kind {
    case left, right, number, neutral
  }

  /// Returns the characters of a line, which are given from left to right.
  ///
  /// - Parameter isRightToLeft: Whether its page is mostly right-to-left.
  static func of(_ line: [PageText.Glyph], isRightToLeft: Bool) -> [Unicode.Scalar] {
    let kinds = line.map { kind(of: $0.character) }
    guard kinds.contains(.right) else { return line.map(\.character) }
    let strong = kinds.filter { $0 == .left || $0 == .right }
    // A paragraph begins with a letter of its direction (UAX #9, P2), at its side of the line. The
    // other side may end with any.
    if strong.first == strong.last ? strong.first == .right : isRightToLeft {
      return reversed(line[...], kinds[...])
    }
    var result: [Unicode.Scalar] = []
    var index = 0
    while let start = kinds[index...].firstIndex(of: .right) {
      let end = kinds[start...].firstIndex(of: .left) ?? kinds.count
      let last = kinds[..<end].lastIndex(where: { $0 == .right }) ?? start
      result += line[index..<start].map(\.character)
      result += reversed(line[start...last], kinds[start...last])
      index = last + 1
    }
    return result + line[index...].map(\.character)
  }

  /// Reverses right-to-left text, except the left-to-right parts within.
  private static func reversed(
    _ line: ArraySlice<PageText.Glyph>, _ kinds: ArraySlice<Kind>
  ) -> [Unicode.Scalar] {
    func isKept(_ kind: Kind) -> Bool { kind == .left || kind == .number }
    var result: [Unicode.Scalar] = []
    var end = line.endIndex
    while end > line.startIndex {
      var start = end - 1
      if isKept(kinds[start]) {
        let before = kinds[..<end].lastIndex(of: .right).map { $0 + 1 } ?? line.startIndex
        start = kinds[before..<end].firstIndex(where: isKept) ?? start
        // Numbers are ordered like words: `12 5` is read as 5, 12.
        if !kinds[start..<end].contains(.left) {
          start = line[start..<end].lastIndex { $0.character == " " }.map { $0 + 1 } ?? start
        }
      } else {
        // Points and vowel signs follow their letter.
        while start > line.startIndex, line[start].isMark { start -= 1 }
        if start > line.startIndex, isLamAlef(at: start - 1, of: line) { start -= 1 }
      }
      result += line[start..<end].map(\.character)
      end = start
    }
    return result
  }

  /// Whether the lam and alef at an index are one glyph, whose text is in logical order.
  ///
  /// poppler divides the box of such a glyph evenly. In a monospaced font, all boxes are alike.
  private static func isLamAlef(at index: Int, of line: ArraySlice<PageText.Glyph>) -> Bool {
    guard line[index].character == "\u{644}", line[index + 1].isAlef else { return false }
    let width = line[index].width
    func isAsWide(_ glyph: PageText.Glyph) -> Bool { abs(glyph.width - width) < 0.001 * width }
    return isAsWide(line[index + 1])
      && !line.contains { $0.character != "\u{644}" && !$0.isAlef && isAsWide($0) }
  }

  private static func kind(of character: Unicode.Scalar) -> Kind {
    if character.properties.numericType == .decimal { return .number }
    switch character.value {
    // Where characters are right-to-left by default (DerivedBidiClass.txt of Unicode).
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      return .right
    default:
      return character.properties.isAlphabetic ? .left : .neutral
    }
  }
}

extension PageText.Glyph {
  fileprivate var width: Double { box.x2 - box.x1 }

  /// Whether it is drawn on a letter.
  fileprivate var isMark: Bool { character.properties.generalCategory == .nonspacingMark }

  fileprivate var isAlef: Bool { ["\u{622}", "\u{623}", "\u{625}", "\u{627}"].contains(character) }
}
