/// Declarations (§4, §6.1, §9).
extension Parser {
  // MARK: Global scope

  /// A function or a declaration. After a syntax error the rest of it is skipped.
  func externalDeclaration() {
    let start = position
    do throws(SyntaxFailure) {
      switch lexeme {
      case .semicolon:
        // The grammar has no empty declaration, but drivers accept it.
        checker.report(
          .extraSemicolon, "a semicolon without a declaration", severity: .note, at: position)
        position += 1
      case .precision: try precisionStatement()
      case .invariant where lexeme(after: 1) == .identifier: try invariance()
      case .rightBrace:
        _ = failure("'}' closes nothing")
        position += 1
      default: try globalDeclaration()
      }
    } catch {
      recover(from: start)
      // A brace that closes the skipped text.
      if lexeme == .rightBrace { position += 1 }
    }
    if position == start { position += 1 }
  }

  private func precisionStatement() throws(SyntaxFailure) {
    position += 1
    guard let precision = precisionQualifier() else {
      throw failure("lowp, mediump or highp is missing before \(found)")
    }
    let item = position
    let (type, _) = try typeSpecifier(isMember: false)
    checker.setPrecision(precision, type, at: item)
    _ = try expectSemicolon()
  }

  private func precisionQualifier() -> Precision? {
    guard let precision = Precision(rawValue: lexeme.spelling) else { return nil }
    position += 1
    return precision
  }

  /// `invariant a, b;`.
  private func invariance() throws(SyntaxFailure) {
    position += 1
    // `invariant S s;` is a declaration without a storage qualifier.
    repeat {
      guard let item = take(.identifier) else {
        throw failure("a variable's name is missing before \(found)")
      }
      checker.makeInvariant(item)
    } while take(.comma) != nil
    _ = try expectSemicolon()
  }

  private func globalDeclaration() throws(SyntaxFailure) {
    let head = try head()
    if lexeme == .identifier && lexeme(after: 1) == .leftParenthesis {
      try function(head)
    } else {
      _ = try declarators(head)
    }
  }

  // MARK: The part before the names

  /// Qualifiers and a type.
  func head(isParameter: Bool = false) throws(SyntaxFailure) -> DeclarationHead {
    var head = DeclarationHead()
    head.first = position
    var rank = -1
    var isWrong = false
    while true {
      let item = position
      let next: Int
      switch lexeme {
      case .invariant:
        (next, head.isInvariant) = (0, true)
      case .const:
        (next, head.isConst) = (1, true)
      case .attribute:
        (next, head.storage) = (1, .attribute)
      case .varying:
        (next, head.storage) = (1, .varying)
      case .uniform:
        (next, head.storage) = (1, .uniform)
      case .in:
        (next, head.direction) = (2, .in)
      case .out:
        (next, head.direction) = (2, .out)
      case .inout:
        (next, head.direction) = (2, .inout)
      case .lowp, .mediump, .highp:
        head.precision = precisionQualifier()
        (next, position) = (3, position - 1)
      case .identifier where isQualifierOfProgram:
        checker.reportQualifier(position)
        position += 1
        continue
      default:
        try finish(&head, isParameter)
        return head
      }
      // §4.7: invariant, storage, parameter qualifier, precision.
      if next <= rank && !isWrong {
        isWrong = true
        checker.report(
          .badQualifier,
          next == rank
            ? "a second qualifier of the same kind"
            : "'\(checker.name(item))' is in the wrong place",
          at: item, hint: "the order is invariant, storage, in or out, precision")
      }
      rank = max(rank, next)
      position += 1
    }
  }

  private func finish(
    _ head: inout DeclarationHead, _ isParameter: Bool
  ) throws(SyntaxFailure) {
    head.typeItem = position
    (head.type, head.definesStructure) = try typeSpecifier(isMember: false)
    if head.precision != nil { checker.checkPrecision(head, at: head.typeItem) }
    if lexeme == .leftBracket {
      let first = position
      position += 1
      let size = lexeme == .rightBracket ? nil : try expression()
      let last = try expect(.rightBracket)
      let isLast = lexeme == .comma || lexeme == .rightParenthesis
      if isParameter, isLast, let size, head.type.basic != .void {
        // §9 allows it for a parameter without a name.
        head.type = head.type.array(checker.arraySize(size))
      } else {
        checker.report(
          .badArray, "the array size goes after the name", at: first, to: last, allowed: .es3)
        head.type = .error
      }
    }
  }

