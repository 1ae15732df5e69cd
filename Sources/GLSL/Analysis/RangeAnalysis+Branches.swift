/// The branches of `if`, of which some are never taken.
extension RangeAnalysis {
  /// Chains of else if don't nest here.
  mutating func walkSelection(_ id: NodeID) {
    var (id, joined) = (id, [Int32: Known]?.none)
    func join(_ a: [Int32: Known]?, _ b: [Int32: Known]) -> [Int32: Known] {
      guard let a else { return b }
      return a.merging(b) { $0.union($1) }.filter { a[$0.key] != nil && b[$0.key] != nil }
    }
    while case .selection(let condition, let then, let other) = tree[statement: id].kind {
      evaluate(upTo: condition)
      let before = locals
      let isTaken = truth(of: condition)
      walk(then, isReached: isTaken != false)
      if isTaken != false { joined = join(joined, locals) }
      locals = before
      if isTaken == true {
        if let other { walk(other, isReached: false) }
        locals = joined ?? before
        return
      }
      guard let other else {
        locals = join(joined, before)
        return
      }
      id = other
    }
    walk(id)
    locals = join(joined, locals)
  }

  /// Evaluates a statement, of which nothing is reported unless it is reached.
  private mutating func walk(_ id: NodeID, isReached: Bool) {
    let (start, isOuterReached) = (evaluated, self.isReached)
    self.isReached = isReached && isOuterReached
    walk(id)
    self.isReached = isOuterReached
    if isOuterReached, !isReached { unreached.append(start..<evaluated) }
  }

  /// Whether a condition holds each time: a constant, or a comparison of numbers that are known.
  private func truth(of id: NodeID) -> Bool? {
    let expression = tree[expression: id]
    if let value = tree.value(of: id) { return value[0] != 0 }
    guard expression.kind == .binary else { return nil }
    let (first, last) = (tree.operand(0, of: expression), tree.operand(1, of: expression))
    guard tree[expression: first].type == .float, let a = self[first].number,
      let b = self[last].number
    else { return nil }
    return switch expression.operation {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .greater: a > b
    case .lessEqual: a <= b
    case .greaterEqual: a >= b
    default: nil
    }
  }
}
