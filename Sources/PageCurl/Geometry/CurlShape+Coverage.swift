/// What a viewer sees of a page in the middle of its turn: outlines and shares.
extension CurlShape {
  /// How much of the flat page's area shows what, each 0…1.
  public struct Coverage: Hashable, Sendable {
    /// The front of the sheet.
    public var front = 0.0
    /// Its back.
    public var back = 0.0
    /// Neither: what lies below.
    public var below: Double { 1 - front - back }
  }

  /// What is seen of the page's area, counted on a grid of 128 × 128 points: right to about a hundredth.
  ///
  /// - Parameter eye: where the viewer is, page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` for an eye that is too low.
  public func coverage(eye: SIMD3<Double>? = nil) throws(PageCurlError) -> Coverage {
    let side = 128
    var coverage = Coverage()
    for index in 0..<(side * side) {
      let place = SIMD2(Double(index % side) + 0.5, Double(index / side) + 0.5) / Double(side)
      switch try paper(under: place * page, eye: eye).first?.side {
      case .front: coverage.front += 1
      case .back: coverage.back += 1
      case nil: break
      }
    }
    coverage.front /= Double(side * side)
    coverage.back /= Double(side * side)
    return coverage
  }

  /// The edge of the whole sheet in space, counter-clockwise from the paper's lower left corner, in page
  /// pixels; empty for a sheet that is gone.
  ///
  /// - Parameter steps: into how many pieces each of the four edges is cut, at least 1.
  public func edge(steps: Int = 32) -> [SIMD3<Double>] {
    precondition(steps > 0, "an edge has a piece")
    if case .cylinder(let curl) = self, curl.isGone { return [] }
    let corners = [SIMD2(0, 0), SIMD2(page.x, 0), page, SIMD2(0, page.y)]
    return (0..<(4 * steps)).map { index in
      let (from, to) = (corners[index / steps], corners[(index / steps + 1) % 4])
      return position(of: from + (to - from) * (Double(index % steps) / Double(steps)))
    }
  }
}

extension CurlGeometry {
  /// The two ends of the contact line on the page, page pixels; `nil` where it misses the page.
  public var contactLine: (SIMD2<Double>, SIMD2<Double>)? {
    guard !isGone, let chord = chord(at: contact) else { return nil }
    return (
      contact * lift + chord.lowerBound * axis, contact * lift + chord.upperBound * axis
    )
  }

  /// The part of the page that still lies flat, counter-clockwise, page pixels; empty where nothing does.
  public var flatOutline: [SIMD2<Double>] {
    guard !isGone else { return [] }
    // Sutherland and Hodgman: the page, cut off at the contact line.
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
}
