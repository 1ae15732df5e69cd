/// Thrown after a syntax error was reported, up to the statement or declaration that contains it.
struct SyntaxFailure: Error {}

/// Reads the grammar of GLSL ES 1.00 (§9) by recursive descent and calls the ``Checker`` for
/// everything that it reads.
///
/// After a syntax error it goes on with the next statement or declaration, so that one run finds
/// all errors. Names in the skipped text are not reported as unknown later.
final class Parser {
  let checker: Checker
  private let lexemes: [Lexeme]
  private let text: Preprocessed
  /// The position in ``Preprocessed/items``.
  @exclusivity(unchecked) var position: Int32 = 0
  @exclusivity(unchecked) private var depth = 0
  /// The position of the last syntax error, which is reported once.
  private var lastError: Int32 = -1

  /// More levels than any shader needs, few enough for the stack of a thread.
  private static let depthLimit = 256

  init(_ text: Preprocessed, _ checker: Checker) {
    self.text = text
    self.checker = checker
    lexemes = Lexeme.all(of: text)
  }

  /// Reads the whole shader.
  func parse() {
    while lexeme != .end {
      if lexeme == .identifier && isMacroLine { skipMacroLine() } else { externalDeclaration() }
    }
  }

  // MARK: Tokens

  var lexeme: Lexeme {
    Int(position) < lexemes.count ? lexemes[Int(position)] : .end
  }

  func lexeme(after count: Int) -> Lexeme {
    let index = Int(position) + count
    return index < lexemes.count ? lexemes[index] : .end
  }

  /// Whether the current token is the first of its line in the source.
  var startsLine: Bool { lexeme != .end && text.items[Int(position)].site.startsLine }

  /// Whether the current token names a type in scope.
  var isTypeName: Bool {
    if lexeme == .type { return true }
    guard lexeme == .identifier,
      let symbol = checker.lookUp(checker.tag(position), at: position)
    else { return false }
    return checker.tree[symbol: symbol].kind == .structure
  }

  /// Reads a token of the given kind, if it is next.
  func take(_ wanted: Lexeme) -> Int32? {
    guard lexeme == wanted else { return nil }
    position += 1
    return position - 1
  }

  func expect(_ wanted: Lexeme) throws(SyntaxFailure) -> Int32 {
    if let item = take(wanted) { return item }
    throw failure("'\(wanted.spelling)' is missing before \(found)")
  }

  /// Reads a semicolon. One that is missing at the end of a line does not stop the parser.
  func expectSemicolon() throws(SyntaxFailure) -> Int32 {
    if let item = take(.semicolon) { return item }
    let isAtEnd = startsLine || lexeme == .rightBrace
    let failure = failure(
      "';' is missing before \(found)",
      fix: isAtEnd ? checker.semicolonFix(after: position - 1) : nil)
    guard isAtEnd else { throw failure }
    return position - 1
  }

  /// Whether a macro that the program defines stands here, for a qualifier of any kind, as in
  /// `IN vec3 position;`.
  var isQualifierOfProgram: Bool {
    [.type, .lowp, .mediump, .highp].contains(lexeme(after: 1)) && checker.isUndeclared(position)
  }

  /// Whether an unknown name stands here before the end of a line, and the next line begins with a
  /// known one or is such a name: it is a macro of the program for statements, no type.
  var isMacroLine: Bool {
    let next = position + 1
    guard lexeme(after: 1) == .identifier, text.items[Int(next)].site.startsLine,
      checker.isUndeclared(position)
    else { return false }
    return !checker.isUndeclared(next)
      || Int(next) + 1 < text.items.count && text.items[Int(next) + 1].site.startsLine
  }

  /// Reports the macro of a line, if nothing has reported it.
  func skipMacroLine() {
    if checker.lookUp(checker.tag(position), at: position) == nil {
      checker.reportUndeclared(position, lack: .type(checker.name(position)))
    }
    position += 1
  }

