import GLESKitSupport

/// The text that strings of a program form, and where each of its characters stands.
///
/// Escaped line ends become blanks, so that lines and columns are those of the program. Directives
/// that share a line of the program with other text are removed where that is possible.
struct JoinedText {
  /// The program from the first string to the last, with blanks in the place of all but the text.
  private(set) var body: [UInt8]
  /// The text as the program passes it to the driver, with a number for each value.
  private(set) var text: [UInt8] = []
  /// The values of the program between the strings, as parts of ``body``.
  private(set) var values: [HostCode.Placeholder] = []
  /// Whether ``body`` means the same as ``text``: not with unusual escapes, and not with directives
  /// that share a line and have no equivalent.
  private(set) var isPlain = true

  /// The offset of each character of ``text`` in ``body``.
  private var offsets: [Int] = []
  /// The offset of ``body`` in the file.
  private let start: Int

  /// One line of ``text``.
  private struct Line {
    var range: Range<Int>
    /// The lines of the program, from 0, that hold its first and last character.
    var hostLines: ClosedRange<Int>
    /// Its directive, such as `ifdef GL_ES`; empty for other lines.
    var directive = ""
    /// Whether no other text stands on its line of the program.
    var isAlone = true
  }

  /// Makes the text of joined strings.
  init(_ joined: HostCode.Joined, in bytes: [UInt8]) {
    start = joined.range.lowerBound
    body = FileParts.blanked(Array(bytes[joined.range]), except: 0..<0)
    var followsValue = true
    for piece in joined.pieces {
      switch piece {
      case .literal(let range, let hasEscapes):
        // The rest of a number that a value begins, as in `" + n + ".0"`.
        let rest = followsValue ? bytes[range].prefix { $0.isDigit || $0 == UInt8(ascii: ".") } : []
        let first = text.count
        append(range.dropFirst(rest.count), of: bytes, hasEscapes: hasEscapes)
        if !followsValue { joinToken(at: first) }
        followsValue = false
      case .value(let range):
        let place = range.lowerBound - start..<range.upperBound - start
        values.append(HostCode.Placeholder(range: place))
        append(UInt8(ascii: "1"), at: range.lowerBound)
        followsValue = true
      case .lineEnd(let offset): append(.newline, at: offset)
      }
    }
    separateLines()
  }

  /// Moves the start of a number or name in one string before its rest in the next one, as in
  /// `"2" + ".0"`.
  private mutating func joinToken(at index: Int) {
    guard index > 0, index < text.count, offsets[index] > offsets[index - 1] + 1 else { return }
    let (last, next, point) = (text[index - 1], text[index], UInt8(ascii: "."))
    guard
      last.continuesIdentifier && next.continuesIdentifier || last.isDigit && next == point
        || last == point && next.isDigit
    else { return }
    let length = text[..<index].reversed()
      .prefix { $0.continuesIdentifier || $0 == point }.count
    let place = offsets[index] - length
    guard place > offsets[index - 1],
      body[place..<offsets[index]].allSatisfy({ $0 == .space })
    else {
      isPlain = false
      return
    }
    for (step, moved) in (index - length..<index).enumerated() {
      body[offsets[moved]] = .space
      offsets[moved] = place + step
      body[place + step] = text[moved]
    }
  }

  private mutating func append(_ byte: UInt8, at offset: Int) {
    text.append(byte)
    offsets.append(offset - start)
    if !byte.isLineEnd { body[offset - start] = byte }
  }

