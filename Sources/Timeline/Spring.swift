import Glibc

/// A mass on a damped spring that is released at distance 1 from its rest position.
///
/// The motion is the exact solution of m·x″ + d·x′ + k·x = 0 for x(0) = 1 and x′(0) = −velocity.
/// Progress is 1 − x: it starts at 0 and settles at 1.
public struct Spring: Hashable, Sendable {
  /// The mass, above 0.
  package let mass: Double
  /// The stiffness k, force per distance, above 0.
  package let stiffness: Double
  /// The damping d, force per speed, above 0.
  package let damping: Double
  /// The progress per second at the start; a negative one swings away first.
  package let initialVelocity: Double

  /// Makes a spring from its physical constants.
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

  /// The damping as a share of the critical damping. Below 1 the spring overshoots.
  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// Returns the progress after `seconds`: 0 at or before the start, then toward 1.
  public func value(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    let decay = damping / (2 * mass)
    let natural = stiffness / mass
    let squared = decay * decay - natural
    // x(0) = 1 and x′(0) = −v give x = e^(−δt)·(C(t) + (δ − v)·S(t)), where C and S are the
    // (hyperbolic) cosine and sine of rate × time. S is divided by the rate, so that it tends to t
    // at critical damping.
    let cosine: Double
    let sine: Double
    let rate = abs(squared).squareRoot()
    if rate * seconds < 1e-6 {
      (cosine, sine) = (1, seconds)
    } else if squared < 0 {
      (cosine, sine) = (cos(rate * seconds), sin(rate * seconds) / rate)
    } else {
      // Two exponentials instead of cosh, which overflows long before the product does.
      let slow = exp((rate - decay) * seconds)
      let fast = exp((-rate - decay) * seconds)
      return 1 - ((slow + fast) / 2 + (decay - initialVelocity) * (slow - fast) / (2 * rate))
    }
    return 1 - exp(-decay * seconds) * (cosine + (decay - initialVelocity) * sine)
  }

  /// Returns the seconds until progress stays within `tolerance` of 1. It is computed from the
  /// envelope of the motion, so it is never too short.
  ///
  /// - Parameter tolerance: The largest distance from 1. Default: 0.001. The duration is infinite
  ///   if it isn't above 0.
  public func settlingDuration(tolerance: Double = 1e-3) -> Double {
    guard tolerance > 0 else { return .infinity }
    let decay = damping / (2 * mass)
    let squared = decay * decay - stiffness / mass
    let push = abs(decay - initialVelocity)
    if squared < 0 {
      let amplitude = 1 + push / (-squared).squareRoot()
      return max(log(amplitude / tolerance) / decay, 0)
    }
    // e^(−λt)·(1 + push·t) bounds both the critical and the slow branch; halve until it is small
    // enough.
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
