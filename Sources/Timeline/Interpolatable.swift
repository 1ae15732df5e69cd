/// A value that can be interpolated: numbers, vectors, and structures made of them.
public protocol Interpolatable {
  /// Returns the value `fraction` of the way from `start` to `end`.
  ///
  /// 0 returns exactly `start` and 1 exactly `end`. Fractions outside 0…1 extrapolate: springs and
  /// Bézier curves overshoot on purpose.
  static func interpolated(from start: Self, to end: Self, fraction: Double) -> Self
}

extension Interpolatable where Self: BinaryFloatingPoint {
  /// Interpolates linearly, in the form that returns both ends exactly.
  public static func interpolated(from start: Self, to end: Self, fraction: Double) -> Self {
    let part = Self(fraction)
    return start * (1 - part) + end * part
  }
}

extension Double: Interpolatable {}
extension Float: Interpolatable {}

extension Interpolatable where Self: SIMD, Scalar: BinaryFloatingPoint {
  /// Interpolates each component linearly.
  public static func interpolated(from start: Self, to end: Self, fraction: Double) -> Self {
    let part = Scalar(fraction)
    return start * (1 - part) + end * part
  }
}

extension SIMD2: Interpolatable where Scalar: BinaryFloatingPoint {}
extension SIMD3: Interpolatable where Scalar: BinaryFloatingPoint {}
extension SIMD4: Interpolatable where Scalar: BinaryFloatingPoint {}
