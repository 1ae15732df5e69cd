import GLESKitSupport

/// Where comments and literals of a program end.
extension HostCode {
  /// Returns the end of the comment that starts at `index`.
  func endOfComment(_ index: Int) -> Int? {
    if language == .python {
      guard bytes[index] == .hash else { return nil }
      return bytes[index...].firstIndex(of: .newline) ?? bytes.count
    }
    if starts("//", index) { return bytes[index...].firstIndex(of: .newline) ?? bytes.count }
    guard starts("/*", index) else { return nil }
    return find("*/", from: index + 2).map { $0 + 2 } ?? bytes.count
  }

  /// Returns the end of a string on one line, or of a character.
  func endOfShortString(_ index: Int) -> Int? {
    let quote = bytes[index]
    if quote == UInt8(ascii: "'"), language == .tripleQuotes { return endOfCharacter(index) }
    guard quote == .quote || quote == UInt8(ascii: "'") else { return nil }
    // 1'000 is a number.
    if language == .cpp, quote != .quote, index > 0, bytes[index - 1].isDigit { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != quote {
      // An apostrophe in a regular expression or a text of JSX ends nowhere.
      if bytes[end] == .newline { return index + 1 }
      if language == .tripleQuotes, starts("\\(", end), let close = closing(end + 1) {
        end = close
        continue
      }
      // CR and LF are one line end.
      let isBeforeCRLF = starts("\\\r\n", end)
      end += bytes[end] == .backslash ? (isBeforeCRLF ? 3 : 2) : 1
    }
    return min(end + 1, bytes.count)
  }

  /// Returns the end of a character of Kotlin and Java, such as `'"'`.
  private func endOfCharacter(_ index: Int) -> Int? {
    let end = index + (bytes[index...].dropFirst().first == .backslash ? 3 : 2)
    return end < bytes.count && bytes[end] == bytes[index] ? end + 1 : nil
  }

  /// Returns the text of the long literal that starts at `index`, and the literal's end.
  func literal(at index: Int) -> (Range<Int>, Int)? {
    guard failures.count < Self.failureLimit else { return nil }
    switch language {
    case .script:
      guard bytes[index] == UInt8(ascii: "`") else { return continued(at: index) }
      return noted(end(of: .template, from: index + 1)).map { (index + 1..<$0, $0 + 1) }
    case .cpp: return rawString(at: index) ?? macro(at: index) ?? continued(at: index)
    case .python: return delimited(index, "\"\"\"") ?? delimited(index, "'''")
    case .tripleQuotes: return delimited(index, "\"\"\"")
    }
  }

  /// More failures than in programs that compile; the time for each is in proportion to the file.
  private static let failureLimit = 20

  /// Notes whether the search for an end had success.
  private func noted(_ end: Int?) -> Int? {
    if end == nil { failures.count += 1 }
    return end
  }

  /// A string in quotes whose lines end with a backslash.
  private func continued(at index: Int) -> (Range<Int>, Int)? {
    guard let end = endOfShortString(index), end > index + 1,
      bytes[index..<end].contains(.newline)
    else { return nil }
    return (index + 1..<end - 1, end)
  }

  private func delimited(_ index: Int, _ quotes: String) -> (Range<Int>, Int)? {
    guard starts(quotes, index), let end = noted(find(quotes, from: index + 3)) else { return nil }
    return (index + 3..<end, end + 3)
  }

  private func rawString(at index: Int) -> (Range<Int>, Int)? {
    guard starts("R\"", index), let open = bytes[(index + 2)...].prefix(18).firstIndex(of: 40)
    else { return nil }
    let delimiter = String(decoding: bytes[(index + 2)..<open], as: UTF8.self)
    guard let end = noted(find(")\(delimiter)\"", from: open + 1)) else { return nil }
    return (open + 1..<end, end + delimiter.utf8.count + 2)
  }

  /// The argument of a macro that turns it into a string, such as `SHADER_STRING` or `STRINGIFY`.
  private func macro(at index: Int) -> (Range<Int>, Int)? {
    guard bytes[index].isCapital || !stringizers.isEmpty && bytes[index].startsIdentifier,
      index == 0 || !bytes[index - 1].continuesIdentifier
    else {
      return nil
    }
    let end = bytes[index...].firstIndex { !$0.continuesIdentifier } ?? bytes.count
    let macro = bytes[index..<end]
    let isKnown = stringizers.contains(Array(macro))
    guard isKnown || !macro.contains(where: \.isLowercase),
      let open = bytes[end...].firstIndex(where: { !$0.isSpace }),
      bytes[open] == UInt8(ascii: "("),
      isKnown || ["GLSL", "SHADER", "STRING"].contains(where: { Self.find($0, in: macro) })
        || declaresFirst(open + 1), !isDefined(before: index),
      let close = noted(closing(open, skipsComments: true)), !containsString(open..<close)
    else { return nil }
    // `EJ_SHADER_SOURCE(Name, …)` gives the string a name.
    let name = bytes[(open + 1)..<close].prefix { $0.continuesIdentifier }
    let isNamed = !name.isEmpty && bytes[name.endIndex] == UInt8(ascii: ",")
    return (isNamed ? name.endIndex + 1..<close - 1 : open + 1..<close - 1, close)
  }

  /// Returns the macros that are defined as their argument with the operator `#`.
  static func stringizers(in bytes: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    var rest = bytes[...]
    while let start = rest.withUnsafeBufferPointer({ $0.find("#define") }) {
      rest = rest.dropFirst(start + 7)
      let name = rest.drop(while: \.isBlank).prefix { $0.continuesIdentifier }
      let line = rest[name.endIndex...].prefix { !$0.isLineEnd }
      guard line.first == UInt8(ascii: "("), let close = line.firstIndex(of: UInt8(ascii: ")"))
      else { continue }
      let value = line[(close + 1)...].filter { !$0.isBlank }
      if value.first == .hash, value.dropFirst().allSatisfy(\.continuesIdentifier) {
        found.insert(Array(name))
      }
    }
    return found
  }

  /// Returns whether the argument of a macro begins as only shaders do.
  private func declaresFirst(_ start: Int) -> Bool {
    let word = bytes[start...].drop(while: \.isSpace)
      .prefix { $0.continuesIdentifier }
    return ["attribute", "precision", "uniform", "varying"].contains { word.elementsEqual($0.utf8) }
  }

  /// Returns whether a string is among the arguments, as in the call of a function.
  private func containsString(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == .quote { return true }
      index = endOfComment(index) ?? index + 1
    }
    return false
  }

