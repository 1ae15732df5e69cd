import CompilerLogs
import GLESKitSupport

/// Finds shaders in string literals of programs.
///
/// Literals on several lines are searched: template strings of JavaScript and TypeScript, raw
/// strings of C++, strings of both whose lines end with a backslash, triple-quoted strings of
/// Swift, Kotlin, Java and Python, and the arguments of macros such as `SHADER_STRING(…)`.
struct HostCode {
  /// The shaders, in order. In the text of each, blanks replace all other text, so that lines
  /// and columns are those of the file.
  private(set) var shaders: [ShaderInput] = []
  /// Why literals that look like shaders are not checked.
  private(set) var skipped: [SkippedPart] = []

  private let path: String
  let bytes: [UInt8]
  let language: Language
  /// The names outside comments and long literals that may be macros: those in capitals, and in C
  /// those that are defined.
  private lazy var possibleMacros = findPossibleMacros()

  /// How a language writes long literals.
  enum Language {
    case script, cpp, python, tripleQuotes

    init?(path: String) {
      switch Paths.ending(of: path) {
      case "js", "mjs", "cjs", "jsx", "ts", "tsx", "mts": self = .script
      case "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inl", "m", "mm": self = .cpp
      case "py": self = .python
      case "swift", "kt", "kts", "java": self = .tripleQuotes
      default: return nil
      }
    }
  }

  /// Returns whether a file may hold shaders in literals, by its name.
  static func isHost(_ path: String) -> Bool { Language(path: path) != nil }

  /// Finds the shaders of a file; `nil` for a language that is not known.
  init?(_ path: String, _ bytes: [UInt8]) {
    guard let language = Language(path: path) else { return nil }
    self.init(path, bytes, language)
    search()
  }

  private init(_ path: String, _ bytes: [UInt8], _ language: Language) {
    self.path = path
    self.bytes = bytes
    self.language = language
  }

  /// Returns the text of a program that a shader includes: its first long literal, with blanks in
  /// the place of all other text. `nil` for a file that is not a program or has no literal.
  static func includedText(_ path: String, _ bytes: [UInt8]) -> [UInt8]? {
    guard let language = Language(path: path) else { return nil }
    let code = HostCode(path, bytes, language)
    var index = 0
    while index < bytes.count {
      if let end = code.endOfComment(index) ?? code.endOfRegularExpression(index) {
        index = end
      } else if let (text, _) = code.literal(at: index) {
        return FileParts.blanked(bytes, except: text)
      } else {
        index = code.endOfShortString(index) ?? index + 1
      }
    }
    return nil
  }

  // MARK: Literals

  private mutating func search() {
    var index = 0
    while index < bytes.count {
      if let end = endOfComment(index) ?? endOfRegularExpression(index) {
        index = end
      } else if let (text, end) = literal(at: index) {
        take(text, of: index..<end)
        index = end
      } else if let end = endOfShortString(index) {
        noteJoined(index..<end)
        index = end
      } else {
        index += 1
      }
    }
  }

  /// Notes the first string on one line that writes to an output of a shader: a program joins it
  /// with others.
  private mutating func noteJoined(_ range: Range<Int>) {
    let writes = bytes[range].withUnsafeBufferPointer {
      ($0.find("gl_Position") != nil || $0.find("gl_FragColor") != nil) && $0.find("=") != nil
    }
    guard writes else { return }
    let isWhole = Self.hasMain(bytes[range]) && !Self.isCutOff(bytes[range]) && !isJoined(range)
    note(isWhole ? "a shader in a string on one line" : Self.joined, at: range)
  }

  private static let joined = "a shader in strings that the program joins"

  /// Notes the first string of a shader that a program joins from strings.
  private mutating func noteJoined(at range: Range<Int>) { note(Self.joined, at: range) }

  /// Notes the first shader that is not checked for a reason.
  private mutating func note(_ reason: String, at range: Range<Int>) {
    guard !skipped.contains(where: { $0.reason == reason }) else { return }
    let line = bytes[..<range.lowerBound].count { $0 == .newline } + 1
    skipped.append(SkippedPart(line: line, reason: reason))
  }

  func starts(_ word: String, _ index: Int) -> Bool {
    bytes[index...].starts(with: word.utf8)
  }

  private func find(_ word: String, from start: Int) -> Int? {
    let pattern = Array(word.utf8)
    guard let first = pattern.first else { return nil }
    var index = start
    while index + pattern.count <= bytes.count {
      if bytes[index] == first, bytes[index...].starts(with: pattern) { return index }
      index += 1
    }
    return nil
  }

  /// Returns the end of the comment that starts at `index`.
  private func endOfComment(_ index: Int) -> Int? {
    if language == .python {
      guard bytes[index] == .hash else { return nil }
      return bytes[index...].firstIndex(of: .newline) ?? bytes.count
    }
    if starts("//", index) { return bytes[index...].firstIndex(of: .newline) ?? bytes.count }
    guard starts("/*", index) else { return nil }
    return find("*/", from: index + 2).map { $0 + 2 } ?? bytes.count
  }

