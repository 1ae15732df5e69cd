import CompilerLogs

/// Reads logs that a program wrote as a literal of its language: Python's `b'…'`, Rust's and C's
/// `"…"`, JSON.
enum LogEscapes {
  /// What other escapes than `\\n` stand for. A NUL is the end of C's string.
  private static let escapes = [
    ("\\u{0}", "\n"), ("\\u0000", "\n"), ("\\x00", "\n"),
    ("\\0", "\n"), ("\\u0027", "'"), ("\\u003c", "<"), ("\\u003e", ">"), ("\\u000a", "\n"),
  ]

  /// Returns the lines that a line holds.
  static func lines(_ line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard line.contains(.backslash) else { return [line] }
    // A path, `C:\new\textures`, is no literal.
    let isLiteral = line.indices.contains { index in
      line[index] == .backslash
        && (["\\\"", "\\'", "\\u0"].contains { line[index...].starts(with: $0.utf8) }
          || endsLine(line[index...]))
    }
    var text: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      // Several backslashes stand before an escape if a literal holds a literal.
      let end = line[index...].firstIndex { $0 != .backslash } ?? line.endIndex
      if end > index, let (bytes, length) = unescaped(line[(end - 1)...], isLiteral, text.last) {
        text += bytes.utf8
        index = end - 1 + length
      } else {
        // One backslash of a literal stays, and all of another text.
        text += isLiteral || end == index ? line[index...index] : line[index..<end]
        index = max(end, index + 1)
      }
    }
    return text.split(separator: .newline)
  }

  /// Returns what the escape at the start of a text stands for, and its length.
  private static func unescaped(
    _ text: ArraySlice<UInt8>, _ isLiteral: Bool, _ before: UInt8?
  ) -> (String, Int)? {
    let word = text.dropFirst(2).prefix { $0.continuesIdentifier || $0 == UInt8(ascii: "-") }
    let after = text.dropFirst(2 + word.count).first
    // `textures\noise.png`; `;\nvec2 v.x;` holds a line end.
    let isPath =
      (after == .backslash || after == UInt8(ascii: "."))
      && before.map { $0.continuesIdentifier || $0 == UInt8(ascii: ":") } ?? false
    switch text.dropFirst().first {
    case UInt8(ascii: "n") where endsLine(text) || (isLiteral && !isPath): return ("\n", 2)
    case UInt8(ascii: "t") where isLiteral && !isPath: return ("\t", 2)
    case UInt8(ascii: "r") where word.isEmpty: return ("", 2)
    // Markdown: `gl\_Position`, `0:2\(3\)`.
    case let mark? where "\"'_()[]*#`<>".utf8.contains(mark):
      return (String(UnicodeScalar(mark)), 2)
    default:
      let escape = escapes.first { text.starts(with: $0.0.utf8) }
      return escape.map { ($0.1, $0.0.utf8.count) }
    }
  }

  /// Returns whether a text begins with `\n` and what follows cannot be the rest of a path.
  private static func endsLine(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "\\n".utf8) else { return false }
    let word = text.dropFirst(2).prefix(while: \.continuesIdentifier)
    guard let first = word.first, let after = text.dropFirst(2 + word.count).first else {
      return word.isEmpty
    }
    guard after.isBlank || after == UInt8(ascii: ":") else { return false }
    // "\new file" may be a path, "\nerror: text" is none.
    return first & 0xE0 != 0x60 || ["error", "warning"].contains { word.elementsEqual($0.utf8) }
  }
}
