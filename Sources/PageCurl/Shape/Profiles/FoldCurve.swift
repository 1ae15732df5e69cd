import Glibc

/// The curve of a fold, in units of half its height: sin θ = (x / ``reach``)ⁿ, with the paper's
/// angle θ to the ground at the distance x beyond the contact line. The upper half is the lower
/// one, mirrored; s is the distance on the paper beyond the contact line.
///
/// The power n determines all of it. Each curve has closed forms of what follows from it, which are
/// faster than quadrature.
protocol FoldCurve: Sendable {
  /// n, at least 1.
  var power: Int { get }
  /// How far the fold reaches beyond the contact line.
  var reach: Double { get }
  /// The length of the paper in the fold.
  var length: Double { get }
  /// Returns the paper's place beyond the contact line and above the ground, and its angle to the
  /// ground in radians, for an s of 0…``length``.
  func point(at s: Double) -> (across: Double, height: Double, bend: Double)
  /// Returns the s of paper on the lower half, at a share of ``reach`` beyond the contact line.
  func distance(share: Double) -> Double
  /// Returns the s of paper that is bent by an angle of 0…π.
  func distance(bend: Double) -> Double
}

extension FoldCurve {
  private var order: Double { Double(power) }

  // On the lower half let x be reach · sin φ. Then dx = cos θ ds and dz = sin θ ds give integrals
  // over φ without singularities.

  /// Returns s − x without cancellation, for paper of the lower half at a share of ``reach``.
  func travel(share: Double) -> Double {
    reach
      * integral(to: asin(share)) { phase in
        // 1 / cos θ − 1, times cos φ.
        let (sine, cosine) = (pow(sin(phase), order), rest(phase))
        return SIMD2(cos(phase) * sine * sine / (cosine * (1 + cosine)), 0)
      }.x
  }

  /// Returns cos θ = √(1 − sin²ⁿ φ).
  func rest(_ phase: Double) -> Double {
    max(-expm1(order * log1p(-cos(phase) * cos(phase))), 0).squareRoot()
  }

  /// Returns the integral of `change` over φ.
  func integral(
    from start: Double = 0, to end: Double, _ change: (Double) -> SIMD2<Double>
  ) -> SIMD2<Double> {
    let parts = max((abs(end - start) / 0.2).rounded(.up), 1)
    let step = (end - start) / parts
    var sum = SIMD2(0.0, 0)
    for part in 0..<Int(parts) {
      let middle = start + (Double(part) + 0.5) * step
      for (place, weight) in CrossSection.gauss {
        sum += weight * change(middle + place * step)
      }
    }
    return sum * step
  }
}
