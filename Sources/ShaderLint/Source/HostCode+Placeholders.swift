import GLESKitSupport

extension HostCode {
  /// A placeholder, or an escape such as `\n`.
  struct Placeholder {
    var range: Range<Int>
    var isEscape: Bool
  }

  /// Returns the placeholders and escapes of a text; `nil` if one stands for more than a part of
  /// an expression.
  ///
  /// - Parameters:
  ///   - range: The text.
  ///   - values: Other placeholders in it, in order.
  ///   - hasEscapes: Whether a backslash starts an escape.
  func placeholders(
    in range: Range<Int>, and values: [Placeholder] = [], hasEscapes: Bool
  ) -> [Placeholder]? {
    var found: [Placeholder] = []
    var values = values[...]
    let format = pythonFormat(of: range)
    var index = range.lowerBound
    while index < range.upperBound {
      if let value = values.first, value.range.lowerBound <= index {
        guard isInExpression(index, range) else { return nil }
        found.append(value)
        values.removeFirst()
        index = value.range.upperBound
      } else if let brace = format.flatMap({ doubled(at: index, $0) }) {
        // A doubled character stands for one.
        found.append(Placeholder(range: brace + 1..<brace + 2, isEscape: true))
        index = brace + 2
      } else if let end = format.flatMap({ placeholder(at: index, $0) }) ?? placeholder(at: index),
        end <= range.upperBound
      {
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

  /// How Python replaces parts of a string.
  private enum PythonFormat {
    /// `{x}`, as in f-strings and with `.format(…)`.
    case braces
    /// `%d`, `%(x)s`, with the operator `%`.
    case percent
  }

  /// Returns how a string of Python is formatted, if it is; `nil` for other languages.
  private func pythonFormat(of range: Range<Int>) -> PythonFormat? {
    guard language == .python else { return nil }
    guard range.lowerBound > 3, range.upperBound + 3 <= bytes.count else { return .percent }
    let prefix = bytes[..<(range.lowerBound - 3)].reversed().prefix { $0.startsIdentifier }
    if prefix.contains(where: { $0 | 32 == UInt8(ascii: "f") }) { return .braces }
    let after = bytes[(range.upperBound + 3)...].drop { $0.isBlank || $0.isLineEnd }
    if after.starts(with: ".format(".utf8) { return .braces }
    // The operator may stand elsewhere; GLSL ES 1.00 reserves the sign.
    return .percent
  }

  /// Returns `index` if a doubled brace or percent sign stands there.
  private func doubled(at index: Int, _ format: PythonFormat) -> Int? {
    switch format {
    case .braces: starts("{{", index) || starts("}}", index) ? index : nil
    case .percent: starts("%%", index) ? index : nil
    }
  }

  /// Returns the end of the placeholder of Python that starts at `index`.
  private func placeholder(at index: Int, _ format: PythonFormat) -> Int? {
    switch format {
    case .braces:
      guard bytes[index] == UInt8(ascii: "{") else { return nil }
      return bytes[index...].firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 }
    case .percent:
      guard bytes[index] == UInt8(ascii: "%"), index + 1 < bytes.count else { return nil }
      var end = index + 1
      if bytes[end] == UInt8(ascii: "(") {
        end = bytes[end...].prefix(100).firstIndex(of: UInt8(ascii: ")")).map { $0 + 1 } ?? end
      }
      while end < bytes.count, "+-0123456789.".utf8.contains(bytes[end]) { end += 1 }
      return end < bytes.count && "sdifgeGr".utf8.contains(bytes[end]) ? end + 1 : nil
    }
  }

  /// Returns whether a placeholder stands in an expression or ends a name, as far as the text
  /// before it on its line tells.
  private func isInExpression(_ index: Int, _ range: Range<Int>) -> Bool {
    let lineStart = (bytes[..<index].lastIndex(of: .newline) ?? -1) + 1
    let line = bytes[max(lineStart, range.lowerBound)..<index]
    guard let last = line.lastIndex(where: { !$0.isBlank }), !";{}".utf8.contains(line[last]) else {
      return false
    }
    // Of directives, only the macro of a number has a stand-in, as in #define COUNT ${count}, and
    // a choice of files to include.
    if line.first(where: { !$0.isBlank }) == .hash {
      if let end = placeholder(at: index), includedName(in: index..<end) != nil { return true }
      return definedName(before: index).map { isValue($0, range) } ?? false
    }
    if last == index - 1 || !line[last].continuesIdentifier { return true }
    // After `uniform` or `float` comes a type or a declaration.
    let start = line[...last].lastIndex { !$0.continuesIdentifier }.map { $0 + 1 }
    return line[(start ?? line.startIndex)...last].elementsEqual("return".utf8)
  }

  /// Returns the macro without parameters that the line of `index` defines before it.
  private func definedName(before index: Int) -> ArraySlice<UInt8>? {
    let lineStart = (bytes[..<index].lastIndex(of: .newline) ?? -1) + 1
    let line = bytes[lineStart..<index].drop { $0.isBlank }
    guard line.first == .hash else { return nil }
    let words = line.dropFirst().split(whereSeparator: \.isBlank)
    guard words.count > 1, words[0].elementsEqual("define".utf8), words[1].endIndex < index else {
      return nil
    }
    return words[1].allSatisfy(\.continuesIdentifier) ? words[1] : nil
  }

  /// Returns the first name in `#include <${isNew ? "a" : "b"}>`, whose placeholder is `range`.
  private func includedName(in range: Range<Int>) -> Range<Int>? {
    let lineStart = (bytes[..<range.lowerBound].lastIndex(of: .newline) ?? -1) + 1
    let line = bytes[lineStart..<range.lowerBound].drop { $0.isBlank }
    guard line.starts(with: "#include".utf8) else { return nil }
    let quotes: [UInt8] = [.quote, UInt8(ascii: "'")]
    guard let start = bytes[range].firstIndex(where: quotes.contains),
      let end = bytes[(start + 1)..<range.upperBound].firstIndex(of: bytes[start])
    else { return nil }
    return start + 1..<end
  }

  /// Returns whether a name is used only where a value may stand: not as a type or a function, and
  /// not where its value decides what is compiled.
  private func isValue(_ name: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
    places(of: name, in: range).dropFirst().allSatisfy { end in
      let lineStart = (bytes[..<end].lastIndex(of: .newline) ?? -1) + 1
      let line = bytes[lineStart..<end].drop { $0.isBlank }
      if line.first == .hash {
        let directive = line.dropFirst().drop { $0.isBlank }
        return directive.starts(with: "ifdef".utf8) || directive.starts(with: "ifndef".utf8)
      }
      let next = bytes[end..<range.upperBound].first { !$0.isBlank }
      return next.map { !$0.startsIdentifier && $0 != UInt8(ascii: "(") } ?? true
    }
  }

  /// Returns the ends of all uses of a name.
  private func places(of name: ArraySlice<UInt8>, in range: Range<Int>) -> [Int] {
    var ends: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index].continuesIdentifier else {
        index += 1
        continue
      }
      let end = bytes[index..<range.upperBound].firstIndex { !$0.continuesIdentifier }
      let word = bytes[index..<(end ?? range.upperBound)]
      if word.elementsEqual(name) { ends.append(word.endIndex) }
      index = word.endIndex
    }
    return ends
  }

