/// A 3×3 matrix of floats, stored as three columns. It multiplies column vectors; angles are
/// radians.
///
/// Each column is a ``Vector3`` of 16 bytes. ``withUnsafeElements(_:)`` packs them into the 36
/// bytes that `glUniformMatrix3fv` expects.
@frozen
public struct Matrix3: Hashable, Sendable {
  /// The image of the x axis.
  public var column0: SIMD3<Float>
  /// The image of the y axis.
  public var column1: SIMD3<Float>
  /// The image of the z axis.
  public var column2: SIMD3<Float>

  /// Makes a matrix from its columns.
  @inlinable @inline(__always)
  public init(
    columns column0: SIMD3<Float>, _ column1: SIMD3<Float>, _ column2: SIMD3<Float>
  ) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
  }

  /// Makes a matrix from its rows, as written on paper.
  @inlinable @inline(__always)
  public init(rows row0: SIMD3<Float>, _ row1: SIMD3<Float>, _ row2: SIMD3<Float>) {
    self.init(
      columns: SIMD3(row0.x, row1.x, row2.x), SIMD3(row0.y, row1.y, row2.y),
      SIMD3(row0.z, row1.z, row2.z))
  }

  /// Makes a diagonal matrix, which scales the axes by the components of `diagonal`.
  @inlinable @inline(__always)
  public init(diagonal: SIMD3<Float>) {
    self.init(
      columns: SIMD3(diagonal.x, 0, 0), SIMD3(0, diagonal.y, 0), SIMD3(0, 0, diagonal.z))
  }

  /// Makes a matrix from 9 floats, column by column.
  ///
  /// - Precondition: `elements` holds exactly 9 numbers.
  @inlinable
  public init(elements: some Collection<Float>) {
    precondition(elements.count == 9, "a 3×3 matrix has 9 elements, not \(elements.count)")
    let e = Array(elements)
    self.init(
      columns: SIMD3(e[0], e[1], e[2]), SIMD3(e[3], e[4], e[5]), SIMD3(e[6], e[7], e[8]))
  }

  /// The identity matrix.
  @inlinable @inline(__always)
  public static var identity: Matrix3 { Matrix3(diagonal: SIMD3(repeating: 1)) }

  /// The zero matrix.
  @inlinable @inline(__always)
  public static var zero: Matrix3 { Matrix3(diagonal: .zero) }

  /// One column, 0…2.
  ///
  /// - Precondition: `column` is in 0…2.
  @inlinable @inline(__always)
  public subscript(column column: Int) -> SIMD3<Float> {
    get {
      precondition(column >= 0 && column < 3, "a 3×3 matrix has the columns 0…2")
      return column == 0 ? column0 : column == 1 ? column1 : column2
    }
    set {
      precondition(column >= 0 && column < 3, "a 3×3 matrix has the columns 0…2")
      switch column {
      case 0: column0 = newValue
      case 1: column1 = newValue
      default: column2 = newValue
      }
    }
  }

  /// One row, 0…2.
  ///
  /// - Precondition: `row` is in 0…2.
  @inlinable @inline(__always)
  public subscript(row row: Int) -> SIMD3<Float> {
    get { SIMD3(column0[row], column1[row], column2[row]) }
    set {
      column0[row] = newValue.x
      column1[row] = newValue.y
      column2[row] = newValue.z
    }
  }

  /// One element; both indices are 0…2.
  @inlinable @inline(__always)
  public subscript(column: Int, row: Int) -> Float {
    get { self[column: column][row] }
    set { self[column: column][row] = newValue }
  }

  /// The 9 elements, column by column.
  @inlinable
  public var elements: [Float] { withUnsafeElements { Array($0) } }

  /// Calls `body` with the 9 elements, column by column and without padding, as
  /// `glUniformMatrix3fv` expects. The buffer is valid only during the call.
  @inlinable @inline(__always)
  public func withUnsafeElements<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var packed = (column0.packed, column1.packed, column2.packed)
    return try Swift.withUnsafeMutablePointer(to: &packed) { (pointer) throws(Failure) -> Result in
      try pointer.withMemoryRebound(to: Float.self, capacity: 9) {
        (floats) throws(Failure) -> Result in
        try body(UnsafeBufferPointer(start: floats, count: 9))
      }
    }
  }

  /// The upper left 2×2 corner.
  @inlinable @inline(__always)
  public var upperLeft: Matrix2 {
    Matrix2(columns: SIMD2(column0.x, column0.y), SIMD2(column1.x, column1.y))
  }
}

extension Matrix3 {
  /// The product: the right factor acts first.
  @inlinable @inline(__always)
  public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a * b.column0, a * b.column1, a * b.column2)
  }

  /// Multiplies this matrix by `b` from the right.
  @inlinable @inline(__always)
  public static func *= (a: inout Matrix3, b: Matrix3) { a = a * b }

  /// The image of a vector.
  @inlinable @inline(__always)
  public static func * (m: Matrix3, v: SIMD3<Float>) -> SIMD3<Float> {
    m.column0 * v.x + m.column1 * v.y + m.column2 * v.z
  }

  /// Every element times `scale`.
  @inlinable @inline(__always)
  public static func * (m: Matrix3, scale: Float) -> Matrix3 {
    Matrix3(columns: m.column0 * scale, m.column1 * scale, m.column2 * scale)
  }

  /// The sum, element by element.
  @inlinable @inline(__always)
  public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a.column0 + b.column0, a.column1 + b.column1, a.column2 + b.column2)
  }

  /// The difference, element by element.
  @inlinable @inline(__always)
  public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(columns: a.column0 - b.column0, a.column1 - b.column1, a.column2 - b.column2)
  }

  /// The transpose.
  @inlinable @inline(__always)
  public var transpose: Matrix3 { Matrix3(rows: column0, column1, column2) }
}

extension Matrix3: CustomStringConvertible {
  /// Three lines: the rows, as written on paper.
  public var description: String {
    (0..<3).map { "[\(components(of: self[row: $0]))]" }.joined(separator: "\n")
  }
}

extension Matrix3: Codable {
  /// Reads 9 numbers, column by column, from an unkeyed list.
  public init(from decoder: any Decoder) throws {
    self.init(elements: try decodeElements(9, from: decoder))
  }

  /// Writes 9 numbers, column by column, as an unkeyed list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for element in elements { try list.encode(element) }
  }
}
