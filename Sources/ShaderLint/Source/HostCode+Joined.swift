import GLESKitSupport

/// Strings on one line, and those that a program joins, as Java and C programs write shaders.
extension HostCode {
  /// Literals that a program joins, and the values between them.
  struct Joined {
    /// A part of the text.
    enum Piece {
      case literal(Range<Int>, hasEscapes: Bool)
      /// An expression of the program.
      case value(Range<Int>)
      /// The line end that `join("\n")` inserts.
      case lineEnd(Int)
    }

    var pieces: [Piece] = []
    /// From the first quotation mark to the last.
    var range: Range<Int>
    /// Whether nothing else is joined to them.
    var isWhole = true

    /// Whether it is one long literal.
    var isLongLiteral = false
  }

  /// Returns the strings that are joined to the one that starts at `index`; `nil` if none does.
  func joined(at index: Int) -> Joined? {
    if language == .script, bytes[index] == UInt8(ascii: "[") { return array(at: index) }
    guard let (first, end, isLong) = joinedLiteral(at: index) else { return nil }
    var joined = Joined(pieces: [first], range: index..<end)
    extend(&joined)
    joined.isLongLiteral = joined.pieces.count == 1 && isLong
    return joined
  }

  /// Adds what follows: `+` and an operand, or another literal in C and Python.
  private func extend(_ joined: inout Joined) {
    while true {
      var next = endOfTrivia(joined.range.upperBound)
      guard next < bytes.count else { return }
      let isSum = bytes[next] == UInt8(ascii: "+") && !starts("++", next) && !starts("+=", next)
      if isSum {
        next = endOfTrivia(next + 1)
      } else if language != .cpp && language != .python {
        return
      }
      guard next < bytes.count else { return joined.isWhole = false }
      if let (piece, end, _) = joinedLiteral(at: next) {
        joined.pieces.append(piece)
        joined.range = joined.range.lowerBound..<end
      } else if isSum, let end = endOfValue(next) {
        joined.pieces.append(.value(next..<end))
        joined.range = joined.range.lowerBound..<end
        guard bytes[endOfTrivia(end)...].first == UInt8(ascii: "+") else {
          return joined.isWhole = false
        }
      } else {
        // A macro of C may stand for a string.
        if isSum || language == .cpp && bytes[next].startsIdentifier { joined.isWhole = false }
        return
      }
    }
  }

  /// Returns the strings of `["…", "…"].join("\n")`, or of an array with the lines of a shader,
  /// which a library joins.
  private func array(at index: Int) -> Joined? {
    var all = Joined(range: index..<index + 1)
    var next = endOfTrivia(index + 1)
    while next < bytes.count, bytes[next] != UInt8(ascii: "]") {
      guard let (piece, end, _) = joinedLiteral(at: next) else { return nil }
      var element = Joined(pieces: [piece], range: next..<end)
      extend(&element)
      all.pieces += element.pieces + [.lineEnd(element.range.upperBound)]
      all.isWhole = all.isWhole && element.isWhole
      next = endOfTrivia(element.range.upperBound)
      guard next < bytes.count else { return nil }
      if bytes[next] == UInt8(ascii: ",") { next = endOfTrivia(next + 1) }
    }
    let join = ".join(".utf8
    let method = endOfTrivia(next + 1)
    guard method < bytes.count, bytes[method...].starts(with: join) else {
      all.range = index..<min(next + 1, bytes.count)
      return isOfLines(all) ? all : nil
    }
    let separator = endOfTrivia(method + join.count)
    guard separator < bytes.count, let end = endOfShortString(separator), end > separator + 1,
      ["", "\\n", "\\r\\n", " "].contains(where: {
        bytes[(separator + 1)..<(end - 1)].elementsEqual($0.utf8)
      })
    else { return nil }
    if !bytes[separator..<end].contains(UInt8(ascii: "n")) {
      all.pieces.removeAll { if case .lineEnd = $0 { true } else { false } }
    }
    let close = endOfTrivia(end)
    all.range = index..<min(close + 1, bytes.count)
    return close < bytes.count && bytes[close] == UInt8(ascii: ")") ? all : nil
  }

