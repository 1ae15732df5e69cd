import Glibc

/// The values that each component of a float expression can have. An end that is not known is
/// infinite.
///
/// A float has four equal components, and the components that a smaller vector lacks equal its
/// first, so that the operators of floats and vectors are the same.
struct ValueRange: Equatable {
  private(set) var low: SIMD4<Double>
  private(set) var high: SIMD4<Double>

  static let any = ValueRange(-.infinity, .infinity)

  init(_ low: Double, _ high: Double) {
    self.init(SIMD4(repeating: low), SIMD4(repeating: high))
  }

  /// A range with ends that may be the wrong way round or not a number, which are not known.
  private init(_ low: SIMD4<Double>, _ high: SIMD4<Double>) {
    let isUnknown = .!(low .<= high)
    self.low = low.replacing(with: -.infinity, where: isUnknown)
    self.high = high.replacing(with: .infinity, where: isUnknown)
  }

  /// A constant.
  init(_ value: ConstantValue) {
    guard (1...4).contains(value.count), value.allSatisfy({ $0.isFinite }) else {
      self = .any
      return
    }
    var all = SIMD4(repeating: value[0])
    for index in 1..<value.count { all[index] = value[index] }
    self.init(all)
  }

  /// The range of one value for each component.
  private init(_ values: SIMD4<Double>) { (low, high) = (values, values) }

  /// A vector with the components of others in turn.
  init(joining parts: [(range: ValueRange, count: Int)]) {
    self = .any
    var index = 0
    for part in parts {
      for component in 0..<part.count where index < 4 {
        (low[index], high[index]) = (part.range.low[component], part.range.high[component])
        index += 1
      }
    }
    self = prefix(index)
  }

  /// Returns the component at `index`.
  func component(_ index: Int) -> ValueRange { ValueRange(low[index], high[index]) }

  /// Returns the first `count` components.
  func prefix(_ count: Int) -> ValueRange {
    var range = self
    for index in count..<4 { (range.low[index], range.high[index]) = (low[0], high[0]) }
    return range
  }

  /// Returns some components in another order.
  func selecting(_ swizzle: Swizzle) -> ValueRange {
    var range = self
    for index in 0..<swizzle.count {
      (range.low[index], range.high[index]) = (low[swizzle[index]], high[swizzle[index]])
    }
    return range.prefix(swizzle.count)
  }

  /// Returns the range with other values for some components.
  ///
  /// - Parameter count: The number of components.
  func replacing(_ swizzle: Swizzle, of count: Int, with other: ValueRange) -> ValueRange {
    var range = self
    for index in 0..<swizzle.count where swizzle[index] < count {
      range.low[swizzle[index]] = other.low[index]
      range.high[swizzle[index]] = other.high[index]
    }
    return range.prefix(count)
  }

  // MARK: Properties

  /// The value of a number of which only one is possible.
  var number: Double? { low[0] == high[0] ? low[0] : nil }

  /// The least and the greatest value of any component.
  var least: Double { low.min() }
  var greatest: Double { high.max() }

  /// The greatest magnitude of any component; `nil` if a component has an end that is not known.
  var magnitude: Double? {
    let magnitude = max(-least, greatest)
    return magnitude.isFinite ? magnitude : nil
  }

  /// Whether each component has one value.
  var isConstant: Bool { low == high }

  /// Returns the first component that has one value of a kind.
  func constant(where isWanted: (Double) -> Bool) -> Double? {
    (0..<4).first { low[$0] == high[$0] && isWanted(low[$0]) }.map { low[$0] }
  }

  /// The smallest range that contains both.
  func union(_ other: ValueRange) -> ValueRange {
    ValueRange(pointwiseMin(low, other.low), pointwiseMax(high, other.high))
  }

  /// The range of all components.
  var ofAnyComponent: ValueRange { ValueRange(least, greatest) }

  /// The same range, but for ends beyond `limit`, which are not known.
  func unknown(beyond limit: Double) -> ValueRange {
    ValueRange(
      low.replacing(with: -.infinity, where: low .< -limit),
      high.replacing(with: .infinity, where: high .> limit))
  }

  /// Whether a component is certainly not less than another's, or greater.
  func isAtLeast(_ other: ValueRange) -> Bool { Swift.any(low .>= other.high) }
  func isGreater(than other: ValueRange) -> Bool { Swift.any(low .> other.high) }

  /// Whether a component is certainly 0.
  var isZero: Bool { Swift.any((low .== 0) .& (high .== 0)) }

