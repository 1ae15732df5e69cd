import Glibc
import TestSupport
import Testing

@testable import PageCurl

/// What follows from a fold's power alone.
@Suite struct FoldCurveTests {
  private static let places = (0...200).map { Double($0) / 200 }

  @Test(arguments: CurlFold.allCases) func closedFormsAreWhatFollowsFromThePower(fold: CurlFold) {
    let (curve, plain) = (fold.curve, Power(power: fold.curve.power))
    #expect(abs(curve.reach - plain.reach) < 1e-12 && abs(curve.length - plain.length) < 1e-12)
    var worst = Worst()
    for place in Self.places {
      let (one, other) = (
        curve.point(at: place * curve.length), plain.point(at: place * plain.length)
      )
      worst.include(abs(one.across - other.across))
      worst.include(abs(one.height - other.height))
      worst.include(abs(one.bend - other.bend))
      // Near the ends a rounding error of the angle is a root of one of the distance.
      let bend = .pi * (0.01 + 0.98 * place)
      worst.include(abs(curve.distance(bend: bend) - plain.distance(bend: bend)))
      // So it is near the silhouette.
      let share = 0.999 * place
      worst.include(abs(curve.distance(share: share) - plain.distance(share: share)))
    }
    #expect(worst.value < 1e-10, "\(worst.value)")
  }

  @Test(arguments: [1, 2, 3, 5]) func theCurveIsThatOfItsPower(power: Int) {
    let curve = Power(power: power)
    let step = 1e-4
    for place in Self.places.dropFirst().dropLast() {
      let s = place * curve.length
      let point = curve.point(at: s)
      #expect(abs(sin(point.bend) - pow(point.across / curve.reach, Double(power))) < 1e-9)
      let (before, after) = (curve.point(at: s - step / 2), curve.point(at: s + step / 2))
      #expect(abs((after.across - before.across) / step - cos(point.bend)) < 1e-6)
      #expect(abs((after.height - before.height) / step - sin(point.bend)) < 1e-6)
      // A rounding error of the angle, where the paper hardly bends, is a larger one of s.
      let share = pow(point.across / curve.reach, Double(power - 1))
      let curvature = Double(power) * share / curve.reach
      #expect(abs(curve.distance(bend: point.bend) - s) * curvature < 1e-9)
      let travel = curve.travel(share: point.across / curve.reach)
      if place <= 0.5 { #expect(abs(travel - (s - point.across)) < 1e-9) }
    }
    let (first, last) = (curve.point(at: 0), curve.point(at: curve.length))
    #expect(first.across == 0 && first.height == 0 && first.bend == 0)
    #expect(last.across == 0 && abs(last.height - 2) < 1e-12 && last.bend == .pi)
  }
}

/// The curve of any power, by quadrature, to 1e−10.
private struct Power: FoldCurve {
  let power: Int

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

  /// The change of s and of z, in reaches, with φ.
  private func lowerHalf(_ phase: Double) -> SIMD2<Double> {
    let rest = self.rest(phase)
    let change = rest > 0 ? cos(phase) / rest : 1 / order.squareRoot()
    return SIMD2(change, change * pow(sin(phase), order))
  }

  /// Returns the beta function of `first` and ½.
  private static func beta(_ first: Double) -> Double {
    tgamma(first) * Double.pi.squareRoot() / tgamma(first + 0.5)
  }
}
