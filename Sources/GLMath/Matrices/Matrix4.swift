/// A 4×4 matrix of floats, stored as four columns as in OpenGL.
///
/// It multiplies column vectors (`matrix * vector`), so in `a * b` the right factor acts first. Eye
/// space is right-handed and looks along −z; clip space has z in −w…w; angles are radians. In
/// memory it has 64 bytes, column by column, as `glUniformMatrix4fv` expects.
@frozen
public struct Matrix4: Hashable, Sendable {
  /// The image of the x axis.
  public var column0: SIMD4<Float>
  /// The image of the y axis.
  public var column1: SIMD4<Float>
  /// The image of the z axis.
  public var column2: SIMD4<Float>
  /// The image of the origin: the translation of an affine matrix.
  public var column3: SIMD4<Float>

  /// Makes a matrix from its columns.
  @inlinable @inline(__always)
  public init(
    columns column0: SIMD4<Float>, _ column1: SIMD4<Float>, _ column2: SIMD4<Float>,
    _ column3: SIMD4<Float>
  ) {
    self.column0 = column0
    self.column1 = column1
    self.column2 = column2
    self.column3 = column3
  }

  /// Makes a matrix from its rows, as written on paper.
  @inlinable @inline(__always)
  public init(
    rows row0: SIMD4<Float>, _ row1: SIMD4<Float>, _ row2: SIMD4<Float>, _ row3: SIMD4<Float>
  ) {
    self.init(
      columns: SIMD4(row0.x, row1.x, row2.x, row3.x), SIMD4(row0.y, row1.y, row2.y, row3.y),
      SIMD4(row0.z, row1.z, row2.z, row3.z), SIMD4(row0.w, row1.w, row2.w, row3.w))
  }

  /// Makes a diagonal matrix, which scales the axes by the components of `diagonal`.
  @inlinable @inline(__always)
  public init(diagonal: SIMD4<Float>) {
    self.init(
      columns: SIMD4(diagonal.x, 0, 0, 0), SIMD4(0, diagonal.y, 0, 0), SIMD4(0, 0, diagonal.z, 0),
      SIMD4(0, 0, 0, diagonal.w))
  }

  /// Makes a matrix with a linear map in the upper left corner and without translation.
  @inlinable @inline(__always)
  public init(_ linear: Matrix3) {
    self.init(
      columns: SIMD4(linear.column0, w: 0), SIMD4(linear.column1, w: 0),
      SIMD4(linear.column2, w: 0), SIMD4(0, 0, 0, 1))
  }

  /// Makes a matrix from 16 floats, column by column, as `glLoadMatrixf` reads them.
  ///
  /// - Precondition: `elements` holds exactly 16 numbers.
  @inlinable
  public init(elements: some Collection<Float>) {
    precondition(elements.count == 16, "a 4×4 matrix has 16 elements, not \(elements.count)")
    let e = Array(elements)
    self.init(
      columns: SIMD4(e[0], e[1], e[2], e[3]), SIMD4(e[4], e[5], e[6], e[7]),
      SIMD4(e[8], e[9], e[10], e[11]), SIMD4(e[12], e[13], e[14], e[15]))
  }

  /// The identity matrix. The corresponding ES 1.1 function is `glLoadIdentity`.
  @inlinable @inline(__always)
  public static var identity: Matrix4 { Matrix4(diagonal: SIMD4(repeating: 1)) }

  /// The zero matrix.
  @inlinable @inline(__always)
  public static var zero: Matrix4 { Matrix4(diagonal: .zero) }

  /// One column, 0…3.
  ///
  /// - Precondition: `column` is in 0…3.
  @inlinable @inline(__always)
  public subscript(column column: Int) -> SIMD4<Float> {
    get {
      switch column {
      case 0: column0
      case 1: column1
      case 2: column2
      default:
        {
          precondition(column == 3, "a 4×4 matrix has the columns 0…3")
          return column3
        }()
      }
    }
    set {
      switch column {
      case 0: column0 = newValue
      case 1: column1 = newValue
      case 2: column2 = newValue
      default:
        precondition(column == 3, "a 4×4 matrix has the columns 0…3")
        column3 = newValue
      }
    }
  }

  /// One row, 0…3.
  ///
  /// - Precondition: `row` is in 0…3.
  @inlinable @inline(__always)
  public subscript(row row: Int) -> SIMD4<Float> {
    get { SIMD4(column0[row], column1[row], column2[row], column3[row]) }
    set {
      column0[row] = newValue.x
      column1[row] = newValue.y
      column2[row] = newValue.z
      column3[row] = newValue.w
    }
  }

  /// One element; both indices are 0…3.
  @inlinable @inline(__always)
  public subscript(column: Int, row: Int) -> Float {
    get { self[column: column][row] }
    set { self[column: column][row] = newValue }
  }