  /// Replaces placeholders by a number of the same length, and escapes by blanks. Returns the lines
  /// with a placeholder, or with a macro for one, whose findings may be wrong.
  ///
  /// - Parameters:
  ///   - literal: The text of the literal.
  ///   - line: The line of its start.
  func replace(
    _ placeholders: [Placeholder], in body: inout [UInt8], of literal: Range<Int>, line: Int
  ) -> Set<Int> {
    var lines: Set<Int> = []
    var line = line
    var end = literal.lowerBound
    for placeholder in placeholders {
      let range = placeholder.range
      line += bytes[end..<range.lowerBound].count { $0 == .newline }
      end = range.lowerBound
      for index in range where !body[index].isLineEnd { body[index] = .space }
      if placeholder.isEscape {
        // A backslash that continues a line of the shader.
        if range.upperBound < body.count, body[range.upperBound].isLineEnd,
          starts("\\\\", range.lowerBound)
        {
          body[range.upperBound - 1] = .backslash
        }
        continue
      }
      lines.insert(line)
      if let name = includedName(in: range) {
        body.replaceSubrange(name, with: bytes[name])
        continue
      }
      // A name may go on after it, as in `light${i}Color`.
      if range.upperBound < bytes.count, bytes[range.upperBound].continuesIdentifier {
        for index in range where !body[index].isLineEnd { body[index] = UInt8(ascii: "1") }
      }
      body[range.lowerBound] = UInt8(ascii: "1")
      if let name = definedName(before: range.lowerBound) {
        // As the size of an array, it must allow constant indices.
        body.replaceSubrange(range.prefix(2), with: "64".utf8)
        for use in places(of: name, in: literal) {
          lines.insert(bytes[..<use].count { $0 == .newline } + 1)
        }
      }
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
    else { return language == .cpp || language == .tripleQuotes ? endOfFormat(index) : nil }
    if bytes[end] == mark { return end + 1 }
    // GLSL has no $; % and @ may stand in text that is not a placeholder.
    if mark == UInt8(ascii: "$") { return end }
    return language == .cpp || language == .tripleQuotes ? endOfFormat(index) : nil
  }

  /// Returns the end of the format of `printf` that starts at `index`.
  private func endOfFormat(_ index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let kind = bytes[(index + 1)...].drop { "+-0123456789.lhz".utf8.contains($0) }
    return kind.first.map { "dsfgeiuxX@".utf8.contains($0) } == true ? kind.startIndex + 1 : nil
  }
}
