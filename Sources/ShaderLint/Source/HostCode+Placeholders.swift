import GLESKitSupport

extension HostCode {
  /// A placeholder, or an escape such as `\n`.
  struct Placeholder {
    var range: Range<Int>
    var isEscape = false
    /// The macro that it is the value of; `nil` outside `#define`.
    var macro: ArraySlice<UInt8>?

    func moved(by offset: Int) -> Placeholder {
      var moved = self
      moved.range = range.lowerBound + offset..<range.upperBound + offset
      return moved
    }
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
    var line = LineReader(bytes[...], from: range.lowerBound)
    var words: LiteralWords?
    /// Returns the placeholder in a range; `nil` for more than a part of an expression.
    func placeholder(in place: Range<Int>) -> Placeholder? {
      guard place.upperBound <= range.upperBound, isInExpression(place.lowerBound, line) else {
        return nil
      }
      guard line.isDirective, includedName(in: place, line) == nil else {
        return Placeholder(range: place)
      }
      // Of directives, only the macro of a number has a stand-in, as in #define COUNT ${count}, and
      // a choice of files to include.
      words = words ?? LiteralWords(bytes[...], range)
      guard let name = line.definedName, words?.uses[name]?.areValues == true else { return nil }
      return Placeholder(range: place, macro: name)
    }
    var index = range.lowerBound
    while index < range.upperBound {
      line.read(to: index)
      if let value = values.first, value.range.lowerBound <= index {
        guard let value = placeholder(in: index..<value.range.upperBound) else { return nil }
        found.append(value)
        values.removeFirst()
        index = value.range.upperBound
      } else if let brace = format.flatMap({ doubled(at: index, $0) }) {
        // A doubled character stands for one.
        found.append(Placeholder(range: brace + 1..<brace + 2, isEscape: true))
        index = brace + 2
      } else if let end = format.flatMap({ self.placeholder(at: index, $0, range) })
        ?? self.placeholder(at: index, range)
      {
        guard let value = placeholder(in: index..<end) else { return nil }
        found.append(value)
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
    let after = bytes[(range.upperBound + 3)...].drop(while: \.isSpace)
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

  /// Returns the end of the placeholder of Python that starts at `index`; a place after the literal
  /// if it has none.
  private func placeholder(at index: Int, _ format: PythonFormat, _ literal: Range<Int>) -> Int? {
    switch format {
    case .braces:
      guard bytes[index] == UInt8(ascii: "{") else { return nil }
      let end = bytes[index..<literal.upperBound].firstIndex(of: UInt8(ascii: "}"))
      return (end ?? literal.upperBound) + 1
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
  private func isInExpression(_ index: Int, _ line: LineReader) -> Bool {
    let text = bytes[line.start..<index]
    guard let last = text.lastIndex(where: { !$0.isBlank }), !";{}".utf8.contains(text[last]) else {
      return false
    }
    if line.isDirective || last == index - 1 || !text[last].continuesIdentifier { return true }
    // After `uniform` or `float` comes a type or a declaration.
    let start = text[...last].lastIndex { !$0.continuesIdentifier }.map { $0 + 1 }
    return text[(start ?? text.startIndex)...last].elementsEqual("return".utf8)
  }

  /// Returns the first name in `#include <${isNew ? "a" : "b"}>`, whose placeholder is `range`.
  private func includedName(in range: Range<Int>, _ line: LineReader) -> Range<Int>? {
    guard line.isDirective, line.directive.starts(with: "include".utf8) else { return nil }
    let quotes: [UInt8] = [.quote, UInt8(ascii: "'")]
    guard let start = bytes[range].firstIndex(where: quotes.contains),
      let end = bytes[(start + 1)..<range.upperBound].firstIndex(of: bytes[start])
    else { return nil }
    return start + 1..<end
  }

  /// Replaces placeholders by a number of the same length, and escapes by blanks. Returns the lines
  /// with a placeholder, or with a macro for one, whose findings may be wrong.
  ///
  /// - Parameters:
  ///   - literal: The text of the literal.
  ///   - line: The line of its start.
  func replace(
    _ placeholders: [Placeholder], in body: inout ArraySlice<UInt8>, of literal: Range<Int>,
    line: Int
  ) -> Set<Int> {
    var lines: Set<Int> = []
    /// The offset of the file's bytes in `body`.
    let shift = body.startIndex - literal.lowerBound
    let macros = Set(placeholders.compactMap(\.macro))
    if !macros.isEmpty {
      let words = LiteralWords(body, body.indices)
      for macro in macros { lines.formUnion(words.uses[macro]?.lines.map { line + $0 } ?? []) }
    }
    var reader = LineReader(bytes[...], from: literal.lowerBound)
    for placeholder in placeholders {
      let range = placeholder.range
      reader.read(to: range.lowerBound)
      let place = range.lowerBound + shift..<range.upperBound + shift
      for index in place where !body[index].isLineEnd { body[index] = .space }
      if placeholder.isEscape {
        // A backslash that continues a line of the shader.
        if place.upperBound < body.endIndex, body[place.upperBound].isLineEnd,
          starts("\\\\", range.lowerBound)
        {
          body[place.upperBound - 1] = .backslash
        }
        continue
      }
      let number = line + reader.number
      lines.formUnion(
        reader.isDirective
          ? number...number : Self.lines(ofStatementAround: place, at: number, in: body))
      if let name = includedName(in: range, reader) {
        body.replaceSubrange(
          name.lowerBound + shift..<name.upperBound + shift, with: bytes[name])
        continue
      }
      // A name may go on after it, as in `light${i}Color`.
      if range.upperBound < bytes.count, bytes[range.upperBound].continuesIdentifier {
        for index in place where !body[index].isLineEnd { body[index] = UInt8(ascii: "1") }
      }
      body[place.lowerBound] = UInt8(ascii: Self.isMember(body[..<place.lowerBound]) ? "x" : "1")
      // As the size of an array, it must allow constant indices.
      if placeholder.macro != nil, range.count > 1 {
        body.replaceSubrange(place.prefix(2), with: "64".utf8)
      }
    }
    return lines
  }

  /// The most bytes of a statement before a placeholder, and after it.
  private static let longestStatement = 1_000

  /// Returns the lines of a statement.
  ///
  /// - Parameters:
  ///   - place: A part of it.
  ///   - line: The line of the part's start.
  private static func lines(
    ofStatementAround place: Range<Int>, at line: Int, in body: ArraySlice<UInt8>
  ) -> ClosedRange<Int> {
    func ends(_ byte: UInt8) -> Bool { ";{}".utf8.contains(byte) }
    let before = body[..<place.lowerBound].suffix(longestStatement)
    let start = before.lastIndex(where: ends).map { before[($0 + 1)...] } ?? before
    let first = line - start.drop(while: \.isSpace).count { $0 == .newline }
    let after = body[place.lowerBound...].prefix(longestStatement).prefix { !ends($0) }
    return first...line + after.count { $0 == .newline }
  }

  /// Returns whether components of a vector follow a text, as `.${rgb}` after a value.
  private static func isMember(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == UInt8(ascii: "."), let end = text.dropLast().last else { return false }
    let word = text.dropLast().reversed().prefix { $0.continuesIdentifier }
    return end == UInt8(ascii: ")") || end == UInt8(ascii: "]")
      || word.last?.startsIdentifier ?? false
  }

  /// Returns the end of the placeholder that starts at `index`: `${x}`, `\(x)`, `$x`, `$x$`, `%x%`
  /// or `@x@`; a place after the literal if it has none.
  private func placeholder(at index: Int, _ literal: Range<Int>) -> Int? {
    if let end = expression(at: index, literal) { return end }
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

  /// Returns the end of the program's expression `${x}` or `\(x)` that starts at `index`; a place
  /// after the literal if it has none.
  func expression(at index: Int, _ literal: Range<Int>) -> Int? {
    if starts("${", index), language == .script || language == .tripleQuotes {
      return endOfPlaceholder(index) ?? literal.upperBound + 1
    }
    if starts("\\(", index), language == .tripleQuotes {
      return closing(index + 1) ?? literal.upperBound + 1
    }
    return nil
  }

  /// Returns the end of the format of `printf` that starts at `index`.
  private func endOfFormat(_ index: Int) -> Int? {
    guard bytes[index] == UInt8(ascii: "%") else { return nil }
    let kind = bytes[(index + 1)...].drop { "+-0123456789.lhz".utf8.contains($0) }
    return kind.first.map { "dsfgeiuxX@".utf8.contains($0) } == true ? kind.startIndex + 1 : nil
  }
}

extension HostCode {
  /// Reads a literal forwards and knows the line of its place, so that long lines and many lines
  /// take time in proportion to their length.
  struct LineReader {
    private let bytes: ArraySlice<UInt8>
    private var place: Int
    /// The number of lines before the current one.
    private(set) var number = 0
    /// The start of the line, or of the literal on its first line.
    private(set) var start: Int
    /// The first byte of the line that is not blank.
    private var first: Int?

    init(_ bytes: ArraySlice<UInt8>, from start: Int) {
      self.bytes = bytes
      self.start = start
      place = start
    }

    /// Goes on to a later place.
    mutating func read(to index: Int) {
      while place < index {
        if bytes[place] == .newline {
          number += 1
          start = place + 1
          first = nil
        } else if first == nil, !bytes[place].isBlank {
          first = place
        }
        place += 1
      }
    }

    /// Whether the line is a directive, as far as it was read.
    var isDirective: Bool { first.map { bytes[$0] == .hash } ?? false }

    /// The word after `#`.
    var directive: ArraySlice<UInt8> { word(from: (first ?? place) + 1) }

    /// The macro without parameters that the line defines.
    var definedName: ArraySlice<UInt8>? {
      guard isDirective, directive.elementsEqual("define".utf8) else { return nil }
      let name = word(from: directive.endIndex)
      return !name.isEmpty && name.endIndex < place && name.allSatisfy(\.continuesIdentifier)
        ? name : nil
    }

    private func word(from start: Int) -> ArraySlice<UInt8> {
      bytes[start...].drop(while: \.isBlank).prefix { !$0.isSpace }
    }
  }

  /// The words of a literal.
  struct LiteralWords {
    struct Uses {
      /// The number of lines before each use.
      var lines: [Int] = []
      /// Whether all uses but the first stand where a value may stand: not as a type or a function,
      /// and not where the value decides what is compiled.
      var areValues = true
    }

    private(set) var uses: [ArraySlice<UInt8>: Uses] = [:]

    init(_ bytes: ArraySlice<UInt8>, _ literal: Range<Int>) {
      var line = LineReader(bytes, from: literal.lowerBound)
      var index = literal.lowerBound
      while index < literal.upperBound {
        guard bytes[index].continuesIdentifier else {
          index += 1
          continue
        }
        let rest = bytes[index..<literal.upperBound]
        let word = rest.prefix(while: \.continuesIdentifier)
        line.read(to: index)
        var isValue: Bool
        if line.isDirective {
          let directive = line.directive
          isValue = directive.elementsEqual("ifdef".utf8) || directive.elementsEqual("ifndef".utf8)
        } else {
          let next = rest[word.endIndex...].first { !$0.isBlank }
          isValue = next.map { !$0.startsIdentifier && $0 != UInt8(ascii: "(") } ?? true
        }
        if uses[word] == nil { isValue = true }
        uses[word, default: Uses()].lines.append(line.number)
        if !isValue { uses[word, default: Uses()].areValues = false }
        index = word.endIndex
      }
    }
  }
}
