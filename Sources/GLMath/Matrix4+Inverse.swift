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
    // The rows of the transpose are our columns, and the inverse of the transpose is the transpose
    // of the inverse: the blocks below are those of the transpose, row by row.
    let a = column0.lowHalf.joined(column1.lowHalf)
    let b = column0.highHalf.joined(column1.highHalf)
    let c = column2.lowHalf.joined(column3.lowHalf)
    let d = column2.highHalf.joined(column3.highHalf)

    let determinants =
      SIMD4(column0.x, column0.z, column2.x, column2.z)
      * SIMD4(column1.y, column1.w, column3.y, column3.w)
      - SIMD4(column0.y, column0.w, column2.y, column2.w)
      * SIMD4(column1.x, column1.z, column3.x, column3.z)
    let detA = SIMD4(repeating: determinants.x)
    let detB = SIMD4(repeating: determinants.y)
    let detC = SIMD4(repeating: determinants.z)
    let detD = SIMD4(repeating: determinants.w)

    let dc = d.adjugateTimes(c)
    let ab = a.adjugateTimes(b)
    let trace = (ab * SIMD4(dc.x, dc.z, dc.y, dc.w)).sum()
    let determinant =
      determinants.x * determinants.w + determinants.y * determinants.z - trace
    let factor = SIMD4<Float>(1, -1, -1, 1) / determinant

    let x = (detD * a - b.blockTimes(dc)) * factor
    let w = (detA * d - c.blockTimes(ab)) * factor
    let y = (detB * c - d.blockTimesAdjugate(ab)) * factor
    let z = (detC * b - a.blockTimesAdjugate(dc)) * factor
    let result = Matrix4(
      columns: SIMD4(x.w, x.y, y.w, y.y), SIMD4(x.z, x.x, y.z, y.x), SIMD4(z.w, z.y, w.w, w.y),
      SIMD4(z.z, z.x, w.z, w.x))

    // The square of the condition number in the Frobenius norm. Past 2²⁴ (a condition of 4096) the
    // differences above may have lost half of a float's digits; NaN fails the comparison too.
    let condition = squareOfNorm * result.squareOfNorm
    let size = determinant.magnitude
    if condition < 0x1p24 && size > 1e-30 && size < 1e30 { return result }
    return inverseInDoublePrecision
  }

  /// The slow and exact path of ``inverse``.
  @usableFromInline @inline(never)
  var inverseInDoublePrecision: Matrix4? { Matrix4Double(self).inverse }

  @inlinable @inline(__always)
  var squareOfNorm: Float {
    (column0 * column0 + column1 * column1 + (column2 * column2 + column3 * column3)).sum()
  }

  /// The matrix that carries normals along with this modelview matrix: the transposed inverse of the
  /// upper left 3×3 corner, `nil` where that corner is not invertible.
  ///
  /// Formula: ES 1.1 specification, 2.9 "Normal transformation". The result is not normalised.
  public var normalMatrix: Matrix3? { upperLeft.inverse?.transpose }
}

// 2×2 matrices in one vector, row by row: (m00, m01, m10, m11).
extension SIMD4 where Scalar == Float {
  @inlinable @inline(__always)
  func blockTimes(_ o: SIMD4<Float>) -> SIMD4<Float> {
    self * SIMD4(o.x, o.w, o.x, o.w) + SIMD4(y, x, w, z) * SIMD4(o.z, o.y, o.z, o.y)
  }

  @inlinable @inline(__always)
  func adjugateTimes(_ o: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(w, w, x, x) * o - SIMD4(y, y, z, z) * SIMD4(o.z, o.w, o.x, o.y)
  }

  @inlinable @inline(__always)
  func blockTimesAdjugate(_ o: SIMD4<Float>) -> SIMD4<Float> {
    self * SIMD4(o.w, o.x, o.w, o.x) - SIMD4(y, x, w, z) * SIMD4(o.z, o.y, o.z, o.y)
  }
}

extension SIMD2 where Scalar == Float {
  @inlinable @inline(__always)
  func joined(_ other: SIMD2<Float>) -> SIMD4<Float> { SIMD4(x, y, other.x, other.y) }
}