  /// Whether a component can be 0: it is an end of the range, or lies between known ends. One that
  /// is always 0 is so by intent, and its quotient not used.
  var canBeZero: Bool {
    (0..<4).contains {
      low[$0] <= 0 && high[$0] >= 0 && low[$0] < high[$0]
        && (low[$0] == 0 || high[$0] == 0 || low[$0].isFinite && high[$0].isFinite)
    }
  }

  /// The lower end of what is not negative by its form, if nothing says that it becomes 0. It is
  /// not lost beside 1.
  static let least = 0x1p-40
  private static let tiny = SIMD4<Double>(repeating: least)

  /// The range of all values with the signs that are in the range.
  var sign: ValueRange { signs(upTo: .infinity) }

  /// The range of the values up to a magnitude with the signs that are in the range.
  fileprivate func signs(upTo limit: Double) -> ValueRange {
    let all = SIMD4(repeating: limit)
    return ValueRange(
      (-all).replacing(with: 0, where: low .== 0).replacing(with: Self.tiny, where: low .> 0),
      all.replacing(with: 0, where: high .== 0).replacing(with: -Self.tiny, where: high .< 0))
  }

  /// The inverses of values that are not 0.
  private var reciprocal: ValueRange {
    var (low, high) = (1 / high, 1 / low)
    low.replace(with: Self.tiny, where: low .== 0)
    high.replace(with: -Self.tiny, where: high .== 0)
    return ValueRange(low, high)
  }

  /// The middle of each component's range; `nil` if an end is not known.
  var middle: ValueRange? {
    guard least.isFinite, greatest.isFinite else { return nil }
    return ValueRange(low + (high - low) / 2)
  }

  // MARK: Operators

  static func + (a: ValueRange, b: ValueRange) -> ValueRange {
    ValueRange(a.low + b.low, a.high + b.high)
  }

  static func - (a: ValueRange, b: ValueRange) -> ValueRange { a + -b }

  static prefix func - (a: ValueRange) -> ValueRange {
    // Not -x: there is no -0 among the values of constants.
    ValueRange(0 - a.high, 0 - a.low)
  }

  static func * (a: ValueRange, b: ValueRange) -> ValueRange {
    var product = ValueRange(end(a.low, b.low))
    product.extend(to: end(a.low, b.high))
    product.extend(to: end(a.high, b.low))
    product.extend(to: end(a.high, b.high))
    // What becomes 0 here is too small for a Double.
    let isPositive = (a.low .> 0) .& (b.low .> 0) .| (a.high .< 0) .& (b.high .< 0)
    let isNegative = (a.low .> 0) .& (b.high .< 0) .| (a.high .< 0) .& (b.low .> 0)
    product.low.replace(with: tiny, where: isPositive .& (product.low .== 0))
    product.high.replace(with: -tiny, where: isNegative .& (product.high .== 0))
    return product
  }

  /// The product of two ends. 0 times an end that is not known is 0.
  private static func end(_ a: SIMD4<Double>, _ b: SIMD4<Double>) -> SIMD4<Double> {
    let end = a * b
    return end.replacing(with: 0, where: .!(end .== end))
  }

  // The functions of the standard library compare component by component.
  private mutating func extend(to values: SIMD4<Double>) {
    low.replace(with: values, where: values .< low)
    high.replace(with: values, where: values .> high)
  }

  static func / (a: ValueRange, b: ValueRange) -> ValueRange {
    guard b.low.min() > 0 || b.high.max() < 0 else { return .any }
    return a * b.reciprocal
  }

  var absolute: ValueRange {
    let crossesZero = (low .< 0) .& (high .> 0)
    let isUnknown = (low .== -.infinity) .& (high .== .infinity)
    let (a, b) = (pointwiseMax(low, -low), pointwiseMax(high, -high))
    return ValueRange(
      pointwiseMin(a, b).replacing(with: 0, where: crossesZero)
        .replacing(with: Self.tiny, where: isUnknown), pointwiseMax(a, b))
  }

  var squared: ValueRange { absolute * absolute }

  /// The sum of the first components.
  func sum(of count: Int) -> ValueRange {
    (1..<max(1, count)).reduce(component(0)) { $0 + component($1) }
  }

  func limited(toAtMost limit: ValueRange) -> ValueRange {
    ValueRange(pointwiseMin(low, limit.low), pointwiseMin(high, limit.high))
  }

  func limited(toAtLeast limit: ValueRange) -> ValueRange {
    ValueRange(pointwiseMax(low, limit.low), pointwiseMax(high, limit.high))
  }

