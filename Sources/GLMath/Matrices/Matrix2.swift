/// A 2×2 matrix of floats, stored as two columns in 16 bytes, as `glUniformMatrix2fv` expects.
@frozen
public struct Matrix2: Hashable, Sendable {
  /// The image of the x axis.
  public var column0: SIMD2<Float>
  /// The image of the y axis.
  public var column1: SIMD2<Float>

  /// Makes a matrix from its columns.
  @inlinable @inline(__always)
  public init(columns column0: SIMD2<Float>, _ column1: SIMD2<Float>) {
    self.column0 = column0
    self.column1 = column1
  }

  /// The identity matrix.
  @inlinable @inline(__always)
  public static var identity: Matrix2 { Matrix2(columns: SIMD2(1, 0), SIMD2(0, 1)) }

  /// The product: the right factor acts first.
  @inlinable @inline(__always)
  public static func * (a: Matrix2, b: Matrix2) -> Matrix2 {
    Matrix2(columns: a * b.column0, a * b.column1)
  }

  /// The image of a vector.
  @inlinable @inline(__always)
  public static func * (m: Matrix2, v: SIMD2<Float>) -> SIMD2<Float> {
    m.column0 * v.x + m.column1 * v.y
  }

  /// The 4 elements, column by column.
  @inlinable
  public var elements: [Float] { [column0.x, column0.y, column1.x, column1.y] }
}

extension Matrix2: CustomStringConvertible {
  /// Two lines: the rows, as written on paper.
  public var description: String {
    "[\(column0.x), \(column1.x)]\n[\(column0.y), \(column1.y)]"
  }
}

extension Matrix2: Codable {
  /// Reads 4 numbers, column by column, from an unkeyed list.
  public init(from decoder: any Decoder) throws {
    let e = try decodeElements(4, from: decoder)
    self.init(columns: SIMD2(e[0], e[1]), SIMD2(e[2], e[3]))
  }

  /// Writes 4 numbers, column by column, as an unkeyed list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for element in elements { try list.encode(element) }
  }
}
