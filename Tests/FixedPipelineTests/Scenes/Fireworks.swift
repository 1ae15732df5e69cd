import ES1
import FixedPipeline
import GLES
import GLMath
import Glibc
import TestSupport

extension WholeScene {
  /// Sparks of many sizes and colors as point sprites, added up over the night.
  static var fireworks: WholeScene {
    var scene = WholeScene()
    let view = Matrix4.lookAt(eye: [0, 1.4, 9], center: [0, 2.1, 0], up: [0, 1, 0])
    let night = Shape.surface(columns: 1, rows: 8) { s, t in [s * 24 - 12, t * 12 - 4, -4] }
    scene.add(Scene(night, units: 0), view: view) { draw in
      draw.background = [0.01, 0.01, 0.04, 1]
      let colors = night.coordinates.flatMap { place -> [Float] in
        let color = SIMD3<Float>(0.12, 0.08, 0.24).mixed(with: [0.02, 0.02, 0.08], place.y)
        return [color.x, color.y, color.z, 1]
      }
      draw.colors = Scene.Array(colors, .float, count: 4)
    }
    scene.add(sparks, view: view) { draw in
      draw.mode = .points
      draw.texture(0, size: 32, wrap: .clampToEdge, glow)
      draw.state.units[0].replacesPointCoordinate = true
      draw.state.points.isSprite = true
      draw.state.render.blending = .additive
      draw.state.render.writesDepth = false
    }
    return scene
  }

  private static func glow(_ s: Float, _ t: Float) -> SIMD4<Float> {
    let radius = SIMD2(s - 0.5, t - 0.5).length * 2
    let soft = max(0, 1 - radius)
    let bright = min(0.35 * soft * soft + (radius < 0.35 ? 1 - radius / 0.35 : 0), 1)
    return SIMD4(repeating: bright)
  }

  private static var sparks: Scene {
    var random = SeededGenerator(seed: 5)
    func number(_ low: Float, _ high: Float) -> Float { .random(in: low...high, using: &random) }
    var positions: [Float] = []
    var colors: [Float] = []
    var sizes: [Float] = []
    let bursts: [(center: SIMD3<Float>, radius: Float, color: SIMD3<Float>)] = [
      ([-1.7, 3.3, 0], 1.5, [1, 0.55, 0.2]), ([1.6, 3.9, -1], 1.7, [0.35, 0.6, 1]),
      ([0.5, 2.1, 0.5], 0.9, [0.5, 1, 0.45]),
    ]
    for burst in bursts {
      for _ in 0..<36 {
        let way = SIMD3(number(-1, 1), number(-1, 1), number(-1, 1)).normalized
        let speed = burst.radius * number(0.8, 1)
        // A trail that grows, brightens, and falls as it flies.
        for step in 5...10 {
          let t = Float(step) / 10
          let place = burst.center + way * (speed * t) - SIMD3(0, 0.35 * t * t, 0)
          positions += [place.x, place.y, place.z]
          let strength = t * t * t
          let color = burst.color.mixed(with: [1, 1, 0.9], t * t * 0.5) * strength
          colors += [color.x, color.y, color.z, 1]
          sizes.append(2 + 16 * t * t * number(0.4, 1))
        }
      }
    }
    var scene = Scene()
    scene.positions = Scene.Array(positions, .float, count: 3)
    scene.colors = Scene.Array(colors, .float, count: 4)
    scene.pointSizes = Scene.Array(sizes, .float, count: 1)
    return scene
  }
}
