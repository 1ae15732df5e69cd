import GLMath
import Glibc

/// The light on the pages of an open book near its spine, where they bend down into the gutter.
///
/// A page leaves the spine at an angle that falls to 0 over an eighth of its width. The opposite
/// page hides a part of the sky, the lamp shines on one of the two at a steeper angle than on the
/// other, and hardly any light reaches the crease.
///
/// Near the crease both pages reflect the light to each other so often that they are equally dark.
/// The ends of the pages lie lower there, and so are seen nearer to the middle of the spine: what
/// they leave free is the dark inside of the spine.
///
/// Pages never become brighter than their own color.
package struct Gutter: Hashable, Sendable {
  /// How far it reaches from the spine, in page widths.
  private static let width = 0.13
  /// The angle at the spine of pages that bend down as far as possible, radians.
  private static let steepest = 1.25
  /// How far the crease reaches, in page widths, and how dark it is at most.
  private static let crease = (width: 0.03, darkness: 0.5)
  /// How far the ends of pages that bend down as far as possible dip at the spine, in page widths:
  /// as seen from two and a half page heights above the book. From five, the distance of the eye by
  /// default, half as much would hardly be seen.
  private static let dip = steepest * width / 3 / 5
  /// How bright it is where the ends dip, and how bright the cloth of a cover.
  private static let gap = (dark: 0.4, cloth: 0.6)
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
  /// How far the ends of these pages dip at the spine, in page widths.
  package let dips: SIMD2<Double>
  /// The factor of the color of these pages where their ends dip: the inside of the spine is seen
  /// there, or the cloth of a cover.
  package let gap: SIMD3<Double>

  /// `nil` if the pages don't bend down, or have their own color everywhere.
  ///
  /// - Parameters:
  ///   - depth: How far the pages bend down, for fronts and backs: 0 (not at all) … 1.
  ///   - away: The unit vector from the spine to the pages whose fronts are seen.
  package init?(depth: SIMD2<Double>, _ look: CurlLook, away: SIMD2<Double>) {
    guard depth != .zero, let light = look.light else { return nil }
    dips = look.quality == .draft ? .zero : depth * Self.dip
    gap = look.cloth.map { Self.gap.cloth * $0 } ?? SIMD3(repeating: Self.gap.dark)
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
      /// Returns the factor of one page beside another that bends down as far.
      func even(_ depth: Double, _ across: Double) -> Double {
        let own = factor(s, depth, across)
        let other = factor(s, depth, -across)
        return own + max(1 - s / Self.crease.width, 0) / 2 * (other - own)
      }
      return SIMD2(even(depth.x, across), even(depth.y, -across))
    }
  }

  /// Returns how far an end of a page dips, as a share of ``dips``, at a distance from the spine in
  /// page widths.
  static func dip(at s: Double) -> Double {
    let rest = max(1 - s / width, 0)
    return rest * rest * rest
  }

  /// Returns the distances from the spine, in page widths, between which the light and the dip of
  /// pages that dip by so many pixels at the spine are as good as linear.
  static func columns(_ most: Double) -> [Double] {
    var columns = zip(places, places.dropFirst()).flatMap { [$0, ($0 + $1) / 2] }
    columns.append(width)
    // From here on they dip by less than a pixel.
    if most > 1 { columns.append(width * (1 - cbrt(1 / most))) }
    return columns.sorted()
  }

  /// Returns `u_dip` of `ruled.vert` for a side of a leaf.
  ///
  /// - Parameter breadth: The width of a page in page pixels.
  func uniform(
    _ side: PaperSide, _ spine: SpineFrame, breadth: Double
  ) -> SIMD4<Float> {
    let way = spine.away / (Self.width * breadth)
    let dip = side == .front ? dips.x : dips.y
    return SIMD4<Float>(SIMD4(way.x, way.y, way.dot(spine.origin), dip * breadth))
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
