import Imaging

/// Shading by a matcap, an image of a lit sphere, instead of by a light.
///
/// The image is square and shows a sphere that touches its edges, from the direction in which the
/// page is seen. Paper is lit like the point of the sphere that has the same normal.
public struct CurlShading: Hashable, Sendable {
  /// The image of the lit sphere.
  public var sphere: Image

  /// The radius of the part of the picture that is used, as a share of its half: just inside the
  /// sphere's edge, where the picture's background begins.
  static let reach = 0.98

  /// Makes shading from an image of a sphere.
  public init(sphere: Image) {
    self.sphere = sphere
  }

  /// Returns the factor of the paper's color for a unit normal of its visible side in x, y, z; w,
  /// the white light that is added, is 0.
  ///
  /// Level paper keeps its own color: all factors are relative to the sphere's middle.
  package func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    let here = color(at: normal)
    let level = level
    func share(_ part: Float, _ whole: Float) -> Float { whole > 0 ? part / whole : 1 }
    return SIMD4(
      share(here.x, level.x), share(here.y, level.y), share(here.z, level.z), 0)
  }

  /// The sphere's color in its middle, each component 0…255.
  var level: SIMD3<Float> { color(at: SIMD3(0, 0, 1)) }

  private func color(at normal: SIMD3<Double>) -> SIMD3<Float> {
    let across = (normal.x * Self.reach + 1) / 2 * Double(sphere.width)
    let down = (1 - normal.y * Self.reach) / 2 * Double(sphere.height)
    let x = min(max(Int(across), 0), sphere.width - 1)
    let y = min(max(Int(down), 0), sphere.height - 1)
    let pixel = sphere[x, y]
    return SIMD3(Float(pixel.x), Float(pixel.y), Float(pixel.z))
  }
}
