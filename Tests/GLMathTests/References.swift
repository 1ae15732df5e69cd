import GLMath

/// Plain 4×4 matrices in double precision, column after column: the judge of the float ones.
/// Written from the definitions, with nothing in common with the library's formulas.
struct Reference {
  var e: [Double]

  init(_ elements: [Double]) { e = elements }
  init(_ matrix: Matrix4) { e = matrix.elements.map(Double.init) }

  subscript(column: Int, row: Int) -> Double {
    get { e[column * 4 + row] }
    set { e[column * 4 + row] = newValue }
  }

  static var identity: Reference {
    Reference((0..<16).map { $0 % 5 == 0 ? 1 : 0 })
  }

  static func * (a: Reference, b: Reference) -> Reference {
    var product = Reference([Double](repeating: 0, count: 16))
    for column in 0..<4 {
      for row in 0..<4 {
        var sum = 0.0
        for k in 0..<4 { sum += a[k, row] * b[column, k] }
        product[column, row] = sum
      }
    }
    return product
  }

  /// Frobenius' norm.
  var norm: Double { e.reduce(0) { $0 + $1 * $1 }.squareRoot() }

  /// Gauss–Jordan elimination with row pivots; `nil` for an exact zero pivot.
  var inverse: Reference? {
    var (left, right) = (self, Reference.identity)
    for column in 0..<4 {
      var pivot = column
      for row in column..<4 where abs(left[column, row]) > abs(left[column, pivot]) { pivot = row }
      guard left[column, pivot] != 0 else { return nil }
      for k in 0..<4 {
        (left[k, column], left[k, pivot]) = (left[k, pivot], left[k, column])
        (right[k, column], right[k, pivot]) = (right[k, pivot], right[k, column])
      }
      let factor = left[column, column]
      for k in 0..<4 {
        left[k, column] /= factor
        right[k, column] /= factor
      }
      for row in 0..<4 where row != column {
        let share = left[column, row]
        for k in 0..<4 {
          left[k, row] -= share * left[k, column]
          right[k, row] -= share * right[k, column]
        }
      }
    }
    return right
  }

  /// The largest difference of an element.
  func distance(to matrix: Matrix4) -> Double {
    zip(e, matrix.elements).reduce(0) { max($0, abs($1.0 - Double($1.1))) }
  }
}

/// The spacing of floats at the size of `value`.
func ulp(_ value: Double) -> Double { Double(Float(value).ulp) }

extension RandomNumberGenerator {
  mutating func float(_ range: ClosedRange<Float> = -1...1) -> Float {
    .random(in: range, using: &self)
  }

  mutating func vector3(_ range: ClosedRange<Float> = -1...1) -> SIMD3<Float> {
    SIMD3(float(range), float(range), float(range))
  }

  mutating func vector4(_ range: ClosedRange<Float> = -1...1) -> SIMD4<Float> {
    SIMD4(float(range), float(range), float(range), float(range))
  }

  mutating func matrix4(_ range: ClosedRange<Float> = -1...1) -> Matrix4 {
    Matrix4(columns: vector4(range), vector4(range), vector4(range), vector4(range))
  }
}
