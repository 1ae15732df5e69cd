import GLMath
import Glibc

/// The light on a bent page, at the ends of its profile's pieces: the part of the sky and of the
/// lamp that the paper itself and the ground leave visible, what the pages reflect, and what shines
/// through.
struct PaperLight {
  /// The factors of the color of the front and of the back in x and y, and the highlights in z and
  /// w. Level paper keeps its own color.
  private(set) var factors: [SIMD4<Float>]
  /// The factors by the look's shading, of the front and of the back; empty without one.
  private let tints: [(front: SIMD3<Float>, back: SIMD3<Float>)]
  /// The factor of the color of the paper's edge.
  private(set) var edge: Float
  /// The shade near the spine; `nil` if there is none.
  let gutter: Gutter?
  /// The leaf's extent from the spine in page widths: more than 1 for a board.
  private let breadth: Double
  /// Whether places at the same distance from the spine lie on one ruling.
  private let isStraight: Bool
  /// The shares of the page's length, besides the ends of the profile's pieces, between which the
  /// factors are linear.
  let places: [Double]

  init(_ geometry: PaperGeometry, _ look: CurlLook) {
    isStraight = geometry.tilt == 0
    let (whole, away) = (geometry.spine.breadth, geometry.binding.away)
    let breadth = look.board.map { whole / abs($0.page.dot(away)) } ?? 1
    self.breadth = breadth
    let isPlain = look.light == nil && look.shading == nil
    let normals = (isPlain ? 0..<0 : 0..<TurnMotion.pieces + 1).map { node in
      let end = geometry.profile.length * Double(node) / Double(TurnMotion.pieces)
      let angle = geometry.profile.point(at: end).angle
      return SIMD3(-sin(angle) * geometry.frame.away, cos(angle))
    }
    tints =
      look.shading.map { shading in
        normals.map { normal in
          func tint(_ normal: SIMD3<Double>) -> SIMD3<Float> {
            let effect = shading.effect(normal: normal)
            return SIMD3(effect.x, effect.y, effect.z)
          }
          return (tint(normal), tint(-normal))
        }
      } ?? []
    gutter = Gutter(depth: look.gutter, look, away: geometry.binding.away)
    places = gutter == nil ? [] : Self.places(of: geometry, breadth)
    guard let light = look.light, look.shading == nil else {
      factors = [SIMD4<Float>](repeating: SIMD4(1, 1, 0, 0), count: TurnMotion.pieces + 1)
      edge = 1
      return
    }
    let source = PaperIrradiance.Source(light, look.shadow, in: geometry.frame)
    let received = PaperIrradiance(
      on: geometry.profile, count: TurnMotion.pieces + 1, from: source)
    func factor(_ light: Double) -> Float {
      light.isFinite && source.level > 0
        ? Float(CurlLight.bounded(CurlLight.shown(light / source.level))) : 1
    }
    factors = received.sides.indices.map { node in
      let (brightness, normal) = (received.brightness(at: node), normals[node])
      return SIMD4(
        factor(brightness.x), factor(brightness.y), light.sheen(normal: normal),
        light.sheen(normal: -normal))
    }
    edge = factor(received.edge)
  }

  /// Returns the shares of a page's length at which the rulings lie, or end, whose distances from
  /// the spine are those of a gutter's ``Gutter/places``.
  private static func places(of page: PaperGeometry, _ breadth: Double) -> [Double] {
    let places = breadth == 1 ? Gutter.places : Gutter.places.map { $0 / breadth }
    guard page.tilt != 0 else { return places }
    let spine = page.spine
    return places.flatMap { distance in
      [0, spine.length].map { along in
        let end = spine.page(SIMD2(distance * spine.breadth, along))
        return min(max(page.frame.local(end).x / page.frame.breadth, 0), 1)
      }
    }
  }

  /// Returns ``factors`` at a share of 0…1 of the page's length.
  func factors(at s: Double) -> SIMD4<Float> {
    let (index, share) = node(at: s)
    let own = factors[index] + share * (factors[index + 1] - factors[index])
    return isStraight ? own * shade(at: s) : own
  }

  /// Returns the share of the light from one side of the paper that came through it, 0…1. Web pages
  /// compute it likewise, from the factors alone.
  ///
  /// - Parameters:
  ///   - transmittance: The share of the light on the other side that comes through.
  ///   - factors: The factors of the color of this side and of the other.
  static func share(of transmittance: Double, _ factors: SIMD2<Float>) -> Double {
    // The brightness of each side is the light that it reflects and that which comes through.
    let seen = SIMD2(CurlLight.light(Double(factors.x)), CurlLight.light(Double(factors.y)))
    let (reflected, passed) = (PaperIrradiance.reflectance, PaperIrradiance.transmittance)
    return PaperIrradiance.share(
      of: transmittance,
      SIMD2(reflected * seen.x - passed * seen.y, reflected * seen.y - passed * seen.x))
  }

  /// Returns the factor of a side's color by the look's shading at a share of 0…1 of the page's
  /// length.
  func tint(of side: PaperSide, at s: Double) -> SIMD3<Float> {
    guard !tints.isEmpty else { return SIMD3(repeating: 1) }
    let (index, share) = node(at: s)
    let (low, high) = (tints[index], tints[index + 1])
    return side == .front
      ? low.front + share * (high.front - low.front) : low.back + share * (high.back - low.back)
  }

  /// Returns the node before a share of 0…1 of the page's length, and how far it is to the next.
  private func node(at s: Double) -> (index: Int, share: Float) {
    let place = min(max(s, 0), 1) * Double(factors.count - 1)
    let index = min(Int(place), factors.count - 2)
    return (index, Float(place - Double(index)))
  }

  /// Whether ``factors(at:)`` do not contain the shade near the spine.
  var isShadedApart: Bool { gutter != nil && !isStraight }

  /// Returns the most that the ends of a ruling dip into the gutter, in extents of the leaf.
  ///
  /// - Parameter s: A share of 0…1 of the page's length.
  func dip(of side: PaperSide, at s: Double) -> Double {
    guard let gutter else { return 0 }
    let most = (side == .front ? gutter.dips.x : gutter.dips.y) / breadth
    return most * (isStraight ? Gutter.dip(at: s * breadth) : 1)
  }

  /// Returns the factors of the shade near the spine.
  ///
  /// - Parameter share: The distance from the spine on the paper, as a share of the leaf's extent.
  func shade(at share: Double) -> SIMD4<Float> {
    guard let gutter else { return SIMD4(repeating: 1) }
    let factors = SIMD2<Float>(gutter.factors(at: share * breadth))
    return SIMD4(lowHalf: factors, highHalf: factors)
  }
}
