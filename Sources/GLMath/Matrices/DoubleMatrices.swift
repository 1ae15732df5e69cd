extension Matrix3 {
  /// The columns in double precision, for results that are correctly rounded floats.
  var doubles: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (SIMD3<Double>(column0), SIMD3<Double>(column1), SIMD3<Double>(column2))
  }

  /// The determinant: the signed volume of the unit cube's image.
  ///
  /// Calculated in double precision and rounded once.
  public var determinant: Float {
    let (a, b, c) = doubles
    return Float((a * crossProduct(b, c).value).sum())
  }

  /// The inverse; `nil` if the determinant is zero within the rounding error of double precision,
  /// or if an element of the matrix or of the inverse is not a finite float.
  ///
  /// Calculated in double precision by the adjugate and rounded once.
  public var inverse: Matrix3? {
    let (a, b, c) = doubles
    let (row0, row1, row2) = (crossProduct(b, c), crossProduct(c, a), crossProduct(a, b))
    let determinant = (a * row0.value).sum()
    let magnitude = (absolute(a) * row0.magnitude).sum()
    guard isDistinct(determinant, fromZeroBeside: magnitude) else { return nil }
    let rows = Matrix3(
      rows: SIMD3<Float>(row0.value / determinant), SIMD3<Float>(row1.value / determinant),
      SIMD3<Float>(row2.value / determinant))
    return isFinite(rows.column0) && isFinite(rows.column1) && isFinite(rows.column2) ? rows : nil
  }
}

/// Whether a determinant exceeds the rounding error of its calculation. `magnitude` is the sum of
/// the absolute values of its terms.
func isDistinct(_ determinant: Double, fromZeroBeside magnitude: Double) -> Bool {
  // Four roundings of 2⁻⁵³ each on the way; NaN and infinity fail the comparison.
  determinant.magnitude > magnitude * 0x1p-50 && magnitude < .infinity
}

func absolute<Vector: SIMD>(_ v: Vector) -> Vector where Vector.Scalar == Double {
  v.replacing(with: -v, where: v .< 0)
}

package func isFinite<Vector: SIMD>(_ v: Vector) -> Bool where Vector.Scalar == Float {
  // x − x is 0 for every number and NaN for infinity and NaN.
  all((v - v) .== 0)
}

extension Matrix4 {
  /// Whether all elements are finite.
  package var isFinite: Bool {
    [column0, column1, column2, column3].allSatisfy { GLMath.isFinite($0) }
  }
}

/// A cross product and the same with every term taken absolute.
private func crossProduct(
  _ a: SIMD3<Double>, _ b: SIMD3<Double>
) -> (value: SIMD3<Double>, magnitude: SIMD3<Double>) {
  let first = SIMD3(a.y * b.z, a.z * b.x, a.x * b.y)
  let second = SIMD3(a.z * b.y, a.x * b.z, a.y * b.x)
  return (first - second, absolute(first) + absolute(second))
}

/// The six 2×2 determinants of two columns' rows.
private struct Minors {
  let m01, m02, m03, m12, m13, m23: Double

  /// With a sign of 1 they are sums instead of differences.
  init(_ a: SIMD4<Double>, _ b: SIMD4<Double>, sign: Double = -1) {
    m01 = a.x * b.y + sign * (a.y * b.x)
    m02 = a.x * b.z + sign * (a.z * b.x)
    m03 = a.x * b.w + sign * (a.w * b.x)
    m12 = a.y * b.z + sign * (a.z * b.y)
    m13 = a.y * b.w + sign * (a.w * b.y)
    m23 = a.z * b.w + sign * (a.w * b.z)
  }

  /// Laplace's expansion of a determinant along these columns and `right`'s.
  func expansion(_ right: Minors, sign: Double = -1) -> Double {
    m01 * right.m23 + sign * (m02 * right.m13) + m03 * right.m12 + m12 * right.m03
      + sign * (m13 * right.m02) + m23 * right.m01
  }

  /// A row of the adjugate, but for its sign: the cofactors of the column beside `v` in the other
  /// pair.
  func cofactors(_ v: SIMD4<Double>) -> SIMD4<Double> {
    SIMD4(
      v.y * m23 - v.z * m13 + v.w * m12,
      -v.x * m23 + v.z * m03 - v.w * m02,
      v.x * m13 - v.y * m03 + v.w * m01,
      -v.x * m12 + v.y * m02 - v.z * m01)
  }
}

/// A 4×4 matrix in double precision, for determinants and inverses by Laplace's expansion along the
/// first two columns.
struct Matrix4Double {
  private let a: SIMD4<Double>
  private let b: SIMD4<Double>
  private let c: SIMD4<Double>
  private let d: SIMD4<Double>
  private let left: Minors
  private let right: Minors

  init(_ matrix: Matrix4) {
    a = SIMD4<Double>(matrix.column0)
    b = SIMD4<Double>(matrix.column1)
    c = SIMD4<Double>(matrix.column2)
    d = SIMD4<Double>(matrix.column3)
    left = Minors(a, b)
    right = Minors(c, d)
  }

  var determinant: Double { left.expansion(right) }

  /// Whether the determinant is lost in its own rounding.
  private func isSingular(_ determinant: Double) -> Bool {
    // This bound is never less than the sum of magnitudes below, and mostly says enough.
    let bound = absolute(a).sum() * absolute(b).sum() * absolute(c).sum() * absolute(d).sum()
    if isDistinct(determinant, fromZeroBeside: bound) { return false }
    let magnitude = Minors(absolute(a), absolute(b), sign: 1)
      .expansion(Minors(absolute(c), absolute(d), sign: 1), sign: 1)
    return !isDistinct(determinant, fromZeroBeside: magnitude)
  }

  /// The adjugate divided by the determinant; `nil` if the determinant is zero within rounding.
  var inverse: Matrix4? {
    let determinant = self.determinant
    guard !isSingular(determinant) else { return nil }
    let factor = 1 / determinant
    let inverse = Matrix4(
      rows: SIMD4<Float>(right.cofactors(b) * factor), SIMD4<Float>(right.cofactors(a) * -factor),
      SIMD4<Float>(left.cofactors(d) * factor), SIMD4<Float>(left.cofactors(c) * -factor))
    return inverse.isFinite ? inverse : nil
  }
}
