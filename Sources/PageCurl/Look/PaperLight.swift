import GLMath
import Glibc

/// The light on a bent page, at the ends of its profile's pieces: the part of the sky and of the
/// lamp that the paper itself and the ground leave visible, what the pages reflect, and what shines
/// through.
struct PaperLight {
  /// The factors of the color of the front and of the back. Level paper keeps its own color.
  private(set) var factors: [SIMD2<Float>]
  /// The factor of the color of the paper's edge.
  private(set) var edge: Float
  /// The shade near the spine; `nil` if there is none.
  private let gutter: Gutter?
  /// The leaf's extent from the spine in page widths: more than 1 for a board.
  private let breadth: Double
  /// Whether places at the same distance from the spine lie on one ruling.
  private let isStraight: Bool
  /// The shares of the page's length, besides the ends of the profile's pieces, between which the
  /// factors are linear.
  let places: [Double]

  /// The distance of the lamp from the spine, in page widths: that of a lamp on a desk. Raised
  /// paper is nearer to it and therefore brighter than the pages below.
  private static let lampDistance = 3.0

  /// The share of light that paper reflects to the paper above it.
  private static let reflected = 0.8
  /// The share of light on one side that shines through to the other.
  private static let translucency = 0.28

  init(_ geometry: PaperGeometry, _ look: CurlLook) {
    let profile = geometry.profile
    let points = (0...PaperTable.pieces).map {
      profile.point(at: Double($0) / Double(PaperTable.pieces) * profile.length)
    }
    isStraight = geometry.lean == 0
    let (whole, away) = (geometry.spine.breadth, geometry.binding.away)
    let breadth = look.board.map { whole / abs($0.page.dot(away)) } ?? 1
    self.breadth = breadth
    guard let light = look.light else {
      factors = points.map { _ in SIMD2(1, 1) }
      (edge, gutter, places) = (1, nil, [])
      return
    }
    gutter =
      look.gutter == .zero
      ? nil : Gutter(depth: look.gutter, light, away: geometry.binding.away)
    places = gutter == nil ? [] : Self.places(of: geometry, breadth)
    let local = geometry.frame.local(direction: light.way)
    let spread = max(look.shadow?.softness ?? 0.35, 0.01)
    let slope = local.x / max(local.z, 0.05)
    let (ambient, level) = (light.sky, light.level)
    /// Returns the lamp's light on a surface at a point of the profile, relative to that on level
    /// paper below it, times `local.z`.
    func lamp(on normal: SIMD2<Double>, at point: PageProfile.Point) -> Double {
      let lamp = Self.lampDistance * local - SIMD3(point.x, 0, 0)
      let near = lamp - SIMD3(0, 0, point.z)
      guard near.z > 0, lamp.z > 0 else { return max(normal.dot(SIMD2(local.x, local.z)), 0) }
      let facing = max(normal.x * near.x + normal.y * near.z, 0) / lamp.z
      let ratio = lamp.length / near.length
      return facing * ratio * ratio * ratio * local.z
    }
    /// Returns the light on one side of the paper at a point of the profile.
    func irradiance(_ index: Int, _ side: PaperSide) -> Double {
      let here = points[index]
      let angle = here.angle
      // Directions are angles to the ground; the side sees those from `start` to `start + π`.
      let start = side == .front ? angle : angle - .pi
      // The sky begins at the ground, and at whatever paper rises above it.
      var (low, high) = (max(0, -start), max(0, start))
      for (other, point) in points.enumerated() where other != index {
        var seen = (atan2(point.z - here.z, point.x - here.x) - start)
          .remainder(dividingBy: 2 * .pi)
        if seen < -.pi / 2 { seen += 2 * .pi }
        guard seen > 0, seen < .pi else { continue }
        // The front has the rest of the page on its right, the back on its left.
        if (other > index) == (side == .front) {
          low = max(low, seen)
        } else {
          high = max(high, .pi - seen)
        }
      }
      guard low + high < .pi else {
        return Self.reflected * 0.4 * level
      }
      let sky = (cos(low) + cos(high)) / 2
      let (from, to) = (start + low, start + .pi - high)
      func cotangent(_ angle: Double) -> Double {
        let angle = min(max(angle, 1e-3), .pi - 1e-3)
        return cos(angle) / sin(angle)
      }
      let visible =
        Self.below((cotangent(from) - slope) / spread)
        - Self.below((cotangent(to) - slope) / spread)
      let normal = SIMD2(-sin(angle), cos(angle)) * (side == .front ? 1 : -1)
      return ambient * sky + (1 - ambient) * lamp(on: normal, at: here) * max(visible, 0)
        + (1 - sky) * Self.reflected * 0.8 * level
    }
    factors = points.indices.map { index in
      let (front, back) = (irradiance(index, .front), irradiance(index, .back))
      // Level paper lies on other paper, and no light shines through it.
      let lifted = abs(sin(points[index].angle))
      let through = Self.translucency * min(lifted * 2 + points[index].z * 4, 1)
      func factor(_ own: Double, _ other: Double) -> Float {
        let share = level > 0 ? ((1 - through) * own + through * max(other, own)) / level : 1
        return Self.factor(share)
      }
      return SIMD2(factor(front, back), factor(back, front))
    }
    // The edge faces the way in which the paper ends.
    let end = points[points.count - 1]
    let out = SIMD2(cos(end.angle), sin(end.angle))
    let sky = (1 + out.y) / 2
    let seen =
      ambient * sky + (1 - ambient) * lamp(on: out, at: end)
      + (1 - sky) * Self.reflected * 0.8 * level
    edge = level > 0 ? Self.factor(seen / level) : 1
  }

  /// Returns the shares of a page's length at which the rulings lie, or end, whose distances from
  /// the spine are those of a gutter's ``Gutter/places``.
  private static func places(of page: PaperGeometry, _ breadth: Double) -> [Double] {
    let places = breadth == 1 ? Gutter.places : Gutter.places.map { $0 / breadth }
    guard page.lean != 0 else { return places }
    let spine = page.spine
    return places.flatMap { distance in
      [0, spine.length].map { along in
        let end = spine.page(SIMD2(distance * spine.breadth, along))
        return min(max(page.frame.local(end).x / page.frame.breadth, 0), 1)
      }
    }
  }

  /// Returns the factor of a color for a share of the light on level paper.
  ///
  /// White paper has almost the brightest color that can be shown. Light above that of level paper
  /// is compressed, so that it keeps its hue.
  private static func factor(_ share: Double) -> Float {
    let factor = CurlLight.shown(share)
    return Float(factor > 1 ? 1 + headroom * (1 - exp((1 - factor) / headroom)) : factor)
  }

  private static let headroom = 0.02

  /// Returns the factors at a share of 0…1 of the page's length.
  func factors(at s: Double) -> SIMD2<Float> {
    let place = min(max(s, 0), 1) * Double(factors.count - 1)
    let index = min(Int(place), factors.count - 2)
    let own = factors[index] + Float(place - Double(index)) * (factors[index + 1] - factors[index])
    return isStraight ? own * shade(at: s) : own
  }

  /// Whether ``factors(at:)`` do not contain the shade near the spine.
  var isShadedApart: Bool { gutter != nil && !isStraight }

  /// Returns the factors of the shade near the spine.
  ///
  /// - Parameter share: The distance from the spine on the paper, as a share of the leaf's extent.
  func shade(at share: Double) -> SIMD2<Float> {
    gutter.map { SIMD2<Float>($0.factors(at: share * breadth)) } ?? SIMD2(1, 1)
  }

  /// Returns the share of the normal distribution below `x`.
  private static func below(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }
}
