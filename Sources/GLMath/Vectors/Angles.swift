import Glibc

/// Converts degrees, as in ES 1.1, to radians, as in this library.
///
/// Formula: `degrees · π / 180`, rounded once.
@inlinable
public func radians(fromDegrees degrees: Float) -> Float {
  Float(Double(degrees) * (Double.pi / 180))
}

/// Converts radians to degrees. Formula: `radians · 180 / π`, rounded once.
@inlinable
public func degrees(fromRadians radians: Float) -> Float {
  Float(Double(radians) * (180 / Double.pi))
}

/// The sine and cosine of an angle in radians, in double precision: matrices built from them round
/// once, at the end.
func sineAndCosine(_ angle: Float) -> (sine: Double, cosine: Double) {
  (sin(Double(angle)), cos(Double(angle)))
}
