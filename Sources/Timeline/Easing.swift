/// The rate of change over time within one segment of an animation.
///
/// Every easing is exactly 0 at time 0 and exactly 1 at time 1. In between it may overshoot.
public enum Easing: Hashable, Sendable {
  /// Constant speed.
  case linear
  /// Slow start: the Bézier curve (0.42, 0, 1, 1).
  case easeIn
  /// Slow end: (0, 0, 0.58, 1).
  case easeOut
  /// Slow start and end: (0.42, 0, 0.58, 1).
  case easeInOut
  /// Any cubic Bézier curve.
  case cubicBezier(CubicBezier)
  /// A damped spring whose settling time (to 0.1 %) is scaled to the segment. The last 0.1 % are
  /// spread evenly over the segment, so that it ends at 1 without a jump.
  case spring(Spring)

  /// Returns the progress at a fraction of the time. Fractions outside 0…1 are clamped; NaN is 0.
  public func value(at fraction: Double) -> Double {
    guard fraction > 0 else { return 0 }
    guard fraction < 1 else { return 1 }
    switch self {
    case .linear: return fraction
    case .easeIn: return Self.slowStart.value(at: fraction)
    case .easeOut: return Self.slowEnd.value(at: fraction)
    case .easeInOut: return Self.slowBoth.value(at: fraction)
    case .cubicBezier(let curve): return curve.value(at: fraction)
    case .spring(let spring):
      let duration = spring.settlingDuration()
      let missing = 1 - spring.value(at: duration)
      return spring.value(at: fraction * duration) + fraction * missing
    }
  }

  private static let slowStart = CubicBezier(checked: SIMD2(0.42, 0), SIMD2(1, 1))
  private static let slowEnd = CubicBezier(checked: SIMD2(0, 0), SIMD2(0.58, 1))
  private static let slowBoth = CubicBezier(checked: SIMD2(0.42, 0), SIMD2(0.58, 1))
}
