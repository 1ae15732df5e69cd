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

  init(_ geometry: PaperGeometry, _ look: CurlLook) {
    isStraight = geometry.lean == 0
    let (whole, away) = (geometry.spine.breadth, geometry.binding.away)
    let breadth = look.board.map { whole / abs($0.page.dot(away)) } ?? 1
    self.breadth = breadth
    guard let light = look.light else {
      factors = [SIMD2<Float>](repeating: SIMD2(1, 1), count: PaperTable.pieces + 1)
      (edge, gutter, places) = (1, nil, [])
      return
    }
    gutter =
      look.gutter == .zero
      ? nil : Gutter(depth: look.gutter, light, away: geometry.binding.away)
    places = gutter == nil ? [] : Self.places(of: geometry, breadth)
    let source = PaperIrradiance.Source(light, look.shadow, in: geometry.frame)
    let received = PaperIrradiance(
      on: geometry.profile, count: PaperTable.pieces + 1, from: source)
    func factor(_ light: Double) -> Float {
      light.isFinite && source.level > 0 ? Self.factor(light / source.level) : 1
    }
    factors = received.sides.indices.map { node in
      let brightness = received.brightness(at: node)
      return SIMD2(factor(brightness.x), factor(brightness.y))
    }
    edge = factor(received.edge)
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
}
