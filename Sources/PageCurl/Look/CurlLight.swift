import GLMath
import Glibc

/// The light on a curled page.
///
/// Flat paper keeps its own colors bit for bit: the result of the lighting equation is divided by
/// its value for a level sheet. Only bent paper becomes lighter or darker.
public struct CurlLight: Hashable, Sendable {
  /// The direction toward the light, in page space (x right, y up, z toward the viewer). Its length
  /// does not matter. Default: from above and the upper left.
  public var direction: SIMD3<Double>
  /// The fraction of the light that is ambient, 0 (hard) to 1 (no shading). Default: 0.6.
  public var ambient: Double
  /// The strength of the highlight on bent paper, 0…1: white that lies over what is printed, as on
  /// coated paper. Default: 0.3.
  public var highlight: Double
  /// The highlight's specular exponent, 0…128; higher is narrower. Default: 30.
  public var shininess: Double

  /// Makes a light. The defaults suit coated paper on a desk.
  public init(
    direction: SIMD3<Double> = SIMD3(-0.35, 0.45, 0.82), ambient: Double = 0.6,
    highlight: Double = 0.3, shininess: Double = 30
  ) {
    self.direction = direction
    self.ambient = ambient
    self.highlight = highlight
    self.shininess = shininess
  }

  /// Returns the effect of the light on paper whose visible side has the unit normal `normal`: the
  /// factor of its color in x, y, z, and the highlight in w.
  ///
  /// ES 1.1's lighting equation is evaluated for a white surface, its diffuse part apart from its
  /// specular part. The diffuse result is divided by its value for a level sheet. From the specular
  /// result the level sheet's value is subtracted, down to 0.
  package func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    let share = level > 0 ? Float(Self.bounded(matt(normal) / level)) : 1
    return SIMD4(share, share, share, sheen(normal: normal))
  }

  /// Returns the highlight on paper whose visible side has the unit normal `normal`. Level paper
  /// has none.
  func sheen(normal: SIMD3<Double>) -> Float {
    highlight > 0 ? Float(max(gloss(normal) - gloss(SIMD3(0, 0, 1)), 0)) : 0
  }

  /// Returns the angle at which paper that leans along a unit direction of the page, either way,
  /// reflects the lamp as level paper does, π/2 at most: its highlight ends there.
  func sheenEnd(toward lift: SIMD2<Double>) -> Double {
    let halfway = unitDirection + SIMD3(0, 0, 1)
    return min(2 * atan2(abs(lift.dot(SIMD2(halfway.x, halfway.y))), halfway.z), .pi / 2)
  }

  /// The unit vector toward the light.
  package var unitDirection: SIMD3<Double> {
    let length = direction.length
    return length > 0 ? direction / length : SIMD3(0, 0, 1)
  }

  /// The share of light that comes from the whole sky, 0…1. The rest comes from the lamp.
  package var ambientShare: Double { min(max(ambient, 0), 1) }

  /// The light on level paper.
  var level: Double { matt(SIMD3(0, 0, 1)) }

  /// Returns a factor of a color that is bounded.
  ///
  /// White paper has almost the brightest color that can be shown. Light above that of level paper
  /// is compressed, so that paper of any color keeps its hue.
  static func bounded(_ factor: Double) -> Double {
    factor > 1 ? 1 + headroom * (1 - exp((1 - factor) / headroom)) : factor
  }

  private static let headroom = 0.02

  /// Returns the factor of a color for a factor of its light. Colors are stored for a gamma of 2.2.
  static func shown(_ light: Double) -> Double { pow(max(light, 0), 1 / 2.2) }

  /// Returns the factor of the light for a factor of a color: the inverse of ``shown(_:)``.
  static func light(_ shown: Double) -> Double { pow(shown, 2.2) }

  private func matt(_ normal: SIMD3<Double>) -> Double {
    ambientShare + (1 - ambientShare) * max(normal.dot(unitDirection), 0)
  }

  private func gloss(_ normal: SIMD3<Double>) -> Double {
    guard normal.dot(unitDirection) > 0 else { return 0 }
    let halfway = unitDirection + SIMD3(0, 0, 1)
    return highlight * pow(max(normal.dot(halfway) / halfway.length, 0), shininess)
  }
}