  /// The sines of all values.
  fileprivate var sine: ValueRange {
    var (low, high) = (SIMD4<Double>(repeating: -1), SIMD4<Double>(repeating: 1))
    for index in 0..<4 where self.high[index] - self.low[index] < 2 * .pi {
      let (start, end) = (self.low[index], self.high[index])
      /// Whether a place at `phase` and whole turns from it is in the range.
      func contains(_ phase: Double) -> Bool {
        let turn = 2 * Double.pi
        return ((start - phase) / turn).rounded(.up) * turn + phase <= end
      }
      // A float of pi is as far from it.
      let ends = [Glibc.sin(start), Glibc.sin(end)].map { abs($0) < 1e-6 ? 0 : $0 }
      low[index] = contains(-.pi / 2) ? -1 : min(ends[0], ends[1])
      high[index] = contains(.pi / 2) ? 1 : max(ends[0], ends[1])
    }
    return ValueRange(low, high)
  }

  /// The results of a function that never decreases.
  func mapped(_ function: (Double) -> Double) -> ValueRange {
    var (low, high) = (low, high)
    for index in 0..<4 { (low[index], high[index]) = (function(low[index]), function(high[index])) }
    return ValueRange(low, high)
  }
}

/// The ranges of the results of built-in functions.
extension ValueRange {
  /// Returns the range of a call.
  ///
  /// - Parameters:
  ///   - count: The number of components of the first argument.
  ///   - isSame: Whether the first two arguments are the same.
  init(
    ofCall function: BuiltInFunction, _ arguments: [ValueRange], count: Int, isSame: Bool
  ) {
    guard let a = arguments.first else {
      self = .any
      return
    }
    let b = arguments.count > 1 ? arguments[1] : .any
    self =
      arguments.count == 3
      ? Self.ternary(function.name, a, b, arguments[2])
      : Self.unary(function.name, a, count) ?? Self.binary(function.name, a, b, count, isSame)
  }

  private static func unary(_ name: String, _ a: ValueRange, _ count: Int) -> ValueRange? {
    switch name {
    case "sin": a.sine
    case "cos": (a + ValueRange(.pi / 2, .pi / 2)).sine
    case "sign": ValueRange(-1, 1)
    // The only vectors that reach 1 are those along an axis.
    case "normalize": a.signs(upTo: 1 - least)
    // Below 1, and above 0: what is subtracted or divided by tells.
    case "fract": ValueRange(0, 1.0.nextDown)
    case "abs": a.absolute
    case "floor": a.mapped { $0.rounded(.down) }
    case "ceil": a.mapped { $0.rounded(.up) }
    case "sqrt": a.mapped { $0 < 0 ? $0.isFinite ? 0 : tiny[0] : $0.squareRoot() }
    case "inversesqrt": ValueRange(least, .infinity)
    case "exp": a.mapped { max(least, Glibc.exp($0)) }
    case "exp2": a.mapped { max(least, Glibc.exp2($0)) }
    case "log" where a.least > 0: a.mapped { Glibc.log($0) }
    case "log2" where a.least > 0: a.mapped { Glibc.log2($0) }
    case "radians": a * ValueRange(.pi / 180, .pi / 180)
    case "degrees": a * ValueRange(180 / .pi, 180 / .pi)
    case "asin": ValueRange(-.pi / 2, .pi / 2)
    case "acos": ValueRange(0, .pi)
    case "length": a.squared.sum(of: count).mapped { $0.squareRoot() }
    default: nil
    }
  }

  private static func binary(
    _ name: String, _ a: ValueRange, _ b: ValueRange, _ count: Int, _ isSame: Bool
  ) -> ValueRange {
    switch name {
    case "step": ValueRange(0, 1)
    case "atan": ValueRange(-.pi, .pi)
    case "min": a.limited(toAtMost: b)
    case "max": a.limited(toAtLeast: b)
    case "mod": ValueRange(min(0, b.least), max(0, b.greatest))
    case "dot": (isSame ? a.squared : a * b).sum(of: count)
    case "distance": (a - b).squared.sum(of: count).mapped { $0.squareRoot() }
    case "pow" where a.least >= 1 && b.least >= 0:
      ValueRange(1, Glibc.pow(a.greatest, b.greatest))
    case "pow" where a.least >= 0: ValueRange(a.least > 0 ? tiny[0] : 0, .infinity)
    default: .any
    }
  }

  private static func ternary(
    _ name: String, _ a: ValueRange, _ b: ValueRange, _ c: ValueRange
  ) -> ValueRange {
    switch name {
    case "smoothstep": return ValueRange(0, 1)
    case "clamp": return a.limited(toAtLeast: b).limited(toAtMost: c)
    case "mix":
      // Others extrapolate, but seldom by all that their ranges allow.
      let isBetween = c.least >= 0 && c.greatest <= 1
      return isBetween ? a.union(b) : .any
    default: return .any
    }
  }
}
