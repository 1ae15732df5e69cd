/// Expressions (§5, §9).
extension Parser {
  /// `expression`: assignments with commas between them.
  func expression() throws(SyntaxFailure) -> NodeID {
    var left = try assignment()
    while take(.comma) != nil { left = checker.comma(left, try assignment()) }
    return left
  }

  /// `assignment_expression`.
  func assignment() throws(SyntaxFailure) -> NodeID {
    try nested { () throws(SyntaxFailure) in
      let left = try conditional()
      let operation = lexeme
      guard operation.isAssignment else { return left }
      let item = position
      position += 1
      let right = try assignment()
      return checker.assignment(operation, left, right, at: item)
    }
  }

  /// `conditional_expression`, which is also `constant_expression`.
  func conditional() throws(SyntaxFailure) -> NodeID {
    let condition = try binary(0)
    guard take(.question) != nil else { return condition }
    return try nested { () throws(SyntaxFailure) in
      let yes = try expression()
      _ = try expect(.colon)
      let no = try assignment()
      return checker.conditional(condition, yes, no)
    }
  }

  /// Binary operators that bind tighter than `least`.
  private func binary(_ least: Int) throws(SyntaxFailure) -> NodeID {
    var left = try unary()
    while lexeme.precedence > least {
      let operation = lexeme
      let item = position
      position += 1
      let right = try binary(operation.precedence)
      left = checker.binary(operation, left, right, at: item)
    }
    return left
  }

  private func unary() throws(SyntaxFailure) -> NodeID {
    switch lexeme {
    case .plus, .minus, .not, .tilde, .increment, .decrement:
      let operation = lexeme
      let item = position
      position += 1
      return try nested { () throws(SyntaxFailure) in
        checker.prefix(operation, try unary(), at: item)
      }
    default: return try postfix()
    }
  }

  private func postfix() throws(SyntaxFailure) -> NodeID {
    var base = try primary()
    while true {
      switch lexeme {
      case .dot:
        position += 1
        base = try member(base)
      case .leftBracket:
        position += 1
        let index = try nested { () throws(SyntaxFailure) in try expression() }
        base = checker.index(base, index, try expect(.rightBracket))
      case .increment, .decrement:
        base = checker.postfix(lexeme, base, at: position)
        position += 1
      default: return base
      }
    }
  }

  private func member(_ base: NodeID) throws(SyntaxFailure) -> NodeID {
    guard let item = take(.identifier) else {
      throw failure("the name of a member is missing before \(found)")
    }
    guard lexeme == .leftParenthesis else { return checker.member(base, item) }
    checker.report(.badField, "GLSL ES 1.00 has no methods", at: item)
    let (arguments, last) = try arguments()
    return checker.makeError(
      checker.tree[expression: base].first, last, operands: [base] + arguments)
  }

  private func primary() throws(SyntaxFailure) -> NodeID {
    let item = position
    switch lexeme {
    case .integer, .float, .malformedNumber, .true, .false:
      defer { position += 1 }
      return checker.literal(item, lexeme)
    case .identifier:
      position += 1
      guard lexeme == .leftParenthesis else { return checker.variable(item) }
      let (arguments, last) = try arguments()
      return checker.call(item, arguments, last)
    case .type:
      return try typeConstructor()
    case .leftParenthesis:
      position += 1
      let inner = try nested { () throws(SyntaxFailure) in try expression() }
      let last = try expect(.rightParenthesis)
      checker.parenthesize(inner, item, last)
      return inner
    case .reserved:
      position += 1
      checker.reserved(item)
      if lexeme == .leftParenthesis { _ = try arguments() }
      // switch (a) { … }
      if lexeme == .leftBrace { throw SyntaxFailure() }
      return checker.makeError(item, item)
    default: throw failure("an expression is missing before \(found)")
    }
  }

  private func typeConstructor() throws(SyntaxFailure) -> NodeID {
    let item = position
    position += 1
    let type = BasicType.byTag[checker.tag(item)] ?? .error
    if lexeme == .leftBracket {
      position += 1
      if lexeme != .rightBracket { _ = try expression() }
      let last = try expect(.rightBracket)
      checker.report(.badArray, "GLSL ES 1.00 has no array constructors", at: item, to: last)
      if lexeme == .leftParenthesis { _ = try arguments() }
      return checker.makeError(item, last)
    }
    guard lexeme == .leftParenthesis else {
      throw failure("'(' is missing after the type, before \(found)")
    }
    let (arguments, last) = try arguments()
    return checker.construct(ValueType(type), item, arguments, last)
  }

  /// The arguments of a call, from `(` to `)`.
  private func arguments() throws(SyntaxFailure) -> ([NodeID], last: Int32) {
    _ = try expect(.leftParenthesis)
    if let last = take(.rightParenthesis) { return ([], last) }
    // f(void) is a call without arguments (§6.1).
    if lexeme == .type, lexeme(after: 1) == .rightParenthesis,
      BasicType.byTag[checker.tag(position)] == .void
    {
      position += 2
      return ([], position - 1)
    }
    var arguments = [try assignment()]
    while take(.comma) != nil { arguments.append(try assignment()) }
    guard let last = take(.rightParenthesis) else {
      throw failure("',' or ')' is missing before \(found)")
    }
    return (arguments, last)
  }
}
