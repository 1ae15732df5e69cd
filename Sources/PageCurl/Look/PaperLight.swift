import GLMath
import Glibc

/// The light on a bent page, at the ends of its profile's pieces: the part of the sky and of the
/// lamp that the paper itself and the ground leave visible, what the pages reflect, and what shines
/// through.
struct PaperLight {
  /// The factors of the colour of the front and of the back. Level paper keeps its own colour.
  private(set) var factors: [SIMD2<Float>]

  /// The share of light that paper reflects to the paper above it.
  private static let reflected = 0.8
  /// The share of light on one side that shines through to the other.
  private static let translucency = 0.18

  init(_ geometry: PaperGeometry, _ look: CurlLook) {
    let profile = geometry.profile
    let points = (0...PaperTable.pieces).map {
      profile.point(at: Double($0) / Double(PaperTable.pieces) * profile.length)
    }
    guard let light = look.light else {
      factors = points.map { _ in SIMD2(1, 1) }
      return
    }
    let length = light.direction.length
    let way = length > 0 ? light.direction / length : SIMD3(0, 0, 1)
    let local = geometry.frame.local(direction: way)
    let spread = max(look.shadow?.softness ?? 0.35, 0.01)
    let slope = local.x / max(local.z, 0.05)
    let ambient = min(max(light.ambient, 0), 1)
    let level = ambient + (1 - ambient) * max(local.z, 0)
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
      let lamp =
        Self.below((cotangent(from) - slope) / spread)
        - Self.below((cotangent(to) - slope) / spread)
      let normal = SIMD2(-sin(angle), cos(angle)) * (side == .front ? 1 : -1)
      let facing = max(normal.x * local.x + normal.y * local.z, 0)
      return ambient * sky + (1 - ambient) * facing * max(lamp, 0)
        + (1 - sky) * Self.reflected * 0.8 * level
    }
    factors = points.indices.map { index in
      let (front, back) = (irradiance(index, .front), irradiance(index, .back))
      // Level paper lies on other paper, and no light shines through it.
      let lifted = abs(sin(points[index].angle))
      let through = Self.translucency * min(lifted * 2 + points[index].z * 4, 1)
      func factor(_ own: Double, _ other: Double) -> Float {
        let share = level > 0 ? ((1 - through) * own + through * max(other, own)) / level : 1
        // Colours are stored for a gamma of 2.2.
        return Float(pow(max(share, 0), 1 / 2.2))
      }
      return SIMD2(factor(front, back), factor(back, front))
    }
  }

  /// Returns the factors at a share of 0…1 of the page's length.
  func factors(at s: Double) -> SIMD2<Float> {
    let place = min(max(s, 0), 1) * Double(factors.count - 1)
    let index = min(Int(place), factors.count - 2)
    return factors[index] + Float(place - Double(index)) * (factors[index + 1] - factors[index])
  }

  /// Returns the share of the normal distribution below `x`.
  private static func below(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }
}
