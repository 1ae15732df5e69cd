/// The rectangle of the window to draw into, in pixels with y pointing up, and the depth range.
public struct Viewport: Hashable, Codable, Sendable {
  /// The left edge in pixels.
  public var x: Float
  /// The bottom edge in pixels.
  public var y: Float
  /// The width in pixels.
  public var width: Float
  /// The height in pixels.
  public var height: Float
  /// The window depth of the near plane, 0…1.
  public var nearDepth: Float
  /// The window depth of the far plane, 0…1.
  public var farDepth: Float

  /// Makes a viewport. The corresponding C functions are `glViewport` and `glDepthRangef`.
  public init(
    x: Float = 0, y: Float = 0, width: Float, height: Float, nearDepth: Float = 0,
    farDepth: Float = 1
  ) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
    (self.nearDepth, self.farDepth) = (nearDepth, farDepth)
  }

  /// Returns the window position of an object-space point: x and y in pixels, z as window depth.
  /// The corresponding GLU function is `gluProject`.
  ///
  /// - Returns: `nil` for a point in the eye's plane.
  public func project(
    _ point: SIMD3<Float>, modelview: Matrix4, projection: Matrix4
  ) -> SIMD3<Float>? {
    let clip = projection * (modelview * SIMD4(point, w: 1))
    guard clip.w != 0 else { return nil }
    let unit = (clip.xyz / clip.w + 1) * 0.5
    return SIMD3(
      x + unit.x * width, y + unit.y * height, nearDepth + unit.z * (farDepth - nearDepth))
  }

  /// Returns the object-space point at a window position (x and y in pixels, z as window depth).
  /// The corresponding GLU function is `gluUnProject`.
  ///
  /// - Returns: `nil` if the matrices' product is not invertible, the viewport is empty, or the
  ///   point is at infinity.
  public func unproject(
    _ window: SIMD3<Float>, modelview: Matrix4, projection: Matrix4
  ) -> SIMD3<Float>? {
    guard let inverse = (projection * modelview).inverse else { return nil }
    guard width != 0, height != 0, nearDepth != farDepth else { return nil }
    let unit = SIMD3(
      (window.x - x) / width, (window.y - y) / height,
      (window.z - nearDepth) / (farDepth - nearDepth))
    let object = inverse * SIMD4(unit * 2 - 1, w: 1)
    return object.w != 0 ? object.xyz / object.w : nil
  }
}
