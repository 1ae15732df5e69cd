import Glibc

/// A number that stands for one combination of values.
struct Combination {
  /// What is left of the number.
  var rest: Int

  /// Returns one of the values of the next property.
  mutating func next<Value>(_ values: [Value]) -> Value {
    defer { rest /= values.count }
    return values[rest % values.count]
  }
}

/// Returns the direction toward a lamp in degrees: counterclockwise from the right, and up.
func toward(_ around: Double, _ up: Double) -> SIMD3<Double> {
  let (around, up) = (around * .pi / 180, up * .pi / 180)
  return SIMD3(cos(around) * cos(up), sin(around) * cos(up), sin(up))
}

/// The normal distribution, which is the light of a lamp.
enum Normal {
  /// Returns the value below which a share of it lies, by bisection.
  static func quantile(_ share: Double) -> Double {
    var (low, high) = (-8.0, 8.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if 0.5 * erfc(-middle / 2.0.squareRoot()) < share { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the middles of as many equal shares of it.
  static func quantiles(_ count: Int) -> [Double] {
    (0..<count).map { quantile((Double($0) + 0.5) / Double(count)) }
  }
}
