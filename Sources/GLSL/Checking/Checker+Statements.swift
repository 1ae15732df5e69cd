/// Statements, loops and jumps (§6, appendix A.4), and names of types.
extension Checker {
  func statement(_ kind: Statement.Kind, _ first: Int32, _ last: Int32) -> NodeID {
    tree.statements.append(Statement(kind: kind, first: first, last: last))
    return NodeID(tree.statements.count - 1)
  }

  // MARK: Types

  /// Reports a reserved word (§3.7), once for each.
  ///
  /// - Parameter isType: Whether it stands where a type is expected.
  func reserved(_ item: Int32, isType: Bool = false) {
    if lookUp(tag(item), at: item) != nil { return }
    report(
      .reservedWord, "'\(name(item))' is a reserved word", at: item,
      hint: isType ? LaterName.typeAdvice(name(item)) : nil,
      fix: isType ? typeFix(item, everywhere: false) : nil,
      allowed: (Self.laterWords.contains(name(item)) ? .es3 : Dialects())
        .union(name(item).hasPrefix("sampler") ? .desktop : []))
  }

  /// Reserved words of GLSL ES 1.00 that GLSL ES 3.00 uses.
  private static let laterWords: Set = ["switch", "case", "default", "sampler3D", "flat"]

  /// Checks that the extension of a type is enabled.
  func checkExtension(of type: BasicType, _ item: Int32) -> Bool {
    guard let wanted = type.requiredExtension, !isEnabled(wanted, at: item) else { return true }
    report(
      .badExtension, "\(type.name) needs an extension", at: item,
      hint: "add '#extension \(wanted.rawValue) : require'", fix: extensionFix(wanted, .require),
      lack: .extensionLine(wanted.rawValue))
    return false
  }

  /// Returns the structure with a name; `nil` if it does not name a type, `error` after a mistake.
  func structureType(_ item: Int32) -> ValueType? {
    guard let id = lookUp(tag(item), at: item) else { return nil }
    let symbol = tree[symbol: id]
    guard symbol.kind == .structure else { return symbol.kind == .unknown ? .error : nil }
    note(item, .symbol(id))
    return symbol.type
  }

  // MARK: Loops

  /// Checks a loop's parentheses against appendix A.4.
  func beginLoop(_ loop: Statement.Loop, _ first: Int32, _ last: Int32) {
    loopDepth += 1
    switch loop.form {
    case .while, .doWhile:
      report(
        .whileLoop,
        "OpenGL ES 2.0 devices need not support \(loop.form == .while ? "while" : "do") loops",
        severity: limitation, at: first, hint: "use a for loop with a constant limit")
    case .for:
      guard loop.start != nil || loop.condition != nil || loop.step != nil else {
        return reportLoop("the loop has no index", first, last)
      }
      if let index = loopIndex(loop) { tree.symbols[Int(index)].isLoopIndex = true }
      checkForm(loop)
    }
  }

  /// Goes into a loop whose parentheses the parser has rejected.
  func beginRejectedLoop() { loopDepth += 1 }

  func endLoop(_ loop: Statement.Loop) {
    loopDepth -= 1
    if let index = loopIndex(loop) { tree.symbols[Int(index)].isLoopIndex = false }
  }

  private func reportLoop(_ message: String, _ first: Int32, _ last: Int32) {
    report(
      .loopForm, message, severity: limitation, at: first, to: last,
      hint: "write for (int i = 0; i < constant; i++)")
  }

  /// The variable that a `for` loop declares.
  private func loopIndex(_ loop: Statement.Loop) -> Int32? {
    guard loop.form == .for, let start = loop.start,
      case .declaration(let symbols) = tree[statement: start].kind
    else { return nil }
    return symbols.first
  }

  /// Reports what is not as in appendix A.4 about a `for` loop.
  private func checkForm(_ loop: Statement.Loop) {
    func reportLoop(_ message: String, _ id: NodeID) {
      self.reportLoop(message, tree[expression: id].first, tree[expression: id].last)
    }
    func reportLoop(_ message: String, statement id: NodeID) {
      self.reportLoop(message, tree[statement: id].first, tree[statement: id].last)
    }
    guard let index = loopIndex(loop), let start = loop.start else {
      if let start = loop.start {
        return reportLoop("the loop does not declare its index", statement: start)
      }
      guard let any = loop.condition ?? loop.step else { return }
      return reportLoop("the loop does not declare its index", any)
    }
    let symbol = tree[symbol: index]
    if case .declaration(let symbols) = tree[statement: start].kind, symbols.count > 1 {
      return reportLoop("the loop declares more than its index", statement: start)
    }
    if symbol.type.isError { return }
    guard symbol.type == .int || symbol.type == .float else {
      return reportLoop("the loop index must be an int or a float", statement: start)
    }
    guard symbol.initializer >= 0, isConstant(symbol.initializer) else {
      return reportLoop("the loop index does not begin with a constant", statement: start)
    }
    guard let condition = loop.condition else {
      return reportLoop("the loop has no condition", statement: start)
    }
    if tree[expression: condition].type.isError { return }
    guard loop.conditionSymbol == nil, isLimit(condition, of: index) else {
      return reportLoop("the condition must compare the loop index with a constant", condition)
    }
    guard let step = loop.step else {
      return reportLoop("the loop does not change its index", condition)
    }
    if tree[expression: step].type.isError { return }
    guard isStep(step, of: index) else {
      return reportLoop("the loop must change its index by a constant", step)
    }
  }

  private func isConstant(_ id: NodeID) -> Bool {
    tree[expression: id].traits.contains(.constant)
  }

  /// `index < constant`, with any comparison.
  private func isLimit(_ id: NodeID, of index: Int32) -> Bool {
    let expression = tree[expression: id]
    guard expression.kind == .binary, expression.operation.isComparison,
      ![.and, .or, .xor].contains(expression.operation)
    else { return false }
    return tree.isVariable(tree.operand(0, of: expression), index)
      && isConstant(tree.operand(1, of: expression))
  }

  /// `index++`, `index += constant` and the like. The appendix only lists the postfix form, but
  /// WebGL implementations accept `++index` as well.
  private func isStep(_ id: NodeID, of index: Int32) -> Bool {
    let expression = tree[expression: id]
    switch expression.kind {
    case .prefix, .postfix: return tree.isVariable(tree.operand(0, of: expression), index)
    case .assignment:
      return (expression.operation == .plusAssign || expression.operation == .minusAssign)
        && tree.isVariable(tree.operand(0, of: expression), index)
        && isConstant(tree.operand(1, of: expression))
    default: return false
    }
  }

  // MARK: Jumps

  func checkDiscard(_ item: Int32) {
    if stage == .vertex {
      report(.badControlFlow, "'discard' is for fragment shaders", at: item)
    }
  }

  func checkLoopJump(_ keyword: Lexeme, _ item: Int32) {
    if loopDepth == 0 {
      report(.badControlFlow, "'\(keyword.spelling)' is only allowed in a loop", at: item)
    }
  }
}

extension RuleID {
  package static let badControlFlow = RuleID(1015, "bad-control-flow")
  package static let reservedWord = RuleID(1017, "reserved-word")
  package static let loopForm = RuleID(3401, "loop-form")
  package static let whileLoop = RuleID(3403, "while-loop")
}
