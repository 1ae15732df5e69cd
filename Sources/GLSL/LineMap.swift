/// Which file and line each line of a compiled text came from.
///
/// A driver sees one text, made of the prelude, definitions, includes and the file itself. Every line
/// of that text has a number of its own, so that the number alone says where it came from: the
/// source-string number of `#line N S` would be shorter, but Mesa prints it as 0 in most messages.
package struct LineMap: Sendable {
  /// A run of lines that follow each other in both texts.
  package struct Segment: Hashable, Sendable {
    /// The first line in the compiled text, from 1.
    package var first: Int
    /// The index of the file among the assembly's files; `nil` for lines that no file has.
    package var file: Int?
    /// The line in that file that `first` came from, from 1.
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

  /// The file and line that `line` of the compiled text came from; `nil` outside all files.
  package func origin(of line: Int) -> (file: Int, line: Int)? {
    var low = 0
    var high = segments.count
    guard high > 0, line >= segments[0].first else { return nil }
    while low + 1 < high {
      let middle = (low + high) / 2
      if segments[middle].first <= line { low = middle } else { high = middle }
    }
    guard let file = segments[low].file else { return nil }
    return (file, segments[low].line + line - segments[low].first)
  }
}
