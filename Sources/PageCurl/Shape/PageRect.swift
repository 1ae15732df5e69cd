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

  /// Makes the rectangle of a page whose lower left corner is the origin.
  init(width: Double, height: Double) {
    self.init(low: .zero, high: SIMD2(width, height))
  }

  /// Makes the smallest rectangle around places; `nil` without places.
  init?(around places: some Sequence<SIMD2<Double>>) {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for place in places { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }
    guard low.x <= high.x else { return nil }
    self.init(low: low, high: high)
  }

  /// Returns the smallest rectangle that contains both rectangles.
  package func union(_ other: PageRect) -> PageRect {
    PageRect(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
  }

  /// Returns the rectangle with its edges moved outwards.
  func padded(by distance: Double) -> PageRect {
    PageRect(low: low - distance, high: high + distance)
  }

  /// Returns the part of the rectangle on a line, as distances from a point of the line; `nil` if
  /// the line misses it.
  ///
  /// - Parameters:
  ///   - start: The point.
  ///   - way: The unit vector along the line.
  ///   - slack: The rounding error by which a line that touches the rectangle may miss it.
  func chord(
    from start: SIMD2<Double>, along way: SIMD2<Double>, slack: Double
  ) -> ClosedRange<Double>? {
    var (first, last) = (-Double.infinity, Double.infinity)
    for axis in 0..<2 {
      let (ends, step) = ((low[axis] - start[axis], high[axis] - start[axis]), way[axis])
      if step == 0 {
        guard ends.0 <= slack, ends.1 >= -slack else { return nil }
      } else {
        first = max(first, min(ends.0 / step, ends.1 / step))
        last = min(last, max(ends.0 / step, ends.1 / step))
      }
    }
    return first <= last + slack ? min(first, last)...last : nil
  }

  /// The corners, the lower ones first, each two from left to right.
  var corners: [SIMD2<Double>] {
    [low, SIMD2(high.x, low.y), SIMD2(low.x, high.y), high]
  }
}

extension SIMD3<Double> {
  /// Returns where on the page plane a place is seen.
  func seen(from eye: SIMD3<Double>) -> SIMD2<Double> {
    let size = eye.z / (eye.z - z)
    return SIMD2(eye.x + (x - eye.x) * size, eye.y + (y - eye.y) * size)
  }
}