  private func typeSpecifier(
    isMember: Bool
  ) throws(SyntaxFailure) -> (type: ValueType, definesStructure: Bool) {
    let item = position
    switch lexeme {
    case .type:
      position += 1
      let type = BasicType.byTag[checker.tag(item)] ?? .error
      return (checker.checkExtension(of: type, item) ? ValueType(type) : .error, false)
    case .struct:
      if isMember {
        checker.report(
          .syntaxError, "a structure can't be defined inside another one", at: position)
      }
      return (try structure(), true)
    case .reserved:
      // unsigned int, long double
      while lexeme == .reserved {
        if position == item { checker.reserved(position, isType: true) }
        position += 1
      }
      if lexeme == .type { position += 1 }
      return (.error, false)
    case .identifier:
      position += 1
      if let type = checker.structureType(item) { return (type, false) }
      guard lexeme == .identifier, checker.lookUp(checker.tag(item), at: item) == nil else {
        position = item
        throw failure("'\(checker.name(item))' is not a type", lack: .type(checker.name(item)))
      }
      checker.reportUndeclared(
        item, hint: "'\(checker.name(item))' is used where a type is expected")
      return (.error, false)
    default: throw failure("a type is missing before \(found)")
    }
  }

  // MARK: Structures

  /// `struct Name { members }`.
  private func structure() throws(SyntaxFailure) -> ValueType {
    let first = position
    position += 1
    let name = lexeme == .reserved ? takeReservedName() : take(.identifier)
    guard take(.leftBrace) != nil else { throw failure("'{' is missing before \(found)") }
    var members = Checker.Members()
    if lexeme == .rightBrace { _ = failure("a structure needs a member") }
    while lexeme != .rightBrace && lexeme != .end {
      let start = position
      do throws(SyntaxFailure) {
        try nested { () throws(SyntaxFailure) in try memberDeclaration(&members) }
      } catch {
        recover(from: start)
        if position == start { position += 1 }
      }
    }
    _ = try expect(.rightBrace)
    return checker.structure(name, members.all, at: first)
  }

  private func memberDeclaration(_ members: inout Checker.Members) throws(SyntaxFailure) {
    switch lexeme {
    case .const, .attribute, .uniform, .varying, .invariant, .in, .out, .inout:
      checker.report(.badQualifier, "a member can only have a precision", at: position)
      position += 1
    default: break
    }
    var head = DeclarationHead()
    head.precision = precisionQualifier()
    head.typeItem = position
    (head.type, head.definesStructure) = try typeSpecifier(isMember: true)
    checker.checkPrecision(head, at: head.typeItem)
    repeat {
      let item = try declaredName()
      var type = head.type
      if lexeme == .leftBracket { type = try arrayType(type) }
      if lexeme == .assign { throw failure("a member can't be initialized") }
      checker.addMember(item, type, head.precision, typeItem: head.typeItem, to: &members)
    } while take(.comma) != nil
    _ = try expectSemicolon()
  }

  // MARK: Variables

  /// The name in a declaration.
  private func declaredName() throws(SyntaxFailure) -> Int32 {
    if let item = take(.identifier) { return item }
    if lexeme == .reserved { return takeReservedName() }
    throw failure("a name is missing before \(found)")
  }

  private func takeReservedName() -> Int32 {
    checker.reserved(position)
    position += 1
    return position - 1
  }

  /// `[ size ]`.
  private func arrayType(_ type: ValueType) throws(SyntaxFailure) -> ValueType {
    let first = position
    position += 1
    if let last = take(.rightBracket) {
      checker.report(.badArray, "an array needs a size", at: first - 1, to: last)
      return type.array(0)
    }
    let size = try nested { () throws(SyntaxFailure) in try conditional() }
    let last = try expect(.rightBracket)
    if lexeme == .leftBracket {
      checker.report(.badArray, "GLSL ES 1.00 has no arrays of arrays", at: position)
      while take(.leftBracket) != nil {
        if lexeme != .rightBracket { _ = try expression() }
        _ = try expect(.rightBracket)
      }
      return .error
    }
    if type.basic == .void || type.isArray {
      checker.report(.badArray, "\(checker.an(type)) can't be an array", at: first, to: last)
      return .error
    }
    return type.array(checker.arraySize(size))
  }

