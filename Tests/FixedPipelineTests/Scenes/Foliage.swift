import ES1
import FixedPipeline
import GLMath
import Glibc
import TestSupport

extension WholeScene {
  /// A bush of quads with holes where the leaves are not, cut by two clip planes.
  static var foliage: WholeScene {
    var scene = WholeScene()
    let view = Matrix4.lookAt(eye: [0.8, 1.7, 4.4], center: [0, 1.02, 0], up: [0, 1, 0])
    let sun = Light(diffuse: [0.8, 0.78, 0.7, 1], position: [-3, 5, 4, 0])
    let lawn = Shape.surface(columns: 1, rows: 1) { s, t in [s * 24 - 12, 0, 8 - t * 24] }
    scene.add(Scene(lawn), view: view) { draw in
      draw.background = [0.66, 0.8, 0.93, 1]
      draw.state.units[0].matrix.scale(by: [10, 10, 1])
      draw.texture(0, size: 128, grass)
      draw.state.fog = Fog(mode: .linear, start: 6, end: 22, color: [0.66, 0.8, 0.93, 1])
    }
    let trunk = Shape.revolution(of: [[0.16, 0], [0.11, 0.3], [0.1, 1.2]], segments: 12)
    scene.add(Scene(trunk, units: 0), view: view) { draw in
      draw.light([sun], material: Material(diffuse: [0.4, 0.27, 0.18, 1]))
    }
    let bush = crown
    scene.add(Scene(bush.shape), view: view) { draw in
      draw.colors = Scene.Array(bush.colors, .float, count: 4)
      draw.light([sun], material: Material())
      draw.state.lightModel.ambient = [0.2, 0.22, 0.2, 1]
      draw.state.isColorMaterialEnabled = true
      draw.texture(0, wrap: .clampToEdge, leaves)
      draw.state.alphaTest = AlphaTest(.greater, reference: 0.4)
      // Trimmed: level at the bottom, slanting at the top.
      draw.clipPlanes[0] = [0, 1, 0, -0.62]
      draw.clipPlanes[3] = [-0.5, -1, 0, 2.05]
    }
    return scene
  }

  private static func grass(_ s: Float, _ t: Float) -> SIMD4<Float> {
    let blades = noise(s * 64, t * 32, period: 64) * noise(s * 16, t * 16, period: 16)
    return SIMD4(SIMD3<Float>(0.3, 0.48, 0.18) * (0.7 + 0.6 * blades), w: 1)
  }

  /// Five leaves with a rib each.
  private static func leaves(_ s: Float, _ t: Float) -> SIMD4<Float> {
    var texel = SIMD4<Float>(0.75, 0.85, 0.6, 0)
    for leaf in 0..<5 {
      let angle = Float(leaf) * 1.2566 + 0.3
      let from = SIMD2(s - 0.5, t - 0.5)
      let along = from.x * cos(angle) + from.y * sin(angle) - 0.25
      let across = abs(from.y * cos(angle) - from.x * sin(angle))
      let width = 0.13 * (1 - along * along / 0.0576)
      let inside = (width - across) * 12
      guard inside > -1, abs(along) < 0.24 else { continue }
      let tone: Float = across < 0.012 ? 1 : 0.82
      texel = SIMD4(SIMD3(0.8, 0.95, 0.62) * tone, w: max(texel.w, min(inside + 0.5, 1)))
    }
    return texel
  }

  /// Quads at random places near the outside of a ball, which look outwards.
  private static var crown: (shape: Shape, colors: [Float]) {
    var random = SeededGenerator(seed: 11)
    func number(_ low: Float, _ high: Float) -> Float { .random(in: low...high, using: &random) }
    var shape = Shape()
    var colors: [Float] = []
    for _ in 0..<420 {
      let out = SIMD3(number(-1, 1), number(-1, 1), number(-1, 1)).normalized
      let place = SIMD3(0, 1.2, 0) + out * number(0.55, 1)
      let side = out.cross([number(-1, 1), number(-1, 1), number(-1, 1)]).normalized
      let up = out.cross(side)
      let size = number(0.16, 0.26)
      var quad = Shape.surface(columns: 1, rows: 1) { s, t in
        place + ((s - 0.5) * side + (t - 0.5) * up) * (2 * size)
      }
      quad.normals = quad.normals.map { _ in out }
      shape += quad
      let tone = SIMD3(number(0.3, 0.6), number(0.55, 0.85), number(0.15, 0.3))
      for _ in 0..<4 { colors += [tone.x, tone.y, tone.z, 1] }
    }
    return (shape, colors)
  }
}
