import Glibc

extension CurlGeometry {
  /// Returns the points of the sheet above a point of the page plane, highest first.
  ///
  /// With d the distance of the point beyond the contact line, on a cylinder: for d > R there is
  /// none. For 0 < d ≤ R there is the back at `s = R(π − asin(d/R))` and under it the front at
  /// `s = R asin(d/R)`. For d ≤ 0 there is the back at `s = πR − d` and the flat front. Only points
  /// on the page are returned: none, one or two.
  package func intersections(at point: SIMD2<Double>) -> [PaperPoint] {
    guard !isGone else { return [] }
    let d = distance(of: point)
    guard d <= reach + slack else { return [] }
    var found: [PaperPoint] = []
    func test(_ s: Double, _ height: Double, _ side: PaperSide) {
      let paper = point + (s - d) * lift
      guard contains(paper) else { return }
      found.append(
        PaperPoint(paper: paper, position: SIMD3(point.x, point.y, height), side: side))
    }
    if d > 0 {
      let s = radius > 0 ? radius * fold.distance(across: d / radius) : 0
      let low = profile(at: s).height
      test(turn - s, 2 * radius - low, .back)
      test(s, low, .front)
    } else {
      test(turn - d, 2 * radius, .back)
      test(d, 0, .front)
    }
    return found
  }

  /// Returns the points of the sheet on the line of sight from `eye`, `nil` for straight above, to
  /// a point of the page plane, nearest to the eye first.
  ///
  /// The line is `point + τ (eye − point)`. It meets the part that is upside down at `τ = 2R/E`,
  /// the ground at τ = 0, and the fold in up to two points between them.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the whole curl.
  package func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> [PaperPoint] {
    guard let eye else { return intersections(at: point) }
    try eye.checkEye(above: 2 * radius)
    guard !isGone else { return [] }
    let foot = distance(of: point)
    let slope = (distance(of: SIMD2(eye.x, eye.y)) - foot) / eye.z
    let way = SIMD3(eye.x - point.x, eye.y - point.y, eye.z)
    var found: [PaperPoint] = []
    func test(_ s: Double, height: Double, _ side: PaperSide) {
      let position = SIMD3(point.x, point.y, 0) + height / eye.z * way
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
