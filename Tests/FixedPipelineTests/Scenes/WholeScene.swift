import ES1
import FixedPipeline
import GLES
import GLMath
import Glibc

/// A picture of several draws, as an app would make it, for real ES 1.1 and for `FixedPipeline`.
struct WholeScene {
  /// What is shown; also the name of its files in `Documentation/scenes/`.
  enum Subject: String, CaseIterable { case teapot, landscape, wall, foliage, fireworks }

  /// The draws, one over the other on the background of the first.
  var draws: [Scene] = []

  static func of(_ subject: Subject) -> WholeScene {
    switch subject {
    case .teapot: teapot
    case .landscape: landscape
    case .wall: wall
    case .foliage: foliage
    case .fireworks: fireworks
    }
  }

  /// Adds a draw that tests depth.
  mutating func add(
    _ scene: Scene, view: Matrix4, fieldOfView: Float = 0.7, _ change: (inout Scene) -> Void
  ) {
    var scene = scene
    scene.state.projection.load(
      .perspective(verticalFieldOfView: fieldOfView, aspectRatio: 1, near: 1, far: 60))
    scene.state.modelview.load(view)
    scene.lightView = view
    scene.clipView = view
    scene.state.render.depthTest = .less
    change(&scene)
    draws.append(scene)
  }
}

extension Scene {
  /// Gives a unit a picture, drawn by `texel` for s and t in 0…1.
  mutating func texture(
    _ unit: Int, size: Int = 64, environment: TextureEnvironment = .modulate,
    wrap: Texture.Sampling.Wrap = .repeat, _ texel: (_ s: Float, _ t: Float) -> SIMD4<Float>
  ) {
    var bytes: [UInt8] = []
    for row in 0..<size {
      for column in 0..<size {
        let color = texel((Float(column) + 0.5) / Float(size), (Float(row) + 0.5) / Float(size))
        let clamped = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
        let whole = SIMD4<UInt8>((clamped * 255).rounded(.toNearestOrEven))
        bytes += [whole.x, whole.y, whole.z, whole.w]
      }
    }
    pictures[unit] = Picture(
      format: .rgba8, size: size, bytes: bytes,
      sampling: Texture.Sampling(.linear, mipmaps: .linear, wrap: wrap))
    state.units[unit].isEnabled = true
    state.units[unit].environment = environment
  }

  /// Switches lighting on with these lights, in the object space of the view.
  mutating func light(_ lights: [Light], material: Material) {
    state.isLightingEnabled = true
    state.material = material
    for (index, light) in lights.enumerated() {
      self.lights[index] = light
      state.lights[index].isEnabled = true
    }
  }
}

/// Random-looking numbers in 0…1 at whole places and smooth between them, again after `period`.
func noise(_ x: Float, _ y: Float, period: Int) -> Float {
  func value(_ column: Int, _ row: Int) -> Float {
    let place = UInt32(
      (column % period + period) % period * 7919 + (row % period + period) % period)
    var bits = (place &+ 1) &* 2_654_435_761
    bits ^= bits >> 15
    bits = bits &* 2_246_822_519
    bits ^= bits >> 13
    return Float(bits & 0xFFFF) / 65535
  }
  let (column, row) = (x.rounded(.down), y.rounded(.down))
  func smooth(_ t: Float) -> Float { t * t * (3 - 2 * t) }
  let (u, v) = (smooth(x - column), smooth(y - row))
  let (i, j) = (Int(column), Int(row))
  let below = value(i, j) + (value(i + 1, j) - value(i, j)) * u
  let above = value(i, j + 1) + (value(i + 1, j + 1) - value(i, j + 1)) * u
  return below + (above - below) * v
}
