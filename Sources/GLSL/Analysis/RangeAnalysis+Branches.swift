/// The branches of `if`, of which some are never taken.
extension RangeAnalysis {
  /// Chains of else if don't nest here.
  func walkSelection(_ id: NodeID) {
    var (id, joined) = (id, [Int32: Known]?.none)
    func join(_ a: [Int32: Known]?, _ b: [Int32: Known]) -> [Int32: Known] {
      guard let a else { return b }
      return a.merging(b) { $0.union($1) }.filter { a[$0.key] != nil && b[$0.key] != nil }
    }
    /// Whether a branch before is taken each time.
    var isOver = false
    while case .selection(let condition, let then, let other) = tree[statement: id].kind {
      visit(isReached: !isOver) { evaluate(upTo: condition) }
      let before = locals
      let isTaken = isOver ? false : truth(of: condition)
      visit(isReached: isTaken != false) { walk(then) }
      if isTaken != false { joined = join(joined, locals) }
      locals = before
      isOver = isOver || isTaken == true
      guard let other else {
        locals = isOver ? joined ?? before : join(joined, before)
        return
      }
      id = other
    }
    visit(isReached: !isOver) { walk(id) }
    locals = isOver ? joined ?? locals : join(joined, locals)
  }

  /// Evaluates expressions, of which nothing is reported unless they are reached.
  private func visit(isReached: Bool, _ body: () -> Void) {
    let (start, isOuterReached) = (evaluated, self.isReached)
    self.isReached = isReached && isOuterReached
    body()
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
