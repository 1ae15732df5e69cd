import Glibc

extension CurlGeometry {
  /// Returns the points of the sheet above a point of the page plane, highest first.
  ///
  /// With d the distance of the point beyond the contact line: for d > R there is none. For
  /// 0 < d ≤ R there is the back at `s = R(π − asin(d/R))` and under it the front at
  /// `s = R asin(d/R)`. For d ≤ 0 there is the back at `s = πR − d` and the flat front. Only points
  /// on the page are returned: none, one or two.
  public func intersections(at point: SIMD2<Double>) -> [PaperPoint] {
    guard !isGone else { return [] }
    let d = distance(of: point)
    guard d <= radius + slack else { return [] }
    var found: [PaperPoint] = []
    func test(_ s: Double, _ height: Double, _ side: PaperSide) {
      let paper = point + (s - d) * lift
      guard contains(paper) else { return }
      found.append(
        PaperPoint(paper: paper, position: SIMD3(point.x, point.y, height), side: side))
    }
    if d > 0 {
      let bend = radius > 0 ? asin(min(d / radius, 1)) : 0
      let half = sin(bend / 2)
      let low = 2 * radius * half * half
      test(radius * (.pi - bend), 2 * radius - low, .back)
      test(radius * bend, low, .front)
    } else {
      test(.pi * radius - d, 2 * radius, .back)
      test(d, 0, .front)
    }
    return found
  }

  /// Returns the points of the sheet on the line of sight from `eye` to a point of the page plane,
  /// nearest to the eye first.
  ///
  /// The line is `point + τ (eye − point)`. It meets the part that is upside down at `τ = 2R/E`,
  /// the cylinder where `τ²(b² + E²) + 2τ(ab − ER) + a² = 0` (a is the point's distance beyond the
  /// contact line, b the eye's distance beyond the point, both along the lift), and the ground at
  /// τ = 0.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the whole curl.
  public func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>
  ) throws(PageCurlError) -> [PaperPoint] {
    guard eye.z > 2 * radius, eye.z.isFinite, eye.x.isFinite, eye.y.isFinite else {
      throw .eye(height: eye.z, lowest: 2 * radius)
    }
    guard !isGone else { return [] }
    let a = distance(of: point)
    let b = distance(of: SIMD2(eye.x, eye.y)) - a
    let way = SIMD3(eye.x - point.x, eye.y - point.y, eye.z)
    var found: [(depth: Double, point: PaperPoint)] = []
    func test(_ depth: Double, bend: Double, turned: Bool, _ side: PaperSide) {
      let position = SIMD3(point.x, point.y, 0) + depth * way
      let along = a + depth * b
      let s = turned ? .pi * radius - along : bend > 0 ? radius * bend : along
      let paper = SIMD2(position.x, position.y) + (s - along) * lift
      guard contains(paper) else { return }
      found.append((depth, PaperPoint(paper: paper, position: position, side: side)))
    }
    let top = 2 * radius / eye.z
    if a + top * b <= 0 { test(top, bend: .pi, turned: true, .back) }
    for depth in cylinderDepths(a: a, b: b, eyeHeight: eye.z) {
      let along = a + depth * b
      let bend = atan2(along, radius - depth * eye.z)
      guard bend > 0, bend < .pi else { continue }
      // The front is visible where its normal leans toward the eye.
      let facing = -sin(bend) * b + cos(bend) * eye.z
      test(depth, bend: bend, turned: false, facing > 0 ? .front : .back)
    }
    if a <= 0 { test(0, bend: 0, turned: false, .front) }
    return found.sorted { $0.depth > $1.depth }.map(\.point)
  }

  /// Returns the τ at which a line of sight meets the whole cylinder: two, or none if it misses it.
  private func cylinderDepths(a: Double, b: Double, eyeHeight: Double) -> [Double] {
    guard radius > 0 else { return [] }
    let square = b * b + eyeHeight * eyeHeight
    let half = a * b - eyeHeight * radius
    let discriminant = half * half - square * a * a
    guard discriminant >= 0 else { return [] }
    // The root of larger magnitude comes from the formula and the other from their product, which
    // avoids cancellation.
    let root = discriminant.squareRoot()
    let sum = half > 0 ? -(half + root) : root - half
    guard sum != 0 else { return [0] }
    return [sum / square, a * a / sum]
  }
}
