/// A token or comment on a line.
struct LineCell {
  var text: [UInt8]
  /// Whether a blank is before it, unless it begins a line.
  var space: Bool
  /// Whether it begins a line, because the author wants so or because it must.
  var isForced = false
  /// Whether a backslash is before that line's end.
  var isContinued = false
  var isComment = false
  /// The column in the source of a comment.
  var column = 0
  /// Whether it opens or closes a bracket.
  var (opens, closes) = (false, false)
  /// Whether it has the indentation of its statement where it begins a line.
  var isAligned = false
  /// How bad it is to divide the line before it; `nil` if that is not possible.
  var rank: Int?

  init(_ text: [UInt8], space: Bool = false) { (self.text, self.space) = (text, space) }

  init(comment text: [UInt8], space: Bool) {
    self.init(text, space: space)
    isComment = true
    if isLineComment { self.text.trimEnd() }
  }

  var isLineComment: Bool { isComment && text[1] == .slash }
  /// Whether it is a comment over lines.
  var isMultiline: Bool { isComment && text.contains(where: \.isLineEnd) }
}

/// Writes the lines of a formatted shader, and divides those that are too long.
struct LineLayout {
  private struct Line {
    var level: Int
    var code: [UInt8]
    /// The columns of `code`.
    var width: Int
    /// A comment after the code, to the end of the line.
    var comment: [UInt8] = []
    /// Whether a backslash joins the next line with it.
    var isContinued = false
    /// Whether blank lines after it are left out.
    var opens = false
  }

  /// Whether the line ends with the brace that ends a block.
  var isAfterBrace = false

  private let options: Formatter.Options
  private let lineEnd: ArraySlice<UInt8>
  private var lines: [Line] = []
  private var cells: [LineCell] = []
  private var level = 0
  /// Whether the line goes on with the statement of the one before, and the brackets that are open.
  private var isContinuation = false
  private var openCount = 0

  /// - Parameter bytes: A text with the line ends to write.
  init(_ options: Formatter.Options, lineEnd bytes: [UInt8]) {
    self.options = options
    lineEnd = bytes.lineEnd
  }

  /// Whether no line has begun.
  var isEmpty: Bool { cells.isEmpty }

  /// Whether the line has nothing but a comment.
  var isOneComment: Bool { cells.count == 1 && cells[0].isComment }

  mutating func beginLine(
    _ piece: SourcePiece, level: Int, isContinuation: Bool = false, brackets: Int = 0
  ) {
    if piece.isContinued {
      continueLast(onOwnLine: piece.lineBreaks > 0)
    } else if piece.lineBreaks > 1, let last = lines.last, !last.opens, piece.lexeme != .rightBrace
    {
      lines.append(Line(level: 0, code: [], width: 0, opens: true))
    }
    (self.level, self.isContinuation, openCount) = (level, isContinuation, brackets)
    isAfterBrace = false
  }

  mutating func append(_ cell: LineCell) { cells.append(cell) }

  /// Writes a backslash at the end of the text.
  mutating func continueLast(onOwnLine: Bool = false) {
    // In a comment it would join nothing.
    if onOwnLine || lines.last?.comment.isEmpty != true {
      lines.append(Line(level: 0, code: [], width: 0))
    }
    lines[lines.count - 1].isContinued = true
  }

  /// Writes a comment after the last line; returns whether there is one.
  mutating func appendToLast(_ comment: LineCell) -> Bool {
    guard lines.last?.comment.isEmpty == true, lines.last?.code.isEmpty == false else {
      return false
    }
    // Taken out, so that its text is changed in place.
    var line = lines.removeLast()
    if comment.isLineComment {
      line.comment = comment.text
    } else {
      line.code.append(.space)
      write(comment, to: &line, at: line.width + 1)
    }
    lines.append(line)
    return true
  }

  /// Writes the line.
  ///
  /// - Parameter opens: Whether blank lines after it are left out.
  mutating func endLine(opens: Bool = false) {
    defer { cells = [] }
    // The column at which a line in a bracket begins, for each that is open.
    var brackets = [Int](repeating: indentation + Self.continuation, count: openCount)
    var start = 0
    while start < cells.count {
      let end = self.end(from: start, brackets)
      var line = Line(level: level, code: [], width: 0)
      let indent = column(of: start, brackets)
      line.code = blanks(indent, level)
      line.width = indent
      for cell in cells[start..<end] {
        if cell.isLineComment, !line.code.isEmpty, line.width > indent {
          line.comment = cell.text
          continue
        }
        if cell.space, line.width > indent { line.code.append(.space) }
        write(cell, to: &line, at: line.width + (cell.space && line.width > indent ? 1 : 0))
        if cell.closes { _ = brackets.popLast() }
        if cell.opens { brackets.append(min(line.width, options.width)) }
      }
      // A backslash that is a token must not join the lines.
      if cells[end - 1].text == [.backslash] { line.code.append(.space) }
      // What follows a bracket at the end of a line has one more step.
      if cells[end - 1].opens {
        brackets[brackets.count - 1] = min(indent, options.width / 2) + Self.continuation
      }
      lines.append(line)
      if end < cells.count, cells[end].isContinued { continueLast() }
      start = end
    }
    if opens, !lines.isEmpty { lines[lines.count - 1].opens = true }
  }

