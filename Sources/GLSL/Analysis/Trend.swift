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
      return Trend(variable: expression.reference).union(trend(ofLocal: expression.reference))
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
}
