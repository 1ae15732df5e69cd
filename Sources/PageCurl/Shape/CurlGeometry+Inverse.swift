import Glibc

extension CurlGeometry {
  /// Returns the points of the sheet above a point of the page plane, highest first.
  package func intersections(at point: SIMD2<Double>) -> [PaperPoint] {
    intersections(at: point, along: SIMD3(0, 0, 1))
  }

  /// Returns the points of the sheet on the line of sight from `eye`, `nil` for straight above, to
  /// a point of the page plane, nearest to the eye first.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the whole curl.
  package func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint] {
    try eye?.checkEye(above: 2 * radius)
    return intersections(
      at: point,
      along: eye.map { SIMD3($0.x - point.x, $0.y - point.y, $0.z) } ?? SIMD3(0, 0, 1))
  }

  /// Returns the points of the sheet on the line `point + τ way`. It meets the part that is upside
  /// down at the height 2R, the ground at the height 0, and the fold in up to two points between
  /// them.
  private func intersections(at point: SIMD2<Double>, along way: SIMD3<Double>) -> [PaperPoint] {
    guard !isGone else { return [] }
    let foot = distance(of: point)
    let slope = (way.x * lift.x + way.y * lift.y) / way.z
    var found: [PaperPoint] = []
    func test(_ s: Double, height: Double, _ side: PaperSide) {
      let position = SIMD3(point.x, point.y, 0) + height / way.z * way
      let paper = SIMD2(position.x, position.y) + (s - (foot + slope * height)) * lift
      guard contains(paper) else { return }
      found.append(PaperPoint(paper: paper, position: position, side: side))
    }
    let across = foot + 2 * radius * slope
    if across <= 0 { test(turn - across, height: 2 * radius, .back) }
    if radius > 0 {
      let (lower, upper) = fold.crossings(slope: slope, from: foot / radius)
      // The fold's ends belong to the level parts.
      for s in [upper, lower] {
        guard let s, s > 0, s < fold.length else { continue }
        let place = fold.point(at: s)
        // The front is visible where its normal leans toward the eye.
        let facing = cos(place.bend) - slope * sin(place.bend)
        test(s * radius, height: place.height * radius, facing > 0 ? .front : .back)
      }
    }
    if foot <= 0 { test(foot, height: 0, .front) }
    return found
  }
}
