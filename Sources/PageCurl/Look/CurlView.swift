import GLMath

extension CurlView {
  /// The matrix from page space to a target's clip space, seen from an eye above the page.
  ///
  /// The page plane fills the target just as the flat view does, whatever the eye: only what rises from it is
  /// seen in perspective, `(x, y)` at height z moving away from the eye by z/(E − z). Depth runs from 0 on
  /// the page plane towards −1 up to two thirds of the eye's height.
  ///
  /// - Parameters:
  ///   - eye: page pixels; z is its height E over the page.
  ///   - width: the target's width in pixels.
  ///   - height: the target's height in pixels.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page plane.
  public func matrix(
    eye: SIMD3<Double>, width: Int, height: Int
  ) throws(PageCurlError) -> Matrix4 {
    guard eye.z > 0, eye.x.isFinite, eye.y.isFinite, eye.z.isFinite else {
      throw .eye(height: eye.z, lowest: 0)
    }
    return matrix(from: eye, width: width, height: height)
  }

  /// As ``matrix(eye:width:height:)``, for an eye that has been checked.
  func matrix(from eye: SIMD3<Double>, width: Int, height: Int) -> Matrix4 {
    let unit = SIMD2(2 * scale / Double(width), 2 * scale / Double(height))
    let shift = -origin * unit - SIMD2(1, 1)
    // w = 1 − z/E; x and y are those of the page plane's point on the line of sight, times w.
    let slant = SIMD2(-eye.x * unit.x - shift.x, -eye.y * unit.y - shift.y) / eye.z
    return Matrix4(
      columns: SIMD4<Float>(Float(unit.x), 0, 0, 0),
      SIMD4<Float>(0, Float(unit.y), 0, 0),
      SIMD4<Float>(
        Float(slant.x), Float(slant.y), Float(-0.5 / eye.z), Float(-1 / eye.z)),
      SIMD4<Float>(Float(shift.x), Float(shift.y), 0, 1))
  }
}

extension CurlView {
  /// The matrix that throws paper onto the page plane, along light that moves `slope` page pixels sideways
  /// for each up, seen from straight above.
  func shadowMatrix(slope: SIMD2<Double>, width: Int, height: Int) -> Matrix4 {
    let unit = SIMD2(2 * scale / Double(width), 2 * scale / Double(height))
    let shift = -origin * unit - SIMD2(1, 1)
    let slant = -slope * unit
    return Matrix4(
      columns: SIMD4<Float>(Float(unit.x), 0, 0, 0),
      SIMD4<Float>(0, Float(unit.y), 0, 0),
      SIMD4<Float>(Float(slant.x), Float(slant.y), 0, 0),
      SIMD4<Float>(Float(shift.x), Float(shift.y), 0, 1))
  }
}
