/// Why an animation cannot be built or played.
public enum TimelineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A Bézier control point's x lies outside 0…1 (or a coordinate is not finite): the curve would not
  /// be a function of time. Remedy: move x into 0…1; y may be anything finite.
  case controlPoint(x: Double, y: Double)
  /// A spring needs positive mass and stiffness, non-negative damping and a finite initial velocity,
  /// and must come to rest: damping 0 swings for ever. Remedy: raise `damping` above 0.
  case spring(mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
  /// There is no keyframe. Remedy: give at least one value.
  case noKeyframes
  /// Lists that belong together differ in length. Remedy: give one key time for each value.
  case counts(values: Int, times: Int)
  /// A key time is outside 0…1, is not a number, or is smaller than the one before it. Remedy: sort the
  /// key times and scale them into 0…1.
  case keyTime(Double, index: Int)
  /// A duration or delay is negative or not a number. Remedy: give seconds, 0 or more.
  case duration(Double)
  /// A repeat count is negative or not a number. Remedy: give 0 or more, or `.infinity`.
  case repeatCount(Double)
  /// A step that never ends cannot be run backwards: it has no last frame to start from. Remedy: limit
  /// its repeats first.
  case reversedEndless
  /// The clock was moved to a time that is not finite, or backwards. Remedy: advance by 0 or more
  /// seconds, and use ``Player/seek(to:)`` to go back.
  case clock(Double)

  /// One sentence: what was asked for, and what to do instead.
  public var description: String {
    switch self {
    case .controlPoint(let x, let y):
      "the Bézier control point (\(x), \(y)) needs a finite y and an x between 0 and 1"
    case .spring(let mass, let stiffness, let damping, let velocity):
      "the spring (mass \(mass), stiffness \(stiffness), damping \(damping), velocity \(velocity)) "
        + "never comes to rest: all but the velocity must be above 0, and all finite"
    case .noKeyframes: "an animation needs at least one keyframe"
    case .counts(let values, let times):
      "\(values) values came with \(times) key times: give one key time for each value"
    case .keyTime(let time, let index):
      "key time \(index) is \(time): key times rise from 0 to 1, none before the one it follows"
    case .duration(let seconds): "the duration \(seconds) s must be 0 or more"
    case .repeatCount(let count): "the repeat count \(count) must be 0 or more"
    case .reversedEndless: "a step that repeats for ever cannot be reversed: limit its repeats"
    case .clock(let seconds):
      "the clock cannot move to \(seconds) s: advance to a finite time, not before the current one"
    }
  }
}
