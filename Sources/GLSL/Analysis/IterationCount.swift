extension SyntaxTree {
  /// Returns how often the body of a loop in the form of appendix A.4 runs, unless it is left
  /// early; `nil` for other loops.
  func iterationCount(of loop: Statement.Loop) -> Int? {
    guard loop.form == .for, let start = loop.start, let condition = loop.condition,
      let step = loop.step, case .declaration(let symbols) = self[statement: start].kind,
      symbols.count == 1, self[symbol: symbols[0]].writes == 1,
      self[symbol: symbols[0]].initializer >= 0,
      let first = value(of: self[symbol: symbols[0]].initializer)?[0],
      let change = change(by: step, of: symbols[0]), change != 0
    else { return nil }
    let test = self[expression: condition]
    guard test.kind == .binary, isVariable(operand(0, of: test), symbols[0]),
      let limit = value(of: operand(1, of: test))?[0]
    else { return nil }
    let steps = (limit - first) / change
    let count: Double
    switch test.operation {
    case .less where change > 0, .greater where change < 0: count = steps.rounded(.up)
    case .lessEqual where change > 0, .greaterEqual where change < 0:
      count = steps.rounded(.down) + 1
    case .notEqual where steps >= 0 && steps == steps.rounded(): count = steps
    default: return nil
    }
    return Int(exactly: max(0, count))
  }

  /// Returns what a loop's step adds to its index; `nil` if that is not constant.
  private func change(by step: NodeID, of index: Int32) -> Double? {
    let expression = self[expression: step]
    guard expression.operandCount > 0, isVariable(operand(0, of: expression), index) else {
      return nil
    }
    switch expression.operation {
    case .increment: return 1
    case .decrement: return -1
    case .plusAssign: return value(of: operand(1, of: expression))?[0]
    case .minusAssign: return value(of: operand(1, of: expression)).map { -$0[0] }
    default: return nil
    }
  }

  /// Returns whether an expression is a variable and nothing else.
  func isVariable(_ id: NodeID, _ symbol: Int32) -> Bool {
    let expression = self[expression: id]
    return expression.kind == .variable && expression.reference == symbol
  }
}
