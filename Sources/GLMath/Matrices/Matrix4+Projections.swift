import Glibc

// Calculated in double precision and rounded once. Arguments that make a formula divide by zero (an
// empty window, near = far) give infinities or NaN, and so do those outside their ranges: a wrong
// matrix would draw a wrong picture, and of elements that are not finite a context warns.
extension Matrix4 {
  /// A perspective projection with the window's edges on the near plane, for an eye at the origin
  /// that looks along −z. The corresponding ES 1.1 function is `glFrustumf`.
  ///
  /// `near` and `far` are positive distances: z = −near maps to −1 and z = −far to 1. `far` may be
  /// `.infinity` (see ``infinitePerspective(verticalFieldOfView:aspectRatio:near:)``).
  ///
  /// - Returns: The matrix; one with infinities or NaN if opposite edges are equal or a distance
  ///   lies outside its range.
  public static func frustum(
    left: Float, right: Float, bottom: Float, top: Float, near: Float, far: Float
  ) -> Matrix4 {
    let (l, r, b, t) = (Double(left), Double(right), Double(bottom), Double(top))
    let (n, f) = (Double(near), Double(far))
    let depth = perspectiveDepth(near: n, far: f)
    return Matrix4(
      columns: SIMD4<Float>(SIMD4(2 * n / (r - l), 0, 0, 0)),
      SIMD4<Float>(SIMD4(0, 2 * n / (t - b), 0, 0)),
      SIMD4<Float>(SIMD4((r + l) / (r - l), (t + b) / (t - b), depth.scale, -1)),
      SIMD4<Float>(SIMD4(0, 0, depth.offset, 0)))
  }

  /// An orthographic projection. The corresponding ES 1.1 function is `glOrthof`.
  ///
  /// The box left…right, bottom…top, −near…−far maps to −1…1 on each axis. Swap `bottom` and `top`
  /// for coordinates with y pointing down.
  ///
  /// - Returns: The matrix; one with infinities or NaN if opposite sides are equal.
  public static func ortho(
    left: Float, right: Float, bottom: Float, top: Float, near: Float, far: Float
  ) -> Matrix4 {
    let low = SIMD3(Double(left), Double(bottom), Double(near))
    let high = SIMD3(Double(right), Double(top), Double(far))
    let scale = SIMD3(2, 2, -2) / (high - low)
    let offset = -(high + low) / (high - low)
    return Matrix4(
      columns: SIMD4<Float>(SIMD4(scale.x, 0, 0, 0)), SIMD4<Float>(SIMD4(0, scale.y, 0, 0)),
      SIMD4<Float>(SIMD4(0, 0, scale.z, 0)),
      SIMD4<Float>(SIMD4(offset.x, offset.y, offset.z, 1)))
  }

  /// A perspective projection with a field of view. The corresponding GLU function is
  /// `gluPerspective`, which takes degrees.
  ///
  /// - Parameters:
  ///   - verticalFieldOfView: The full angle from the bottom to the top edge, in radians, 0…π.
  ///   - aspectRatio: Width over height.
  ///   - near: The distance of the near plane, positive; it maps to z = −1.
  ///   - far: The distance of the far plane, greater than `near`; it maps to z = 1.
  /// - Returns: The matrix; one of NaN if an argument lies outside its range.
  public static func perspective(
    verticalFieldOfView: Float, aspectRatio: Float, near: Float, far: Float
  ) -> Matrix4 {
    perspective(
      verticalFieldOfView, aspectRatio,
      perspectiveDepth(near: Double(near), far: Double(far), isOrdered: true))
  }

  /// ``perspective(verticalFieldOfView:aspectRatio:near:far:)`` with the far plane at infinity:
  /// the limit for far → ∞ has the z scale −1 and the offset −2·near.
  public static func infinitePerspective(
    verticalFieldOfView: Float, aspectRatio: Float, near: Float
  ) -> Matrix4 {
    perspective(
      verticalFieldOfView, aspectRatio, perspectiveDepth(near: Double(near), far: .infinity))
  }

  /// ``perspective(verticalFieldOfView:aspectRatio:near:far:)`` with reversed depth: the near plane
  /// maps to z = 1 and the far plane to z = −1, for a depth test of `GL_GEQUAL` and a depth buffer
  /// cleared to 0. `far` may be `.infinity`.
  ///
  /// With ES 2.0's clip range of −1…1 this alone does not improve precision; it is meant for
  /// floating-point depth buffers with a clip range of 0…1.
  public static func reversedPerspective(
    verticalFieldOfView: Float, aspectRatio: Float, near: Float, far: Float
  ) -> Matrix4 {
    let depth = perspectiveDepth(near: Double(near), far: Double(far), isOrdered: true)
    return perspective(verticalFieldOfView, aspectRatio, (-depth.scale, -depth.offset))
  }

  /// The view from `eye` to `center` with `up` pointing up in the image: moves `eye` to the origin
  /// and the line of sight to −z. The corresponding GLU function is `gluLookAt`.
  ///
  /// **Edge cases.** If `center` equals `eye`, or `up` is zero or parallel to the line of sight, an
  /// arbitrary axis is chosen, so that the result is always a rigid motion.
  public static func lookAt(
    eye: SIMD3<Float>, center: SIMD3<Float>, up: SIMD3<Float>
  ) -> Matrix4 {
    let e = SIMD3<Double>(eye)
    let back = unit(e - SIMD3<Double>(center)) ?? SIMD3(0, 0, 1)
    let side =
      unit(SIMD3<Double>(up).cross(back))
      ?? unit(SIMD3(0, 1, 0).cross(back)) ?? SIMD3(1, 0, 0)
    let above = back.cross(side)
    let offset = SIMD3(-(side * e).sum(), -(above * e).sum(), -(back * e).sum())
    return Matrix4(
      rows: SIMD4<Float>(SIMD4(side, offset.x)), SIMD4<Float>(SIMD4(above, offset.y)),
      SIMD4<Float>(SIMD4(back, offset.z)), SIMD4(0, 0, 0, 1))
  }

  private static func perspective(
    _ verticalFieldOfView: Float, _ aspectRatio: Float, _ depth: (scale: Double, offset: Double)
  ) -> Matrix4 {
    let isValid = verticalFieldOfView > 0 && verticalFieldOfView < .pi && aspectRatio > 0
    let cotangent = isValid ? 1 / tan(Double(verticalFieldOfView) / 2) : .nan
    return Matrix4(
      columns: SIMD4<Float>(SIMD4(cotangent / Double(aspectRatio), 0, 0, 0)),
      SIMD4<Float>(SIMD4(0, cotangent, 0, 0)), SIMD4<Float>(SIMD4(0, 0, depth.scale, -1)),
      SIMD4<Float>(SIMD4(0, 0, depth.offset, 0)))
  }
}

/// The two depth elements of a perspective projection; `far` may be infinite.
///
/// - Parameter isOrdered: Whether `far` must be greater than `near`, which GL does not ask.
private func perspectiveDepth(
  near: Double, far: Double, isOrdered: Bool = false
) -> (scale: Double, offset: Double) {
  guard near > 0, far > 0, far > near || !isOrdered else { return (.nan, .nan) }
  guard far < .infinity else { return (-1, -2 * near) }
  return (-(far + near) / (far - near), -2 * far * near / (far - near))
}

/// The unit vector along `v`; `nil` if `v` is too short to have a direction.
private func unit(_ v: SIMD3<Double>) -> SIMD3<Double>? {
  let length = (v * v).sum().squareRoot()
  return length > 1e-100 ? v / length : nil
}