  static func find(_ word: StaticString, in text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { $0.find(word) != nil }
  }

  /// Returns whether a text names an output that shaders of GLSL ES 1.00 write.
  static func namesOutput(_ text: ArraySlice<UInt8>) -> Bool {
    find("gl_Position", in: text) || find("gl_FragColor", in: text)
  }

  /// Returns whether a program has words without which no literal of it is taken for a shader.
  static func mayHoldShader(_ text: ArraySlice<UInt8>) -> Bool {
    find("main", in: text)
      && (namesOutput(text) || find("discard", in: text) || find("glsl", in: text))
  }

  /// Returns the end of `${…}`, which may contain braces and template strings.
  func endOfPlaceholder(_ start: Int) -> Int? {
    end(of: .placeholder(braces: 1), from: start + 2).map { $0 + 1 }
  }

  /// What contains the other in JavaScript, to any depth.
  private enum Nested {
    case template
    /// `${…}` with a number of open braces.
    case placeholder(braces: Int)
  }

  /// Returns the index of the backtick or brace that ends a template string or a placeholder, whose
  /// text starts at `start`.
  private func end(of outermost: Nested, from start: Int) -> Int? {
    let backtick = UInt8(ascii: "`")
    var open = [outermost]
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      switch open[open.count - 1] {
      case .template:
        if byte == .backslash {
          index += 1
        } else if byte == backtick {
          open.removeLast()
        } else if starts("${", index) {
          open.append(.placeholder(braces: 1))
          index += 1
        }
      case .placeholder(let braces):
        if byte == backtick {
          open.append(.template)
        } else if byte == UInt8(ascii: "}"), braces == 1 {
          open.removeLast()
        } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
          let change = byte == UInt8(ascii: "{") ? 1 : -1
          open[open.count - 1] = .placeholder(braces: braces + change)
        }
      }
      if open.isEmpty { return index }
      index += 1
    }
    return nil
  }

  private func find(_ word: String, from start: Int) -> Int? {
    bytes.find(Array(word.utf8), from: start)
  }

  /// Returns the end of the parentheses that open at `index`.
  func closing(_ index: Int, skipsComments: Bool = false) -> Int? {
    var depth = 0
    var position = index
    while position < bytes.count {
      if skipsComments, let end = endOfComment(position) {
        position = end
        continue
      }
      if bytes[position] == UInt8(ascii: "(") { depth += 1 }
      if bytes[position] == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return position + 1 }
      }
      position += 1
    }
    return nil
  }

  // MARK: Regular expressions

  /// Returns the end of the regular expression of JavaScript that starts at `index`; what is in one
  /// begins no literal.
  func endOfRegularExpression(_ index: Int) -> Int? {
    guard language == .script, bytes[index] == .slash else { return nil }
    // After a value, a slash divides.
    let code = bytes[..<index]
    let last = code.lastIndex { !$0.isSpace }
    guard last.map({ "(,=:[!&|?{};+-*%<>".utf8.contains(bytes[$0]) || endsKeyword(at: $0) }) ?? true
    else { return nil }
    var isInClass = false
    var end = index + 1
    while end < min(bytes.count, index + Self.longestExpression), bytes[end] != .newline {
      switch bytes[end] {
      case .backslash: end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case .slash where !isInClass: return end + 1
      default: break
      }
      end += 1
    }
    return nil
  }

  /// The most bytes of a regular expression.
  private static let longestExpression = 2_000

  /// Returns whether a keyword of JavaScript ends at `index` after which a value begins.
  private func endsKeyword(at index: Int) -> Bool {
    guard bytes[index].continuesIdentifier else { return false }
    let start = bytes[...index].lastIndex { !$0.continuesIdentifier && $0 != UInt8(ascii: ".") }
    let word = bytes[(start.map { $0 + 1 } ?? 0)...index]
    return ["return", "typeof", "case", "in", "of", "void", "delete", "throw", "await", "yield"]
      .contains { word.elementsEqual($0.utf8) }
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