  private mutating func append(_ range: Range<Int>, of bytes: [UInt8], hasEscapes: Bool) {
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == .backslash, hasEscapes, index + 1 < range.upperBound else {
        append(bytes[index], at: index)
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "n"), UInt8(ascii: "r"): append(.newline, at: index)
      case UInt8(ascii: "t"): append(.space, at: index)
      case .quote, .backslash, UInt8(ascii: "'"): append(bytes[index + 1], at: index + 1)
      // A line of the program that goes on.
      case .newline: break
      case .carriageReturn: index += bytes[index...].dropFirst(2).first == .newline ? 1 : 0
      // An interpolation of Swift.
      case UInt8(ascii: "("):
        append(bytes[index], at: index)
        append(bytes[index + 1], at: index + 1)
      default: isPlain = false
      }
      index += 2
    }
  }

  // MARK: Lines of the text that share a line of the program

  private mutating func separateLines() {
    var lines = findLines()
    for index in lines.indices {
      let line = lines[index]
      let before = index > 0 ? lines[index - 1].hostLines.upperBound : -1
      let after = index + 1 < lines.count ? lines[index + 1].hostLines.lowerBound : Int.max
      lines[index].isAlone =
        line.hostLines.count == 1 && before < line.hostLines.lowerBound
        && after > line.hostLines.upperBound
    }
    removeComments(&lines)
    let removed = removeDirectives(lines)
    for (index, line) in lines.enumerated()
    where !line.directive.isEmpty && !removed.contains(index) {
      // What continues a directive must stand on the next line of the program.
      let end = offsets[line.range.upperBound - 1]
      let isContinued = text[line.range.upperBound - 1] == .backslash
      let continues = end + 1 < body.count && body[end + 1].isLineEnd
      if !line.isAlone || (isContinued && !continues) { isPlain = false }
    }
  }

  /// Returns the lines that are not blank.
  private func findLines() -> [Line] {
    var lines: [Line] = []
    var start = 0
    var host = HostCode.LineReader(body[...], from: 0)
    func hostLine(_ offset: Int) -> Int {
      host.read(to: offset)
      return host.number
    }
    while start < text.count {
      let end = text[start...].firstIndex(where: \.isLineEnd) ?? text.count
      if let first = text[start..<end].firstIndex(where: { !$0.isBlank }),
        let last = text[start..<end].lastIndex(where: { !$0.isBlank })
      {
        let firstLine = hostLine(offsets[first])
        var line = Line(range: first..<last + 1, hostLines: firstLine...hostLine(offsets[last]))
        if text[first] == .hash {
          line.directive = text[(first + 1)..<(last + 1)].split(whereSeparator: \.isBlank)
            .map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        }
        lines.append(line)
      }
      start = end + 1
    }
    return lines
  }

  /// Removes comments whose end the program's line does not mark.
  private mutating func removeComments(_ lines: inout [Line]) {
    var isInBlock = false
    for number in lines.indices {
      let range = lines[number].range
      if isInBlock { lines[number].directive = "" }
      var index = range.lowerBound
      while index + 1 < range.upperBound {
        let pair = (text[index], text[index + 1])
        if isInBlock, pair == (UInt8(ascii: "*"), .slash) {
          isInBlock = false
          index += 1
        } else if !isInBlock, pair == (.slash, UInt8(ascii: "*")) {
          isInBlock = true
          index += 1
        } else if !isInBlock, pair == (.slash, .slash) {
          if !lines[number].isAlone { remove(index..<range.upperBound) }
          break
        }
        index += 1
      }
    }
  }

  private mutating func remove(_ range: Range<Int>) {
    for index in range { body[offsets[index]] = .space }
  }

  /// Removes directives that share a line with other text and whose effect is known: `#version`,
  /// and what depends on `GL_ES`. Returns the lines that it removed.
  private mutating func removeDirectives(_ lines: [Line]) -> Set<Int> {
    var removed: Set<Int> = []
    for index in lines.indices where !lines[index].isAlone {
      let word = lines[index].directive.prefix { $0 != " " }
      if word == "version" || word == "pragma" { removed.insert(index) }
    }
    for first in lines.indices {
      guard let holds = Self.holds(lines[first].directive), !removed.contains(first) else {
        continue
      }
      let parts = Self.branches(lines, from: first)
      guard let last = parts.last, parts.count < 4, parts.contains(where: { !lines[$0].isAlone })
      else { continue }
      removed.formUnion(parts)
      let middle = parts.count == 3 ? parts[1] : last
      removed.formUnion(holds ? middle..<last : first..<middle)
    }
    for index in removed { remove(lines[index].range) }
    return removed
  }

  /// Returns whether a directive's condition holds in OpenGL ES; `nil` for other conditions.
  private static func holds(_ directive: String) -> Bool? {
    switch directive {
    case "ifdef GL_ES", "if defined(GL_ES)", "if defined (GL_ES)", "if defined GL_ES": true
    case "ifndef GL_ES", "if !defined(GL_ES)", "if ! defined(GL_ES)": false
    default: nil
    }
  }

  /// Returns the lines of `#if`, `#else` and `#endif`; more than those if there is an `#elif`.
  private static func branches(_ lines: [Line], from first: Int) -> [Int] {
    var found: [Int] = []
    var depth = 0
    for index in first..<lines.count {
      let directive = lines[index].directive
      if directive.hasPrefix("if") {
        depth += 1
        if depth == 1 { found.append(index) }
      } else if depth == 1, directive.hasPrefix("el") {
        found += directive.hasPrefix("else") ? [index] : [index, index, index]
      } else if directive.hasPrefix("endif") {
        depth -= 1
        if depth == 0 { return found + [index] }
      }
    }
    return []
  }
}