  /// Returns the end of a string on one line.
  private func endOfShortString(_ index: Int) -> Int? {
    let quote = bytes[index]
    guard quote == .quote || (quote == UInt8(ascii: "'") && language != .tripleQuotes) else {
      return nil
    }
    // 1'000 is a number.
    if language == .cpp, quote != .quote, index > 0, bytes[index - 1].isDigit { return nil }
    var end = index + 1
    while end < bytes.count, bytes[end] != quote {
      // An apostrophe in a regular expression or a text of JSX ends nowhere.
      if bytes[end] == .newline { return index + 1 }
      // CR and LF are one line end.
      let isBeforeCRLF = starts("\\\r\n", end)
      end += bytes[end] == .backslash ? (isBeforeCRLF ? 3 : 2) : 1
    }
    return min(end + 1, bytes.count)
  }

  /// Returns the text of the long literal that starts at `index`, and the literal's end.
  private func literal(at index: Int) -> (Range<Int>, Int)? {
    switch language {
    case .script:
      guard bytes[index] == UInt8(ascii: "`"), let end = endOfTemplate(index + 1) else {
        return continued(at: index)
      }
      return (index + 1..<end, end + 1)
    case .cpp: return rawString(at: index) ?? macro(at: index) ?? continued(at: index)
    case .python: return delimited(index, "\"\"\"") ?? delimited(index, "'''")
    case .tripleQuotes: return delimited(index, "\"\"\"")
    }
  }

  /// A string in quotes whose lines end with a backslash.
  private func continued(at index: Int) -> (Range<Int>, Int)? {
    guard let end = endOfShortString(index), end > index + 1,
      bytes[index..<end].contains(.newline)
    else { return nil }
    return (index + 1..<end - 1, end)
  }

  private func delimited(_ index: Int, _ quotes: String) -> (Range<Int>, Int)? {
    guard starts(quotes, index), let end = find(quotes, from: index + 3) else { return nil }
    return (index + 3..<end, end + 3)
  }

  private func rawString(at index: Int) -> (Range<Int>, Int)? {
    guard starts("R\"", index), let open = bytes[(index + 2)...].prefix(18).firstIndex(of: 40)
    else { return nil }
    let delimiter = String(decoding: bytes[(index + 2)..<open], as: UTF8.self)
    guard let end = find(")\(delimiter)\"", from: open + 1) else { return nil }
    return (open + 1..<end, end + delimiter.utf8.count + 2)
  }

  private static let macros = [
    "SHADER_STRING", "STRINGIFY", "SHADER_SOURCE", "GLSL_STRING", "GLSL", "SHADER",
  ]

  /// The argument of a macro that turns it into a string.
  private func macro(at index: Int) -> (Range<Int>, Int)? {
    guard bytes[index].startsIdentifier, index == 0 || !bytes[index - 1].continuesIdentifier else {
      return nil
    }
    let end = bytes[index...].firstIndex { !$0.continuesIdentifier } ?? bytes.count
    guard Self.macros.contains(String(decoding: bytes[index..<end], as: UTF8.self)),
      let open = bytes[end...].firstIndex(where: { !$0.isBlank && !$0.isLineEnd }),
      bytes[open] == UInt8(ascii: "(")
    else { return nil }
    return closing(open, skipsComments: true).map { (open + 1..<$0 - 1, $0) }
  }

  /// Returns the index of the backtick that ends a template string.
  private func endOfTemplate(_ start: Int) -> Int? {
    var index = start
    while index < bytes.count {
      if bytes[index] == .backslash {
        index += 2
      } else if bytes[index] == UInt8(ascii: "`") {
        return index
      } else if starts("${", index) {
        guard let end = endOfPlaceholder(index) else { return nil }
        index = end
      } else {
        index += 1
      }
    }
    return nil
  }

