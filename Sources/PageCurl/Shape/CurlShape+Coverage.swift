extension CurlShape {
  /// Returns the shares of the flat page's area that show each side, 0…1, counted on a grid of
  /// 128 × 128 points. The rest shows what lies below the sheet.
  ///
  /// The result is accurate to about 0.01.
  ///
  /// - Parameter eye: The viewer's place in page pixels; `nil` is straight above.
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` if the eye is too low.
  package func coverage(
    from eye: SIMD3<Double>? = nil
  ) throws(PageCurlError) -> (front: Double, back: Double) {
    let side = 128
    var (front, back) = (0, 0)
    for index in 0..<(side * side) {
      let place = SIMD2(Double(index % side) + 0.5, Double(index / side) + 0.5) / Double(side)
      switch try intersections(at: place * page, from: eye).first?.side {
      case .front: front += 1
      case .back: back += 1
      case nil: break
      }
    }
    return (Double(front) / Double(side * side), Double(back) / Double(side * side))
  }

  /// Returns the edge of the whole sheet in page space, counterclockwise from the paper's lower
  /// left corner; empty for a sheet that is gone.
  ///
  /// - Parameter steps: The number of segments of each of the four sides, at least 1.
  package func edge(steps: Int = 32) -> [SIMD3<Double>] {
    precondition(steps > 0, "each side has at least one segment")
    if curl?.isGone == true { return [] }
    let corners = [SIMD2(0, 0), SIMD2(page.x, 0), page, SIMD2(0, page.y)]
    return (0..<(4 * steps)).map { index in
      let (from, to) = (corners[index / steps], corners[(index / steps + 1) % 4])
      return position(of: from + (to - from) * (Double(index % steps) / Double(steps)))
    }
  }
}
