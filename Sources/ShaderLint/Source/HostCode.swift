import CompilerLogs
import GLESKitSupport
import GLSL

/// Finds shaders in string literals of programs.
///
/// Literals on several lines are searched, which ``Language`` lists, strings whose lines end with
/// a backslash, and the arguments of macros such as `SHADER_STRING(…)`; and strings on one line,
/// alone or joined.
struct HostCode {
  /// The shaders, in order. The text of each begins with its first line in the file, and blanks
  /// replace all other text, so that columns are those of the file.
  private(set) var shaders: [ShaderInput] = []
  /// Why literals that look like shaders are not checked.
  private(set) var skipped: [SkippedPart] = []

  let path: String
  let bytes: [UInt8]
  let language: Language
  /// The macros of a program in C that make a string of their argument.
  let stringizers: Set<[UInt8]>
  /// The names outside comments and long literals that may be macros: those in capitals, members of
  /// `defines`, and in C those that are defined.
  private lazy var possibleMacros = findPossibleMacros()
  private lazy var source = SourceText(path: path, bytes: bytes)
  /// The branches of `#if` in C that the search is in, from the outermost.
  private var branches: [Branch] = []
  /// The innermost branch around each of ``shaders``.
  private var shaderBranches: [Branch?] = []

  /// A branch of the `#if` at `start`.
  private struct Branch {
    var start: Int
    var number = 0
    /// Whether the condition of the first branch names iOS.
    var beginsWithIOS = false
  }

  /// How many long literals had no end when the rest of the file was searched for it.
  final class Failures { var count = 0 }
  let failures = Failures()

  /// Finds the shaders of a file; `nil` for a language that is not known.
  init?(_ path: String, _ bytes: [UInt8]) {
    self.init(unsearched: path, bytes)
    search()
  }

  /// Reads a program of which only the literals are wanted.
  init?(unsearched path: String, _ bytes: [UInt8]) {
    guard let language = Language(path: path) else { return nil }
    self.init(path, Self.withTemplates(bytes, Paths.ending(of: path)), language)
  }

  private init(_ path: String, _ bytes: [UInt8], _ language: Language) {
    self.path = path
    self.bytes = bytes
    self.language = language
    stringizers = language == .cpp ? Self.stringizers(in: bytes) : []
  }

  /// Returns the text of a program that a shader includes: its first long literal, with blanks in
  /// the place of all other text. `nil` for a file that is not a program or has no literal.
  static func includedText(_ path: String, _ bytes: [UInt8]) -> [UInt8]? {
    guard let code = HostCode(unsearched: path, bytes) else { return nil }
    var index = 0
    while index < bytes.count {
      let (piece, end) = code.piece(at: index)
      if case .literal(let text) = piece { return FileParts.blanked(bytes, except: text) }
      index = end
    }
    return nil
  }

  // MARK: Literals

  /// What a program has at an index.
  enum Piece {
    /// A comment or a regular expression.
    case comment
    /// A literal on several lines, by its text.
    case literal(Range<Int>)
    /// A string on one line, with its quotes.
    case string(Range<Int>)
    /// A byte of code.
    case code
  }

  /// Returns what begins at an index, and where it ends, which is after the index.
  func piece(at index: Int) -> (piece: Piece, end: Int) {
    if let end = endOfComment(index) ?? endOfRegularExpression(index) { return (.comment, end) }
    if let (text, end) = literal(at: index) { return (.literal(text), max(end, index + 1)) }
    if let end = endOfShortString(index) { return (.string(index..<end), max(end, index + 1)) }
    return (.code, index + 1)
  }

  private mutating func search() {
    var index = 0
    var endOfJoined = 0
    while index < bytes.count {
      let (piece, end) = piece(at: index)
      if case .comment = piece {
        index = end
        continue
      }
      if index >= endOfJoined, let joined = joined(at: index) {
        if take(joined) {
          index = joined.range.upperBound
          continue
        }
        endOfJoined = joined.range.upperBound
      }
      switch piece {
      case .literal(let text): take(text, of: index..<end)
      case .string(let range): noteJoined(range)
      case .code where language == .cpp && bytes[index] == .hash: noteDirective(index)
      case .code, .comment: break
      }
      index = end
    }
    skipDesktopBranches()
    for index in shaders.indices { shaders[index].programNames = possibleMacros }
  }

  private mutating func noteDirective(_ hash: Int) {
    let line = bytes[(hash + 1)...].prefix { !$0.isLineEnd }
    let word = line.drop(while: \.isBlank).prefix { $0.continuesIdentifier }
    switch String(decoding: word, as: UTF8.self) {
    case "if", "ifdef", "ifndef":
      let namesIOS =
        Self.find("TARGET_OS_IPHONE", in: line) || Self.find("TARGET_IPHONE_SIMULATOR", in: line)
      branches.append(
        Branch(start: hash, beginsWithIOS: namesIOS && !line.contains(UInt8(ascii: "!"))))
    case "else", "elif", "elifdef", "elifndef":
      if let last = branches.indices.last { branches[last].number += 1 }
    case "endif": _ = branches.popLast()
    default: break
    }
  }

