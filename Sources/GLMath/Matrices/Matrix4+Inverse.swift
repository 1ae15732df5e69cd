import GLESKitMatrixKernels

extension Matrix4 {
  /// The determinant: the signed volume of the unit hypercube's image, calculated in double precision
  /// and rounded once.
  public var determinant: Float { Float(Matrix4Double(self).determinant) }

  /// The inverse, or `nil` where there is none: the determinant cannot be told from zero at double
  /// precision, or an element is not finite, or an element of the inverse overflows a float.
  ///
  /// Well-conditioned matrices take a single-precision path by 2×2 blocks; the others, where that
  /// path loses digits, are calculated in double precision and rounded once. The corresponding GLSL
  /// ES 3.00 function is `inverse`; ES 2.0 has none.
  @inlinable @inline(__always)
  public var inverse: Matrix4? {
    var inverse = matrix_columns()
    let columns = matrix_columns(
      column0: column0, column1: column1, column2: column2, column3: column3)
    guard matrix_invert(columns, &inverse) else { return inverseInDoublePrecision }
    return Matrix4(
      columns: inverse.column0, inverse.column1, inverse.column2, inverse.column3)
  }

  /// The slow and exact path of ``inverse``.
  @usableFromInline @inline(never)
  var inverseInDoublePrecision: Matrix4? { Matrix4Double(self).inverse }

  /// The matrix that carries normals along with this modelview matrix: the transposed inverse of the
  /// upper left 3×3 corner, `nil` where that corner is not invertible.
  ///
  /// Formula: ES 1.1 specification, 2.9 "Normal transformation". The result is not normalised.
  public var normalMatrix: Matrix3? { upperLeft.inverse?.transpose }
}
