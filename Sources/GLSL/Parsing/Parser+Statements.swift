/// Statements (§6, §9).
extension Parser {
  /// A statement. After a syntax error the rest of it is skipped.
  func statement() -> NodeID {
    recovering { () throws(SyntaxFailure) in try statementOrFailure() }
  }

  private func recovering(_ body: () throws(SyntaxFailure) -> NodeID) -> NodeID {
    let start = position
    do throws(SyntaxFailure) {
      return try nested(body)
    } catch {
      recover(from: start)
      // The skipped text may return a value.
      checker.returnsValue = true
      return checker.statement(.empty, start, position - 1)
    }
  }

  private func statementOrFailure() throws(SyntaxFailure) -> NodeID {
    let start = position
    switch lexeme {
    case .leftBrace: return scoped { block() }
    case .semicolon:
      position += 1
      return checker.statement(.empty, start, start)
    case .if: return try selection()
    case .for: return try forLoop()
    case .while: return try whileLoop()
    case .do: return try doLoop()
    case .return, .break, .continue, .discard: return try jump()
    case .const, .attribute, .uniform, .varying, .invariant, .lowp, .mediump, .highp, .struct,
      .precision, .in, .out, .inout:
      return try declaration()
    case .reserved where lexeme(after: 1) != .leftParenthesis && !lexeme(after: 1).isAssignment:
      return try declaration()
    case .type where lexeme(after: 1) != .leftParenthesis && !isArrayConstructor:
      return try declaration()
    case .identifier where isMacroLine:
      skipMacroLine()
      return checker.statement(.empty, start, start)
    case .identifier
    where lexeme(after: 1) == .identifier || (isTypeName && lexeme(after: 1) != .leftParenthesis)
      || (isQualifierOfProgram && lexeme(after: 2) != .leftParenthesis):
      return try declaration()
    default:
      let value = try expression()
      let last = isMacroCall(from: start) ? position - 1 : try expectSemicolon()
      return checker.statement(.expression(value), start, last)
    }
  }

  /// `float[2](…)`, which later versions have, and not `float[2] a`.
  private var isArrayConstructor: Bool {
    lexeme(after: 1) == .leftBracket && lexeme(after: 4) == .leftParenthesis
  }

  private func declaration() throws(SyntaxFailure) -> NodeID {
    let start = position
    let symbols = try localDeclaration()
    return checker.statement(.declaration(symbols), start, position - 1)
  }

  /// A block from `{` to `}`, without a scope of its own.
  func block() -> NodeID {
    let start = position
    position += 1
    var statements: [NodeID] = []
    while lexeme != .rightBrace && lexeme != .end { statements.append(statement()) }
    if take(.rightBrace) == nil {
      _ = failure("'}' is missing at the end of the file")
    }
    return checker.statement(.block(statements), start, position - 1)
  }

  /// The body of a loop, which shares the scope of what its parentheses declare.
  private func bodyWithoutScope() -> NodeID {
    guard lexeme == .leftBrace else { return statement() }
    return recovering { () throws(SyntaxFailure) in block() }
  }

  private func scoped(_ body: () -> NodeID) -> NodeID {
    checker.pushScope()
    defer { checker.popScope() }
    return body()
  }

  // MARK: if

  /// `if`, with any number of `else if`, which don't nest here.
  private func selection() throws(SyntaxFailure) -> NodeID {
    var branches: [(start: Int32, condition: NodeID, then: NodeID)] = []
    var last: NodeID?
    while true {
      let start = position
      position += 1
      let condition = try parenthesizedCondition()
      checker.checkCondition(condition)
      branches.append((start, condition, scoped { statement() }))
      guard take(.else) != nil else { break }
      if lexeme == .if { continue }
      last = scoped { statement() }
      break
    }
    for branch in branches.reversed() {
      last = checker.statement(
        .selection(condition: branch.condition, then: branch.then, else: last), branch.start,
        position - 1)
    }
    return last ?? checker.statement(.empty, position, position)
  }

