import Glibc

extension CurlGeometry {
  /// Returns the position of a point of the paper in page space.
  ///
  /// With s the distance beyond the contact line and ψ = s/R: for s ≤ 0 the paper is flat. On a
  /// cylinder `u′ = c + R sin ψ` and `z = R(1 − cos ψ)`. From s = πR on it is upside down, with
  /// `u′ = c − (s − πR)` and `z = 2R`. Another ``CurlFold`` has its own curve and length.
  package func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    let s = distance(of: paper)
    guard s > 0 else { return SIMD3(paper.x, paper.y, 0) }
    let (moved, height) = profile(at: s)
    // Adding u′ − u leaves the coordinate along the axis bit for bit the same.
    let shift = moved - s
    return SIMD3(paper.x + lift.x * shift, paper.y + lift.y * shift, height)
  }

  /// Returns the unit normal of the front side at a point of the paper.
  ///
  /// `N = −sin ψ n + cos ψ ẑ`, which is ẑ on the ground and −ẑ on the part that is upside down.
  package func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    normal(bend: bend(at: distance(of: paper)))
  }

  /// Returns the unit normal of the front side of paper that is bent by ψ.
  func normal(bend: Double) -> SIMD3<Double> {
    // In Double sin π is not 0, but the part that is upside down is exactly level.
    guard bend < .pi else { return SIMD3(0, 0, -1) }
    let along = -sin(bend)
    return SIMD3(along * lift.x, along * lift.y, cos(bend))
  }

  /// Returns the angle ψ, 0…π, by which paper is bent at distance `s` beyond the contact line.
  package func bend(at s: Double) -> Double {
    guard s > 0 else { return 0 }
    return s < turn ? fold.point(at: s / radius).bend : .pi
  }

  /// Returns the distance on the paper of the rising part that is `across` beyond the contact line.
  func rising(to across: Double) -> Double { radius * fold.distance(across: across / radius) }

  /// Returns `u′ − c` and z of paper at distance `s` > 0 beyond the contact line.
  func profile(at s: Double) -> (along: Double, height: Double) {
    guard s < turn else { return (turn - s, 2 * radius) }
    let point = fold.point(at: s / radius)
    return (radius * point.across, radius * point.height)
  }
}
