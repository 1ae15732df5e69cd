/// An easing curve from (0, 0) to (1, 1) with two control points, as in CSS and Core Animation. x
/// is time and y is progress.
public struct CubicBezier: Hashable, Sendable {
  /// The first control point; x is in 0…1, y is any finite number.
  package let first: SIMD2<Double>
  /// The second control point; x is in 0…1, y is any finite number.
  package let second: SIMD2<Double>

  /// Makes a curve with the control points (`x1`, `y1`) and (`x2`, `y2`).
  ///
  /// - Throws: ``TimelineError/controlPoint(x:y:)`` if an x is outside 0…1 or a y is not finite.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) throws(TimelineError) {
    for (x, y) in [(x1, y1), (x2, y2)] where !((0...1).contains(x) && y.isFinite) {
      throw .controlPoint(x: x, y: y)
    }
    self.init(checked: SIMD2(x1, y1), SIMD2(x2, y2))
  }

  init(checked first: SIMD2<Double>, _ second: SIMD2<Double>) {
    self.first = first
    self.second = second
  }

  /// Returns the progress at `time`: exactly 0 at or before 0, exactly 1 at or after 1.
  public func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    return Self.coordinate(first.y, second.y, at: parameter(at: time))
  }

  /// Solves x(s) = time. x is monotone for control points in 0…1, so a bracket always exists.
  /// Newton's method converges inside it except where the curve is vertical; there the bracket is
  /// halved.
  private func parameter(at time: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var guess = time
    for _ in 0..<64 {
      let error = Self.coordinate(first.x, second.x, at: guess) - time
      if abs(error) < 1e-15 { break }
      if error > 0 { high = guess } else { low = guess }
      let step = guess - error / Self.slope(first.x, second.x, at: guess)
      guess = step > low && step < high ? step : (low + high) / 2
    }
    return guess
  }

  /// Returns one coordinate of the curve at parameter `s`: 3(1−s)²s·a + 3(1−s)s²·b + s³.
  private static func coordinate(_ a: Double, _ b: Double, at s: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * a + 3 * rest * s * s * b + s * s * s
  }

  private static func slope(_ a: Double, _ b: Double, at s: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * a + 6 * rest * s * (b - a) + 3 * s * s * (1 - b)
  }
}
