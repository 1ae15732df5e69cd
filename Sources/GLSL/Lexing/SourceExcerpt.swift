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
    let start = max(0, min(column, bytes.count + 1) - 1)
    let before = Self.cells(bytes.prefix(start))
    let all = Self.cells(bytes)
    // Keep the column in view: cut off the beginning of a line that is too long.
    let cutOff = before.count > room - 20 ? before.count - room / 2 : 0
    let visible = all.dropFirst(cutOff).prefix(room)
    text =
      (cutOff > 0 ? "…" : "") + String(visible) + (cutOff + visible.count < all.count ? "…" : "")
    indent = before.count - cutOff + (cutOff > 0 ? 1 : 0)
    let cells = length > 0 ? Self.cells(bytes.dropFirst(start).prefix(length)).count : 1
    marked = column > 0 ? max(1, min(cells, room - indent)) : 0
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
