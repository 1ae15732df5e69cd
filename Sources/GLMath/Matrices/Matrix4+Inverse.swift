import GLESKitMatrixKernels

extension Matrix4 {
  /// The determinant: the signed volume of the unit hypercube's image, calculated in double
  /// precision and rounded once.
  public var determinant: Float { Float(Matrix4Double(self).determinant) }

  /// The inverse; `nil` if the determinant is zero within the rounding error of double precision,
  /// or if an element of the matrix or of the inverse is not a finite float.
  ///
  /// Well-conditioned matrices are inverted in single precision by 2×2 blocks, others in double
  /// precision and rounded once. The corresponding GLSL ES 3.00 function is `inverse`; ES 2.0 has
  /// none.
  @inlinable @inline(__always)
  public var inverse: Matrix4? {
    var inverse = matrix_columns()
    let columns = matrix_columns(
      column0: column0, column1: column1, column2: column2, column3: column3)
    guard matrix_invert(columns, &inverse) else { return inverseInDoublePrecision }
    return Matrix4(
      columns: inverse.column0, inverse.column1, inverse.column2, inverse.column3)
  }

  /// ``inverse`` in double precision.
  @usableFromInline @inline(never)
  var inverseInDoublePrecision: Matrix4? { Matrix4Double(self).inverse }

  /// The matrix that transforms normals for this modelview matrix: the transposed inverse of the
  /// upper left 3×3 corner; `nil` if that corner is not invertible.
  ///
  /// Formula: ES 1.1 specification, 2.9 "Normal transformation". The result is not normalized.
  public var normalMatrix: Matrix3? { upperLeft.inverse?.transpose }
}
