import GLESKitSupport

/// A source line as error messages show it, cut to a width, with a caret below.
///
/// ```
///   3 |   gl_FragColor = lihgt;
///     |                  ^~~~~
/// ```
package struct SourceExcerpt {
  private let number: String
  private let text: String
  private let indent: Int
  /// The length of caret and tail; 0 for no caret.
  private let marked: Int

  /// Cuts a line out of a source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - line: The line, from 1.
  ///   - column: The first byte to mark, from 1; 0 marks nothing.
  ///   - length: How many bytes to mark; 0 marks one.
  ///   - width: The width of the terminal in columns.
  ///   - number: The number to show; by default that of the line.
  /// - Returns: `nil` for an empty line and for one that the source doesn't have.
  package init?(
    _ source: SourceText, line: Int, column: Int, length: Int, width: Int, number shown: Int? = nil
  ) {
    let bytes = source.line(line)
    guard !bytes.isEmpty else { return nil }
    number = String(shown ?? line)
    let room = max(40, width - number.count - 6)
    let start = bytes.startIndex + max(0, min(column, bytes.count + 1) - 1)
    // What lies further from the column than this is never seen: a line may have a megabyte and a
    // thousand findings.
    let reach = room * Self.mostBytes
    let first = start - bytes.startIndex > reach ? Self.character(bytes, at: start - reach) : nil
    let before = Self.cells(bytes[(first ?? bytes.startIndex)..<start])
    let end = bytes.endIndex - start > reach ? Self.character(bytes, at: start + reach) : nil
    let after = Self.cells(bytes[start..<(end ?? bytes.endIndex)])
    // Keep the column in view: cut off the beginning of a line that is too long.
    let cutOff = first != nil || before.count > room - 20 ? max(0, before.count - room / 2) : 0
    let isCut = first != nil || cutOff > 0
    let all = before + after
    let visible = all.dropFirst(cutOff).prefix(room)
    let isOpen = end != nil || cutOff + visible.count < all.count
    text = (isCut ? "…" : "") + String(visible) + (isOpen ? "…" : "")
    indent = before.count - cutOff + (isCut ? 1 : 0)
    let cells =
      length > 0 ? Self.cells(bytes[start..<min(start + length, end ?? bytes.endIndex)]).count : 1
    marked = column > 0 ? max(1, min(cells, room - indent)) : 0
  }

  /// The most bytes of a line to read for each column of the terminal. Most characters have at most
  /// four bytes; some consist of several.
  private static let mostBytes = 16

  /// Returns the index of the first byte of the character that `index` is in.
  private static func character(_ bytes: ArraySlice<UInt8>, at index: Int) -> Int {
    bytes[...index].suffix(4).lastIndex { $0 & 0xC0 != 0x80 } ?? index
  }

  /// Returns the line and, where a column is known, the caret line; each ends with a newline.
  ///
  /// - Parameter style: Applied to the caret and its tail, for colors.
  package func text(style: (String) -> String = { $0 }) -> String {
    let line = "  \(number) | \(text)\n"
    guard marked > 0 else { return line }
    let gutter = String(repeating: " ", count: number.count)
    let tail = String(repeating: "~", count: marked - 1)
    return line + "  \(gutter) | \(String(repeating: " ", count: indent))\(style("^\(tail)"))\n"
  }

  /// One character for each column: a tab takes one, control characters become `?`.
  private static func cells(_ bytes: ArraySlice<UInt8>) -> [Character] {
    String(decoding: bytes, as: UTF8.self).map { character in
      guard let scalar = character.unicodeScalars.first, isControl(scalar) else { return character }
      return scalar == "\t" ? " " : "?"
    }
  }
}
