import CompilerLogs
import GLESKitSupport

/// Splits a shader into tokens and notes invalid bytes.
///
/// Comments and blanks are skipped, and a backslash before a line end joins the lines. Any input is
/// accepted: a byte that belongs to no token becomes a ``Token/Kind/stray`` token.
package struct Scan: Sendable {
  /// The tokens in order.
  package var tokens: [Token] = []
  /// The indices of the tokens `#` that begin a directive.
  package var hashes: [Int] = []
  /// The offset at which each line begins; line 1 is at index 0.
  package var lineStarts: [Int32] = [0]
  /// The offset of each run of bytes above 0x7F outside comments.
  package var nonASCII: [Int32] = []
  /// The offset of each run of NUL bytes.
  package var nuls: [Int32] = []
  /// The ranges of comments that mention `shaderlint`, which may be instructions to the linter.
  package var directives: [Range<Int>] = []
  /// The `//` comments before a line end that a backslash precedes, by the lines after them.
  package var continuedComments: [Int32: Range<Int>] = [:]
  /// The first backslash that joins two lines, outside comments.
  package var continuation: Continuation?
  /// The offset of an unterminated comment.
  package var openComment: Int32?

  /// A backslash that joins its line and the next one.
  package struct Continuation: Sendable {
    /// The offset of the backslash.
    package var offset: Int32
    package var line: Int32
    /// Whether a directive contains it.
    package var isInDirective: Bool
  }

  /// Scans `bytes`.
  package init(_ bytes: [UInt8]) {
    tokens.reserveCapacity(bytes.count / 5 + 16)
    lineStarts.reserveCapacity(bytes.count / 24 + 2)
    bytes.withUnsafeBufferPointer { scan($0) }
  }

  private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var line: Int32 = 1
    var logicalLine: Int32 = 1
    var fresh = true
    var spaced = false
    let count = bytes.count
    // A byte-order mark is noted and skipped, so that the token after it starts the line.
    if count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      nonASCII.append(0)
      index = 3
    }

    func lineEnd(at index: Int) -> Int {
      bytes[index] == .carriageReturn && index + 1 < count && bytes[index + 1] == .newline ? 2 : 1
    }
    func beginLine(_ scan: inout Scan) {
      line += 1
      scan.lineStarts.append(Int32(index))
    }

    while index < count {
      let byte = bytes[index]
      if byte.isBlank {
        index += 1
        spaced = true
        continue
      }
      if byte.isLineEnd {
        index += lineEnd(at: index)
        beginLine(&self)
        logicalLine = line
        fresh = true
        spaced = false
        continue
      }
      let start = index
      if byte == .slash && index + 1 < count && bytes[index + 1] == .slash {
        while index < count && !bytes[index].isLineEnd {
          noteNul(bytes, index)
          index += 1
        }
        noteDirective(bytes, start..<index)
        if bytes[index - 1] == .backslash { continuedComments[line + 1] = start..<index }
        spaced = true
        continue
      }
      if byte == .slash && index + 1 < count && bytes[index + 1] == .star {
        index += 2
        var closed = false
        while index < count {
          if bytes[index] == .star && index + 1 < count && bytes[index + 1] == .slash {
            index += 2
            closed = true
            break
          }
          if bytes[index].isLineEnd {
            index += lineEnd(at: index)
            beginLine(&self)
          } else {
            noteNul(bytes, index)
            index += 1
          }
        }
        if !closed { openComment = Int32(start) }
        noteDirective(bytes, start..<index)
        spaced = true
        continue
      }
      if byte == .backslash && index + 1 < count && bytes[index + 1].isLineEnd {
        if continuation == nil {
          continuation = Continuation(
            offset: Int32(index), line: line,
            isInDirective: hashes.last.map { tokens[$0].logicalLine == logicalLine } ?? false)
        }
        index += 1
        index += lineEnd(at: index)
        beginLine(&self)
        spaced = true
        continue
      }

      var kind = Token.Kind.punctuation
      var tag = UInt64(byte)
      if byte.startsIdentifier {
        kind = .identifier
        tag = FNV1a.seed
        while index < count && bytes[index].continuesIdentifier {
          tag = FNV1a.mix(tag, bytes[index])
          index += 1
        }
      } else if byte.isDigit || (byte == 46 && index + 1 < count && bytes[index + 1].isDigit) {
        kind = .number
        index += 1
        while index < count {
          let next = bytes[index]
          let signed = (next == 43 || next == 45) && bytes[index - 1] | 32 == 101
          // A sign after e belongs to the exponent, except in a hexadecimal number.
          let hexadecimal = index - start > 1 && bytes[start + 1] | 32 == 120
          guard next.continuesIdentifier || next == 46 || (signed && !hexadecimal) else { break }
          index += 1
        }
      } else if byte > 0x7F || byte == 0 {
        kind = .stray
        if byte == 0 {
          noteNul(bytes, index)
        } else if index == 0 || bytes[index - 1] <= 0x7F || nonASCII.isEmpty {
          nonASCII.append(Int32(index))
        }
        index += 1
      } else {
        if byte < 32 || byte == 127 { kind = .stray }
        index += Self.operatorLength(bytes, index)
      }
      if fresh && byte == .hash && index == start + 1 { hashes.append(tokens.count) }
      tokens.append(
        Token(
          kind: kind, startsLine: fresh, spaced: spaced, line: line, logicalLine: logicalLine,
          start: Int32(start), length: Int32(index - start), tag: tag))
      fresh = false
      spaced = false
    }
  }

  private mutating func noteNul(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) {
    if bytes[index] == 0 && (index == 0 || bytes[index - 1] != 0) { nuls.append(Int32(index)) }
  }

  private mutating func noteDirective(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard range.count >= 12 else { return }
    let comment = UnsafeBufferPointer(rebasing: bytes[range])
    if comment.find("shaderlint") != nil { directives.append(range) }
  }

  /// Returns the length of the operator at `index`, the longest that GLSL ES 1.00 defines.
  private static func operatorLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    // Only these go on: most punctuation is a bracket, a comma, a point or a semicolon.
    guard index + 1 < bytes.count else { return 1 }
    switch bytes[index + 1] {
    case 35, 38, 43, 45, 60, 61, 62, 94, 124: break  // # & + - < = > ^ |
    default: return 1
    }
    let pair = (bytes[index], bytes[index + 1])
    switch pair {
    case (43, 43), (45, 45), (38, 38), (124, 124), (94, 94): return 2  // ++ -- && || ^^
    case (60, 60), (62, 62):  // << >> and with =
      return index + 2 < bytes.count && bytes[index + 2] == 61 ? 3 : 2
    case (33, 61), (37, 61), (38, 61), (42, 61), (43, 61), (45, 61), (47, 61), (60, 61), (61, 61),
      (62, 61), (94, 61), (124, 61), (35, 35):
      return 2
    default: return 1
    }
  }
}

extension Scan {
  /// Returns the column, in bytes from 1, of the byte at `offset` on `line`.
  package func column(of offset: Int, line: Int) -> Int {
    guard line >= 1, line <= lineStarts.count else { return 0 }
    return offset - Int(lineStarts[line - 1]) + 1
  }

  /// Returns the line, from 1, of the byte at `offset`.
  package func line(of offset: Int) -> Int {
    max(1, lineStarts.partitioningIndex { $0 > offset })
  }
}
