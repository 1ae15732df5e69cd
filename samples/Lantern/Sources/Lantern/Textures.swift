import GLES
import GLMath
import Glibc
import Imaging

/// Procedural textures, so that the sample needs no files.
struct Textures {
  let cobbles, bricks, planks, window, glow: Texture

  init(_ gl: Context) throws {
    cobbles = try Self.texture(gl, 256, Self.cobbles)
    bricks = try Self.texture(gl, 256, Self.bricks)
    planks = try Self.texture(gl, 128, Self.planks)
    window = try Self.texture(gl, 128, Self.window)
    glow = try Self.texture(gl, 128) { s, t in
      let radius = SIMD2<Float>(s - 0.5, t - 0.5).length * 2
      let fall = max(0, 1 - radius)
      return SIMD3(repeating: fall * fall * (0.35 + 0.65 * fall))
    }
  }

  private static func texture(
    _ gl: Context, _ size: Int, _ texel: (_ s: Float, _ t: Float) -> SIMD3<Float>
  ) throws -> Texture {
    let one = SIMD3<Float>(repeating: 1)
    var image = Image(width: size, height: size)
    for y in 0..<size {
      for x in 0..<size {
        let color = texel((Float(x) + 0.5) / Float(size), (Float(y) + 0.5) / Float(size))
        let clamped: SIMD3<Float> = color.clamped(lowerBound: .zero, upperBound: one) * 255
        let bytes = clamped.rounded(.toNearestOrEven)
        image[x, y] = SIMD4(UInt8(bytes.x), UInt8(bytes.y), UInt8(bytes.z), 255)
      }
    }
    return try Texture(
      gl, image, sampling: Texture.Sampling(.linear, mipmaps: .linear, wrap: .repeat))
  }

  /// Rounded stones in rows, each offset by half a stone.
  private static func cobbles(_ s: Float, _ t: Float) -> SIMD3<Float> {
    let row = (t * 8).rounded(.down)
    let x = s * 6 + (Int(row) % 2 == 0 ? 0 : 0.5)
    let column = x.rounded(.down).truncatingRemainder(dividingBy: 6)
    let u = (x - x.rounded(.down)) * 2 - 1
    let v = (t * 8 - row) * 2 - 1
    let round = 1 - pow(abs(u), 4) - pow(abs(v), 4)
    let stone = 0.35 + 0.3 * noise(column, row, 512) + 0.14 * noise(s * 40, t * 40, 40)
    let height = min(max(round * 1.6, 0), 1)
    return SIMD3<Float>(0.8, 0.78, 0.76) * (0.1 + stone * height.squareRoot())
  }

  private static func bricks(_ s: Float, _ t: Float) -> SIMD3<Float> {
    let row = (t * 12).rounded(.down)
    let x = s * 5 + (Int(row) % 2 == 0 ? 0 : 0.5)
    let column = x.rounded(.down).truncatingRemainder(dividingBy: 5)
    let (u, v) = (x - x.rounded(.down), t * 12 - row)
    let grain = 0.8 + 0.3 * noise(s * 64, t * 64, 64)
    if u < 0.05 || v < 0.11 { return SIMD3<Float>(0.62, 0.59, 0.55) * grain }
    let tone = 0.6 + 0.4 * noise(column * 3, row * 7, 512)
    return SIMD3<Float>(0.9, 0.5, 0.38) * (tone * grain)
  }

  /// A barrel's staves with two iron hoops.
  private static func planks(_ s: Float, _ t: Float) -> SIMD3<Float> {
    let stave = (s * 14).rounded(.down)
    let isSeam = s * 14 - stave < 0.07
    if abs(t - 0.2) < 0.035 || abs(t - 0.8) < 0.035 { return SIMD3(0.3, 0.31, 0.33) }
    let grain = 0.55 + 0.3 * noise(s * 112, t * 6, 112) + 0.15 * noise(stave, 1, 64)
    return SIMD3<Float>(0.72, 0.5, 0.3) * (isSeam ? 0.4 : grain)
  }

  /// Four panes with a curtain behind them.
  private static func window(_ s: Float, _ t: Float) -> SIMD3<Float> {
    let (u, v) = (abs(s - 0.5), abs(t - 0.5))
    if u > 0.44 || v > 0.45 { return SIMD3(0.1, 0.075, 0.06) }
    if u < 0.025 || abs(t - 0.55) < 0.02 { return SIMD3(0.09, 0.07, 0.05) }
    let curtain = u > 0.44 - 0.16 * (0.4 + t) ? 0.55 + 0.2 * sin(s * 90) : 1
    let warm = SIMD3<Float>(0.95, 0.68, 0.3).mixed(with: SIMD3(0.6, 0.36, 0.14), 1 - t)
    return warm * (0.75 * curtain)
  }

  /// Smooth noise in 0…1 that repeats after `period`.
  private static func noise(_ x: Float, _ y: Float, _ period: Int) -> Float {
    func value(_ column: Int, _ row: Int) -> Float {
      var bits = UInt32(column % period) &* 73_856_093 ^ UInt32(row % period) &* 19_349_663
      bits = (bits ^ bits >> 13) &* 2_654_435_761
      bits ^= bits >> 16
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
}
