import CompilerLogs
import GLESKitSupport
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
      next = column + item.token.length
    }
    self.columns = columns
  }

  /// Returns the items on a line of the output.
  func items(onLine line: Int) -> Range<Int> {
    let start = items.partitioningIndex { $0.outputLine >= line }
    let end = items.partitioningIndex { $0.outputLine > line }
    return start..<max(start, end)
  }

  /// Returns the item at or after a position in the output; `nil` for an empty line.
  func item(line: Int, column: Int) -> Int? {
    let range = items(onLine: line)
    guard !range.isEmpty else { return nil }
    return range.first { Int(columns[$0]) + Int(items[$0].token.length) > column } ?? range
      .upperBound - 1
  }
}
