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
  private var isMarked = false

  init(_ marked: [Unicode.Scalar]) {
    var rest = marked[...]
    while !rest.isEmpty {
      starts.append(characters.count)
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
    isMarked = true
    var parts: [[Unicode.Scalar]] = []
    while let character = rest.first, character != "\u{202C}" {
      parts.append(next(of: &rest, depth: depth + 1))
    }
    rest = rest.dropFirst()
    return Array((first == "\u{202B}" ? parts.reversed() : parts).joined())
  }

  /// The glyphs of the line from left to right.
  func sorted(_ glyphs: [PageText.Glyph]) -> [PageText.Glyph] {
    guard isMarked, glyphs.count == characters.count, let first = glyphs.first,
      let last = glyphs.last, first.box.x1 > last.box.x1
    else { return glyphs }
    let words = zip(starts, starts.dropFirst() + [characters.count]).map { glyphs[$0..<$1] }
      .filter { $0.first?.character != " " }
    var sorted: [PageText.Glyph] = []
    for word in words.reversed() {
      // poppler puts the spaces of such a line behind the wrong words.
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

  /// What poppler takes for a space, by the height of the line (`minWordBreakSpace`).
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
  static func of(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
    let kinds = line.map(kind)
    let right = kinds.count { $0 == .right }
    guard right > 0 else { return line }
    // Most of the letters decide about the line.
    if right > kinds.count(where: { $0 == .left }) {
      return reversed(line[...], kinds[...])
    }
    var result: [Unicode.Scalar] = []
    var index = 0
    while let start = kinds[index...].firstIndex(of: .right) {
      let end = kinds[start...].firstIndex(of: .left) ?? kinds.count
      let last = kinds[..<end].lastIndex(of: .right) ?? start
      result += line[index..<start] + reversed(line[start...last], kinds[start...last])
      index = last + 1
    }
    return result + line[index...]
  }

  /// Reverses right-to-left text, except the left-to-right parts within.
  private static func reversed(
    _ line: ArraySlice<Unicode.Scalar>, _ kinds: ArraySlice<Kind>
  ) -> [Unicode.Scalar] {
    func isKept(_ kind: Kind) -> Bool { kind == .left || kind == .number }
    var result: [Unicode.Scalar] = []
    var end = line.endIndex
    while end > line.startIndex {
      guard isKept(kinds[end - 1]) else {
        end -= 1
        result.append(line[end])
        continue
      }
      let before = kinds[..<end].lastIndex(of: .right).map { $0 + 1 } ?? line.startIndex
      var part = (kinds[before..<end].firstIndex(where: isKept) ?? before)..<end
      // Numbers are ordered like words: `12 5` is read as 5, 12.
      if !kinds[part].contains(.left), let space = line[part].lastIndex(of: " ") {
        part = (space + 1)..<end
      }
      result += line[part]
      end = part.lowerBound
    }
    return result
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