  /// The names of a declaration with sizes and initializers, up to the semicolon.
  func declarators(_ head: DeclarationHead) throws(SyntaxFailure) -> [Int32] {
    var symbols: [Int32] = []
    if take(.semicolon) != nil { return symbols }
    // §9 lets the names begin with a comma, as in `struct S { int i; }, a;`.
    if take(.comma) == nil, head.definesStructure && lexeme != .identifier {
      _ = try expectSemicolon()
      return symbols
    }
    repeat {
      let item = try declaredName()
      if lexeme == .leftParenthesis { throw localFunction(item) }
      var head = head
      var type = head.type
      if lexeme == .leftBracket { type = try arrayType(type) }
      var initializer: NodeID?
      if take(.assign) != nil {
        if lexeme == .leftBrace {
          _ = failure("GLSL ES 1.00 has no initializers in braces")
          skipBlock()
          // The value is unknown, not missing.
          head.isConst = false
        } else {
          initializer = try assignment()
        }
      }
      symbols.append(checker.declare(head, item, type, initializer: initializer))
    } while take(.comma) != nil
    if lexeme == .integer || lexeme == .float || lexeme == .identifier && !startsLine {
      throw failure("',' or ';' is missing before \(found)")
    }
    _ = try expectSemicolon()
    return symbols
  }

  func localDeclaration() throws(SyntaxFailure) -> [Int32] {
    if lexeme == .precision {
      try precisionStatement()
      return []
    }
    if lexeme == .invariant && lexeme(after: 1) == .identifier {
      try invariance()
      return []
    }
    return try declarators(try head())
  }

  /// Reports a prototype or a definition inside a function.
  private func localFunction(_ item: Int32) -> SyntaxFailure {
    position = item
    var open = 0
    var index = 1
    while lexeme(after: index) != .end {
      let next = lexeme(after: index)
      if next == .leftParenthesis { open += 1 }
      if next == .rightParenthesis { open -= 1 }
      index += 1
      if open == 0 || next == .semicolon || next == .leftBrace { break }
    }
    if lexeme(after: index) == .leftBrace {
      position += Int32(index)
      return failure(
        "a function can't be defined inside another one", hint: "is a '}' missing above?")
    }
    checker.report(.badFunction, "a function can't be declared inside another one", at: item)
    return SyntaxFailure()
  }

  /// `type name = initializer` in the parentheses of a loop.
  func conditionDeclaration() throws(SyntaxFailure) -> (symbol: Int32, value: NodeID) {
    let head = try head()
    let item = try declaredName()
    _ = try expect(.assign)
    let value = try assignment()
    let symbol = checker.declare(head, item, head.type, initializer: value)
    if head.type != .bool, checker.type(value) == head.type, !head.type.isError {
      checker.report(
        .badCondition, "a condition must be a bool, not \(checker.an(head.type))", at: item)
    }
    return (symbol, value)
  }

  // MARK: Functions

  private func function(_ head: DeclarationHead) throws(SyntaxFailure) {
    let item = position
    position += 1
    let parameters = try parameters()
    if take(.semicolon) != nil {
      _ = checker.declareFunction(head, item, parameters, isDefinition: false)
      return
    }
    guard lexeme == .leftBrace else {
      throw failure("'{' or ';' is missing before \(found)")
    }
    let id = checker.declareFunction(head, item, parameters, isDefinition: true)
    checker.beginBody(id, parameters)
    checker.endBody(block())
  }

  private func parameters() throws(SyntaxFailure) -> [Checker.ParameterHead] {
    _ = try expect(.leftParenthesis)
    if take(.rightParenthesis) != nil { return [] }
    if lexeme == .type, lexeme(after: 1) == .rightParenthesis,
      BasicType.byTag[checker.tag(position)] == .void
    {
      position += 2
      return []
    }
    var parameters: [Checker.ParameterHead] = []
    repeat {
      let head = try head(isParameter: true)
      let item = lexeme == .reserved ? takeReservedName() : take(.identifier)
      var type = head.type
      if lexeme == .leftBracket { type = try arrayType(type) }
      parameters.append(checker.parameter(head, item, type))
    } while take(.comma) != nil
    guard take(.rightParenthesis) != nil else {
      throw failure("',' or ')' is missing before \(found)")
    }
    return parameters
  }
}

extension RuleID {
  package static let extraSemicolon = RuleID(3008, "extra-semicolon")
}
