import ES1
import FixedPipeline
import GLMath
import Glibc

extension WholeScene {
  /// A glazed pot on a table: smooth normals, two lights, highlights.
  static var teapot: WholeScene {
    var scene = WholeScene()
    let view = Matrix4.lookAt(eye: [0.8, 2.7, 5.2], center: [0.05, 0.72, 0], up: [0, 1, 0])
    let lights = [
      Light(
        diffuse: [0.75, 0.72, 0.66, 1], specular: [0.55, 0.55, 0.5, 1], position: [-3, 5, 4, 0]),
      Light(
        diffuse: [0.2, 0.25, 0.4, 1], specular: [0.15, 0.18, 0.25, 1], position: [6, 3, 2, 1],
        attenuation: [1, 0.02, 0]),
    ]
    let table = Shape.surface(columns: 24, rows: 24) { s, t in [s * 16 - 8, 0, 8 - t * 16] }
    scene.add(Scene(table), view: view) { draw in
      draw.background = [0.16, 0.12, 0.1, 1]
      draw.light(lights, material: Material(diffuse: [0.9, 0.9, 0.9, 1]))
      draw.texture(0, size: 256, wood)
    }
    scene.add(Scene(pot), view: view) { draw in
      draw.light(
        lights,
        material: Material(
          ambient: [0.1, 0.3, 0.32, 1], diffuse: [0.12, 0.5, 0.55, 1],
          specular: [0.8, 0.8, 0.8, 1], shininess: 40))
      draw.state.normalScaling = .normalize
      draw.state.render.culledFace = nil
      draw.state.lightModel.isTwoSided = true
    }
    return scene
  }

  /// Boards of wood, darker in the pot's shadow.
  private static func wood(_ s: Float, _ t: Float) -> SIMD4<Float> {
    let board = (t * 12).rounded(.down)
    let grain = noise(s * 6 + board * 3.7, t * 160, period: 256)
    let tone = 0.62 + 0.1 * noise(board, 3, period: 64) + 0.22 * grain
    let seam: Float = t * 12 - board < 0.05 ? 0.6 : 1
    let from = SIMD2((s - 0.52) / 0.105, (t - 0.515) / 0.08)
    let shadow = 1 - 0.65 * exp(-from.lengthSquared * from.lengthSquared)
    return SIMD4(SIMD3(0.85, 0.58, 0.36) * tone * seam * shadow, w: 1)
  }

  /// Body and lid from the lathe, spout and handle along curves.
  private static var pot: Shape {
    let body = Shape.revolution(
      of: [[0, 0]]
        + spline([
          [0.66, 0], [0.95, 0.18], [1.12, 0.55], [1.02, 0.95], [0.72, 1.22], [0.66, 1.26],
        ])
        + [[0.6, 1.26]], segments: 40)
    let lid = Shape.revolution(
      of: spline([[0.64, 1.25], [0.5, 1.38], [0.22, 1.48], [0.09, 1.54], [0.12, 1.6]])
        + spline([[0.12, 1.6], [0.17, 1.67], [0.13, 1.76], [0, 1.79]]).dropFirst(), segments: 40,
      crease: 1)
    let spout = Shape.tube(columns: 20, rows: 24, side: [0, 0, 1]) { t in
      let middle = bezier([0.8, 0.4, 0], [1.65, 0.4, 0], [1.3, 1.05, 0], [1.8, 1.3, 0], t)
      return (middle, 0.3 - 0.27 * t + 0.08 * t * t)
    }
    let handle = Shape.tube(columns: 16, rows: 32, side: [0, 0, 1]) { t in
      (bezier([-0.85, 1.08, 0], [-1.9, 1.35, 0], [-1.75, 0.25, 0], [-0.98, 0.3, 0], t), 0.085)
    }
    return body + lid + spout + handle
  }

  private static func bezier(
    _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>, _ t: Float
  ) -> SIMD3<Float> {
    let r = 1 - t
    let left: SIMD3<Float> = r * r * r * a + 3 * r * r * t * b
    let right: SIMD3<Float> = 3 * r * t * t * c + t * t * t * d
    return left + right
  }

  /// A curve through the points (Catmull and Rom's), eight steps between each two.
  private static func spline(_ points: [SIMD2<Float>]) -> [SIMD2<Float>] {
    func at(_ index: Int) -> SIMD2<Float> { points[min(max(index, 0), points.count - 1)] }
    return (0..<(points.count - 1) * 8 + 1).map { step in
      let (index, t) = (step / 8, Float(step % 8) / 8)
      let (a, b, c, d) = (at(index - 1), at(index), at(index + 1), at(index + 2))
      let linear = (c - a) * t
      let square = (2 * a - 5 * b + 4 * c - d) * (t * t)
      let cube = (3 * b - 3 * c + d - a) * (t * t * t)
      return (2 * b + linear + square + cube) / 2
    }
  }
}