  /// Skips shaders without precisions if those of the same stage in another branch of the program's
  /// `#if` have some, or that branch is for iOS: GPUImage has two texts of each shader, for OpenGL
  /// ES and for OpenGL.
  private mutating func skipDesktopBranches() {
    let isPrecise = shaders.map { shader in
      Scan(shader.bytes ?? []).tokens.contains { token in Precision.tags.contains(token.tag) }
    }
    let desktop = shaders.indices.filter { index in
      guard let own = shaderBranches[index] else { return false }
      let isOfOther = own.beginsWithIOS && own.number > 0
      guard isOfOther || !isPrecise[index] else { return false }
      return shaders.indices.contains {
        (isOfOther || isPrecise[$0]) && shaders[$0].stage == shaders[index].stage
          && shaderBranches[$0]?.start == own.start && shaderBranches[$0]?.number != own.number
      }
    }
    for index in desktop.reversed() {
      skip(.desktop, at: shaders.remove(at: index).range?.lowerBound ?? 0)
    }
  }

  /// Notes the first string without `main` that writes to an output of a shader: a program joins it
  /// with others.
  private mutating func noteJoined(_ range: Range<Int>) {
    if Self.namesOutput(bytes[range]), Self.find("=", in: bytes[range]) {
      note(.joined, at: range)
    }
  }

  /// Notes the first shader that is not checked for a reason that concerns pieces of shaders.
  private mutating func note(_ reason: Reason, at range: Range<Int>) {
    guard !skipped.contains(where: { $0.reason == reason.rawValue }) else { return }
    skip(reason, at: range.lowerBound)
  }

  /// Why a shader is not checked.
  enum Reason: String {
    case joined = "a shader in strings that the program joins"
    case program = "a program in a string, with shaders in its own strings"
    case noMain = "a shader's text without main"
    case later = "GLSL ES 3.00 or desktop GLSL"
    case desktop = "GLSL for desktops: another branch of #if has the same for OpenGL ES"
    case laterFunction =
      "functions of GLSL ES 3.00 but no #version line (add #version 100 to check it)"
    case unknownStage = "neither gl_Position nor gl_FragColor tells the stage"
    case placeholder = "a placeholder stands for unknown declarations or statements"
    case both = "a vertex and a fragment shader in one string, which the program divides"
    case crowded = "directives and other text on one line of the program"
  }

  private mutating func skip(_ reason: Reason, at index: Int) {
    let line = source.position(of: index).line
    skipped.append(SkippedPart(line: line, reason: reason.rawValue))
  }

  func starts(_ word: String, _ index: Int) -> Bool {
    bytes[index...].starts(with: word.utf8)
  }

  // MARK: Shaders

  /// Takes a literal that may have several lines. On one line, only a whole shader counts.
  private mutating func take(_ range: Range<Int>, of literal: Range<Int>) {
    let text = bytes[range]
    let start = literal.lowerBound
    // Python in Python's other quotes.
    let isTagged = isTagged(start)
    guard isTagged || text.contains(.newline) || Self.find("main", in: text),
      !Self.find("\"\"\"", in: text)
    else { return }
    let evidence = Evidence(text)
    guard isTagged || text.contains(.newline) || evidence.isShader else { return }
    guard evidence.isPiece || isTagged, !isDocumentation(start) else { return }
    guard !evidence.isProgram else { return note(.program, at: range) }
    if evidence.isPiece, isJoined(literal) || Self.isCutOff(text) {
      return note(.joined, at: range)
    }
    guard isTagged || evidence.isShader else {
      if !evidence.hasMain { noteJoined(range) }
      return
    }
    guard evidence.hasMain else { return skip(.noMain, at: range.lowerBound) }
    guard let stage = stage(evidence, start, range) else { return }
    // OpenFL replaces the pragma by statements.
    if isFormat(start) || Self.find("#pragma body", in: text) {
      return skip(.placeholder, at: range.lowerBound)
    }
    // Raw strings of C++ and elements have no escapes; what a macro makes a string of has.
    let hasEscapes = !(language == .cpp && starts("R\"", start)) && element(before: start).isEmpty
    guard let placeholders = placeholders(in: range, hasEscapes: hasEscapes) else {
      return skip(.placeholder, at: range.lowerBound)
    }
    add(bytes[range], stage, of: range, placeholders)
  }

