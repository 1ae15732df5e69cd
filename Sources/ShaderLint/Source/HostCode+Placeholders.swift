import GLESKitSupport

extension HostCode {
  /// A placeholder, or an escape such as `\n`.
  struct Placeholder {
    var range: Range<Int>
    var isEscape: Bool
  }

  /// Returns the placeholders and escapes of a literal; `nil` if one stands for more than a part of
  /// an expression.
  func placeholders(in range: Range<Int>) -> [Placeholder]? {
    var found: [Placeholder] = []
    // Raw strings and macros of C++ have no escapes.
    let before = bytes[range.lowerBound - 1]
    let hasEscapes = language != .cpp || before == .quote || before == UInt8(ascii: "'")
    var index = range.lowerBound
    while index < range.upperBound {
      if let end = placeholder(at: index), end <= range.upperBound {
        guard isInExpression(index, range) else { return nil }
        found.append(Placeholder(range: index..<end, isEscape: false))
        index = end
      } else if bytes[index] == .backslash, hasEscapes {
        let end = min(index + 2, range.upperBound)
        found.append(Placeholder(range: index..<end, isEscape: true))
        index = end
      } else {
        index += 1
      }
    }
    return found
  }

  /// Returns whether a placeholder stands in an expression or ends a name, as far as the text
  /// before it on its line tells.
  private func isInExpression(_ index: Int, _ range: Range<Int>) -> Bool {
    let lineStart = (bytes[..<index].lastIndex(of: .newline) ?? -1) + 1
    let line = bytes[max(lineStart, range.lowerBound)..<index]
    guard let last = line.lastIndex(where: { !$0.isBlank }),
      line.first(where: { !$0.isBlank }) != .hash, !";{}".utf8.contains(line[last])
    else { return false }
    if last == index - 1 || !line[last].continuesIdentifier { return true }
    // After `uniform` or `float` comes a type or a declaration.
    let start = line[...last].lastIndex { !$0.continuesIdentifier }.map { $0 + 1 }
    return line[(start ?? line.startIndex)...last].elementsEqual("return".utf8)
  }

  /// Replaces placeholders by a number of the same length, and escapes by blanks. Returns the lines
  /// with a placeholder, whose findings may be wrong.
  ///
  /// - Parameters:
  ///   - start: The start of the literal.
  ///   - line: The line of the start.
  func replace(
    _ placeholders: [Placeholder], in body: inout [UInt8], from start: Int, line: Int
  ) -> Set<Int> {
    var lines: Set<Int> = []
    var line = line
    var end = start
    for placeholder in placeholders {
      let range = placeholder.range
      line += bytes[end..<range.lowerBound].count { $0 == .newline }
      end = range.lowerBound
      for index in range where !body[index].isLineEnd { body[index] = .space }
      if placeholder.isEscape { continue }
      lines.insert(line)
      // A name may go on after it, as in `light${i}Color`.
      if range.upperBound < bytes.count, bytes[range.upperBound].continuesIdentifier {
        for index in range where !body[index].isLineEnd { body[index] = UInt8(ascii: "1") }
      }
      body[range.lowerBound] = UInt8(ascii: "1")
    }
    return lines
  }

  /// Returns the end of the placeholder that starts at `index`: `${x}`, `\(x)`, `$x`, `$x$`, `%x%`
  /// or `@x@`.
  private func placeholder(at index: Int) -> Int? {
    if starts("${", index), language == .script || language == .tripleQuotes {
      return endOfPlaceholder(index)
    }
    if starts("\\(", index), language == .tripleQuotes { return closing(index + 1) }
    let mark = bytes[index]
    guard [UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "@")].contains(mark),
      index + 1 < bytes.count, bytes[index + 1].startsIdentifier,
      let end = bytes[(index + 1)...].firstIndex(where: { !$0.continuesIdentifier })
    else { return nil }
    if bytes[end] == mark { return end + 1 }
    // GLSL has no $; % and @ may stand in text that is not a placeholder.
    return mark == UInt8(ascii: "$") ? end : nil
  }
}
