import GLMath

/// The edge at which a leaf is bound: its spine.
public enum Binding: String, Hashable, Sendable, CaseIterable {
  /// The left edge: a right-hand page of a book that is read from left to right.
  case left
  /// The right edge: a left-hand page, or a page of a book that is read from right to left.
  case right
  /// The top edge: a notepad or a wall calendar.
  case top
  /// The bottom edge.
  case bottom

  /// The direction in which a leaf turns over this edge, in radians.
  package var angle: Double {
    switch self {
    case .left: .pi
    case .right: 0
    case .top: .pi / 2
    case .bottom: -.pi / 2
    }
  }

  /// The unit vector from the spine to the page's free edge, in page space.
  package var away: SIMD2<Double> {
    switch self {
    case .left: SIMD2(1, 0)
    case .right: SIMD2(-1, 0)
    case .top: SIMD2(0, -1)
    case .bottom: SIMD2(0, 1)
    }
  }

  /// Returns the two ends of a page's spine, in page pixels.
  package func spineEnds(
    width: Double, height: Double
  ) -> (first: SIMD2<Double>, last: SIMD2<Double>) {
    switch self {
    case .left: (SIMD2(0, 0), SIMD2(0, height))
    case .right: (SIMD2(width, 0), SIMD2(width, height))
    case .top: (SIMD2(0, height), SIMD2(width, height))
    case .bottom: (SIMD2(0, 0), SIMD2(width, 0))
    }
  }

  /// Returns the smallest contact offset that leaves the whole spine on the ground.
  ///
  /// - Parameter lift: The unit vector against the curl's travel.
  package func spineOffset(along lift: SIMD2<Double>, width: Double, height: Double) -> Double {
    let ends = spineEnds(width: width, height: height)
    return max(lift.dot(ends.first), lift.dot(ends.last))
  }
}

/// One of the two ends of a spine.
public enum SpineEnd: String, Hashable, Sendable, CaseIterable {
  /// The lower end of a vertical spine, the left end of a horizontal one.
  case first
  /// The upper end of a vertical spine, the right end of a horizontal one.
  case last
}
