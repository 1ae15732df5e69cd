import Imaging

/// Shading taken from a picture of a lit sphere instead of from a light.
///
/// The picture is square and shows a sphere that touches its edges, seen from where the page is seen: a
/// normal is lit as the sphere is where it has that normal.
public struct CurlShading: Hashable, Sendable {
  /// The lit sphere.
  public var sphere: Image

  /// Shading by a picture of a sphere.
  public init(sphere: Image) {
    self.sphere = sphere
  }

  /// The factor of the paper's colour for a unit normal of its visible side, in x, y, z; w, the white light
  /// added, is 0. Level paper keeps its own colour: the sphere's middle is the measure.
  public func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    let here = color(at: normal)
    let level = color(at: SIMD3(0, 0, 1))
    func share(_ part: Float, _ whole: Float) -> Float { whole > 0 ? part / whole : 1 }
    return SIMD4(
      share(here.x, level.x), share(here.y, level.y), share(here.z, level.z), 0)
  }

  private func color(at normal: SIMD3<Double>) -> SIMD3<Float> {
    // Just inside the rim, where the picture's own background begins.
    let across = (normal.x * 0.98 + 1) / 2 * Double(sphere.width)
    let down = (1 - normal.y * 0.98) / 2 * Double(sphere.height)
    let x = min(max(Int(across), 0), sphere.width - 1)
    let y = min(max(Int(down), 0), sphere.height - 1)
    let pixel = sphere[x, y]
    return SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z))
  }
}
