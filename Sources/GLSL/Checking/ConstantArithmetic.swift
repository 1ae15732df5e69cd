/// The values of operators whose operands are constant (§5.10).
enum ConstantArithmetic {
  /// Returns the value of a binary expression; `nil` for a division of ints by zero.
  static func value(
    _ operation: Lexeme, _ a: ConstantValue, _ aType: BasicType, _ b: ConstantValue,
    _ bType: BasicType
  ) -> ConstantValue? {
    switch operation {
    case .and: return truth(a[0] != 0 && b[0] != 0)
    case .or: return truth(a[0] != 0 || b[0] != 0)
    case .xor: return truth((a[0] != 0) != (b[0] != 0))
    case .equal: return truth(a.components == b.components)
    case .notEqual: return truth(a.components != b.components)
    case .less: return truth(a[0] < b[0])
    case .greater: return truth(a[0] > b[0])
    case .lessEqual: return truth(a[0] <= b[0])
    case .greaterEqual: return truth(a[0] >= b[0])
    case .star where aType.isMatrix || bType.isMatrix:
      if !aType.isScalar && !bType.isScalar { return product(a, aType, b, bType) }
      return each(operation, a, b, isInt: false)
    default: return each(operation, a, b, isInt: aType.component == .int)
    }
  }

  private static func truth(_ value: Bool) -> ConstantValue { .scalar(value ? 1 : 0) }

  private static func each(
    _ operation: Lexeme, _ a: ConstantValue, _ b: ConstantValue, isInt: Bool
  ) -> ConstantValue? {
    if isInt && operation == .slash && b.components.contains(0) { return nil }
    func apply(_ x: Double, _ y: Double) -> Double {
      switch operation {
      case .plus: x + y
      case .minus: x - y
      case .star: x * y
      default: isInt ? (x / y).rounded(.towardZero) : x / y
      }
    }
    if case .scalar(let x) = a, case .scalar(let y) = b { return .scalar(apply(x, y)) }
    return ConstantValue((0..<max(a.count, b.count)).map { apply(a[$0], b[$0]) })
  }

  /// Products of matrices with matrices and vectors.
  private static func product(
    _ a: ConstantValue, _ aType: BasicType, _ b: ConstantValue, _ bType: BasicType
  ) -> ConstantValue {
    let size = max(aType.rows, bType.rows)
    let rows = aType.isMatrix ? size : 1
    let columns = bType.isMatrix ? size : 1
    var result: [Double] = []
    for column in 0..<columns {
      for row in 0..<rows {
        result.append(
          (0..<size).reduce(0) { sum, k in
            // A row vector times a matrix takes the vector's components along k.
            sum + (aType.isMatrix ? a[k * size + row] : a[k]) * b[column * size + k]
          })
      }
    }
    return ConstantValue(result)
  }
}