  /// Whether a call of an unknown function ends here with its line: it may be a macro with the
  /// semicolon, and the function is reported.
  func isMacroCall(from start: Int32) -> Bool {
    startsLine && lexemes[Int(start)] == .identifier
      && lexemes[Int(start) + 1] == .leftParenthesis
      && lexemes[Int(position) - 1] == .rightParenthesis
      && checker.isUnknown(start)
  }

  /// The current token, for messages.
  var found: String {
    lexeme == .end ? "the end of the file" : "'\(checker.name(position))'"
  }

  /// Reports a syntax error at the current token.
  func failure(
    _ message: String, hint: String? = nil, fix: Fix? = nil, lack: Lack? = nil
  ) -> SyntaxFailure {
    if position != lastError {
      lastError = position
      if lexeme == .end && !message.contains("end of the file") {
        checker.report(.syntaxError, "unexpected end of the file", at: position, hint: hint)
      } else if lexeme == .stray {
        let token = checker.text.items[Int(position)].token
        checker.report(
          .syntaxError, "unexpected \(found)", at: position,
          hint: checker.text.hint(for: token) ?? hint)
      } else {
        checker.report(
          .syntaxError, message, at: position, hint: hint ?? semicolonHint, fix: fix, lack: lack)
      }
    }
    return SyntaxFailure()
  }

  /// What to say of a semicolon here, or before, that a macro adds: `#define PI 3.14;`.
  private var semicolonHint: String? {
    let place = [position, position - 1].first { index in
      guard lexemes.indices.contains(Int(index)), lexemes[Int(index)] == .semicolon else {
        return false
      }
      let item = text.items[Int(index)]
      return item.token.start < item.site.start
    }
    guard let place else { return nil }
    let macro = String(decoding: text.bytes[text.items[Int(place)].site.range], as: UTF8.self)
    return "the definition of '\(macro)' has a ';'"
  }

  /// Runs `body` one level deeper, if the limit of nesting allows it.
  func nested<Result>(_ body: () throws(SyntaxFailure) -> Result) throws(SyntaxFailure) -> Result {
    guard depth < Self.depthLimit else {
      if position != lastError {
        lastError = position
        checker.report(
          .tooComplex, "nested more than \(Self.depthLimit) levels deep", at: position)
      }
      // Nothing that follows can be understood.
      position = Int32(lexemes.count)
      lastError = position
      throw SyntaxFailure()
    }
    depth += 1
    defer { depth -= 1 }
    return try body()
  }

  // MARK: Recovery

  /// Skips the rest of a statement or declaration that began at `start`: up to a semicolon, past a
  /// block, or up to the end of the surrounding block.
  func recover(from start: Int32) {
    defer { checker.skip(Int(start)..<min(Int(position), lexemes.count)) }
    while true {
      switch lexeme {
      case .end, .rightBrace: return
      case .semicolon:
        position += 1
        return
      case .leftBrace:
        skipBlock()
        return
      default: position += 1
      }
    }
  }

  func skipBlock() {
    var open = 0
    while lexeme != .end {
      if lexeme == .leftBrace { open += 1 }
      if lexeme == .rightBrace { open -= 1 }
      position += 1
      if open == 0 { return }
    }
  }

  /// Goes on after the parentheses that begin at `start`, or at the block after them.
  func recoverParentheses(from start: Int32) throws(SyntaxFailure) {
    var open = 0
    var index = Int(start)
    while index < lexemes.count {
      switch lexemes[index] {
      case .leftParenthesis: open += 1
      case .rightParenthesis:
        open -= 1
        if open == 0 && index >= Int(position) {
          checker.skip(Int(start)..<index)
          position = Int32(index + 1)
          return
        }
      case .leftBrace:
        guard index >= Int(position) else { throw SyntaxFailure() }
        position = Int32(index)
        return
      case .rightBrace: throw SyntaxFailure()
      default: break
      }
      index += 1
    }
    throw SyntaxFailure()
  }
}
