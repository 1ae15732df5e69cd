import Glibc

extension Float {
  /// Returns the radians, which all angles of this library have, of an angle in degrees, as in
  /// `rotate(by: .degrees(30), about: axis)`.
  ///
  /// Formula: `degrees · π / 180`, rounded once.
  @inlinable
  public static func degrees(_ degrees: Float) -> Float {
    Float(Double(degrees) * (Double.pi / 180))
  }

  /// This angle in radians, in degrees. Formula: `radians · 180 / π`, rounded once.
  @inlinable
  public var inDegrees: Float { Float(Double(self) * (180 / Double.pi)) }
}

/// Converts degrees to radians.
@available(*, deprecated, renamed: "Float.degrees(_:)")
public func radians(fromDegrees degrees: Float) -> Float { .degrees(degrees) }

/// Converts radians to degrees.
@available(*, deprecated, message: "Use the property inDegrees of the angle.")
public func degrees(fromRadians radians: Float) -> Float { radians.inDegrees }

/// The sine and cosine of an angle in radians, in double precision: matrices built from them round
/// once, at the end.
func sineAndCosine(_ angle: Float) -> (sine: Double, cosine: Double) {
  (sin(Double(angle)), cos(Double(angle)))
}
