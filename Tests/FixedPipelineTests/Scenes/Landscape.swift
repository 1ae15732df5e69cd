import ES1
import FixedPipeline
import GLES
import GLMath

extension WholeScene {
  /// Hills with a lake in the mist: colors of vertices under light, a detail texture, fog,
  /// blending.
  static var landscape: WholeScene {
    var scene = WholeScene()
    let sky = SIMD4<Float>(0.72, 0.78, 0.86, 1)
    let view = Matrix4.lookAt(eye: [0, 3.4, 13], center: [0, 1.6, 0], up: [0, 1, 0])
    let sun = Light(diffuse: [0.85, 0.8, 0.7, 1], position: [-4, 3, 3, 0])
    let hills = Shape.surface(columns: 80, rows: 80) { s, t in
      let (x, z) = (s * 30 - 15, 12 - t * 32)
      return [x, height(x, z), z]
    }
    scene.add(Scene(hills), view: view) { draw in
      draw.background = sky
      draw.colors = Scene.Array(
        zip(hills.positions, hills.normals).flatMap { position, normal in
          let color = ground(position, normal)
          return [color.x, color.y, color.z, 1]
        }, .float, count: 4)
      draw.light([sun], material: Material())
      draw.state.isColorMaterialEnabled = true
      draw.state.lightModel.ambient = [0.15, 0.16, 0.2, 1]
      draw.state.units[0].matrix.scale(by: [24, 24, 1])
      draw.texture(0) { s, t in
        SIMD4(SIMD3(repeating: 0.75 + 0.25 * noise(s * 16, t * 16, period: 16)), w: 1)
      }
      draw.state.fog = Fog(mode: .exponentialSquared, density: 0.047, color: sky)
    }
    let lake = Shape.surface(columns: 1, rows: 1) { s, t in [s * 30 - 15, 0.55, 12 - t * 32] }
    scene.add(Scene(lake, units: 0), view: view) { draw in
      draw.state.color = [0.3, 0.45, 0.55, 0.7]
      draw.state.fog = Fog(mode: .exponentialSquared, density: 0.047, color: sky)
      draw.state.render.blending = Blending(.sourceAlpha, .oneMinusSourceAlpha)
    }
    return scene
  }

  private static func height(_ x: Float, _ z: Float) -> Float {
    let wide = noise(x * 0.16 + 3.4, z * 0.16 + 7.2, period: 64)
    let middle = noise(x * 0.45 + 9.1, z * 0.45, period: 64)
    let small = noise(x * 1.3, z * 1.3 + 5, period: 64)
    // Higher further back.
    let distance = max(0, 6 - z) / 20
    return (wide * 2.6 + middle * 0.9 + small * 0.25 - 0.5) * (0.5 + 1.6 * distance)
  }

  private static func ground(_ position: SIMD3<Float>, _ normal: SIMD3<Float>) -> SIMD3<Float> {
    let (sand, grass) = (SIMD3<Float>(0.62, 0.56, 0.4), SIMD3<Float>(0.28, 0.42, 0.16))
    let (rock, snow) = (SIMD3<Float>(0.42, 0.38, 0.35), SIMD3<Float>(0.92, 0.94, 0.97))
    func step(_ low: Float, _ high: Float, _ value: Float) -> Float {
      min(max((value - low) / (high - low), 0), 1)
    }
    return sand.mixed(with: grass, step(0.6, 0.9, position.y))
      .mixed(with: rock, step(0.75, 0.6, normal.y))
      .mixed(with: snow, step(3.2, 4.2, position.y) * step(0.5, 0.7, normal.y))
  }
}
