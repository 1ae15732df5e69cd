/// The variables with which the value of an expression rises and those with which it falls.
///
/// The ends of two ranges are not reached together if one value falls where the other rises: for x
/// from 0 to 300, `x * (300.0 - x)` is at most 22500, and not 90000. A variable is one of 64 bits,
/// so two of many variables may be taken for the same, which only hides what is not certain.
struct Trend: Equatable {
  private var rising: UInt64 = 0
  private var falling: UInt64 = 0

  init() {}

  /// That of a variable.
  init(variable: Int32) { rising = 1 << UInt64(UInt32(bitPattern: variable) % 64) }

  /// Whether one rises where the other falls.
  func opposes(_ other: Trend) -> Bool {
    rising & other.falling != 0 || falling & other.rising != 0
  }

  func union(_ other: Trend) -> Trend {
    var union = self
    union.rising |= other.rising
    union.falling |= other.falling
    return union
  }

  static prefix func - (trend: Trend) -> Trend {
    var opposite = trend
    (opposite.rising, opposite.falling) = (trend.falling, trend.rising)
    return opposite
  }

  /// That of the value times a factor; `nil` if that is no constant.
  func scaled(by factor: ConstantValue?) -> Trend {
    guard let factor else { return mixed }
    return factor.allSatisfy { $0 >= 0 } ? self : factor.allSatisfy { $0 <= 0 } ? -self : mixed
  }

  /// That of a value that depends on the same variables in an unknown way.
  var mixed: Trend { union(-self) }
}

extension RangeAnalysis {
  /// Returns the trend of an expression whose operands are evaluated.
  func trend(of expression: Expression) -> Trend {
    guard !expression.traits.contains(.constant) else { return Trend() }
    let count = Int(expression.operandCount)
    func operand(_ index: Int) -> NodeID { tree.operand(index, of: expression) }
    var all = Trend()
    for index in 0..<count { all = all.union(trend(of: operand(index))) }
    switch expression.kind {
    case .variable:
      return Trend(variable: expression.reference).union(known(ofLocal: expression.reference).trend)
    case .member, .swizzle, .constructor, .conditional: return all
    case .index: return trend(of: operand(0))
    case .comma: return trend(of: operand(count - 1))
    case .prefix where expression.operation == .minus: return -all
    case .prefix where expression.operation == .plus: return all
    case .assignment where expression.operation == .assign: return trend(of: operand(1))
    case .binary, .assignment:
      let (first, last) = (operand(0), operand(1))
      let (a, b) = (trend(of: first), trend(of: last))
      switch expression.operation.operation {
      case .plus: return all
      case .minus: return a.union(-b)
      case .star: return product(first, a, last, b)
      case .slash:
        if self[first].least >= 0, self[last].least >= 0 { return a.union(-b) }
        guard tree.value(of: first) == nil, let divisor = tree.value(of: last) else {
          return all.mixed
        }
        return all.scaled(by: divisor)
      default: return all.mixed
      }
    case .builtInCall:
      let function = BuiltInFunction.all[Int(expression.reference)]
      switch function.growth {
      case .rising: return all
      // Each value occurs beside each of the argument.
      case .periodic: return Trend()
      case .risingFromZero:
        return (0..<count).allSatisfy { self[operand($0)].least >= 0 } ? all : all.mixed
      case nil: return all.mixed
      }
    default: return all.mixed
    }
  }

  /// Returns the trend of a product of expressions with the trends `a` and `b`.
  private func product(_ first: NodeID, _ a: Trend, _ last: NodeID, _ b: Trend) -> Trend {
    let (x, y) = (self[first], self[last])
    if x.least >= 0, y.least >= 0 { return a.union(b) }
    if x.greatest <= 0, y.least >= 0 { return a.union(-b) }
    if y.greatest <= 0, x.least >= 0 { return b.union(-a) }
    return a.union(b).scaled(by: tree.value(of: first) ?? tree.value(of: last))
  }

  /// Whether an expression, whose operands are known, is a sum of variables with constant factors.
  func isLinear(_ expression: Expression) -> Bool {
    func areLinear() -> Bool { tree.operands(of: expression).allSatisfy { node($0).isLinear } }
    if expression.value >= 0 || expression.traits.contains(.constant) { return true }
    switch expression.kind {
    case .variable:
      guard tree[symbol: expression.reference].storage == .plain else { return true }
      let initializer = tree[symbol: expression.reference].initializer
      return tree[symbol: expression.reference].writes == 0 && isEvaluated(initializer)
        && node(initializer).isLinear
    case .swizzle, .member, .prefix: return areLinear()
    case .binary:
      let isSum = expression.operation == .plus || expression.operation == .minus
      let isScaled =
        expression.operation == .star
        && tree.operands(of: expression).contains { tree.value(of: $0) != nil }
      return (isSum || isScaled) && areLinear()
    default: return false
    }
  }

  /// Whether two expressions are the same variable, or the same part of it.
  func isSame(_ a: NodeID, _ b: NodeID) -> Bool {
    var (a, b) = (tree[expression: a], tree[expression: b])
    while a.kind == b.kind, a.reference == b.reference {
      if a.kind == .variable { return true }
      guard a.kind == .swizzle || a.kind == .member else { return false }
      a = tree[expression: tree.operand(0, of: a)]
      b = tree[expression: tree.operand(0, of: b)]
    }
    return false
  }

  /// The value of an int to which nothing is assigned; `nil` for other expressions.
  func constantInt(_ expression: Expression) -> ConstantValue? {
    guard expression.kind == .variable, expression.type == .int else { return nil }
    let symbol = tree[symbol: expression.reference]
    guard symbol.writes == 0, isEvaluated(symbol.initializer) else { return nil }
    return tree.value(of: symbol.initializer)
  }

  /// Whether an expression, whose operands are known, is a vector of length 1.
  func isUnit(_ expression: Expression) -> Bool {
    guard expression.type.basic.isVector else { return false }
    func isUnit(_ index: Int) -> Bool { value(tree.operand(index, of: expression)).isUnit }
    switch expression.kind {
    case .variable: return known(ofLocal: expression.reference).isUnit
    case .prefix: return isUnit(0)
    case .assignment: return expression.operation == .assign && isUnit(1)
    case .conditional: return isUnit(1) && isUnit(2)
    case .comma: return isUnit(1)
    case .builtInCall:
      let name = BuiltInFunction.all[Int(expression.reference)].name
      return name == "normalize" || name == "reflect" && isUnit(0) && isUnit(1)
    default: return false
    }
  }
}
