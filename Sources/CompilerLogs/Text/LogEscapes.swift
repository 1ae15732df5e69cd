/// Reads logs that a program wrote as a literal of its language: Python's `b'…'`, Rust's and C's
/// `"…"`, JSON.
///
/// A path, `C:\new\textures`, is no literal, so that `\n` and `\t` need evidence.
struct LogEscapes {
  private let line: ArraySlice<UInt8>
  /// Whether an escape stands in the line that is not in a path.
  private let isCertain: Bool
  /// The quote that began the literal, while the line is read.
  private var quote: UInt8?
  /// Whether the literal holds a line end.
  private var holdsLines = false
  /// Where the literal began in the part.
  private var opening = 0
  private var parts: [ArraySlice<UInt8>] = []
  private var part: [UInt8] = []

  /// Returns the lines that a line holds.
  static func lines(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.contains(.backslash) else { return [line] }
    var escapes = LogEscapes(line)
    return escapes.read()
  }

  private init(_ line: ArraySlice<UInt8>) {
    self.line = line
    isCertain = line.indices.contains { index in
      guard line[index] == .backslash, index + 1 < line.endIndex else { return false }
      return switch line[index + 1] {
      case .quote, UInt8(ascii: "'"): true
      case UInt8(ascii: "u"): Self.hexadecimal(line[(index + 2)...].prefix(4), count: 4) != nil
      case UInt8(ascii: "n"): Self.endsLine(line[(index + 2)...])
      default: false
      }
    }
  }

  /// Returns whether what follows `\n` cannot be the rest of a name in a path.
  private static func endsLine(_ rest: ArraySlice<UInt8>) -> Bool {
    guard let next = rest.first else { return true }
    let word = rest.prefix(while: \.continuesIdentifier)
    guard !word.isEmpty else { return true }
    let after = rest.dropFirst(word.count).first
    let isEnd = after.map { $0.isBlank || $0 == UInt8(ascii: ":") } ?? false
    guard isEnd, next & 0xE0 == 0x60 else { return isEnd }
    return ["error", "warning"].contains { word.elementsEqual($0.utf8) }
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>, count: Int) -> UInt32? {
    guard digits.count == count else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func read() -> [ArraySlice<UInt8>] {
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == .backslash {
        index = readEscape(at: index)
        continue
      }
      part.append(byte)
      if byte == quote {
        if closes(at: index) {
          if holdsLines { endLine() }
          quote = nil
        }
      } else if quote == nil, opens(at: index) {
        quote = byte
        opening = part.count
        holdsLines = false
      }
      index += 1
    }
    endLine()
    return parts
  }

  private mutating func endLine() {
    parts.append(part[...])
    part = []
  }

  private func opens(at index: Int) -> Bool {
    guard line[index] == .quote || line[index] == UInt8(ascii: "'") else { return false }
    guard index > line.startIndex else { return true }
    let before = line[index - 1]
    if before.isBlank || "([{:=,".utf8.contains(before) { return true }
    // b'…', u'…'.
    return (before == UInt8(ascii: "b") || before == UInt8(ascii: "u"))
      && (index - 1 == line.startIndex || !line[index - 2].continuesIdentifier)
  }

  private func closes(at index: Int) -> Bool {
    index + 1 == line.endIndex || !line[index + 1].continuesIdentifier
  }

  /// Reads backslashes, which are several if a literal holds a literal, and what they escape.
  /// Returns the index after it.
  private mutating func readEscape(at start: Int) -> Int {
    var index = start
    while index < line.endIndex && line[index] == .backslash { index += 1 }
    guard index < line.endIndex else {
      // Markdown's line end.
      if index - start > 1 { part += line[start..<index] }
      return index
    }
    let rest = line[(index + 1)...]
    let isLone = index - start == 1
    switch line[index] {
    case UInt8(ascii: "n") where Self.endsLine(rest) || (isCertain && !isInPath(start, rest)):
      if quote != nil, !holdsLines, !part.isEmpty {
        // What stands before the literal is a line of its own.
        parts.append(part[..<opening])
        part.removeSubrange(..<opening)
      }
      endLine()
      holdsLines = true
      return index + 1
    case UInt8(ascii: "r") where rest.isEmpty || rest.first == .backslash || closes(at: index):
      return index + 1
    case UInt8(ascii: "t") where isCertain && !isInPath(start, rest):
      part.append(.tab)
      return index + 1
    case .quote, UInt8(ascii: "'"):
      part.append(line[index])
      return index + 1
    case UInt8(ascii: "0") where !(rest.first?.isDigit ?? false):
      // A program printed the end of C's string.
      if !rest.isEmpty { endLine() }
      return index + 1
    case UInt8(ascii: "x") where rest.starts(with: "00".utf8):
      endLine()
      return index + 3
    case UInt8(ascii: "u"):
      if rest.starts(with: "{0}".utf8) {
        endLine()
        return index + 4
      }
      guard let scalar = Self.hexadecimal(rest.prefix(4), count: 4), scalar < 0x80 else { break }
      if scalar == 0 || scalar == 10 {
        endLine()
      } else {
        part.append(UInt8(scalar))
      }
      return index + 5
    case let byte where isLone && Self.isMarkdown(byte, part.last):
      part.append(byte)
      return index + 1
    default: break
    }
    // A path in a literal: "C:\\\\shaders".
    let kept = isCertain && !isLone ? index - (index - start) / 2 : start
    part += line[kept...index]
    return index + 1
  }

  /// Returns whether the backslash at `start` stands in a path: `textures\noise.png`.
  private func isInPath(_ start: Int, _ rest: ArraySlice<UInt8>) -> Bool {
    let word = rest.prefix { $0.continuesIdentifier || $0 == UInt8(ascii: "-") }
    let after = rest.dropFirst(word.count).first
    guard after == .backslash || after == UInt8(ascii: ".") else { return false }
    let end = word.endIndex
    // `;\nvec2 v.x;` holds a line end.
    guard start > line.startIndex else { return false }
    return line[start - 1].continuesIdentifier || line[start - 1] == UInt8(ascii: ":")
      || end == line.endIndex
  }

  /// Returns whether Markdown needs a backslash before a byte: `gl\_Position`, `0:2\(3\)`.
  private static func isMarkdown(_ byte: UInt8, _ before: UInt8?) -> Bool {
    if byte == UInt8(ascii: "_") { return before?.continuesIdentifier ?? false }
    return "()[]`*<>#".utf8.contains(byte)
  }
}
