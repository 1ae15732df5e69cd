import CompilerLogs
import GLSL

/// The text before the cursor, as completion sees it.
struct TypedText {
  enum Context: Hashable {
    case code
    case comment
    /// After a point at this offset.
    case member(Int)
    /// In a directive, after these words.
    case directive([String])
  }

  /// The beginning of the word at the cursor, up to the cursor.
  let word: String
  /// The offset of ``word``.
  let start: Int
  /// The line up to the cursor.
  let line: String
  /// The word before ``word``.
  let previous: String
  let context: Context

  init(_ text: SourceText, _ offset: Int) {
    let bytes = text.bytes
    var start = offset
    while start > 0, bytes[start - 1].continuesIdentifier { start -= 1 }
    self.start = start
    word = String(decoding: bytes[start..<offset], as: UTF8.self)
    let number = text.position(at: offset).line
    let lineStart = Int(text.lineStarts[number])
    line = String(decoding: bytes[lineStart..<offset], as: UTF8.self)
    let before = bytes[lineStart..<max(start, lineStart)]
    let words = before.split { !$0.continuesIdentifier && $0 != UInt8(ascii: ":") }
      .map { String(decoding: $0, as: UTF8.self) }
    previous = words.last ?? ""
    let visible = before.drop(while: \.isBlank)
    var point = start
    while point > 0, bytes[point - 1].isBlank { point -= 1 }
    if Self.isComment(bytes, offset) {
      context = .comment
    } else if visible.first == .hash {
      context = .directive(words)
    } else if point > 0, bytes[point - 1] == UInt8(ascii: "."), !Self.isNumber(bytes, point - 1) {
      context = .member(point - 1)
    } else {
      context = .code
    }
  }

  /// Whether the point at an offset belongs to a number, such as `1.`.
  private static func isNumber(_ bytes: [UInt8], _ point: Int) -> Bool {
    var start = point
    while start > 0, bytes[start - 1].continuesIdentifier { start -= 1 }
    return start < point && bytes[start].isDigit
  }

  /// Whether a name that is typed at an offset would be part of a comment.
  private static func isComment(_ bytes: [UInt8], _ offset: Int) -> Bool {
    let end = Scan(bytes[..<offset] + [UInt8(ascii: "x")]).tokens.last?.range.upperBound
    return end != offset + 1
  }
}