  /// The 16 elements, column by column.
  @inlinable
  public var elements: [Float] { withUnsafeElements { Array($0) } }

  /// Calls `body` with the 16 elements, column by column, as `glUniformMatrix4fv` expects. The
  /// buffer is valid only during the call.
  @inlinable @inline(__always)
  public func withUnsafeElements<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Float>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var copy = self
    return try Swift.withUnsafeMutablePointer(to: &copy) { (pointer) throws(Failure) -> Result in
      try pointer.withMemoryRebound(to: Float.self, capacity: 16) {
        (floats) throws(Failure) -> Result in
        try body(UnsafeBufferPointer(start: floats, count: 16))
      }
    }
  }

  /// The linear part: the upper left 3×3 corner.
  @inlinable @inline(__always)
  public var upperLeft: Matrix3 {
    Matrix3(columns: column0.xyz, column1.xyz, column2.xyz)
  }
}

extension Matrix4 {
  /// The product: the right factor acts first. The corresponding ES 1.1 function is
  /// `glMultMatrixf`, which multiplies the current matrix from the right.
  @inlinable @inline(__always)
  public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(columns: a * b.column0, a * b.column1, a * b.column2, a * b.column3)
  }

  /// Multiplies this matrix by `b` from the right.
  @inlinable @inline(__always)
  public static func *= (a: inout Matrix4, b: Matrix4) { a = a * b }

  /// The image of a homogeneous vector.
  @inlinable @inline(__always)
  public static func * (m: Matrix4, v: SIMD4<Float>) -> SIMD4<Float> {
    // Plain products and sums: `addingProduct` calls libm's fma on baseline x86-64.
    m.column0 * v.x + m.column1 * v.y + (m.column2 * v.z + m.column3 * v.w)
  }

  /// Every element times `scale`.
  @inlinable @inline(__always)
  public static func * (m: Matrix4, scale: Float) -> Matrix4 {
    Matrix4(columns: m.column0 * scale, m.column1 * scale, m.column2 * scale, m.column3 * scale)
  }

  /// The sum, element by element.
  @inlinable @inline(__always)
  public static func + (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(
      columns: a.column0 + b.column0, a.column1 + b.column1, a.column2 + b.column2,
      a.column3 + b.column3)
  }

  /// The difference, element by element.
  @inlinable @inline(__always)
  public static func - (a: Matrix4, b: Matrix4) -> Matrix4 {
    Matrix4(
      columns: a.column0 - b.column0, a.column1 - b.column1, a.column2 - b.column2,
      a.column3 - b.column3)
  }

  /// The transpose.
  @inlinable @inline(__always)
  public var transpose: Matrix4 { Matrix4(rows: column0, column1, column2, column3) }

  /// The image of a direction: `w` is 0, so the translation has no effect.
  @inlinable @inline(__always)
  public func transform(direction v: SIMD3<Float>) -> SIMD3<Float> {
    (column0 * v.x + column1 * v.y + column2 * v.z).xyz
  }

  /// The image of a point under an affine matrix: `w` is 1, and the result's `w` is ignored.
  @inlinable @inline(__always)
  public func transform(point v: SIMD3<Float>) -> SIMD3<Float> {
    (column0 * v.x + column1 * v.y + (column2 * v.z + column3)).xyz
  }

  /// The image of a point under a projection: `w` is 1, and the result is divided by its `w`.
  ///
  /// **Edge cases.** A point in the eye's plane (`w` = 0) gives infinities or NaN.
  @inlinable @inline(__always)
  public func project(point v: SIMD3<Float>) -> SIMD3<Float> {
    let image = column0 * v.x + column1 * v.y + (column2 * v.z + column3)
    return image.xyz / image.w
  }
}

extension Matrix4: CustomStringConvertible {
  /// Four lines: the rows, as written on paper.
  public var description: String {
    (0..<4).map { "[\(components(of: self[row: $0]))]" }.joined(separator: "\n")
  }
}

extension Matrix4: Codable {
  /// Reads 16 numbers, column by column, from an unkeyed list.
  public init(from decoder: any Decoder) throws {
    self.init(elements: try decodeElements(16, from: decoder))
  }

  /// Writes 16 numbers, column by column, as an unkeyed list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for element in elements { try list.encode(element) }
  }
}

/// Reads exactly `count` floats, and throws if there are more or fewer.
func decodeElements(_ count: Int, from decoder: any Decoder) throws -> [Float] {
  var list = try decoder.unkeyedContainer()
  var elements: [Float] = []
  while !list.isAtEnd && elements.count <= count { elements.append(try list.decode(Float.self)) }
  guard elements.count == count else {
    throw DecodingError.dataCorruptedError(
      in: list, debugDescription: "expected \(count) numbers, column by column")
  }
  return elements
}