  /// Returns the end of `${…}`, which may contain braces and template strings.
  func endOfPlaceholder(_ start: Int) -> Int? {
    var depth = 0
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "{") { depth += 1 }
      if bytes[index] == UInt8(ascii: "}") {
        depth -= 1
        if depth == 0 { return index + 1 }
      }
      if bytes[index] == UInt8(ascii: "`") {
        guard let end = endOfTemplate(index + 1) else { return nil }
        index = end
      }
      index += 1
    }
    return nil
  }

  // MARK: Shaders

  private mutating func take(_ range: Range<Int>, of literal: Range<Int>) {
    let text = bytes[range]
    let start = literal.lowerBound
    // Python in Python's other quotes.
    guard text.contains(.newline), text.withUnsafeBufferPointer({ $0.find("\"\"\"") }) == nil else {
      return
    }
    let hasMain = Self.hasMain(text)
    let isVertex = text.withUnsafeBufferPointer { $0.find("gl_Position") != nil }
    let isFragment = text.withUnsafeBufferPointer {
      $0.find("gl_FragColor") != nil || $0.find("gl_FragData") != nil
    }
    if hasMain || isVertex || isFragment, isJoined(literal) || Self.isCutOff(text) {
      return noteJoined(at: range)
    }
    let isShader = hasMain && (isVertex || isFragment || Self.declares(text))
    guard isTagged(start) || isShader else { return }
    let line = bytes[..<range.lowerBound].count { $0 == .newline } + 1
    func skip(_ reason: String, _ skipped: inout [SkippedPart]) {
      skipped.append(SkippedPart(line: line, reason: reason))
    }
    guard hasMain else { return skip("a shader's text without main", &skipped) }
    if Self.isES300(text) { return skip("GLSL ES 3.00 or desktop GLSL", &skipped) }
    guard isVertex != isFragment || stage(before: start) != nil else {
      return skip("neither gl_Position nor gl_FragColor tells the stage", &skipped)
    }
    guard let placeholders = placeholders(in: range) else {
      return skip("a placeholder stands for unknown declarations or statements", &skipped)
    }
    var body = FileParts.blanked(bytes, except: range)
    let uncertain = replace(placeholders, in: &body, of: range, line: line)
    let known: ShaderStage = isVertex ? .vertex : .fragment
    var input = ShaderInput(
      path: path, stage: isVertex != isFragment ? known : stage(before: start), bytes: body)
    input.part = "line \(line)"
    input.original = bytes
    input.range = range
    input.uncertainLines = uncertain
    input.programNames = possibleMacros
    shaders.append(input)
  }

  /// Returns whether a tag or comment before the literal says that it is a shader.
  private func isTagged(_ start: Int) -> Bool {
    let before = String(decoding: bytes[..<start].suffix(40), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined()
    if bytes[start].startsIdentifier && bytes[start] != UInt8(ascii: "R") { return true }
    return ["/*glsl*/", "language=glsl", "//glsl"].contains(where: before.lowercased().hasSuffix)
      || before.hasSuffix("glsl")
  }

  /// Returns the stage that the words before a literal name, on its line or on the one before.
  private func stage(before start: Int) -> ShaderStage? {
    func lineStart(_ end: Int) -> Int { bytes[..<end].lastIndex(of: .newline).map { $0 + 1 } ?? 0 }
    var first = lineStart(start)
    if first > 0, bytes[first..<start].allSatisfy(\.isBlank) { first = lineStart(first - 1) }
    let words = String(decoding: bytes[first..<start], as: UTF8.self).lowercased()
    let isVertex = words.contains("vert")
    let isFragment = words.contains("frag")
    return isVertex == isFragment ? nil : isVertex ? .vertex : .fragment
  }

  /// Returns whether `+` joins a literal with another text.
  private func isJoined(_ literal: Range<Int>) -> Bool {
    func isSpace(_ byte: UInt8) -> Bool { byte.isBlank || byte.isLineEnd }
    var before = bytes[..<literal.lowerBound]
    for tag in ["", "/*glsl*/", "/* glsl */", "glsl"]
    where before.suffix(tag.utf8.count).elementsEqual(tag.utf8) {
      before.removeLast(tag.utf8.count)
      while let last = before.last, isSpace(last) { before.removeLast() }
    }
    let plus = UInt8(ascii: "+")
    return before.last == plus || before.suffix(2).elementsEqual("+=".utf8)
      || bytes[literal.upperBound...].first { !isSpace($0) } == plus
  }

  private func findPossibleMacros() -> Set<String> {
    var names: Set<String> = []
    var index = 0
    while index < bytes.count {
      if let end = endOfComment(index) ?? endOfRegularExpression(index) {
        index = end
      } else if let (_, end) = literal(at: index) {
        index = end
      } else if bytes[index].continuesIdentifier {
        let end = bytes[index...].firstIndex { !$0.continuesIdentifier } ?? bytes.count
        let word = bytes[index..<end]
        let isInCapitals =
          word.count > 1 && word.contains(where: \.startsIdentifier)
          && !word.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        if isInCapitals || (language == .cpp && isDefined(before: index)) {
          names.insert(String(decoding: word, as: UTF8.self))
        }
        index = end
      } else {
        index += 1
      }
    }
    return names
  }

  /// Returns whether `#define` precedes `index`: macros are also replaced in those that make a
  /// string of a shader.
  private func isDefined(before index: Int) -> Bool {
    let before = bytes[..<index].reversed().drop(while: \.isBlank)
    return before.starts(with: "enifed".utf8)
      && before.dropFirst(6).first { !$0.isBlank } == .hash
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
}
