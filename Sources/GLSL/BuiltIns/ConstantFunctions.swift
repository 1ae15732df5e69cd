import Glibc

/// The values of built-in functions whose arguments are constant (§5.10).
enum ConstantFunctions {
  /// Returns the value of a call; `nil` if it is not known here.
  static func value(_ name: String, _ arguments: [ConstantValue]) -> ConstantValue? {
    let width = arguments.map(\.count).max() ?? 0
    func each(_ body: (Int) -> Double) -> ConstantValue { ConstantValue((0..<width).map(body)) }
    func a(_ index: Int) -> Double { arguments[0][index] }
    func b(_ index: Int) -> Double { arguments[1][index] }
    func c(_ index: Int) -> Double { arguments[2][index] }
    switch arguments.count {
    case 1:
      if let function = unary[name] { return each { function(a($0)) } }
      switch name {
      case "length": return .scalar(dot(arguments[0], arguments[0]).squareRoot())
      case "normalize":
        let length = dot(arguments[0], arguments[0]).squareRoot()
        return each { a($0) / length }
      case "any": return .scalar(arguments[0].components.contains { $0 != 0 } ? 1 : 0)
      case "all": return .scalar(arguments[0].components.allSatisfy { $0 != 0 } ? 1 : 0)
      default: return nil
      }
    case 2:
      if let function = binary[name] { return each { function(a($0), b($0)) } }
      switch name {
      case "dot": return .scalar(dot(arguments[0], arguments[1]))
      case "distance":
        let squares = (0..<width).map { (a($0) - b($0)) * (a($0) - b($0)) }
        return .scalar(squares.reduce(0, +).squareRoot())
      case "cross":
        return ConstantValue([
          a(1) * b(2) - b(1) * a(2), a(2) * b(0) - b(2) * a(0), a(0) * b(1) - b(0) * a(1),
        ])
      case "reflect":
        let product = dot(arguments[1], arguments[0])
        return each { a($0) - 2 * product * b($0) }
      default: return nil
      }
    case 3:
      switch name {
      case "clamp": return each { min(max(a($0), b($0)), c($0)) }
      case "mix": return each { a($0) * (1 - c($0)) + b($0) * c($0) }
      case "smoothstep":
        return each {
          let t = min(max((c($0) - a($0)) / (b($0) - a($0)), 0), 1)
          return t * t * (3 - 2 * t)
        }
      case "faceforward":
        let sign: Double = dot(arguments[2], arguments[1]) < 0 ? 1 : -1
        return each { sign * a($0) }
      default: return nil
      }
    default: return nil
    }
  }

  private static func dot(_ a: ConstantValue, _ b: ConstantValue) -> Double {
    (0..<a.count).reduce(0) { $0 + a[$1] * b[$1] }
  }

  private static let unary: [String: @Sendable (Double) -> Double] = [
    "radians": { $0 * .pi / 180 }, "degrees": { $0 * 180 / .pi }, "sin": { sin($0) },
    "cos": { cos($0) }, "tan": { tan($0) }, "asin": { asin($0) }, "acos": { acos($0) },
    "atan": { atan($0) }, "exp": { exp($0) }, "log": { log($0) }, "exp2": { exp2($0) },
    "log2": { log2($0) }, "sqrt": { $0.squareRoot() }, "inversesqrt": { 1 / $0.squareRoot() },
    "abs": { abs($0) }, "sign": { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }, "floor": { $0.rounded(.down) },
    "ceil": { $0.rounded(.up) }, "fract": { $0 - $0.rounded(.down) }, "not": { $0 == 0 ? 1 : 0 },
  ]

  private static let binary: [String: @Sendable (Double, Double) -> Double] = [
    "atan": { atan2($0, $1) }, "pow": { pow($0, $1) },
    "mod": { $0 - $1 * ($0 / $1).rounded(.down) }, "min": { min($0, $1) }, "max": { max($0, $1) },
    "step": { $1 < $0 ? 0 : 1 }, "matrixCompMult": { $0 * $1 },
    "lessThan": { $0 < $1 ? 1 : 0 }, "lessThanEqual": { $0 <= $1 ? 1 : 0 },
    "greaterThan": { $0 > $1 ? 1 : 0 }, "greaterThanEqual": { $0 >= $1 ? 1 : 0 },
    "equal": { $0 == $1 ? 1 : 0 }, "notEqual": { $0 != $1 ? 1 : 0 },
  ]
}
