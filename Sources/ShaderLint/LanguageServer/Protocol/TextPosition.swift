import GLESKitSupport
import GLSL

/// A position in a document, as LSP counts: lines and UTF-16 code units from 0.
struct TextPosition: Hashable, Comparable {
  var line: Int
  var character: Int

  static func < (a: Self, b: Self) -> Bool { (a.line, a.character) < (b.line, b.character) }

  init(line: Int, character: Int) {
    self.line = line
    self.character = character
  }

  init(_ json: JSON) throws(RequestError) {
    guard let line = json["line"].integer, let character = json["character"].integer,
      line >= 0, character >= 0
    else { throw RequestError(.invalidParameters, "a position needs a line and a character") }
    self.init(line: line, character: character)
  }

  var json: JSON { ["line": .integer(line), "character": .integer(character)] }
}

/// A range in a document.
struct TextRange: Hashable {
  var start: TextPosition
  var end: TextPosition

  var json: JSON { ["start": start.json, "end": end.json] }
}

extension SourceText {
  /// Returns the offset of a position. A position after the end of a line is the end of the line,
  /// and a line after the last one the end of the text.
  func offset(of position: TextPosition) -> Int {
    guard position.line < lineStarts.count else { return bytes.count }
    let line = self.line(position.line + 1)
    var units = 0
    var index = line.startIndex
    while index < line.endIndex && units < position.character {
      let length = Self.length(line[index])
      units += length == 4 ? 2 : 1
      // The middle of a surrogate pair is its start.
      if units > position.character { break }
      index = min(index + length, line.endIndex)
    }
    return index
  }

  /// Returns the position of a byte.
  func position(at offset: Int) -> TextPosition {
    let offset = min(max(0, offset), bytes.count)
    let line = lineStarts.partitioningIndex { $0 > offset } - 1
    var units = 0
    var index = Int(lineStarts[line])
    while index < offset {
      let length = Self.length(bytes[index])
      units += length == 4 ? 2 : 1
      index += length
    }
    return TextPosition(line: line, character: units)
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

  /// The number of bytes of a character in UTF-8 by its first byte; 1 for an invalid byte.
  private static func length(_ first: UInt8) -> Int {
    switch first {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 1
    }
  }
}
