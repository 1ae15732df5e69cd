import GLES
import GLMath

/// The part of page space that a target shows.
public struct CurlView: Hashable, Sendable {
  /// The point of page space at the target's lower left corner, in page pixels.
  public var origin: SIMD2<Double>
  /// Target pixels per page pixel, the same in both directions.
  public var scale: Double

  /// Makes a view. By default the page's lower left corner is the target's, at scale 1.
  ///
  /// At scale 1 with whole numbers for `origin`, flat paper is reproduced bit for bit.
  public init(origin: SIMD2<Double> = SIMD2(0, 0), scale: Double = 1) {
    self.origin = origin
    self.scale = scale
  }

  /// Whether page pixels and target pixels coincide.
  var isExact: Bool {
    scale == 1 && origin.x == origin.x.rounded() && origin.y == origin.y.rounded()
  }

  /// Returns the matrix from page space to a target's clip space, as seen from an eye above the
  /// page.
  ///
  /// The page plane fills the target as it does from straight above, whatever the eye. Only what
  /// rises from the plane is seen in perspective: a point `(x, y)` at height z moves away from the
  /// eye by z/(E − z). Depth runs from 0 on the page plane to −1 at two thirds of the eye's height.
  ///
  /// - Parameters:
  ///   - eye: The viewer's position in page pixels; z is its height E above the page.
  ///   - width: The target's width in pixels.
  ///   - height: The target's height in pixels.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page plane.
  public func matrix(
    eye: SIMD3<Double>, width: Int, height: Int
  ) throws(PageCurlError) -> Matrix4 {
    try eye.checkEye(above: 0)
    return matrix(from: eye, width: width, height: height)
  }

  /// As ``matrix(eye:width:height:)``, for an eye that has been checked.
  func matrix(from eye: SIMD3<Double>, width: Int, height: Int) -> Matrix4 {
    let (unit, shift) = clip(width: width, height: height)
    // w = 1 − z/E; x and y are those of the page plane's point on the line of sight, times w.
    let slant = SIMD2(-eye.x * unit.x - shift.x, -eye.y * unit.y - shift.y) / eye.z
    return Matrix4(
      columns: SIMD4<Float>(Float(unit.x), 0, 0, 0), SIMD4<Float>(0, Float(unit.y), 0, 0),
      SIMD4<Float>(SIMD4(slant.x, slant.y, -0.5 / eye.z, -1 / eye.z)),
      SIMD4<Float>(Float(shift.x), Float(shift.y), 0, 1))
  }

  /// Returns the map from the page plane to a target's clip space: `unit · place + shift`.
  private func clip(width: Int, height: Int) -> (unit: SIMD2<Double>, shift: SIMD2<Double>) {
    let unit = SIMD2(2 * scale / Double(width), 2 * scale / Double(height))
    return (unit, -origin * unit - SIMD2(1, 1))
  }

  /// Returns the map from the page plane to a target's clip space: `xy · place + zw`.
  func clip(of target: Framebuffer) -> SIMD4<Float> {
    let (unit, shift) = clip(width: target.width, height: target.height)
    return SIMD4<Float>(SIMD4(lowHalf: unit, highHalf: shift))
  }

  /// Returns the target's pixels whose centers show a part of page space: those that a rasterizer
  /// fills, which places corners on 256ths of a pixel.
  func region(of bounds: PageRect, in target: Framebuffer) -> PixelRegion {
    func pixel(_ place: Double, _ origin: Double, _ limit: Int) -> Int {
      let place = ((place - origin) * scale * 256).rounded() / 256
      return Int(min(max((place - 0.5).rounded(.up), 0), Double(limit)))
    }
    let (left, right) = (
      pixel(bounds.low.x, origin.x, target.width), pixel(bounds.high.x, origin.x, target.width)
    )
    let (bottom, top) = (
      pixel(bounds.low.y, origin.y, target.height), pixel(bounds.high.y, origin.y, target.height)
    )
    return PixelRegion(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
