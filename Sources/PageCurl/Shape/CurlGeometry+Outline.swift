extension CurlGeometry {
  /// Returns the part of the page on the line at `u`, as a range of coordinates along ``axis``, or
  /// `nil` if the line misses the page.
  ///
  /// - Parameter margin: Page pixels by which the page is larger on every side; negative if it is
  ///   smaller.
  package func chord(at u: Double, margin: Double = 0) -> ClosedRange<Double>? {
    guard min(width, height) + 2 * margin >= 0 else { return nil }
    return page(margin: margin).chord(from: u * lift, along: axis, slack: slack)
  }

  /// The two ends of the contact line on the page, in page pixels; `nil` if it misses the page.
  package var contactSegment: (SIMD2<Double>, SIMD2<Double>)? {
    guard !isGone, let chord = chord(at: contactOffset) else { return nil }
    return (
      contactOffset * lift + chord.lowerBound * axis,
      contactOffset * lift + chord.upperBound * axis
    )
  }

  /// The outline of the part of the page that still lies flat, counterclockwise, in page pixels;
  /// empty if no part does.
  package var flatOutline: [SIMD2<Double>] {
    guard !isGone else { return [] }
    // Sutherland-Hodgman: the page clipped at the contact line.
    let corners = [SIMD2(0, 0), SIMD2(width, 0), SIMD2(width, height), SIMD2(0, height)]
    var outline: [SIMD2<Double>] = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % 4]
      let (here, there) = (distance(of: corner), distance(of: next))
      if here <= 0 { outline.append(corner) }
      if (here < 0) != (there < 0) && here != 0 && there != 0 {
        outline.append(corner + (next - corner) * (here / (here - there)))
      }
    }
    return outline.count > 2 ? outline : []
  }

  /// The smallest rectangle that contains the curled sheet as seen from straight above.
  package var bounds: PageRect {
    // The outline bulges in the fold only, whose tip is one of these steps.
    let steps = (0...60).map { contactOffset + turn * Double($0) / 60 }
    let places = ends(at: steps).map { position(of: $0) }
    return PageRect(around: places.map { SIMD2($0.x, $0.y) }) ?? page(margin: 0)
  }

  /// Returns the page's corners, and both ends of the page on lines at some `u`.
  func ends(at places: [Double]) -> [SIMD2<Double>] {
    corners
      + places.flatMap { u in
        chord(at: u).map { [$0.lowerBound, $0.upperBound].map { u * lift + $0 * axis } } ?? []
      }
  }
}