  /// The columns of a line that goes on with a statement.
  private static let continuation = 4

  /// The column of a statement. Beyond half the width, deeper blocks have no deeper lines: text of
  /// braces alone would grow with the square of its length.
  private var indentation: Int { min(level * options.indent, options.width / 2) }

  private func column(of cell: Int, _ brackets: [Int]) -> Int {
    let base = indentation
    if cells[cell].isAligned || cell == 0 && !isContinuation { return base }
    guard let column = brackets.last else { return base + Self.continuation }
    return cells[cell].closes && column == base + Self.continuation ? base : column
  }

  /// Returns the cell before which a line that begins with another ends.
  private func end(from start: Int, _ brackets: [Int]) -> Int {
    var column = column(of: start, brackets)
    var best: (cell: Int, rank: Int)?
    for index in start..<cells.count {
      let cell = cells[index]
      if index > start {
        let last = cells[index - 1]
        // The width of a comment over lines is not known, and '#' would begin a directive.
        let isAfterComment = last.isLineComment || last.isMultiline
        if cell.isForced || isAfterComment && cell.text != [.hash] { return index }
        if last.isMultiline { column = 0 }
        if let rank = cell.rank, rank < .max, rank <= best?.rank ?? .max { best = (index, rank) }
      }
      column += cell.text.count + (cell.space && index > start ? 1 : 0)
      if column > options.width, !cell.isComment, let best { return best.cell }
    }
    return cells.count
  }

  private func blanks(_ columns: Int, _ level: Int) -> [UInt8] {
    let tabs = options.usesTabs ? min(level, columns / options.indent) : 0
    return [UInt8](repeating: .tab, count: tabs)
      + [UInt8](repeating: .space, count: columns - tabs * options.indent)
  }

  /// Writes a cell. The lines of a comment keep their places relative to its first.
  private func write(_ cell: LineCell, to line: inout Line, at column: Int) {
    line.width = column + cell.text.count
    guard cell.isMultiline else {
      line.code += cell.text
      return
    }
    let source = SourceText(path: "", bytes: cell.text)
    line.code += source.line(1)
    for number in 2...max(2, source.lineStarts.count) {
      let text = source.line(number)
      let body = text.drop(while: \.isBlank)
      let old = text[..<body.startIndex].columns(tab: options.indent)
      let new = column + max(0, old - cell.column)
      line.code += lineEnd + (body.isEmpty ? [] : blanks(new, line.level) + body)
      line.width = new + body.count
    }
  }

  // MARK: The text

  /// The text of all lines.
  var text: [UInt8] {
    var lines = lines
    alignComments(&lines)
    var text: [UInt8] = []
    for line in lines {
      text += line.code
      text.trimEnd()
      if line.isContinued { text += line.code.isEmpty ? [.backslash] : [.space, .backslash] }
      text += lineEnd
    }
    while text.last?.isLineEnd == true { text.removeLast() }
    return text.isEmpty ? [] : text + lineEnd
  }

  /// Moves the comments after lines of one indentation into one column, if they fit.
  private func alignComments(_ lines: inout [Line]) {
    var start = 0
    while start < lines.count {
      var end = start
      while end < lines.count, !lines[end].comment.isEmpty, lines[end].level == lines[start].level {
        end += 1
      }
      let run = lines[start..<end]
      let column = (run.map(\.width).max() ?? 0) + 2
      let fits = run.allSatisfy { column + $0.comment.count <= options.width }
      for index in start..<end {
        let gap = fits ? column - lines[index].width : 2
        lines[index].code += [UInt8](repeating: .space, count: gap) + lines[index].comment
      }
      start = max(end, start + 1)
    }
  }
}

extension [UInt8] {
  /// Removes blanks from the end, but for one that keeps a backslash from joining lines.
  fileprivate mutating func trimEnd() {
    let isBlank = last?.isBlank == true
    while last?.isBlank == true { removeLast() }
    if isBlank, last == .backslash { append(.space) }
  }
}