  /// Takes joined strings; returns false if they are no shader.
  private mutating func take(_ joined: Joined) -> Bool {
    // All whole shaders have the word main.
    guard !joined.isLongLiteral, Self.find("main", in: bytes[joined.range]) else { return false }
    let start = joined.range.lowerBound
    let text = JoinedText(joined, in: bytes)
    let evidence = Evidence(text.text[...])
    guard evidence.isShader else { return false }
    guard !evidence.isProgram else {
      note(.program, at: joined.range)
      return true
    }
    guard joined.isWhole, !isJoined(joined.range), !followsText(start),
      !Self.isCutOff(text.text[...])
    else {
      note(.joined, at: joined.range)
      return true
    }
    guard let stage = stage(evidence, start, joined.range) else { return true }
    guard text.isPlain else {
      note(.crowded, at: joined.range)
      return true
    }
    // What separates the strings does not belong to a placeholder.
    let part = HostCode(path, text.body + [UInt8](repeating: .space, count: 3), language)
    guard
      let placeholders = part.placeholders(
        in: text.body.indices, and: text.values, hasEscapes: false)
    else {
      skip(.placeholder, at: start)
      return true
    }
    add(text.body[...], stage, of: joined.range, placeholders.map { $0.moved(by: start) })
    return true
  }

  /// Returns the stage of a shader; notes why there is none.
  private mutating func stage(
    _ evidence: Evidence, _ start: Int, _ range: Range<Int>
  ) -> ShaderStage? {
    // What to do about a later version is said as of files.
    if evidence.namesLater, !evidence.hasBoth {
      return evidence.stage ?? stage(before: start) ?? .fragment
    }
    if evidence.isLater || evidence.callsLater {
      skip(evidence.isLater ? .later : .laterFunction, at: range.lowerBound)
      return nil
    }
    if evidence.hasBoth {
      skip(.both, at: range.lowerBound)
      return nil
    }
    let found = evidence.stage ?? stage(before: start)
    if found == nil { skip(.unknownStage, at: range.lowerBound) }
    return found
  }

  /// Adds a shader with the text `body`, which stands at `range` in the file.
  private mutating func add(
    _ body: ArraySlice<UInt8>, _ stage: ShaderStage, of range: Range<Int>,
    _ placeholders: [Placeholder]
  ) {
    let (line, column) = source.position(of: range.lowerBound)
    var body = body
    let uncertain = replace(placeholders, in: &body, of: range, line: line)
    var input = ShaderInput(
      path: path, stage: stage, bytes: [UInt8](repeating: .space, count: column - 1) + body)
    input.part = "line \(line)"
    input.original = bytes
    input.firstLine = line
    input.range = range
    input.uncertainLines = uncertain
    shaders.append(input)
    shaderBranches.append(branches.last)
  }

  /// Returns whether a tag or comment before the literal says that it is a shader.
  private func isTagged(_ start: Int) -> Bool {
    if Self.find("x-shader", in: element(before: start)) { return true }
    let before = String(decoding: bytes[..<start].suffix(40), as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined()
    let name = bytes[start...].prefix { $0.continuesIdentifier }
    if Self.find("GLSL", in: name) || Self.find("SHADER", in: name) { return true }
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
    var before = bytes[..<literal.lowerBound]
    for tag in ["", "/*glsl*/", "/* glsl */", "glsl"]
    where before.suffix(tag.utf8.count).elementsEqual(tag.utf8) {
      before.removeLast(tag.utf8.count)
      while let last = before.last, last.isSpace { before.removeLast() }
    }
    let plus = UInt8(ascii: "+")
    return before.last == plus || before.suffix(2).elementsEqual("+=".utf8)
      || bytes[literal.upperBound...].first { !$0.isSpace } == plus
  }

  private func findPossibleMacros() -> Set<String> {
    var names: Set<String> = []
    var index = 0
    while index < bytes.count {
      let (piece, end) = piece(at: index)
      let words: Range<Int>
      switch piece {
      case .comment, .literal: words = end..<end
      // The names of macros may be strings.
      case .string(let range): words = range
      case .code:
        let rest = bytes[index...]
        words = index..<(rest.firstIndex { !$0.continuesIdentifier } ?? bytes.count)
        if language == .script { names.formUnion(definesMembers(at: index)) }
      }
      for word in bytes[words].split(whereSeparator: { !$0.continuesIdentifier }) {
        let start = word.startIndex
        let isInCapitals =
          word.count > 1 && word.contains(where: \.startsIdentifier)
          && !word.contains(where: \.isLowercase)
        if isInCapitals || (language == .cpp && isDefined(before: start)) {
          names.insert(String(decoding: word, as: UTF8.self))
        }
      }
      index = max(end, words.upperBound)
    }
    return names
  }

  /// Returns whether `#define` precedes `index`: macros are also replaced in those that make a
  /// string of a shader.
  func isDefined(before index: Int) -> Bool {
    let before = bytes[..<index].reversed().drop(while: \.isBlank)
    return before.starts(with: "enifed".utf8)
      && before.dropFirst(6).first { !$0.isBlank } == .hash
  }

}
