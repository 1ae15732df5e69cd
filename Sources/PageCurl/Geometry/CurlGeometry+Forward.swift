import Glibc

extension CurlGeometry {
  /// Where a point of the paper is, in page space.
  ///
  /// With s the distance beyond the contact line and ψ = s/R: flat for s ≤ 0; on the cylinder
  /// `u′ = c + R sin ψ`, `z = R(1 − cos ψ)`; from s = πR on upside down, `u′ = c − (s − πR)`, `z = 2R`.
  public func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    let s = distance(of: paper)
    guard s > 0 else { return SIMD3(paper.x, paper.y, 0) }
    let (moved, height) = profile(at: s)
    // u′ − u keeps the coordinate along the axis as it is to the last bit.
    let shift = moved - s
    return SIMD3(paper.x + lift.x * shift, paper.y + lift.y * shift, height)
  }

  /// The unit normal of the front side at a point of the paper.
  ///
  /// `N = −sin ψ n + cos ψ ẑ`, which is ẑ on the ground and −ẑ on the part that is upside down.
  public func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    normal(bend: bend(at: distance(of: paper)))
  }

  /// The unit normal of the front side of paper that is bent by ψ.
  func normal(bend: Double) -> SIMD3<Double> {
    // sin π is not 0 in Double; the turned part is exactly level.
    guard bend < .pi else { return SIMD3(0, 0, -1) }
    let along = -sin(bend)
    return SIMD3(along * lift.x, along * lift.y, cos(bend))
  }

  /// How far around the cylinder the paper is at distance `s` beyond the contact line: ψ in 0…π.
  public func bend(at s: Double) -> Double {
    guard s > 0 else { return 0 }
    return s < .pi * radius ? s / radius : .pi
  }

  /// The curl seen along its axis: at distance `s` > 0 beyond the contact line, `u′ − c` and z.
  func profile(at s: Double) -> (along: Double, height: Double) {
    guard s < .pi * radius else { return (.pi * radius - s, 2 * radius) }
    let bend = s / radius
    let half = sin(bend / 2)
    // 1 − cos ψ as 2 sin²(ψ/2): exact for small ψ too.
    return (radius * sin(bend), 2 * radius * half * half)
  }
}
