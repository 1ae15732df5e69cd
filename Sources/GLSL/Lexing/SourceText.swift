import CompilerLogs

/// The bytes of a file and the offsets of its lines.
///
/// CR, LF and CRLF each end one line (GLSL ES 1.00, section 3.1).
package struct SourceText: Sendable {
  /// The path, as reports show it.
  package let path: String
  /// The bytes, unchanged.
  package let bytes: [UInt8]
  /// The offset at which each line begins; line 1 is at index 0.
  package let lineStarts: [Int32]
  /// The characters of several bytes, in order.
  package let wideCharacters: [WideCharacter]

  /// A character that has fewer UTF-16 code units than bytes.
  package struct WideCharacter: Sendable {
    package var range: Range<Int32>
    /// By how much the bytes of the text outnumber its code units after the character.
    package var excess: Int32
  }

  /// Makes a text of `bytes`.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    lineStarts = bytes.withUnsafeBufferPointer(Self.starts)
    wideCharacters = bytes.withUnsafeBufferPointer(Self.wideCharacters)
  }

  /// The number of lines. A newline at the end of the file doesn't start another line.
  package var lineCount: Int {
    guard let last = lineStarts.last, last == bytes.count, lineStarts.count > 1 else {
      return lineStarts.count
    }
    return lineStarts.count - 1
  }

  /// Returns line `number` (from 1) without its line ending; empty if there is no such line.
  package func line(_ number: Int) -> ArraySlice<UInt8> {
    guard number >= 1, number <= lineStarts.count else { return [] }
    let start = Int(lineStarts[number - 1])
    var end = number < lineStarts.count ? Int(lineStarts[number]) : bytes.count
    while end > start, bytes[end - 1] == .newline || bytes[end - 1] == .carriageReturn { end -= 1 }
    return bytes[start..<end]
  }

  /// A byte that is no part of a valid character counts as one.
  private static func wideCharacters(_ bytes: UnsafeBufferPointer<UInt8>) -> [WideCharacter] {
    guard var index = bytes.firstIndex(where: { $0 >= 0x80 }) else { return [] }
    var found: [WideCharacter] = []
    var excess = 0
    while index < bytes.count {
      let length = [0xC2...0xDF, 0xE0...0xEF, 0xF0...0xF4].firstIndex { $0.contains(bytes[index]) }
        .map { $0 + 2 }
      guard let length, index + length <= bytes.count,
        bytes[(index + 1)..<(index + length)].allSatisfy({ 0x80...0xBF ~= $0 })
      else {
        index += 1
        continue
      }
      excess += length == 4 ? 2 : length - 1
      let range = Int32(index)..<Int32(index + length)
      found.append(WideCharacter(range: range, excess: Int32(excess)))
      index += length
    }
    return found
  }

  /// Returns the offset at which each line of `bytes` begins.
  package static func starts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int32] {
    var starts: [Int32] = [0]
    starts.reserveCapacity(bytes.count / 24 + 2)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte > 13 { continue }
      if byte == .carriageReturn {
        if index < bytes.count && bytes[index] == .newline { index += 1 }
        starts.append(Int32(index))
      } else if byte == .newline {
        starts.append(Int32(index))
      }
    }
    return starts
  }
}

extension [UInt8] {
  /// Returns the index after the line end at an index, which may be CR and LF.
  func index(afterLineEnd index: Int) -> Int {
    let isPair = self[index] == .carriageReturn && index + 1 < count && self[index + 1] == .newline
    return index + (isPair ? 2 : 1)
  }

  /// The first line end; LF for a text of one line.
  var lineEnd: ArraySlice<UInt8> {
    guard let start = firstIndex(where: \.isLineEnd) else { return [.newline] }
    return self[start..<index(afterLineEnd: start)]
  }
}
