/// The values that a float expression, or each component of it, can have: what follows from its
/// form alone, such as -1…1 for a sine. An end that is not known is infinite.
struct ValueRange {
  var low: Double
  var high: Double

  init(_ low: Double, _ high: Double) {
    self.low = low
    self.high = high
  }

  private static let any = ValueRange(-.infinity, .infinity)

  /// The smallest range that contains both.
  private func union(_ other: ValueRange) -> ValueRange {
    ValueRange(min(low, other.low), max(high, other.high))
  }

  /// The range of the results of an operation that has its extremes at the ends of its operands.
  private func combined(
    _ other: ValueRange, _ operation: (Double, Double) -> Double
  ) -> ValueRange {
    let ends = [
      operation(low, other.low), operation(low, other.high), operation(high, other.low),
      operation(high, other.high),
    ]
    guard ends.allSatisfy({ !$0.isNaN }), let low = ends.min(), let high = ends.max() else {
      return .any
    }
    return ValueRange(low, high)
  }

  private var absolute: ValueRange {
    let ends = [abs(low), abs(high)]
    let crossesZero = low < 0 && high > 0
    return ValueRange(crossesZero ? 0 : min(ends[0], ends[1]), max(ends[0], ends[1]))
  }

  // MARK: Expressions

  /// A variable stands for its initializer, which can lead on; few shaders go deeper than this.
  private static let depthLimit = 32
  /// Initializers can name a variable several times, so that each step multiplies the work.
  private static let visitLimit = 4096

  /// Finds the range of an expression.
  init(of id: NodeID, in tree: SyntaxTree) {
    var visits = 0
    self = Self.range(of: id, in: tree, depth: 0, &visits)
  }

  private static func range(
    of id: NodeID, in tree: SyntaxTree, depth: Int, _ visits: inout Int
  ) -> ValueRange {
    visits += 1
    if let components = tree.value(of: id)?.components, components.allSatisfy(\.isFinite),
      let low = components.min(), let high = components.max()
    {
      return ValueRange(low, high)
    }
    let expression = tree[expression: id]
    guard depth < depthLimit, visits < visitLimit, expression.type.basic.component == .float,
      !expression.type.isArray
    else { return .any }
    func operand(_ index: Int) -> ValueRange {
      range(of: tree.operand(index, of: expression), in: tree, depth: depth + 1, &visits)
    }
    switch expression.kind {
    case .variable:
      // A variable that only its initializer assigns.
      let symbol = tree[symbol: expression.reference]
      guard symbol.writes == 0, symbol.initializer >= 0 else { return .any }
      return range(of: symbol.initializer, in: tree, depth: depth + 1, &visits)
    case .swizzle: return operand(0)
    case .index where tree[expression: tree.operand(0, of: expression)].type.basic.isVector:
      return operand(0)
    case .prefix where expression.operation == .minus:
      let value = operand(0)
      return ValueRange(-value.high, -value.low)
    case .prefix where expression.operation == .plus: return operand(0)
    case .conditional: return operand(1).union(operand(2))
    case .constructor where expression.type.basic.isVector || expression.type == .float:
      return (1..<Int(expression.operandCount)).reduce(operand(0)) { $0.union(operand($1)) }
    case .binary: return range(ofBinary: expression, in: tree, operand)
    case .builtInCall:
      return range(ofCall: BuiltInFunction.all[Int(expression.reference)].name, operand)
    default: return .any
    }
  }

  private static func range(
    ofBinary expression: Expression, in tree: SyntaxTree, _ operand: (Int) -> ValueRange
  ) -> ValueRange {
    let sides = tree.operands(of: expression).map { tree[expression: $0] }
    if sides.contains(where: \.type.basic.isMatrix) { return .any }
    let (a, b) = (operand(0), operand(1))
    switch expression.operation {
    case .plus: return a.combined(b, +)
    case .minus: return a.combined(b, -)
    case .star:
      let isSquare =
        sides.allSatisfy { $0.kind == .variable } && sides[0].reference == sides[1].reference
      return isSquare ? ValueRange(0, .infinity) : a.combined(b, *)
    case .slash where b.low > 0 || b.high < 0: return a.combined(b, /)
    default: return .any
    }
  }

  private static func range(ofCall name: String, _ operand: (Int) -> ValueRange) -> ValueRange {
    switch name {
    case "sin", "cos", "sign": return ValueRange(-1, 1)
    case "fract", "smoothstep", "step": return ValueRange(0, 1)
    case "length", "distance", "exp", "exp2", "sqrt", "inversesqrt":
      return ValueRange(0, .infinity)
    case "abs": return operand(0).absolute
    case "clamp": return ValueRange(operand(1).low, operand(2).high)
    case "max":
      let (a, b) = (operand(0), operand(1))
      return ValueRange(max(a.low, b.low), max(a.high, b.high))
    case "min":
      let (a, b) = (operand(0), operand(1))
      return ValueRange(min(a.low, b.low), min(a.high, b.high))
    default: return .any
    }
  }
}
