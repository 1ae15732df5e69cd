/// A 3×3 matrix in double precision: where a result must be right to the last float.
struct Matrix3Double {
  var column0: SIMD3<Double>
  var column1: SIMD3<Double>
  var column2: SIMD3<Double>

  init(_ matrix: Matrix3) {
    column0 = SIMD3<Double>(matrix.column0)
    column1 = SIMD3<Double>(matrix.column1)
    column2 = SIMD3<Double>(matrix.column2)
  }

  var determinant: Double { (column0 * crossProduct(column1, column2).value).sum() }

  /// The adjugate over the determinant; `nil` where the determinant is lost in its own rounding.
  var inverse: Matrix3? {
    let row0 = crossProduct(column1, column2)
    let row1 = crossProduct(column2, column0)
    let row2 = crossProduct(column0, column1)
    let determinant = (column0 * row0.value).sum()
    let magnitude = (absolute(column0) * row0.magnitude).sum()
    guard isDistinct(determinant, fromZeroBeside: magnitude) else { return nil }
    let rows = Matrix3(
      rows: SIMD3<Float>(row0.value / determinant), SIMD3<Float>(row1.value / determinant),
      SIMD3<Float>(row2.value / determinant))
    return isFinite(rows.column0) && isFinite(rows.column1) && isFinite(rows.column2) ? rows : nil
  }
}

/// Whether a determinant says more than the rounding error of its own calculation: `magnitude` is
/// the same sum taken over the absolute values of its terms.
func isDistinct(_ determinant: Double, fromZeroBeside magnitude: Double) -> Bool {
  // Four roundings of 2⁻⁵³ each on the way; NaN and infinity fail the comparison.
  determinant.magnitude > magnitude * 0x1p-50 && magnitude < .infinity
}

func absolute<Vector: SIMD>(_ v: Vector) -> Vector where Vector.Scalar == Double {
  v.replacing(with: -v, where: v .< 0)
}

func isFinite<Vector: SIMD>(_ v: Vector) -> Bool where Vector.Scalar == Float {
  // x − x is 0 for every number and NaN for infinity and NaN.
  all((v - v) .== 0)
}

/// A cross product and the same with every term taken absolute.
private func crossProduct(
  _ a: SIMD3<Double>, _ b: SIMD3<Double>
) -> (value: SIMD3<Double>, magnitude: SIMD3<Double>) {
  let first = SIMD3(a.y * b.z, a.z * b.x, a.x * b.y)
  let second = SIMD3(a.z * b.y, a.x * b.z, a.y * b.x)
  return (first - second, absolute(first) + absolute(second))
}

/// The six 2×2 determinants of two columns' rows, and the same with absolute terms.
private struct Minors {
  var value: (Double, Double, Double, Double, Double, Double)
  var magnitude: (Double, Double, Double, Double, Double, Double)

  init(_ a: SIMD4<Double>, _ b: SIMD4<Double>) {
    func minor(_ i: Int, _ j: Int) -> (Double, Double) {
      let first = a[i] * b[j]
      let second = a[j] * b[i]
      return (first - second, first.magnitude + second.magnitude)
    }
    let m = (minor(0, 1), minor(0, 2), minor(0, 3), minor(1, 2), minor(1, 3), minor(2, 3))
    value = (m.0.0, m.1.0, m.2.0, m.3.0, m.4.0, m.5.0)
    magnitude = (m.0.1, m.1.1, m.2.1, m.3.1, m.4.1, m.5.1)
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

  var determinant: Double {
    let (l, r) = (left.value, right.value)
    return l.0 * r.5 - l.1 * r.4 + l.2 * r.3 + l.3 * r.2 - l.4 * r.1 + l.5 * r.0
  }

  private var magnitude: Double {
    let (l, r) = (left.magnitude, right.magnitude)
    return l.0 * r.5 + l.1 * r.4 + l.2 * r.3 + l.3 * r.2 + l.4 * r.1 + l.5 * r.0
  }

  /// The adjugate over the determinant; `nil` where the determinant is lost in its own rounding.
  var inverse: Matrix4? {
    let determinant = self.determinant
    guard isDistinct(determinant, fromZeroBeside: magnitude) else { return nil }
    let row0 = combination(b, right.value)
    let row1 = combination(a, right.value)
    let row2 = combination(d, left.value)
    let row3 = combination(c, left.value)
    let inverse = Matrix4(
      rows: SIMD4<Float>(row0 / determinant), SIMD4<Float>(-row1 / determinant),
      SIMD4<Float>(row2 / determinant), SIMD4<Float>(-row3 / determinant))
    let finite =
      isFinite(inverse.column0) && isFinite(inverse.column1) && isFinite(inverse.column2)
      && isFinite(inverse.column3)
    return finite ? inverse : nil
  }

  /// A row of the adjugate: cofactors of one column against the minors of the opposite pair.
  private func combination(
    _ v: SIMD4<Double>, _ m: (Double, Double, Double, Double, Double, Double)
  ) -> SIMD4<Double> {
    SIMD4(
      v.y * m.5 - v.z * m.4 + v.w * m.3,
      -v.x * m.5 + v.z * m.2 - v.w * m.1,
      v.x * m.4 - v.y * m.2 + v.w * m.0,
      -v.x * m.3 + v.y * m.1 - v.z * m.0)
  }
}
