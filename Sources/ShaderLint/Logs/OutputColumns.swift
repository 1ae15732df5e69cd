import CompilerLogs
import GLSL

/// Maps positions in preprocessed text to tokens.
///
/// Mesa counts columns in the output of its preprocessor, in which macros are expanded and each run
/// of blanks and comments is one blank. The line breaks in a macro call disappear, so that the
/// lines below have other numbers (measured with 22.3.6). This type computes the same positions
/// without writing the text.
struct OutputColumns {
  private let items: [Preprocessed.Item]
  /// The column of each item in the preprocessed text, from 1.
  private let columns: [Int32]

  init(_ preprocessed: Preprocessed) {
    items = preprocessed.items
    var columns: [Int32] = []
    columns.reserveCapacity(items.count)
    var line: Int32 = -1
    var next: Int32 = 1
    for item in items {
      if item.outputLine != line {
        line = item.outputLine
        next = 1
      }
      let column = next + (item.token.spaced ? 1 : 0)
      columns.append(column)
      next = column + Self.length(item)
    }
    self.columns = columns
  }

  /// Returns the length of a token after predefined macros are expanded.
  private static func length(_ item: Preprocessed.Item) -> Int32 {
    guard item.token.kind == .identifier else { return item.token.length }
    switch item.token.tag {
    case line: return Int32(String(item.outputLine).utf8.count)
    case version: return 3
    case es, highPrecision: return 1
    default: return item.token.length
    }
  }

  private static let line = Word("__LINE__").tag
  private static let version = Word("__VERSION__").tag
  private static let es = Word("GL_ES").tag
  private static let highPrecision = Word("GL_FRAGMENT_PRECISION_HIGH").tag

  /// Returns the items on a line of the output.
  func items(onLine line: Int) -> Range<Int> {
    let start = Self.firstIndex(items) { $0.outputLine >= line }
    let end = Self.firstIndex(items) { $0.outputLine > line }
    return start..<max(start, end)
  }

  /// Returns the item at or after a position in the output; `nil` for an empty line.
  func item(line: Int, column: Int) -> Int? {
    let range = items(onLine: line)
    guard !range.isEmpty else { return nil }
    return range.first { Int(columns[$0]) + Int(Self.length(items[$0])) > column } ?? range
      .upperBound - 1
  }

  private static func firstIndex(
    _ items: [Preprocessed.Item], _ holds: (Preprocessed.Item) -> Bool
  ) -> Int {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if holds(items[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
