import ES1
import FixedPipeline
import GLMath
import Glibc

extension WholeScene {
  /// A brick wall by lamplight: bricks, a light map that doubles them, and a painted sign, in three
  /// texture units on one quad.
  static var wall: WholeScene {
    var scene = WholeScene()
    let view = Matrix4.lookAt(eye: [-2.3, 0.3, 3.2], center: [-0.25, 0, 0], up: [0, 1, 0])
    let quad = Shape.surface(columns: 1, rows: 1) { s, t in [s * 6 - 3, t * 3 - 1.5, 0] }
    scene.add(Scene(quad, units: 3), view: view) { draw in
      draw.background = [0.02, 0.02, 0.04, 1]
      draw.texture(0, size: 128, environment: .replace, bricks)
      draw.state.units[0].matrix.scale(by: [4, 2, 1])
      var double = Combine()
      double.rgb.scale = 2
      draw.texture(1, environment: .combine(double), wrap: .clampToEdge, lamps)
      draw.texture(2, size: 128, environment: .decal, wrap: .clampToEdge, sign)
      draw.state.units[2].matrix.translate(by: [-1.1, -0.6, 0])
      draw.state.units[2].matrix.scale(by: [4, 2, 1])
    }
    return scene
  }

  private static func bricks(_ s: Float, _ t: Float) -> SIMD4<Float> {
    let row = (t * 8).rounded(.down)
    let x = s * 4 + (Int(row) % 2 == 0 ? 0 : 0.5)
    let (u, v) = (x - x.rounded(.down), t * 8 - row)
    let brick = noise(x.rounded(.down).truncatingRemainder(dividingBy: 4), row * 5, period: 64)
    let grain = noise(s * 32, t * 32, period: 32)
    let isMortar = u < 0.06 || v < 0.1
    let color: SIMD3<Float> =
      isMortar
      ? SIMD3(0.62, 0.6, 0.56) : SIMD3<Float>(0.6, 0.28, 0.2) * (0.7 + 0.4 * brick)
    return SIMD4(color * (0.85 + 0.2 * grain), w: 1)
  }

  /// Two pools of warm light: ½ leaves the bricks as they are.
  private static func lamps(_ s: Float, _ t: Float) -> SIMD4<Float> {
    func pool(_ x: Float, _ y: Float, _ width: Float) -> Float {
      let from = SIMD2((s - x) * 2, t - y) / width
      return exp(-from.lengthSquared)
    }
    let light =
      SIMD3<Float>(1, 0.85, 0.6) * (0.75 * pool(0.25, 0.75, 0.4))
      + SIMD3<Float>(0.7, 0.8, 1) * (0.5 * pool(0.8, 0.4, 0.5))
    return SIMD4(light + SIMD3(0.1, 0.1, 0.14), w: 1)
  }

  /// A painted ring and a star, with soft edges, on nothing.
  private static func sign(_ s: Float, _ t: Float) -> SIMD4<Float> {
    let from = SIMD2(s - 0.5, t - 0.5)
    let radius = from.length
    let angle = atan2(from.x, from.y)
    let point = 0.2 + 0.09 * cos(5 * angle)
    func cover(_ inside: Float) -> Float { min(max(inside * 60 + 0.5, 0), 1) }
    let star = cover(point - radius)
    let ring = cover(0.045 - abs(radius - 0.38))
    let color = SIMD3<Float>(0.95, 0.9, 0.75).mixed(with: [0.95, 0.72, 0.15], star)
    return SIMD4(color, w: 0.9 * max(star, ring))
  }
}