  /// Returns whether the strings of an array are the lines of a shader: `main` is in one of them,
  /// and no string has both braces of it.
  private func isOfLines(_ array: Joined) -> Bool {
    var hasMain = false
    for case .literal(let range, _) in array.pieces where Self.find("main", in: bytes[range]) {
      if bytes[range].contains(UInt8(ascii: "}")) { return false }
      hasMain = true
    }
    return hasMain
  }

  /// Returns a literal of any length as a piece, its end, and whether it is a long one.
  private func joinedLiteral(at index: Int) -> (Joined.Piece, Int, Bool)? {
    if let (text, end) = literal(at: index) {
      let mark = bytes[text.lowerBound - 1]
      let hasEscapes = language == .cpp ? mark == .quote : mark != .quote || language != .python
      let isQuoted = mark == .quote || mark == UInt8(ascii: "'")
      return (
        .literal(text, hasEscapes: hasEscapes), end, !(isQuoted && endsDirective(in: text))
      )
    }
    var start = index
    // The @ of Objective-C and the prefixes of Python and C.
    switch language {
    case .cpp:
      for prefix in ["@", "u8", "L"] where starts(prefix + "\"", index) {
        start += prefix.utf8.count
      }
    case .python:
      let prefix = bytes[index...].prefix { "rbuRBU".utf8.contains($0) }
      let mark = bytes[prefix.endIndex...].first
      if prefix.count < 3, mark == .quote || mark == UInt8(ascii: "'") { start = prefix.endIndex }
    case .script, .tripleQuotes: break
    }
    guard start == index || index == 0 || !bytes[index - 1].continuesIdentifier,
      let end = endOfShortString(start), end > start + 1, bytes[end - 1] == bytes[start]
    else { return nil }
    let isRaw = bytes[index..<start].contains { $0 | 32 == UInt8(ascii: "r") }
    return (.literal(start + 1..<end - 1, hasEscapes: !isRaw), end, false)
  }

  /// Returns whether escapes end directives in a string that also has several lines, as in
  /// `"#endif\nvoid main() {\`.
  private func endsDirective(in text: Range<Int>) -> Bool {
    guard bytes[text].contains(.hash), bytes[text].count >= 3 else { return false }
    return text.dropLast(2).contains { index in
      starts("\\n", index) && bytes[index + 2] != .backslash && !bytes[index + 2].isLineEnd
    }
  }

  /// Returns the end of a number, name, member or call.
  private func endOfValue(_ start: Int) -> Int? {
    var end = start
    while end < bytes.count {
      if bytes[end].continuesIdentifier || bytes[end] == UInt8(ascii: ".") {
        end += 1
      } else if bytes[end] == UInt8(ascii: "("), let close = closing(end) {
        end = close
      } else {
        break
      }
    }
    return end > start ? end : nil
  }

  /// Returns the end of the blanks, line ends and comments at `start`.
  private func endOfTrivia(_ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if let end = endOfComment(index) {
        index = end
      } else if bytes[index].isSpace {
        index += 1
      } else if bytes[index] == .backslash, language == .cpp || language == .python,
        index + 1 < bytes.count, bytes[index + 1].isLineEnd
      {
        index += 1
      } else {
        break
      }
    }
    return index
  }

  /// Returns whether a macro or a function in front of a string may add text to it.
  func followsText(_ index: Int) -> Bool {
    guard language == .cpp, let last = bytes[..<index].lastIndex(where: { !$0.isSpace }) else {
      return false
    }
    if bytes[last].continuesIdentifier {
      let word = bytes[..<(last + 1)].reversed().prefix { $0.continuesIdentifier }
      return !word.elementsEqual("nruter".utf8) && !isDefined(before: last + 1 - word.count)
    }
    // A cast ends with a parenthesis, too.
    guard bytes[last] == UInt8(ascii: ")") else { return false }
    return bytes[..<last].last { !$0.isSpace } != UInt8(ascii: "*")
  }
}
