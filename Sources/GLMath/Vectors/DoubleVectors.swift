extension SIMD where Scalar == Double {
  /// Returns the dot product.
  package func dot(_ other: Self) -> Double { (self * other).sum() }

  /// The Euclidean length.
  package var length: Double { dot(self).squareRoot() }
}
