import Glibc
import TestSupport
import Testing

@testable import PageCurl

/// What follows from a fold's power alone.
@Suite struct FoldCurveTests {
  private struct Power: FoldCurve { let power: Int }

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
