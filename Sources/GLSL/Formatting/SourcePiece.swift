/// A token, a comment or a directive of a shader, with what the formatter needs to know of the
/// blanks before it. All pieces and the blanks between them are the shader.
package struct SourcePiece {
  package enum Kind {
    case token
    /// A comment to the end of the line.
    case lineComment
    case blockComment
    /// A line that begins with `#`, with the lines that comments and backslashes join with it.
    case directive
  }

  package var kind: Kind
  package var range: Range<Int>
  var lexeme = Lexeme.end
  /// The line ends before it.
  package var lineBreaks = 0
  /// Whether a backslash joins its line with the one before.
  var isContinued = false
  /// Whether a blank or a comment is before it on its line.
  var isSpaced = false
  /// The column of its first byte, from 0.
  var column = 0
}

/// Splits a shader into pieces.
package struct SourcePieces {
  package private(set) var all: [SourcePiece] = []
  private let bytes: [UInt8]
  private var lineBreaks = 0
  /// Whether a backslash joins the last line with nothing.
  private(set) var isContinued = false
  private var isSpaced = false
  private var lineStart = 0
  /// The last place on a line whose column was counted, and that column.
  private var counted = (offset: 0, column: 0)
  private let tab: Int

  /// The byte-order mark.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// - Parameters:
  ///   - tab: The columns of a tab.
  ///   - scan: The tokens of the text, if they are known.
  package init(_ bytes: [UInt8], tab: Int, _ scan: Scan? = nil) {
    self.bytes = bytes
    self.tab = tab
    let scan = scan ?? Scan(bytes)
    var next = bytes.starts(with: Self.mark) ? Self.mark.count : 0
    lineStart = next
    let hashes = Set(scan.hashes)
    var index = 0
    while index < scan.tokens.count {
      let token = scan.tokens[index]
      skip(next..<Int(token.start))
      index += 1
      guard hashes.contains(index - 1) else {
        add(.token, token.range, Lexeme.lexeme(of: token, in: bytes))
        next = token.range.upperBound
        continue
      }
      while index < scan.tokens.count, !scan.tokens[index].startsLine { index += 1 }
      let limit = index < scan.tokens.count ? Int(scan.tokens[index].start) : bytes.count
      next = endOfLine(after: scan.tokens[index - 1].range.upperBound, limit)
      add(.directive, Int(token.start)..<next)
    }
    skip(next..<bytes.count)
  }

  private mutating func add(_ kind: SourcePiece.Kind, _ range: Range<Int>, _ lexeme: Lexeme = .end)
  {
    all.append(
      SourcePiece(
        kind: kind, range: range, lexeme: lexeme, lineBreaks: lineBreaks, isContinued: isContinued,
        isSpaced: isSpaced, column: kind == .blockComment ? column(of: range.lowerBound) : 0))
    (lineBreaks, isContinued, isSpaced) = (0, false, false)
  }

  /// Counts on from the last column, as a line may have thousands of comments.
  private mutating func column(of offset: Int) -> Int {
    if counted.offset < lineStart { counted = (lineStart, 0) }
    counted.column += bytes[counted.offset..<offset].columns(tab: tab)
    counted.offset = offset
    return counted.column
  }

  /// Reads blanks and comments.
  private mutating func skip(_ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isLineEnd {
        index = bytes.index(afterLineEnd: index)
        lineStart = index
        lineBreaks += 1
      } else if bytes[index] == .slash {
        let end = endOfComment(at: index, range.upperBound)
        let isLine = bytes[index + 1] == .slash
        add(isLine ? .lineComment : .blockComment, index..<end)
        if let last = bytes[index..<end].lastIndex(where: \.isLineEnd) { lineStart = last + 1 }
        isSpaced = true
        index = end
      } else {
        if bytes[index] == .backslash {
          // The line end after it.
          index = bytes.index(afterLineEnd: index + 1) - 1
          lineStart = index + 1
          isContinued = true
        }
        isSpaced = true
        index += 1
      }
    }
  }

  private func endOfComment(at start: Int, _ limit: Int) -> Int {
    if bytes[start + 1] == .slash {
      return bytes[start..<limit].firstIndex(where: \.isLineEnd) ?? limit
    }
    var index = start + 2
    while index + 1 < limit, bytes[index] != .star || bytes[index + 1] != .slash { index += 1 }
    return min(index + 2, limit)
  }

  /// Returns the end of a directive, with the comments after its last token.
  private func endOfLine(after start: Int, _ limit: Int) -> Int {
    var index = start
    while index < limit, !bytes[index].isLineEnd {
      if bytes[index] == .slash {
        index = endOfComment(at: index, limit)
      } else {
        index = bytes[index] == .backslash ? bytes.index(afterLineEnd: index + 1) : index + 1
      }
    }
    return index
  }
}

extension ArraySlice<UInt8> {
  /// The columns that the bytes of a line take.
  func columns(tab: Int) -> Int { reduce(0) { $0 + ($1 == .tab ? tab : 1) } }
}
