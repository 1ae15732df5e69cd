/// Lays out the text of a shader: its tokens, comments and directives stay as they are, and in
/// order, and what is between them is chosen anew.
///
/// - One statement a line, braces on the line of what they belong to, and spaces around binary
///   operators, as clang-format's defaults have it. Directives begin in the first column.
/// - Line breaks within a statement stay where it may be divided, and longer lines are divided. So
///   a matrix keeps its rows.
/// - Nothing depends on the syntax tree: what cannot be parsed, or is in a later version of GLSL,
///   is formatted as well.
package struct Formatter {
  package struct Options: Hashable, Sendable {
    /// The columns of an indentation step.
    package var indent = 2
    /// Whether a step is a tab, which counts as ``indent`` columns.
    package var usesTabs = false
    /// The most columns of a line that can be divided.
    package var width = 100

    package init() {}
  }

  /// What is open around a statement.
  private enum Context {
    /// Braces; whether a declaration goes on after them, as a structure's.
    case braces(isDeclaration: Bool)
    /// What has one statement for a body; whether that is on lines of its own, without braces.
    case control(Lexeme, indents: Bool)
  }

  private enum Bracket: Equatable {
    case plain, braces
    /// The parentheses after a keyword such as `if`.
    case control(Lexeme)
  }

  /// What the branches of a directive have in common.
  private struct State {
    var contexts: [Context] = []
    var brackets: [Bracket] = []
    /// The last token of the statement; `end` before the first.
    var last = Lexeme.end
    var lastIsUnary = false
    /// Whether the statement is `case a:` or the like.
    var isLabel = false
    /// Whether the next braces are those of a structure, or of a block of uniforms.
    var declares = false
    /// Whether the next `while` ends a `do`.
    var isTail = false
  }

  private let bytes: [UInt8]
  private let pieces: [SourcePiece]
  private var state = State()
  /// The states before the branches that are open.
  private var saved: [State] = []
  private var lastRange = 0..<0
  private var layout: LineLayout

  private init(_ bytes: [UInt8], _ options: Options, _ scan: Scan?) {
    self.bytes = bytes
    let all = SourcePieces(bytes, tab: options.indent, scan)
    pieces = all.all
    layout = LineLayout(options, lineEnd: bytes)
    for index in pieces.indices { add(index) }
    layout.endLine()
    if all.isContinued { layout.continueLast() }
  }

  /// Returns the formatted text.
  ///
  /// - Parameter scan: The tokens of the text, if they are known.
  package static func format(
    _ bytes: [UInt8], _ options: Options = Options(), scan: Scan? = nil
  ) -> [UInt8] {
    (bytes.starts(with: SourcePieces.mark) ? SourcePieces.mark : [])
      + Formatter(bytes, options, scan).layout.text
  }

  /// A change of blanks, or of those within a comment.
  package struct Edit: Hashable, Sendable {
    package var range: Range<Int>
    package var text: [UInt8]
  }

  /// Returns what formatting changes, from the start of the text on.
  package static func edits(_ bytes: [UInt8], _ options: Options = Options()) -> [Edit] {
    let new = format(bytes, options)
    func parts(_ bytes: [UInt8]) -> [Range<Int>] {
      var parts: [Range<Int>] = []
      for piece in SourcePieces(bytes, tab: 1).all {
        parts.append((parts.last?.upperBound ?? 0)..<piece.range.lowerBound)
        parts.append(piece.range)
      }
      return parts + [(parts.last?.upperBound ?? 0)..<bytes.count]
    }
    return zip(parts(bytes), parts(new)).compactMap { before, after in
      bytes[before] == new[after] ? nil : Edit(range: before, text: Array(new[after]))
    }
  }

  // MARK: Directives and comments

  private mutating func add(_ index: Int) {
    switch pieces[index].kind {
    case .directive: addDirective(pieces[index])
    case .lineComment, .blockComment: addComment(index)
    case .token: addToken(index)
    }
  }

  private mutating func addDirective(_ piece: SourcePiece) {
    layout.endLine()
    layout.beginLine(piece, level: 0)
    // A backslash at the end of the file is a token.
    let isOpen = bytes[piece.range].last == .backslash
    layout.append(LineCell(bytes[piece.range] + (isOpen ? [.space] : [])))
    layout.endLine()
    let words = Scan(Array(bytes[piece.range])).tokens
    guard words.count > 1 else { return }
    if Directive.openings.contains(words[1].tag) {
      saved.append(state)
    } else if words[1].is(.else) || words[1].is(.elif) {
      state = saved.last ?? state
    } else if words[1].is(.endif) {
      _ = saved.popLast()
    }
  }

  private mutating func addComment(_ index: Int) {
    let piece = pieces[index]
    let isLine = piece.kind == .lineComment
    var cell = LineCell(comment: Array(bytes[piece.range]), space: !opens(state.last) || isLine)
    cell.column = piece.column
    cell.isContinued = piece.isContinued
    cell.isForced = piece.lineBreaks > 0 || piece.isContinued
    let next = index + 1 < pieces.count ? pieces[index + 1] : nil
    if layout.isEmpty {
      // After the last line, or on a line of its own.
      if piece.lineBreaks == 0, layout.appendToLast(cell) { return }
      layout.beginLine(piece, level: level, isContinuation: isContinuation)
    }
    layout.append(cell)
    let isFollowed =
      next?.lineBreaks == 0 && next?.kind == .token && !isLine && !cell.isMultiline
    if layout.isOneComment, !isFollowed { layout.endLine() }
  }

  // MARK: Tokens

  private var level: Int {
    state.contexts.reduce(0) { level, context in
      if case .control(_, indents: false) = context { level } else { level + 1 }
    }
  }

  /// Whether a directive or a comment has divided the statement.
  private var isContinuation: Bool { state.last != .end && state.last != .else }

  private mutating func addToken(_ index: Int) {
    let piece = pieces[index]
    let lexeme = piece.lexeme
    switch lexeme {
    case .leftBrace where !isList: return beginBraces(index)
    case .rightBrace where !state.brackets.contains(.braces): return endBraces(index)
    // What is open is a mistake: the next statement is not part of it.
    case .semicolon where state.brackets.last != .control(.for): state.brackets = []
    case .else: layout.isAfterBrace = false
    default: break
    }
    if state.last == .end { beginStatement(piece) }
    if state.brackets.isEmpty, Self.storages.contains(lexeme) { state.declares = true }
    let keyword = keyword
    append(index)
    state.last = lexeme
    switch lexeme {
    case .leftParenthesis: state.brackets.append(keyword.map { .control($0) } ?? .plain)
    case .leftBracket: state.brackets.append(.plain)
    case .leftBrace: state.brackets.append(.braces)
    case .rightParenthesis, .rightBracket, .rightBrace:
      if case .control(let keyword) = state.brackets.popLast() { beginBody(of: keyword, index) }
    case .semicolon where state.brackets.isEmpty: endStatement(index)
    case .colon where state.isLabel && state.brackets.isEmpty: endLine(index)
    case .else where nextToken(index)?.lexeme != .if: beginBody(of: .else, index)
    case .do: beginBody(of: .do, index)
    default: break
    }
  }

  private static let storages: Set<Lexeme> = [.struct, .uniform, .attribute, .varying, .in, .out]

  /// Whether a brace begins a list, and not a block.
  private var isList: Bool {
    switch state.last {
    case .assign, .comma, .leftParenthesis, .leftBracket: true
    case .leftBrace: state.brackets.last == .braces
    default: false
    }
  }

  /// The keyword before a parenthesis that precedes a body.
  private var keyword: Lexeme? {
    switch state.last {
    case .if, .for: state.last
    case .while: state.isTail ? nil : .while
    case .reserved: bytes[lastRange].elementsEqual("switch".utf8) ? .reserved : nil
    default: nil
    }
  }

  private mutating func beginStatement(_ piece: SourcePiece) {
    let word = bytes[piece.range]
    state.isLabel = word.elementsEqual("case".utf8) || word.elementsEqual("default".utf8)
  }

  // MARK: Statements

  /// The next token, behind comments and directives.
  private func nextToken(_ index: Int) -> SourcePiece? {
    pieces[(index + 1)...].first { $0.kind == .token }
  }

  private mutating func endLine(_ index: Int, opens: Bool = false) {
    // At the start of a line it would be a directive.
    if index + 1 < pieces.count, pieces[index + 1].kind == .token,
      pieces[index + 1].lineBreaks == 0,
      !pieces[index + 1].isContinued, bytes[pieces[index + 1].range.lowerBound] == .hash
    {
      return
    }
    layout.endLine(opens: opens)
    (state.last, state.lastIsUnary, state.declares, state.isLabel) = (.end, false, false, false)
    state.brackets = []
  }

  /// Begins what a keyword governs: braces on the same line, or a statement on the next.
  private mutating func beginBody(of keyword: Lexeme, _ index: Int) {
    let hasBraces = nextToken(index)?.lexeme == .leftBrace
    state.contexts.append(.control(keyword, indents: !hasBraces))
    if !hasBraces { endLine(index, opens: true) }
  }

  private mutating func endStatement(_ index: Int) {
    let next = nextToken(index)?.lexeme
    state.isTail = false
    loop: while case .control(let keyword, _) = state.contexts.last {
      state.contexts.removeLast()
      switch (keyword, next) {
      case (.if, .else): break loop
      case (.do, .while):
        state.isTail = true
        break loop
      default: break
      }
    }
    let isJoined =
      layout.isAfterBrace && (next == .semicolon || next == .else || state.isTail)
      && index + 1 < pieces.count && pieces[index + 1].kind == .token
    if !isJoined { endLine(index) }
  }

  private mutating func beginBraces(_ index: Int) {
    let isDeclaration = state.declares
    state.brackets = []
    append(index)
    state.contexts.append(.braces(isDeclaration: isDeclaration))
    state.last = .leftBrace
    let next = index + 1 < pieces.count ? pieces[index + 1] : nil
    if next?.kind != .token || next?.lexeme != .rightBrace { endLine(index, opens: true) }
  }

  private mutating func endBraces(_ index: Int) {
    if state.last != .leftBrace { endLine(index - 1) }
    var isDeclaration = false
    while let context = state.contexts.popLast() {
      guard case .braces(let declares) = context else { continue }
      isDeclaration = declares
      break
    }
    append(index)
    (state.last, state.brackets) = (.rightBrace, [])
    layout.isAfterBrace = true
    let next = nextToken(index)?.lexeme
    let follows: Set<Lexeme?> = [.identifier, .comma, .semicolon, .leftBracket, .assign]
    if !isDeclaration || !follows.contains(next) { endStatement(index) }
  }

  // MARK: Lines

  private mutating func append(_ index: Int) {
    let piece = pieces[index]
    let lexeme = piece.lexeme
    let isUnary = isUnary(lexeme)
    if layout.isEmpty {
      layout.beginLine(
        piece, level: max(0, level - (state.isLabel ? 1 : 0)),
        isContinuation: isContinuation && lexeme != .leftBrace, brackets: state.brackets.count)
    }
    var cell = LineCell(Array(bytes[piece.range]), space: space(before: piece, isUnary: isUnary))
    cell.isContinued = piece.isContinued
    cell.opens =
      lexeme == .leftParenthesis || lexeme == .leftBracket || lexeme == .leftBrace && isList
    cell.closes =
      lexeme == .rightParenthesis || lexeme == .rightBracket
      || lexeme == .rightBrace && !state.brackets.isEmpty
    // A word after another statement's end: a macro, or a statement whose semicolon is missing.
    let isApart =
      state.brackets.isEmpty && Self.endsWords.contains(state.last) && isWord(lexeme)
    cell.isAligned = isApart || lexeme == .leftBrace && !cell.opens
    cell.rank = rank(before: lexeme, isUnary: isUnary, closes: cell.closes)
    cell.isForced =
      piece.isContinued || piece.lineBreaks > 0 && (isApart || cell.rank != nil || cell.closes)
    layout.append(cell)
    state.lastIsUnary = isUnary
    lastRange = piece.range
  }

  /// Tokens that never become part of another.
  private static let separators: Set<Lexeme> = [
    .comma, .semicolon, .leftParenthesis, .rightParenthesis, .leftBracket, .rightBracket,
    .leftBrace, .rightBrace,
  ]

  private static let endsWords: Set<Lexeme> = [
    .identifier, .integer, .float, .malformedNumber, .rightParenthesis, .stray,
  ]

  private func isWord(_ lexeme: Lexeme) -> Bool {
    lexeme.rawValue >= Lexeme.identifier.rawValue && lexeme.rawValue <= Lexeme.struct.rawValue
  }

  private static let operands = endsWords.union([
    .type, .reserved, .true, .false, .rightBracket, .rightBrace,
  ])

  private func isOperator(_ lexeme: Lexeme) -> Bool {
    lexeme == .colon || lexeme.rawValue >= Lexeme.question.rawValue
  }

  private func isUnary(_ lexeme: Lexeme) -> Bool {
    switch lexeme {
    case .not, .tilde: true
    case .plus, .minus, .increment, .decrement: !Self.operands.contains(state.last)
    default: false
    }
  }

  /// Whether the last token is a bracket or an empty block's brace.
  private func opens(_ lexeme: Lexeme) -> Bool {
    lexeme == .leftParenthesis || lexeme == .leftBracket || lexeme == .leftBrace
  }

  /// Where a line may be divided, and how good a place it is: less is better.
  private func rank(before lexeme: Lexeme, isUnary: Bool, closes: Bool) -> Int? {
    let rank: Int
    switch (state.last, lexeme) {
    case (.stray, _), (_, .stray), (_, .comma), (_, .semicolon), (.end, _): return nil
    case (.comma, _), (.semicolon, _): rank = 0
    case (_, .question): rank = 1
    case (_, .colon) where !state.isLabel: rank = 1
    case (let last, _) where opens(last) && !closes: rank = 99
    case (let last, _) where last.isAssignment: rank = 98
    case (let last, _) where last.precedence > 0 && !state.lastIsUnary: rank = 2 + last.precedence
    // Only where the author has divided it.
    case (_, let next) where next.precedence > 0 && !isUnary: return .max
    default: return nil
    }
    return 100 * state.brackets.count + rank
  }

  private func space(before piece: SourcePiece, isUnary: Bool) -> Bool {
    let last = state.last
    if last == .stray || piece.lexeme == .stray {
      return piece.isSpaced || piece.isContinued || piece.lineBreaks > 0
    }
    let isSpaced: Bool
    switch piece.lexeme {
    case .comma, .semicolon, .rightParenthesis, .rightBracket, .dot: isSpaced = false
    case .rightBrace: isSpaced = false
    case .colon: isSpaced = !state.isLabel
    case .leftParenthesis:
      let isCall = [.identifier, .type, .reserved, .rightParenthesis, .rightBracket].contains(last)
      isSpaced = keyword != nil || !isCall && !opens(last) && !state.lastIsUnary
    case .leftBracket: isSpaced = isOperator(last) && !state.lastIsUnary
    case .increment where !isUnary, .decrement where !isUnary: isSpaced = false
    default: isSpaced = !opens(last) && !state.lastIsUnary && last != .dot
    }
    return isSpaced || merges(piece)
  }

  /// Whether the last token and a piece would become other tokens without a blank.
  private func merges(_ piece: SourcePiece) -> Bool {
    guard state.last != .end, !Self.separators.contains(state.last),
      !Self.separators.contains(piece.lexeme)
    else { return false }
    let tokens = Scan(Array(bytes[lastRange] + bytes[piece.range])).tokens
    return tokens.first.map { Int($0.length) } != lastRange.count || tokens.count != 2
  }
}
