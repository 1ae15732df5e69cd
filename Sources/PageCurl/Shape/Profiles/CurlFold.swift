import Glibc

/// How a curled sheet bends: the cross-section of the paper between its flat part and the part that
/// lies upside down.
///
/// In both folds the sine of the paper's angle to the ground is a power of its distance beyond the
/// contact line. All functions here are in units of the radius, which is half the fold's height; s
/// is the distance on the paper beyond the contact line.
public enum CurlFold: String, Hashable, Sendable, CaseIterable {
  /// Half a circle: paper around a tube. It reaches one radius beyond the contact line.
  case cylinder
  /// The curve of a springy sheet that is folded over and held down, the rectangular elastica:
  /// its curvature grows from 0 and returns to 0. It reaches 1.67 radii beyond the contact line.
  case elastica

  /// The power n of sin θ = (x / ``reach``)ⁿ, x beyond the contact line. So the curvature is
  /// n xⁿ⁻¹ / reachⁿ.
  package var power: Double { self == .cylinder ? 1 : 2 }

  /// How far the fold reaches beyond the contact line.
  package var reach: Double { self == .cylinder ? 1 : Elastica.reach }

  /// The length of the paper in the fold.
  package var length: Double { self == .cylinder ? .pi : Elastica.length }

  /// The greatest curvature.
  package var sharpest: Double { power / reach }

  /// Returns the paper's place beyond the contact line and above the ground, and its angle to the
  /// ground in radians.
  ///
  /// - Parameter s: 0…``length``.
  package func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    switch self {
    case .cylinder:
      let half = sin(s / 2)
      // 2 sin²(s/2) equals 1 − cos s and keeps its precision for small s.
      return (sin(s), 2 * half * half, s)
    case .elastica: return Elastica.point(at: s)
    }
  }

  /// Returns the s of paper on the lower half of the fold.
  ///
  /// - Parameter across: Its place beyond the contact line, clamped to 0…``reach``.
  func distance(across: Double) -> Double {
    let share = min(max(across / reach, 0), 1)
    return self == .cylinder ? asin(share) : Elastica.distance(share: share)
  }

  /// Returns the s of paper that is bent by an angle of 0…π.
  func distance(bend: Double) -> Double {
    self == .cylinder ? bend : Elastica.distance(bend: bend)
  }

  /// Returns the place beyond the contact line of paper that is bent by an angle of 0…π.
  func across(bend: Double) -> Double {
    let sine = max(sin(bend), 0)
    return self == .cylinder ? sine : Elastica.reach * sine.squareRoot()
  }

  /// Returns the s at which a line meets the fold, first below the point whose tangent has the
  /// line's slope and then above it; `nil` where it does not.
  ///
  /// - Parameters:
  ///   - slope: How far the line moves away from the contact line per height.
  ///   - foot: Where it meets the ground, beyond the contact line.
  func crossings(slope: Double, from foot: Double) -> (lower: Double?, upper: Double?) {
    /// Returns how far the paper lies beyond the line, and how that changes along the paper.
    func beyond(_ s: Double) -> (value: Double, change: Double) {
      let point = point(at: s)
      return (
        point.across - slope * point.height - foot, cos(point.bend) - slope * sin(point.bend)
      )
    }
    let touching = atan2(1, slope)
    let tangent = distance(bend: touching)
    let farthest = beyond(tangent).value
    // To a rounding error, a line may touch the fold.
    guard farthest >= -1e-9 else { return (nil, nil) }
    // Near the tangent the way falls like a parabola.
    let share = across(bend: touching) / reach
    let curvature = power * pow(share, power - 1) / reach
    let start = (2 * max(farthest, 0) * sin(touching) / curvature).squareRoot()
    /// Returns the place between the tangent and an end that lies before the line.
    func crossing(_ end: Double) -> Double {
      guard farthest > 0 else { return tangent }
      return Self.root(
        from: end < tangent ? tangent - start : tangent + start, between: end, tangent, beyond)
    }
    // A line through an end of the fold meets the level paper there.
    return (foot > 0 ? crossing(0) : nil, foot + 2 * slope > 0 ? crossing(length) : nil)
  }

  /// Returns where the line that touches the fold with a slope meets the ground.
  func foot(ofTangent slope: Double) -> Double {
    let point = point(at: distance(bend: atan2(1, slope)))
    return point.across - slope * point.height
  }

  /// Returns the s at which a line touches the fold, from a place on the ground.
  ///
  /// - Parameter foot: The place beyond the contact line, above 0.
  func tangent(from foot: Double) -> Double {
    if self == .cylinder { return 2 * atan(foot) }
    // Near the ground, x − z cot θ is two thirds of s.
    return Self.root(from: 1.5 * foot, between: 0, length) { s in
      let point = point(at: s)
      let (sine, cosine) = (sin(point.bend), cos(point.bend))
      let curvature = power * pow(point.across / reach, power - 1) / reach
      // Both times sin² θ: the change along the paper is κ z / sin² θ.
      return (
        (point.across - foot) * sine * sine - point.height * cosine * sine,
        curvature * point.height
      )
    }
  }

  /// Returns where a function is 0, by Newton's method, and bisection where it leaves the bracket.
  ///
  /// - Parameters:
  ///   - start: A place near it.
  ///   - negative: An end of the bracket at which the function is negative.
  ///   - positive: The other end.
  ///   - function: Returns the function's value and its derivative.
  private static func root(
    from start: Double, between negative: Double, _ positive: Double,
    _ function: (Double) -> (value: Double, change: Double)
  ) -> Double {
    var (negative, positive) = (negative, positive)
    var s = min(max(start, min(negative, positive)), max(negative, positive))
    for _ in 0..<60 {
      let (value, change) = function(s)
      if value > 0 { positive = s } else { negative = s }
      let next = s - value / change
      let isBetween = (next - negative) * (next - positive) < 0
      let step = (isBetween ? next : (negative + positive) / 2) - s
      s += step
      if abs(step) < 1e-12 { break }
    }
    return s
  }

  /// Returns how far the paper at s has moved toward the contact line: s less its place.
  private func travel(of s: Double) -> Double {
    // The difference cancels for small s; there its series is exact.
    guard s < 0.1 else { return s - point(at: s).across }
    let t = s / reach
    let square = t * t
    switch self {
    case .cylinder:
      return s * square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72)))
    case .elastica:
      let fourth = square * square
      return s * fourth / 10 * (1 - fourth / 12 * (1 - fourth * 11 / 130))
    }
  }

  /// Returns the s of paper that has moved by `travel` toward the contact line, 0…``length``.
  func distance(travel: Double) -> Double {
    // The first term of the series: s²ⁿ⁺¹ / 2(2n + 1) reach²ⁿ.
    let order = 2 * power + 1
    var s = min(pow(2 * order * travel * pow(reach, order - 1), 1 / order), length)
    // Newton's method from above on a convex function is monotone.
    for _ in 0..<20 {
      let change = 1 - cos(point(at: s).bend)
      guard change > 0 else { break }
      let next = min(s - (self.travel(of: s) - travel) / change, length)
      guard abs(next - s) > 1e-15 * s else { break }
      s = next
    }
    return max(s, 0)
  }
}

