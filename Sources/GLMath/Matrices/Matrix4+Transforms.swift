extension Matrix4 {
  /// A translation. The corresponding ES 1.1 function is `glTranslatef`.
  @inlinable
  public static func translation(_ offset: SIMD3<Float>) -> Matrix4 {
    Matrix4(
      columns: SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 1, 0), SIMD4(offset, w: 1))
  }

  /// A translation, by components.
  @inlinable
  public static func translation(x: Float, y: Float, z: Float) -> Matrix4 {
    translation(SIMD3(x, y, z))
  }

  /// A scale along the axes. The corresponding ES 1.1 function is `glScalef`.
  @inlinable
  public static func scale(_ factors: SIMD3<Float>) -> Matrix4 {
    Matrix4(diagonal: SIMD4(factors, w: 1))
  }

  /// A scale along the axes, by components.
  @inlinable
  public static func scale(x: Float, y: Float, z: Float) -> Matrix4 { scale(SIMD3(x, y, z)) }

  /// A rotation by `angle` radians, counterclockwise as seen from the tip of `axis`, which
  /// need not have length 1. The corresponding ES 1.1 function is `glRotatef`, which takes degrees.
  ///
  /// Formula: c·I + (1 − c)·uuᵀ + s·[u]×. **Edge cases.** A zero axis gives the identity.
  public static func rotation(angle: Float, axis: SIMD3<Float>) -> Matrix4 {
    Matrix4(Matrix3.rotation(angle: angle, axis: axis))
  }

  /// A rotation about the x axis, y toward z, in radians.
  public static func rotationX(_ angle: Float) -> Matrix4 { Matrix4(Matrix3.rotationX(angle)) }

  /// A rotation about the y axis, z toward x, in radians.
  public static func rotationY(_ angle: Float) -> Matrix4 { Matrix4(Matrix3.rotationY(angle)) }

  /// A rotation about the z axis, x toward y, in radians.
  public static func rotationZ(_ angle: Float) -> Matrix4 { Matrix4(Matrix3.rotationZ(angle)) }

  /// The rotation of a quaternion, which need not have length 1.
  public init(_ quaternion: Quaternion) { self.init(Matrix3(quaternion)) }

  /// This matrix times a translation, as `glTranslatef` multiplies the current matrix.
  @inlinable
  public func translated(by offset: SIMD3<Float>) -> Matrix4 {
    var result = self
    result.column3 = self * SIMD4(offset, w: 1)
    return result
  }

  /// This matrix times a scale.
  @inlinable
  public func scaled(by factors: SIMD3<Float>) -> Matrix4 {
    Matrix4(
      columns: column0 * factors.x, column1 * factors.y, column2 * factors.z, column3)
  }

  /// This matrix times a rotation by `angle` radians about `axis`.
  public func rotated(by angle: Float, about axis: SIMD3<Float>) -> Matrix4 {
    self * Matrix4.rotation(angle: angle, axis: axis)
  }
}

extension Matrix3 {
  /// A scale along the axes.
  @inlinable
  public static func scale(_ factors: SIMD3<Float>) -> Matrix3 { Matrix3(diagonal: factors) }

  /// A rotation by `angle` radians, counterclockwise as seen from the tip of `axis`, which
  /// need not have length 1.
  ///
  /// Formula: c·I + (1 − c)·uuᵀ + s·[u]×, in double precision, rounded once. **Edge cases.** A zero
  /// axis gives the identity.
  public static func rotation(angle: Float, axis: SIMD3<Float>) -> Matrix3 {
    let v = SIMD3<Double>(axis)
    let length = (v * v).sum().squareRoot()
    guard length > 0 else { return .identity }
    let u = v / length
    let (s, c) = sineAndCosine(angle)
    let t = u * (1 - c)
    return Matrix3(
      columns: SIMD3<Float>(t * u.x + SIMD3(c, s * u.z, -s * u.y)),
      SIMD3<Float>(t * u.y + SIMD3(-s * u.z, c, s * u.x)),
      SIMD3<Float>(t * u.z + SIMD3(s * u.y, -s * u.x, c)))
  }

  /// A rotation about the x axis, y toward z, in radians.
  public static func rotationX(_ angle: Float) -> Matrix3 {
    let (s, c) = floats(sineAndCosine(angle))
    return Matrix3(columns: SIMD3(1, 0, 0), SIMD3(0, c, s), SIMD3(0, -s, c))
  }

  /// A rotation about the y axis, z toward x, in radians.
  public static func rotationY(_ angle: Float) -> Matrix3 {
    let (s, c) = floats(sineAndCosine(angle))
    return Matrix3(columns: SIMD3(c, 0, -s), SIMD3(0, 1, 0), SIMD3(s, 0, c))
  }

  /// A rotation about the z axis, x toward y, in radians.
  public static func rotationZ(_ angle: Float) -> Matrix3 {
    let (s, c) = floats(sineAndCosine(angle))
    return Matrix3(columns: SIMD3(c, s, 0), SIMD3(-s, c, 0), SIMD3(0, 0, 1))
  }

  /// The rotation of a quaternion, which need not have length 1. Zero gives the identity.
  public init(_ quaternion: Quaternion) {
    let v = SIMD4<Double>(quaternion.vector)
    let square = (v * v).sum()
    guard square > 0 else {
      self = .identity
      return
    }
    let q = v * (2 / square)
    let (xx, yy, zz) = (q.x * v.x, q.y * v.y, q.z * v.z)
    let (xy, xz, yz) = (q.x * v.y, q.x * v.z, q.y * v.z)
    let (wx, wy, wz) = (q.w * v.x, q.w * v.y, q.w * v.z)
    self.init(
      columns: SIMD3<Float>(SIMD3(1 - (yy + zz), xy + wz, xz - wy)),
      SIMD3<Float>(SIMD3(xy - wz, 1 - (xx + zz), yz + wx)),
      SIMD3<Float>(SIMD3(xz + wy, yz - wx, 1 - (xx + yy))))
  }

  /// This matrix times a scale.
  @inlinable
  public func scaled(by factors: SIMD3<Float>) -> Matrix3 {
    Matrix3(columns: column0 * factors.x, column1 * factors.y, column2 * factors.z)
  }

  /// This matrix times a rotation by `angle` radians about `axis`.
  public func rotated(by angle: Float, about axis: SIMD3<Float>) -> Matrix3 {
    self * Matrix3.rotation(angle: angle, axis: axis)
  }
}

private func floats(_ pair: (sine: Double, cosine: Double)) -> (Float, Float) {
  (Float(pair.sine), Float(pair.cosine))
}
