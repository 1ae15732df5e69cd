import Glibc

/// A quaternion for rotations: (x, y, z) is the imaginary part and w the real part.
///
/// The rotation by the angle θ about the unit axis u is (u·sin θ/2, cos θ/2). q, −q and all their
/// multiples are the same rotation. In `a * b` the right factor acts first.
@frozen
public struct Quaternion: Hashable, Codable, Sendable {
  /// (x, y, z, w).
  public var vector: SIMD4<Float>

  /// Makes a quaternion from its four parts; `w` is the real part.
  @inlinable
  public init(x: Float, y: Float, z: Float, w: Float) { vector = SIMD4(x, y, z, w) }

  /// Makes a quaternion from (x, y, z, w).
  @inlinable
  public init(_ vector: SIMD4<Float>) { self.vector = vector }

  /// Makes a quaternion from its imaginary and real part.
  @inlinable
  public init(imaginary: SIMD3<Float>, real: Float) { vector = SIMD4(imaginary, w: real) }

  /// Makes the rotation by `angle` radians about `axis`, which need not have length 1.
  ///
  /// **Edge cases.** A zero axis gives the identity.
  public init(angle: Float, axis: SIMD3<Float>) {
    let a = SIMD3<Double>(axis)
    let length = (a * a).sum().squareRoot()
    guard length > 0 else {
      self = .identity
      return
    }
    let half = Double(angle) / 2
    self.init(SIMD4<Float>(SIMD4(a * (sin(half) / length), cos(half))))
  }

  /// Makes the rotation of a rotation matrix (orthonormal, determinant 1). For other matrices use
  /// ``Matrix4/decomposed``.
  ///
  /// The largest of the four parts is calculated first, to avoid dividing by a small number
  /// (Shepperd, "Quaternion from rotation matrix", 1978).
  public init(_ rotation: Matrix3) {
    let (a, b, c) = rotation.doubles
    // Four times the squares of x, y, z, w.
    let squares = SIMD4(
      1 + a.x - b.y - c.z, 1 - a.x + b.y - c.z, 1 - a.x - b.y + c.z, 1 + a.x + b.y + c.z)
    let v: SIMD4<Double>
    switch squares.max() {
    case squares.w: v = SIMD4(b.z - c.y, c.x - a.z, a.y - b.x, squares.w)
    case squares.x: v = SIMD4(squares.x, a.y + b.x, c.x + a.z, b.z - c.y)
    case squares.y: v = SIMD4(a.y + b.x, squares.y, b.z + c.y, c.x - a.z)
    default: v = SIMD4(c.x + a.z, b.z + c.y, squares.z, a.y - b.x)
    }
    self.init(SIMD4<Float>(v / (v * v).sum().squareRoot()))
  }

  /// Makes the rotation of a matrix whose upper left 3×3 corner is a rotation.
  public init(_ transform: Matrix4) { self.init(transform.upperLeft) }

  /// No rotation: (0, 0, 0, 1).
  @inlinable
  public static var identity: Quaternion { Quaternion(SIMD4(0, 0, 0, 1)) }

  /// The imaginary part (x, y, z).
  @inlinable
  public var imaginary: SIMD3<Float> { vector.xyz }

  /// The real part w.
  @inlinable
  public var real: Float { vector.w }

  /// The rotation's angle in radians, 0…2π.
  public var angle: Float {
    let v = SIMD4<Double>(vector)
    let sine = (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
    return Float(2 * atan2(sine, v.w))
  }

  /// The rotation's axis with length 1; zero if there is no rotation.
  public var axis: SIMD3<Float> { imaginary.normalized }

  /// The length; 1 for a unit quaternion.
  @inlinable
  public var length: Float { vector.length }

  /// The same rotation with length 1; zero stays zero.
  @inlinable
  public var normalized: Quaternion { Quaternion(vector.normalized) }

  /// The imaginary part negated: the inverse of a unit quaternion.
  @inlinable
  public var conjugate: Quaternion { Quaternion(vector * SIMD4(-1, -1, -1, 1)) }

  /// The inverse, conjugate over squared length; `nil` for zero.
  @inlinable
  public var inverse: Quaternion? {
    let square = vector.lengthSquared
    return square > 0 ? Quaternion(conjugate.vector / square) : nil
  }

  /// The sum, part by part.
  @inlinable
  public static func + (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(a.vector + b.vector)
  }

  /// The difference, part by part.
  @inlinable
  public static func - (a: Quaternion, b: Quaternion) -> Quaternion {
    Quaternion(a.vector - b.vector)
  }

  /// Hamilton's product: the rotation `b`, then the rotation `a`.
  @inlinable
  public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    let (p, q) = (a.vector, b.vector)
    return Quaternion(
      q * p.w + SIMD4(q.w, -q.z, q.y, -q.x) * p.x
        + (SIMD4(q.z, q.w, -q.x, -q.y) * p.y + SIMD4(-q.y, q.x, q.w, -q.z) * p.z))
  }

  /// Returns the rotated vector. The quaternion need not have length 1.
  ///
  /// Formula: v + (2w(u×v) + 2u×(u×v))/|q|², where u is the imaginary part. **Edge cases.** The
  /// zero quaternion returns the vector unchanged, as do quaternions whose squared length is 0 or
  /// infinite.
  @inlinable
  public func rotate(_ v: SIMD3<Float>) -> SIMD3<Float> {
    let square = vector.lengthSquared
    guard square > 0 && square < .infinity else { return v }
    let u = imaginary
    let t = u.cross(v) * (2 / square)
    return v + t * real + u.cross(t)
  }

  /// Returns the vector with its first three components rotated and `w` unchanged.
  @inlinable
  public func rotate(_ v: SIMD4<Float>) -> SIMD4<Float> { SIMD4(rotate(v.xyz), w: v.w) }

  /// Rotates all vectors of an array in place.
  public func rotate(_ vectors: inout [SIMD3<Float>]) {
    let matrix = Matrix3(self)
    for index in vectors.indices { vectors[index] = matrix * vectors[index] }
  }

  /// Interpolates between unit quaternions at constant angular speed, along the shorter arc: `self`
  /// at `t` = 0, `other` at `t` = 1.
  ///
  /// Formula: Shoemake, "Animating rotation with quaternion curves", 1985. **Edge cases.** If the
  /// two rotations are 180° apart, one of the two possible arcs is chosen.
  public func slerp(to other: Quaternion, _ t: Float) -> Quaternion {
    let a = SIMD4<Double>(vector)
    var b = SIMD4<Double>(other.vector)
    if (a * b).sum() < 0 { b = -b }
    // From chord and sum, which is accurate for small angles, where acos is not.
    let (chord, sum) = (b - a, b + a)
    let angle = 2 * atan2((chord * chord).sum().squareRoot(), (sum * sum).sum().squareRoot())
    let sine = sin(angle)
    guard sine > 1e-12 else { return Quaternion(SIMD4<Float>(a + chord * Double(t))).normalized }
    let weights = (sin((1 - Double(t)) * angle) / sine, sin(Double(t) * angle) / sine)
    return Quaternion(SIMD4<Float>(a * weights.0 + b * weights.1))
  }
}

extension Quaternion: CustomStringConvertible {
  /// `(x, y, z; w)`.
  public var description: String { "(\(components(of: imaginary)); \(real))" }
}
