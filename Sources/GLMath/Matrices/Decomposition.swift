/// The parts of an affine matrix, which acts as scale, then shear, rotation and translation.
public struct Decomposition: Hashable, Codable, Sendable {
  /// The image of the origin.
  public var translation: SIMD3<Float>
  /// The rotation, a unit quaternion.
  public var rotation: Quaternion
  /// The shear of y along x, z along x, and z along y: (xy, xz, yz).
  public var shear: SIMD3<Float>
  /// The factors along the axes; all three are negative if the matrix mirrors.
  public var scale: SIMD3<Float>

  /// Makes the parts of a matrix. The defaults are those of the identity.
  public init(
    translation: SIMD3<Float> = .zero, rotation: Quaternion = .identity,
    shear: SIMD3<Float> = .zero, scale: SIMD3<Float> = SIMD3(repeating: 1)
  ) {
    self.translation = translation
    self.rotation = rotation
    self.shear = shear
    self.scale = scale
  }
}

extension Matrix4 {
  /// Makes the matrix translation · rotation · shear · scale.
  public init(_ parts: Decomposition) {
    let shear = Matrix3(
      rows: SIMD3(1, parts.shear.x, parts.shear.y), SIMD3(0, 1, parts.shear.z), SIMD3(0, 0, 1))
    let linear = Matrix3(parts.rotation) * shear * Matrix3(diagonal: parts.scale)
    self.init(linear)
    column3 = SIMD4(parts.translation, w: 1)
  }

  /// The parts of an affine matrix; `nil` if the bottom row is not (0, 0, 0, 1) or the upper left
  /// corner is not invertible.
  ///
  /// Formula: Gram–Schmidt's orthogonalization of the columns (Thomas, "Decomposing a matrix into
  /// simple transformations", Graphics Gems II), in double precision.
  public var decomposed: Decomposition? {
    guard self[row: 3] == SIMD4(0, 0, 0, 1), upperLeft.inverse != nil else { return nil }
    let (a, b, c) = upperLeft.doubles
    var scale = SIMD3<Double>(a.length, 0, 0)
    var x = a / scale.x
    let xy = x.dot(b)
    var y = b - x * xy
    scale.y = y.length
    y /= scale.y
    let (xz, yz) = (x.dot(c), y.dot(c))
    var z = c - x * xz - y * yz
    scale.z = z.length
    z /= scale.z
    let shear = SIMD3(xy, xz, yz) / SIMD3(scale.y, scale.z, scale.z)
    if upperLeft.determinant < 0 { (x, y, z, scale) = (-x, -y, -z, -scale) }
    return Decomposition(
      translation: column3.xyz,
      rotation: Quaternion(
        Matrix3(columns: SIMD3<Float>(x), SIMD3<Float>(y), SIMD3<Float>(z))),
      shear: SIMD3<Float>(shear), scale: SIMD3<Float>(scale))
  }
}
