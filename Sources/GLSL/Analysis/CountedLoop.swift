/// A loop in the form of appendix A.4, with a known number of iterations.
struct CountedLoop {
  /// The symbol of its index.
  var index: Int32
  /// The first value of the index, and what each iteration adds.
  var first, change: Double
  /// What the index is compared with, and how.
  var limit: Double
  var comparison: Lexeme

  /// How often the body runs, unless it is left early; `nil` for a loop that does not end.
  var count: Int? {
    let steps = (limit - first) / change
    let count: Double
    switch comparison {
    case .less where change > 0, .greater where change < 0: count = steps.rounded(.up)
    case .lessEqual where change > 0, .greaterEqual where change < 0:
      count = steps.rounded(.down) + 1
    case .notEqual where steps >= 0 && steps == steps.rounded(): count = steps
    default: return nil
    }
    return Int(exactly: max(0, count))
  }

  /// Returns the values of the index as floats, each rounded; `nil` if there are more than `most`.
  func values(most: Int, _ round: (Float) -> Float) -> [Float]? {
    let (change, limit) = (round(Float(change)), round(Float(limit)))
    var values: [Float] = []
    var value = round(Float(first))
    while continues(value, limit) {
      guard values.count < most else { return nil }
      values.append(value)
      value = round(value + change)
    }
    return values
  }

  /// Whether rounding keeps one of the first values from changing, so that the loop never ends.
  func stops(within most: Int, _ round: (Float) -> Float) -> Bool {
    let (change, limit) = (round(Float(change)), round(Float(limit)))
    var value = round(Float(first))
    for _ in 0..<most where continues(value, limit) {
      let next = round(value + change)
      if next == value { return true }
      value = next
    }
    return false
  }

  private func continues(_ value: Float, _ limit: Float) -> Bool {
    switch comparison {
    case .less: value < limit
    case .greater: value > limit
    case .lessEqual: value <= limit
    case .greaterEqual: value >= limit
    case .notEqual: value != limit
    default: value == limit
    }
  }
}

extension SyntaxTree {
  /// Returns a loop whose header names constants only; `nil` for others.
  func counted(_ loop: Statement.Loop) -> CountedLoop? {
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
    return CountedLoop(
      index: symbols[0], first: first, change: change, limit: limit, comparison: test.operation)
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
