import Glibc
import PageCurl
import TestSupport
import Testing

@Suite struct CrossSectionTests {
  /// Random curves that bend both ways, a fold of each kind, and a turning page.
  private static let profiles: [CrossSection] = {
    var random = SeededGenerator(seed: 7)
    let curves = (0..<20).map { _ in
      CrossSection(
        length: 800, angle: .random(in: -1...3, using: &random),
        curvatures: (0...32).map { _ in .random(in: -0.02...0.02, using: &random) })
    }
    return curves + [
      .cylinder(radius: 60, flat: 300, turned: 200), .elastica(radius: 60, flat: 300, turned: 200),
      TurnMotion(.office).profile(at: 0.6),
    ]
  }()

  /// Invariants 1 and 2: arc length, and the direction and the curvature along the curve.
  @Test(arguments: profiles) func thePaperDoesNotStretch(profile: CrossSection) {
    let step = profile.length * 1e-5
    var length = Worst()
    for index in 0..<1000 {
      let s = profile.length * (Double(index) + 0.5) / 1000
      let (first, last) = (profile.point(at: s - step / 2), profile.point(at: s + step / 2))
      let middle = profile.point(at: s)
      let (x, z) = (last.x - first.x, last.z - first.z)
      // A chord is shorter than its arc by (κ·step)² / 24 of it.
      let bend = max(abs(first.curvature), abs(last.curvature)) * step
      length.include(abs((x * x + z * z).squareRoot() / step - 1) - bend * bend / 24)
      // At the ends of a cylinder's arc the direction is that of neither side.
      let away = (x * sin(middle.angle) - z * cos(middle.angle)) / step
      length.include(abs(away) - bend)
    }
    #expect(length.value < 1e-6)
  }

  @Test(arguments: profiles) func theCurveGoesOnStraight(profile: CrossSection) {
    for (end, way) in [(0, -1.0), (profile.length, 1)] {
      let last = profile.point(at: end)
      for away in [1e-3, 70] {
        let point = profile.point(at: end + way * away)
        #expect(abs(point.x - last.x - way * away * cos(last.angle)) < 1e-9)
        #expect(abs(point.z - last.z - way * away * sin(last.angle)) < 1e-9)
        #expect(point.angle == last.angle && point.curvature == 0)
      }
    }
  }

  @Test(.long, arguments: profiles) func crossingsAreThePlacesOnTheLine(profile: CrossSection) {
    for direction in [Double.pi / 2, 1.2, 2.1] {
      for index in 0..<200 {
        let s = profile.length * (Double(index) + 0.31) / 200
        let point = profile.point(at: s)
        // Near a silhouette, places that far apart look the same.
        guard abs(sin(direction - point.angle)) > 1e-3 else { continue }
        let found = profile.crossings(x: point.x, z: point.z, along: direction)
        let nearest = found.min { abs($0 - s) < abs($1 - s) } ?? -1
        #expect(abs(nearest - s) < 1e-6 * profile.length, "\(s) along \(direction)")
        for other in found {
          let place = profile.point(at: other)
          let away =
            (place.x - point.x) * sin(direction) - (place.z - point.z) * cos(direction)
          #expect(abs(away) < 1e-9 * profile.length)
        }
      }
    }
  }

  @Test(arguments: profiles) func silhouettesDivideThePaper(profile: CrossSection) {
    let silhouettes = profile.silhouettes()
    for s in silhouettes { #expect(abs(cos(profile.point(at: s).angle)) < 1e-9) }
    for part in profile.monotonePieces() {
      let places = (0...50).map {
        profile.point(
          at: part.lowerBound + (part.upperBound - part.lowerBound) * Double($0) / 50
        ).x
      }
      let steps = zip(places, places.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { $0 >= -1e-9 } || steps.allSatisfy { $0 <= 1e-9 })
    }
  }

  @Test func theCylinderIsThatOfCurlGeometry() throws {
    let curl = try CurlGeometry(
      width: 600, height: 400, time: 0.45, angle: .pi, radius: 50, fold: .cylinder)
    let profile = CrossSection.cylinder(
      radius: 50, flat: curl.contactOffset, turned: 600 - curl.contactOffset - 50 * .pi)
    #expect(profile.silhouettes().count == 1)
    for x in stride(from: 0.0, through: 600, by: 7) {
      let (point, place) = (profile.point(at: x), curl.position(of: SIMD2(x, 200)))
      #expect(abs(point.x - place.x) < 1e-9 && abs(point.z - place.z) < 1e-9)
      let normal = curl.normal(at: SIMD2(x, 200))
      #expect(abs(normal.x + sin(point.angle)) < 1e-9 && abs(normal.z - cos(point.angle)) < 1e-9)
    }
  }

  /// Against the closed form: sin(θ′/2) = k·sn(u), with sn² = 1 − cn² and places by summation.
  @Test func theElasticaIsThatOfTheClosedForm() {
    let profile = CrossSection.elastica(radius: 1, flat: 0, turned: 0)
    #expect(abs(profile.length - 4.37688) < 1e-5)
    #expect(abs(CurlFold.elastica.reach - 1.66926) < 1e-5)
    let (k, scale) = (0.5.squareRoot(), 0.847213084793978)
    var (x, z) = (0.0, 0.0)
    let count = 400
    var worst = Worst()
    for index in 0..<count {
      let s = profile.length * (Double(index) + 0.5) / Double(count)
      let u = scale * (s - profile.length / 2)
      // The pendulum's equation for the amplitude, φ′ = √(1 − k² sin² φ), from its inverse.
      let sine = Self.sine(u)
      let angle = .pi / 2 + 2 * asin(k * sine)
      x += cos(angle) * profile.length / Double(count)
      z += sin(angle) * profile.length / Double(count)
      guard index % 4 == 3 else { continue }
      let point = profile.point(at: profile.length * Double(index + 1) / Double(count))
      worst.include(max(abs(point.x - x), abs(point.z - z)))
    }
    #expect(worst.value < 1e-3)
    #expect(abs(z - 2) < 1e-6)
  }

  /// Returns sn(u | 1/√2): the sine of the φ to which the elliptic integral of the first kind is u.
  private static func sine(_ u: Double) -> Double {
    var (low, high) = (-Double.pi / 2, Double.pi / 2)
    func integral(_ phi: Double) -> Double {
      (0..<200).reduce(0) { sum, index in
        let sine = sin(phi * (Double(index) + 0.5) / 200)
        return sum + phi / 200 / (1 - sine * sine / 2).squareRoot()
      }
    }
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if integral(middle) < u { low = middle } else { high = middle }
    }
    return sin((low + high) / 2)
  }
}
