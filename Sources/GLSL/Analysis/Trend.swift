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

  /// That of a value that depends on the same variables in an unknown way.
  var mixed: Trend { union(-self) }
}

extension RangeAnalysis {
  /// Returns the trend of an expression whose operands are evaluated.
  func trend(of expression: Expression) -> Trend {
    let operands = tree.operands(of: expression)
    guard !expression.traits.contains(.constant) else { return Trend() }
    let trends = operands.map { trend(of: $0) }
    let all = trends.reduce(Trend()) { $0.union($1) }
    switch expression.kind {
    case .variable:
      return Trend(variable: expression.reference).union(known(ofLocal: expression.reference).trend)
    case .member, .swizzle, .constructor, .conditional: return all
    case .index: return trends[0]
    case .comma: return trends.last ?? all
    case .prefix where expression.operation == .minus: return -all
    case .prefix where expression.operation == .plus: return all
    case .assignment where expression.operation == .assign: return trends.last ?? all
    case .binary, .assignment:
      let (a, b) = (self[operands[operands.startIndex]], self[operands[operands.endIndex - 1]])
      let isPositive = a.least >= 0 && b.least >= 0
      switch expression.operation.operation {
      case .plus: return all
      case .minus: return trends[0].union(-trends[1])
      case .star where isPositive: return all
      case .star where a.greatest <= 0 && b.least >= 0: return trends[0].union(-trends[1])
      case .star where b.greatest <= 0 && a.least >= 0: return trends[1].union(-trends[0])
      case .slash where isPositive: return trends[0].union(-trends[1])
      // The other operand is a constant, or its sign decides.
      case .star, .slash:
        guard let factor = operands.lazy.compactMap({ tree.value(of: $0)?.components }).first,
          expression.operation.operation == .star
            || tree.value(of: operands[operands.startIndex])
              == nil
        else { return all.mixed }
        return factor.allSatisfy { $0 >= 0 }
          ? all : factor.allSatisfy { $0 <= 0 } ? -all : all.mixed
      default: return all.mixed
      }
    case .builtInCall:
      let function = BuiltInFunction.all[Int(expression.reference)]
      // Look-ups at one place have one value.
      if function.readsTexture || Self.rising.contains(function.name) { return all }
      // Each value occurs beside each of the argument.
      if Self.periodic.contains(function.name) { return Trend() }
      let isPositive = operands.allSatisfy { self[$0].least >= 0 }
      return isPositive && Self.risingFromZero.contains(function.name) ? all : all.mixed
    default: return all.mixed
    }
  }

  private static let rising: Set<String> = [
    "ceil", "clamp", "degrees", "exp", "exp2", "floor", "log", "log2", "max", "min", "radians",
    "sqrt",
  ]

  private static let periodic: Set<String> = ["cos", "fract", "mod", "sin", "tan"]

  /// The functions that rise with arguments that are not negative.
  private static let risingFromZero: Set<String> = ["abs", "dot", "length", "pow"]

  /// Whether an expression, whose operands are known, is a sum of variables with constant factors.
  func isLinear(_ expression: Expression) -> Bool {
    let operands = tree.operands(of: expression)
    func areLinear() -> Bool { operands.allSatisfy { node($0).isLinear } }
    if expression.value >= 0 || expression.traits.contains(.constant) { return true }
    switch expression.kind {
    case .variable:
      let symbol = tree[symbol: expression.reference]
      return symbol.storage != .plain
        || symbol.writes == 0 && isEvaluated(symbol.initializer)
          && node(symbol.initializer).isLinear
    case .swizzle, .member, .prefix: return areLinear()
    case .binary:
      let isSum = expression.operation == .plus || expression.operation == .minus
      let isScaled =
        expression.operation == .star && operands.contains { tree.value(of: $0) != nil }
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