  /// `( expression )`. After a syntax error, parsing continues after the parentheses.
  private func parenthesizedCondition() throws(SyntaxFailure) -> NodeID {
    let start = position
    _ = try expect(.leftParenthesis)
    do throws(SyntaxFailure) {
      let condition = try expression()
      _ = try expect(.rightParenthesis)
      return condition
    } catch {
      try recoverParentheses(from: start)
      return checker.makeError(start, position - 1)
    }
  }

  // MARK: Loops

  private func forLoop() throws(SyntaxFailure) -> NodeID {
    let start = position
    position += 1
    let open = try expect(.leftParenthesis)
    checker.pushScope()
    defer { checker.popScope() }
    var loop = Statement.Loop(form: .for)
    do throws(SyntaxFailure) {
      try forHead(&loop)
      checker.beginLoop(loop, start, position - 1)
    } catch {
      try recoverParentheses(from: open)
      loop = Statement.Loop(form: .for)
      checker.beginRejectedLoop()
    }
    loop.body = bodyWithoutScope()
    checker.endLoop(loop)
    return checker.statement(.loop(loop), start, position - 1)
  }

  private func forHead(_ loop: inout Statement.Loop) throws(SyntaxFailure) {
    let first = position
    if take(.semicolon) == nil {
      let begin = try nested { () throws(SyntaxFailure) in try statementOrFailure() }
      switch checker.tree[statement: begin].kind {
      case .declaration, .expression: loop.start = begin
      default:
        position = first
        throw failure("a declaration or an expression is missing in 'for'")
      }
    }
    if lexeme != .semicolon { try condition(&loop) }
    _ = try expect(.semicolon)
    if lexeme != .rightParenthesis { loop.step = try expression() }
    _ = try expect(.rightParenthesis)
  }

  /// `condition`: an expression, or a declaration with an initializer.
  private func condition(_ loop: inout Statement.Loop) throws(SyntaxFailure) {
    let isDeclaration =
      lexeme == .const || lexeme == .lowp || lexeme == .mediump || lexeme == .highp
      || (isTypeName && lexeme(after: 1) == .identifier)
    guard isDeclaration else {
      let value = try expression()
      checker.checkCondition(value)
      loop.condition = value
      return
    }
    let (symbol, value) = try conditionDeclaration()
    loop.conditionSymbol = symbol
    loop.condition = value
  }

  private func whileLoop() throws(SyntaxFailure) -> NodeID {
    let start = position
    position += 1
    let open = try expect(.leftParenthesis)
    checker.pushScope()
    defer { checker.popScope() }
    var loop = Statement.Loop(form: .while)
    do throws(SyntaxFailure) {
      try condition(&loop)
      _ = try expect(.rightParenthesis)
    } catch {
      try recoverParentheses(from: open)
    }
    checker.beginLoop(loop, start, position - 1)
    loop.body = bodyWithoutScope()
    checker.endLoop(loop)
    return checker.statement(.loop(loop), start, position - 1)
  }

  private func doLoop() throws(SyntaxFailure) -> NodeID {
    let start = position
    position += 1
    var loop = Statement.Loop(form: .doWhile)
    checker.beginLoop(loop, start, start)
    loop.body = scoped { statement() }
    checker.endLoop(loop)
    guard take(.while) != nil else { throw failure("'while' is missing after the body of 'do'") }
    let condition = try parenthesizedCondition()
    checker.checkCondition(condition)
    loop.condition = condition
    let last = try expectSemicolon()
    return checker.statement(.loop(loop), start, last)
  }

  // MARK: Jumps

  private func jump() throws(SyntaxFailure) -> NodeID {
    let item = position
    let keyword = lexeme
    position += 1
    var kind = Statement.Kind.empty
    switch keyword {
    case .return:
      let value = lexeme == .semicolon ? nil : try expression()
      checker.checkReturn(value, item)
      kind = .return(value)
    case .discard:
      checker.checkDiscard(item)
      kind = .discard
    default:
      checker.checkLoopJump(keyword, item)
      kind = keyword == .break ? .break : .continue
    }
    return checker.statement(kind, item, try expectSemicolon())
  }
}
