/// Two floats, such as texture coordinates (s, t), page coordinates and sizes. 8 bytes.
public typealias Vector2 = SIMD2<Float>

/// Three floats, such as positions, directions and colors without alpha. 16 bytes in memory, not
/// 12; `packed` has 12.
public typealias Vector3 = SIMD3<Float>

/// Four floats, such as homogeneous positions (x, y, z, w) and colors (r, g, b, a). 16 bytes.
public typealias Vector4 = SIMD4<Float>

extension SIMD where Scalar == Float {
  /// The dot product, Σ aᵢ·bᵢ.
  @inlinable @inline(__always)
  public func dot(_ other: Self) -> Float { (self * other).sum() }

  /// The square of the Euclidean length, which is cheaper than ``length``.
  @inlinable @inline(__always)
  public var lengthSquared: Float { dot(self) }

  /// The Euclidean length, √(v·v).
  ///
  /// **Edge cases.** The squares are summed in single precision: lengths above 1.8·10¹⁹ give
  /// infinity, lengths below 10⁻²³ give zero.
  @inlinable @inline(__always)
  public var length: Float { lengthSquared.squareRoot() }

  /// The vector of length 1 with the same direction.
  ///
  /// **Edge cases.** Zero, and a vector with a component that is infinite or NaN, give zero.
  @inlinable @inline(__always)
  public var normalized: Self {
    let square = lengthSquared
    // In this range no square that matters has overflowed or lost digits.
    guard square > 0x1p-100 && square < .infinity else { return scaledAndNormalized }
    return self / square.squareRoot()
  }

  /// ``normalized`` for very short and very long vectors.
  @usableFromInline
  var scaledAndNormalized: Self {
    let largest = replacing(with: -self, where: self .< 0).max()
    guard largest > 0 && largest < .infinity else { return .zero }
    // Two steps, because the reciprocal of the smallest numbers would be infinite.
    let scaled = self / largest
    return scaled / scaled.length
  }

  /// The Euclidean distance between two points.
  @inlinable @inline(__always)
  public func distance(to other: Self) -> Float { (self - other).length }

  /// Linear interpolation: `self` at `t` = 0, `other` at `t` = 1. `t` outside 0…1 extrapolates.
  ///
  /// Formula: a + t·(b − a).
  @inlinable @inline(__always)
  public func mixed(with other: Self, _ t: Float) -> Self { self + (other - self) * t }

  /// The projection of this vector onto `direction`, which need not have length 1.
  ///
  /// Formula: d·(v·d)/(d·d). **Edge cases.** A zero `direction` gives zero.
  @inlinable @inline(__always)
  public func projected(onto direction: Self) -> Self {
    let square = direction.lengthSquared
    return square > 0 ? direction * (dot(direction) / square) : .zero
  }

  /// The reflection of this direction at a surface with the unit `normal`, as GLSL's `reflect`.
  ///
  /// Formula: v − 2(n·v)n.
  @inlinable @inline(__always)
  public func reflected(at normal: Self) -> Self { self - normal * (2 * dot(normal)) }

  /// Whether every component is greater than the other vector's.
  @inlinable @inline(__always)
  public func isGreater(than other: Self) -> Bool { all(self .> other) }

  /// Whether every component is greater than `scalar`.
  @inlinable @inline(__always)
  public func isGreater(than scalar: Float) -> Bool { all(self .> scalar) }

  /// Whether every component is greater than, or equal to, the other vector's.
  @inlinable @inline(__always)
  public func isAtLeast(_ other: Self) -> Bool { all(self .>= other) }

  /// Whether every component is greater than, or equal to, `scalar`.
  @inlinable @inline(__always)
  public func isAtLeast(_ scalar: Float) -> Bool { all(self .>= scalar) }

  /// Whether every component equals `scalar`.
  @inlinable @inline(__always)
  public func isEqual(to scalar: Float) -> Bool { all(self .== scalar) }
}

extension SIMD where Scalar == Double {
  /// The dot product, Σ aᵢ·bᵢ.
  @inlinable @inline(__always)
  package func dot(_ other: Self) -> Double { (self * other).sum() }

  /// The Euclidean length, √(v·v).
  @inlinable @inline(__always)
  package var length: Double { dot(self).squareRoot() }
}

extension SIMD3 where Scalar == Double {
  /// The cross product, right-handed: x × y = z.
  @inlinable @inline(__always)
  package func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}

extension SIMD3 where Scalar == Float {
  /// The cross product, right-handed: x × y = z.
  @inlinable @inline(__always)
  public func cross(_ other: Self) -> Self {
    let a = SIMD3(y, z, x) * SIMD3(other.z, other.x, other.y)
    let b = SIMD3(z, x, y) * SIMD3(other.y, other.z, other.x)
    return a - b
  }

  /// The three components as a tuple of 12 bytes, without ``Vector3``'s padding.
  @inlinable
  public var packed: (Float, Float, Float) { (x, y, z) }
}

extension SIMD4 where Scalar == Float {
  /// A homogeneous vector from its first three components: `w` = 1 for points, 0 for directions.
  @inlinable @inline(__always)
  public init(_ xyz: SIMD3<Float>, w: Float) { self.init(xyz.x, xyz.y, xyz.z, w) }

  /// The first three components.
  @inlinable @inline(__always)
  public var xyz: SIMD3<Float> { SIMD3(x, y, z) }

  /// The cross product of the first three components; `w` is 0.
  @inlinable @inline(__always)
  public func cross(_ other: Self) -> Self { SIMD4(xyz.cross(other.xyz), w: 0) }
}

@inlinable @inline(__always)
func components<Vector: SIMD>(of vector: Vector) -> String where Vector.Scalar == Float {
  vector.indices.map { "\(vector[$0])" }.joined(separator: ", ")
}
