import Glibc

/// How a curled sheet bends: the cross-section of the paper between its flat part and the part that
/// lies upside down.
///
/// In all folds the sine of the paper's angle to the ground is a power of its distance beyond the
/// contact line. All functions here are in units of the radius, which is half the fold's height; s
/// is the distance on the paper beyond the contact line.
public enum CurlFold: String, Hashable, Sendable, CaseIterable {
  /// Half a circle: paper around a tube. It reaches one radius beyond the contact line.
  case cylinder
  /// The curve of a springy sheet that is folded over and held down, the rectangular elastica:
  /// its curvature grows from 0 and returns to 0. It reaches 1.67 radii beyond the contact line.
  case elastica

  /// The curve; all that is known of a fold but its name.
  var curve: any FoldCurve {
    switch self {
    case .cylinder: HalfCircle()
    case .elastica: Elastica()
    }
  }

  /// The power n of sin θ = (x / ``reach``)ⁿ, x beyond the contact line. So the curvature is
  /// n xⁿ⁻¹ / reachⁿ.
  package var power: Double { Double(curve.power) }

  /// How far the fold reaches beyond the contact line.
  package var reach: Double { curve.reach }

  /// The length of the paper in the fold.
  package var length: Double { curve.length }

  /// The greatest curvature.
  package var sharpest: Double { power / reach }

  /// Returns the paper's place beyond the contact line and above the ground, and its angle to the
  /// ground in radians.
  ///
  /// - Parameter s: 0…``length``.
  package func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    curve.point(at: s)
  }

  /// Returns the s of paper on the lower half of the fold.
  ///
  /// - Parameter across: Its place beyond the contact line, clamped to 0…``reach``.
  func distance(across: Double) -> Double {
    let curve = curve
    return curve.distance(share: min(max(across / curve.reach, 0), 1))
  }

  /// Returns the s of paper that is bent by an angle of 0…π.
  func distance(bend: Double) -> Double { curve.distance(bend: bend) }

  /// Returns the place beyond the contact line of paper that is bent by an angle of 0…π.
  func across(bend: Double) -> Double {
    let curve = curve
    return curve.reach * pow(max(sin(bend), 0), 1 / Double(curve.power))
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
      return root(
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
    // Near the ground, on an elastica, x − z cot θ is two thirds of s.
    return root(from: 1.5 * foot, between: 0, length) { s in
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

  /// Returns how far the paper at s has moved toward the contact line: s less its place.
  private func travel(of s: Double) -> Double {
    let across = point(at: s).across
    // The difference cancels for small s.
    return s < 0.1 ? curve.travel(share: across / reach) : s - across
  }

  /// Returns the s of paper that has moved by `travel` toward the contact line, 0…``length``.
  func distance(travel: Double) -> Double {
    // The first term of the series: s²ⁿ⁺¹ / 2(2n + 1) reach²ⁿ.
    let order = 2 * power + 1
    let start = pow(2 * order * travel * pow(reach, order - 1), 1 / order)
    return root(from: start, between: 0, length) { s in
      (self.travel(of: s) - travel, 1 - cos(point(at: s).bend))
    }
  }
}
