/// A rectangle in page space, in page pixels with y up.
public struct PageRect: Hashable, Sendable {
  /// The lower left corner.
  public var low: SIMD2<Double>
  /// The upper right corner.
  public var high: SIMD2<Double>

  /// Makes a rectangle from its lower left and upper right corners.
  public init(low: SIMD2<Double>, high: SIMD2<Double>) {
    self.low = low
    self.high = high
  }

  /// Returns the smallest rectangle that contains both rectangles.
  package func union(_ other: PageRect) -> PageRect {
    PageRect(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
  }

  /// Makes the rectangle of the flat page.
  init(page curl: CurlGeometry) {
    self.init(low: SIMD2(0, 0), high: SIMD2(curl.width, curl.height))
  }
}
