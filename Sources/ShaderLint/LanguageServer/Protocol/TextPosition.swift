import GLESKitSupport
import GLSL

/// A position in a document, as LSP counts: lines and UTF-16 code units from 0.
struct TextPosition: Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (a: Self, b: Self) -> Bool { (a.line, a.character) < (b.line, b.character) }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

extension TextPosition {
  init(_ json: JSON) throws(RequestError) {
    guard let line = json["line"].integer, let character = json["character"].integer,
      line >= 0, character >= 0
    else { throw RequestError(.invalidParameters, "a position needs a line and a character") }
    self.init(line: line, character: character)
  }
}

/// A range in a document.
struct TextRange: Hashable {
  var start: TextPosition
  var end: TextPosition

  var json: JSON { ["start": start.json, "end": end.json] }

  /// Returns a `TextEdit` that replaces the range.
  func edit(_ text: String) -> JSON { ["range": json, "newText": .string(text)] }
}

extension SourceText {
  /// Returns the offset of a position. A position after the end of a line is the end of the line,
  /// and a line after the last one the end of the text.
  func offset(of position: TextPosition) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    let line = self.line(position.line + 1)
    let before = excess(at: line.startIndex)
    // A line has no more code units than bytes.
    let units = line.startIndex + min(position.character, line.count) - before
    let next = wideCharacters.partitioningIndex { Int($0.range.upperBound - $0.excess) > units }
    let offset = units + (next == 0 ? 0 : Int(wideCharacters[next - 1].excess))
    // The middle of a surrogate pair is its start.
    let start = next < wideCharacters.count ? Int(wideCharacters[next].range.lowerBound) : offset
    return min(offset, start, line.endIndex)
  }

  /// Returns the position of a byte.
  func position(at offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset } - 1
    let start = Int(lineStarts[line])
    let character = offset - excess(at: offset) - (start - excess(at: start))
    return TextPosition(line: line, character: character)
  }

  /// Returns by how much the bytes up to an offset outnumber their code units.
  private func excess(at offset: Int) -> Int {
    let next = wideCharacters.partitioningIndex { $0.range.upperBound > offset }
    return next == 0 ? 0 : Int(wideCharacters[next - 1].excess)
  }

  func range(_ offsets: Range<Int>) -> TextRange {
    TextRange(start: position(at: offsets.lowerBound), end: position(at: offsets.upperBound))
  }

  /// Returns the range of a place; the whole line if it has no column, the first line if it has no
  /// line.
  func range(of location: Location) -> TextRange {
    guard location.line > 0 else { return range(0..<line(1).count) }
    let line = self.line(location.line)
    guard location.column > 0 else { return range(line.startIndex..<line.endIndex) }
    let start = min(line.startIndex + location.column - 1, line.endIndex)
    return range(start..<min(start + location.length, max(start, line.endIndex)))
  }
}