/// The rectangular elastica whose fold is two high; see R. Levien, *The elastica: a mathematical
/// history* (UCB/EECS-2008-103).
///
/// With u = λ(s − s of the middle), k² = ½ and the elliptic functions of Jacobi:
/// x = reach · cn u and sin((θ − π/2)/2) = k sn u, so that sin θ = (x / reach)².
private enum Elastica {
  /// The complete elliptic integrals K(1/√2) and E(1/√2).
  static let (period, secondPeriod) = (1.854074677301372, 1.3506438810476755)
  /// λ for a fold of radius 1.
  static let scale = 2 * secondPeriod - period
  static let reach = 2.0.squareRoot() / scale
  static let length = 2 * period / scale

  /// The steps (a, b, c) of the arithmetic-geometric mean of 1 and k' = √½. The next c is 2e−22.
  private static let means: [(a: Double, b: Double, c: Double)] = {
    var means = [(a: 1.0, b: 0.5.squareRoot(), c: 0.5.squareRoot())]
    for _ in 0..<4 {
      let (a, b, _) = means[means.count - 1]
      means.append(((a + b) / 2, (a * b).squareRoot(), (a - b) / 2))
    }
    return means
  }()

  static func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    let u = s * scale - period
    // The amplitude by descending Landen transformations (Abramowitz & Stegun 16.4), and the
    // integral of cn² from E(u) = E u/K + Σ cₙ sin φₙ (17.6).
    var phase = 16 * means[4].a * u
    var zeta = 0.0
    for step in means.dropFirst().reversed() {
      let sine = sin(phase)
      zeta += step.c * sine
      phase = (phase + asin(step.c / step.a * sine)) / 2
    }
    let second = secondPeriod / period * u + zeta
    return (
      reach * max(cos(phase), 0), max(1 + (2 * second - u) / scale, 0),
      .pi / 2 + 2 * asin(0.5.squareRoot() * sin(phase))
    )
  }

  static func distance(share: Double) -> Double {
    (period - integral(acos(share))) / scale
  }

  static func distance(bend: Double) -> Double {
    let sine = 2.0.squareRoot() * sin((bend - .pi / 2) / 2)
    return (period + integral(asin(min(max(sine, -1), 1)))) / scale
  }

  /// Returns the elliptic integral F(φ | k) for −π/2…π/2 (Abramowitz & Stegun 17.6.8).
  private static func integral(_ angle: Double) -> Double {
    var phase = abs(angle)
    for (a, b, _) in means.dropLast() {
      let next = atan2(b * sin(phase), a * cos(phase))
      phase += next + 2 * .pi * ((phase - next) / (2 * .pi)).rounded()
    }
    return (angle < 0 ? -1 : 1) * phase / (16 * means[4].a)
  }
}
