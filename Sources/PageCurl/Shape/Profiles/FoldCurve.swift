import Glibc

/// The curve of a fold, in units of half its height: sin θ = (x / ``reach``)ⁿ, with the paper's
/// angle θ to the ground at the distance x beyond the contact line. The upper half is the lower
/// one, mirrored; s is the distance on the paper beyond the contact line.
///
/// The power n determines all of it. What follows from it by quadrature, to 1e−10, is the default
/// of all other requirements. A curve with closed forms has its own, which are faster.
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
  // over φ without singularities, and, from 0 to π/2, values of the beta function.

  var reach: Double { 2 * order / Self.beta((order + 1) / (2 * order)) }

  var length: Double { reach / order * Self.beta(1 / (2 * order)) }

  func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    let isUpper = s > length / 2
    let wanted = max(isUpper ? length - s : s, 0) / reach
    // Newton's method from below, on a function that grows ever more slowly, does not overshoot.
    var phase = min(wanted, .pi / 2)
    var way = integral(to: phase, lowerHalf)
    for _ in 0..<40 {
      let next = min(phase + (wanted - way.x) / lowerHalf(phase).x, .pi / 2)
      guard abs(next - phase) > 1e-15 else { break }
      way += integral(from: phase, to: next, lowerHalf)
      phase = next
    }
    let sine = pow(sin(phase), order)
    let bend = atan2(sine, rest(phase))
    return (
      reach * sin(phase), isUpper ? 2 - reach * way.y : reach * way.y, isUpper ? .pi - bend : bend
    )
  }

  func distance(share: Double) -> Double { reach * integral(to: asin(share), lowerHalf).x }

  func distance(bend: Double) -> Double {
    // sin φ is a root of sin θ, and both cosines keep their precision where these are nearly 1.
    let root = pow(max(sin(bend), 0), 1 / order)
    let rest = (-expm1(log1p(-cos(bend) * cos(bend)) / order)).squareRoot()
    let lower = reach * integral(to: atan2(root, rest), lowerHalf).x
    return bend > .pi / 2 ? length - lower : lower
  }

  /// Returns s − x without cancellation, for paper of the lower half at a share of ``reach``.
  func travel(share: Double) -> Double {
    reach
      * integral(to: asin(share)) { phase in
        // 1 / cos θ − 1, times cos φ.
        let (sine, cosine) = (pow(sin(phase), order), rest(phase))
        return SIMD2(cos(phase) * sine * sine / (cosine * (1 + cosine)), 0)
      }.x
  }

  /// The change of s and of z, in reaches, with φ.
  private func lowerHalf(_ phase: Double) -> SIMD2<Double> {
    let rest = self.rest(phase)
    let change = rest > 0 ? cos(phase) / rest : 1 / order.squareRoot()
    return SIMD2(change, change * pow(sin(phase), order))
  }

  /// Returns cos θ = √(1 − sin²ⁿ φ).
  private func rest(_ phase: Double) -> Double {
    max(-expm1(order * log1p(-cos(phase) * cos(phase))), 0).squareRoot()
  }

  private func integral(
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

  /// Returns the beta function of `first` and ½.
  private static func beta(_ first: Double) -> Double {
    tgamma(first) * Double.pi.squareRoot() / tgamma(first + 0.5)
  }
}
