import Glibc

/// A mass on a damped spring that is let go at distance 1 from its rest.
///
/// The motion is the exact solution of m·x″ + d·x′ + k·x = 0 for x(0) = 1, x′(0) = −velocity; progress is
/// 1 − x, so it starts at 0 and settles at 1.
public struct Spring: Hashable, Sendable {
  /// Mass, above 0.
  public let mass: Double
  /// Stiffness k, force per distance, above 0.
  public let stiffness: Double
  /// Damping d, force per speed, above 0.
  public let damping: Double
  /// Progress per second at the start; negative swings away first.
  public let initialVelocity: Double

  /// A spring by its physical constants.
  ///
  /// - Throws: ``TimelineError/spring(mass:stiffness:damping:initialVelocity:)`` for constants with
  ///   which it would never come to rest.
  public init(
    mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0
  ) throws(TimelineError) {
    let positive = [mass, stiffness, damping].allSatisfy { $0 > 0 && $0.isFinite }
    guard positive, initialVelocity.isFinite else {
      throw .spring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
    }
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// Damping as a share of the critical one: below 1 it overshoots, from 1 on it does not.
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Progress after `seconds`: 0 at or before the start, then towards 1.
  public func value(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let decay = damping / (2 * mass)
    let natural = stiffness / mass
    let squared = decay * decay - natural
    // x(0) = 1 and x′(0) = −v give x = e^(−δt)·(C(t) + (δ − v)·S(t)) with C, S the (hyperbolic) cosine and
    // sine of the swing, S divided by its rate so that it tends to t at critical damping.
    let cosine: Double
    let sine: Double
    let rate = abs(squared).squareRoot()
    if rate * seconds < 1e-6 {
      (cosine, sine) = (1, seconds)
    } else if squared < 0 {
      (cosine, sine) = (cos(rate * seconds), sin(rate * seconds) / rate)
    } else {
      // Both exponentials in one: cosh alone overflows long before the product does.
      let slow = exp((rate - decay) * seconds)
      let fast = exp((-rate - decay) * seconds)
      return 1 - ((slow + fast) / 2 + (decay - initialVelocity) * (slow - fast) / (2 * rate))
    }
    return 1 - exp(-decay * seconds) * (cosine + (decay - initialVelocity) * sine)
  }

  /// Seconds until progress stays within `tolerance` of 1, from the envelope of the swing (so never too
  /// short).
  ///
  /// - Precondition: `tolerance` lies between 0 and 1, both excluded.
  public func settlingDuration(tolerance: Double = 1e-3) -> Double {
    precondition(tolerance > 0 && tolerance < 1, "the tolerance is a share of the whole way")
    let decay = damping / (2 * mass)
    let squared = decay * decay - stiffness / mass
    let push = abs(decay - initialVelocity)
    if squared < 0 {
      let amplitude = 1 + push / (-squared).squareRoot()
      return log(amplitude / tolerance) / decay
    }
    // e^(−λt)·(1 + push·t) bounds both the critical and the slow branch; halve until it is small enough.
    let slowest = decay - squared.squareRoot()
    var high = 1 / slowest
    while exp(-slowest * high) * (1 + push * high) > tolerance { high *= 2 }
    var low = high / 2
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if exp(-slowest * middle) * (1 + push * middle) > tolerance {
        low = middle
      } else {
        high = middle
      }
    }
    return high
  }
}
