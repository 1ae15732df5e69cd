import GLMath
import Glibc

/// The light on the pages of an open book near its spine, where they bend down into the gutter.
///
/// A page leaves the spine at an angle that falls to 0 over an eighth of its width. The opposite
/// page hides a part of the sky, the lamp shines on one of the two at a steeper angle than on the
/// other, and hardly any light reaches the crease.
///
/// Pages never become brighter than their own color.
package struct Gutter: Hashable, Sendable {
  /// How far it reaches from the spine, in page widths.
  private static let width = 0.13
  /// The angle at the spine of pages that bend down as far as possible, radians.
  private static let steepest = 1.25
  /// How far the crease reaches, in page widths, and how dark it is at most.
  private static let crease = (width: 0.03, darkness: 0.5)
  /// The share of the light that one page reflects to the other.
  private static let reflected = 0.4

  /// The distances from the spine at which the light is known, in page widths. Between them it is
  /// linear.
  package static let places = [
    0, 0.0015, 0.004, 0.008, 0.014, 0.022, 0.03, 0.042, 0.056, 0.072, 0.09, 0.11, width,
  ]

  /// The factors of a page's color at ``places``: of the pages whose fronts and whose backs are
  /// seen.
  package let factors: [SIMD2<Double>]

  /// - Parameters:
  ///   - depth: How far the pages bend down, for fronts and backs: 0 (not at all) … 1.
  ///   - light: The light.
  ///   - away: The unit vector from the spine to the pages whose fronts are seen.
  package init(depth: SIMD2<Double>, _ light: CurlLight, away: SIMD2<Double>) {
    let (way, ambient, level) = (light.unitDirection, light.ambientShare, light.level)
    let across = SIMD2(way.x, way.y).dot(away)
    func factor(_ s: Double, _ depth: Double, _ across: Double) -> Double {
      guard depth > 0, level > 0 else { return 1 }
      let rest = 1 - s / Self.width
      let angle = Self.steepest * depth * rest * rest
      // The opposite page ends as high as this one, and hides the sky up to there.
      let height = Self.steepest * depth * Self.width / 3 * rest * rest * rest
      let horizon = atan2(height, s + Self.width / 2)
      let sky = (1 + cos(angle + horizon)) / 2
      let facing = max(cos(angle) * way.z - sin(angle) * across, 0)
      let light =
        ambient * sky + (1 - ambient) * facing + (1 - sky) * Self.reflected * level
      let near = max(1 - s / Self.crease.width, 0)
      let dark = Self.crease.darkness * depth.squareRoot() * near * near
      return CurlLight.shown(min(light / level, 1) * (1 - dark))
    }
    factors = Self.places.map { s in
      SIMD2(factor(s, depth.x, across), factor(s, depth.y, -across))
    }
  }

  /// Returns the factors of the color of the front and of the back at a distance from the spine in
  /// page widths.
  func factors(at s: Double) -> SIMD2<Double> {
    guard let next = Self.places.firstIndex(where: { $0 > s }), next > 0 else {
      return s <= 0 ? factors[0] : SIMD2(1, 1)
    }
    let share = (s - Self.places[next - 1]) / (Self.places[next] - Self.places[next - 1])
    return factors[next - 1] + share * (factors[next] - factors[next - 1])
  }
}
