import GLESKitSupport

/// Maps each line of a compiled text to the file and line it came from.
///
/// A driver compiles one text that consists of definitions, prelude, includes and the file itself.
/// Each line has its own number in that text, so the number alone identifies the origin. The source
/// string number of `#line N S` can't be used: Mesa 22.3.6 prints it as 0 in most messages.
package struct LineMap: Sendable {
  /// A run of lines that are consecutive in both texts.
  package struct Segment: Hashable, Sendable {
    /// The first line in the compiled text, from 1.
    package var first: Int
    /// The index of the file; `nil` for lines that don't come from a file.
    package var file: Int?
    /// The line of the file that became line `first`, from 1.
    package var line: Int

    package init(first: Int, file: Int?, line: Int) {
      self.first = first
      self.file = file
      self.line = line
    }
  }

  package private(set) var segments: [Segment] = []

  package init() {}

  package mutating func append(_ segment: Segment) { segments.append(segment) }

  /// Returns the file and line that `line` of the compiled text came from; `nil` if it didn't come
  /// from a file.
  package func origin(of line: Int) -> (file: Int, line: Int)? {
    let next = segments.partitioningIndex { $0.first > line }
    guard next > 0, let file = segments[next - 1].file else { return nil }
    return (file, segments[next - 1].line + line - segments[next - 1].first)
  }
}
