/// An error thrown when an animation cannot be built or played.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A Bézier control point's x is outside 0…1, or a coordinate is not finite, so the curve would
  /// not be a function of time. Use an x in 0…1 and any finite y.
  case controlPoint(x: Double, y: Double)
  /// The spring would never come to rest. Use a mass, stiffness and damping above 0, and a finite
  /// initial velocity.
  case spring(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
  /// There is no keyframe. Use at least one value.
  case noKeyframes
  /// The numbers of values and of key times differ. Use one key time for each value.
  case counts(values: Int, times: Int)
  /// A key time is outside 0…1, NaN, or less than the one before it. Sort the key times and scale
  /// them to 0…1.
  case keyTime(Double, index: Int)
  /// A duration or delay is negative or NaN. Use seconds, 0 or more.
  case duration(Double)
  /// A repeat count is negative or NaN. Use 0 or more, or `.infinity`.
  case repeatCount(Double)
  /// An endless step cannot be reversed, because it has no last frame to start from. Limit its
  /// repeats first.
  case reversedEndless
  /// The clock cannot go to a time that is not finite, nor advance backwards. Advance by 0 or more
  /// seconds, and use ``Player/seek(to:)`` to go back.
  case clock(Double)

  /// One sentence: what failed, and what to do instead.
  public var description: String {
    switch self {
    case .controlPoint(let x, let y):
      "the Bézier control point (\(x), \(y)) is invalid: use a finite y and an x in 0…1"
    case .spring(let mass, let stiffness, let damping, let velocity):
      "the spring (mass \(mass), stiffness \(stiffness), damping \(damping), velocity \(velocity)) "
        + "never comes to rest: use finite values, and all but the velocity above 0"
    case .noKeyframes: "an animation needs at least one keyframe"
    case .counts(let values, let times):
      "\(values) values do not match \(times) key times: use one key time for each value"
    case .keyTime(let time, let index):
      "key time \(index) is \(time): key times must be in 0…1 and must not decrease"
    case .duration(let seconds): "the duration \(seconds) s must be 0 or more"
    case .repeatCount(let count): "the repeat count \(count) must be 0 or more"
    case .reversedEndless: "a step that repeats forever cannot be reversed: limit its repeats"
    case .clock(let seconds):
      "the clock cannot move to \(seconds) s: advance to a finite time, not before the current one"
    }
  }
}
