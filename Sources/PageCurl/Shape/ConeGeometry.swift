import GLMath
import Glibc

/// A leaf rolled on a cone whose apex lies on the line of the spine, as pages of a book turn.
///
/// Page space is that of ``CurlGeometry``. The formulas use coordinates with x away from the spine,
/// y along it, and the apex at (0, −`apexDepth`). A point at distance r from the apex and at angle
/// φ from the spine is wound around the cone by β = φ / sin θ. Then the whole leaf swings about the
/// spine by ρ. With a half-angle θ of π/2 the page is flat; a narrow cone with a distant apex tends
/// to the cylinder. The mapping preserves distances on the paper, and the spine never moves.
public struct ConeGeometry: Hashable, Sendable {
  /// The page's width in page pixels.
  package let width: Double
  /// The page's height in page pixels.
  package let height: Double
  /// The cone's half-angle θ in radians, above 0 and at most π/2.
  package let halfAngle: Double
  /// The distance of the apex beyond the spine's end, in page pixels, 0 or more.
  package let apexDepth: Double
  /// The edge at which the leaf is bound.
  package let binding: Binding
  /// The end of the spine beyond which the apex lies; the corner at this end leads the turn.
  package let end: SpineEnd
  /// The swing ρ about the spine in radians: 0 is the page's own side, π the other side.
  package let swing: Double
  /// The coordinates that the formulas are written in.
  let frame: SpineFrame

  /// Makes a leaf on a cone, which winds around it once at most: see ``ConeTurn``.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - halfAngle: The cone's half-angle in radians, above 0 and at most π/2 (flat).
  ///   - apexDepth: The distance of the apex beyond the spine's end, in page pixels, 0 or more.
  ///   - swing: The angle about the spine in radians: 0 is the page's own side, π the other side.
  ///   - binding: The edge at which the leaf is bound.
  ///   - end: The end of the spine beyond which the apex lies.
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` for a size that is not positive.
  package init(
    width: Double, height: Double, halfAngle: Double, apexDepth: Double, swing: Double,
    binding: Binding = .left, end: SpineEnd = .first
  ) throws(PageCurlError) {
    try SIMD2(width, height).checkPageSize()
    self.width = width
    self.height = height
    self.halfAngle = halfAngle
    self.apexDepth = apexDepth
    self.swing = swing
    self.binding = binding
    self.end = end
    frame = SpineFrame(binding, end, page: PageRect(width: width, height: height))
  }

  /// Returns the place of a point of the paper in page space.
  package func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    let paper = frame.local(paper)
    let arm = SIMD2(paper.x, paper.y + apexDepth)
    return frame.page(
      arm.length * direction(at: atan2(arm.x, arm.y)) - SIMD3(0, apexDepth, 0))
  }

  /// Returns the unit vector along a ruling, away from the apex, in the frame.
  ///
  /// - Parameter angle: The angle between the spine and the ruling on the paper.
  func direction(at angle: Double) -> SIMD3<Double> {
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    let wound = angle / s
    let half = sin(wound / 2)
    let versine = 2 * half * half
    return swung(SIMD3(s * sin(wound), 1 - s * s * versine, s * c * versine))
  }

  /// The angles at the apex that the paper spans, from the spine on.
  var angles: ClosedRange<Double> { 0...atan2(frame.breadth, apexDepth) }

  /// The angle at the apex of the ruling through the corner that is farthest from the apex.
  var corner: Double { atan2(frame.breadth, frame.length + apexDepth) }

  /// The apex, which lies on the page plane.
  var apex: SIMD2<Double> { frame.page(SIMD2(0, -apexDepth)) }

  /// Returns the distances from the apex at which the paper begins and ends on a ruling.
  func ends(at angle: Double) -> SIMD2<Double> {
    let (x, y) = (sin(angle), cos(angle))
    let near = y > 0 ? apexDepth / y : 0
    let far = min(
      x > 0 ? frame.breadth / x : .infinity,
      y > 0 ? (frame.length + apexDepth) / y : .infinity)
    return SIMD2(near, max(near, far))
  }

  /// Returns the unit normal of the front side at a point of the paper.
  package func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    frame.page(direction: localNormal(at: frame.local(paper)))
  }

  func localNormal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    let wound = atan2(paper.x, paper.y + apexDepth) / sin(halfAngle)
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    return swung(
      SIMD3(-c * sin(wound), s * c * (1 - cos(wound)), s * s + c * c * cos(wound)))
  }

  /// Rotates a vector about the spine by ``swing``: first up, then over.
  func swung(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let (s, c) = (sin(swing), cos(swing))
    return SIMD3(vector.x * c - vector.z * s, vector.y, vector.x * s + vector.z * c)
  }

  /// Rotates a vector back about the spine.
  func unswung(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let (s, c) = (sin(swing), cos(swing))
    return SIMD3(vector.x * c + vector.z * s, vector.y, vector.z * c - vector.x * s)
  }

  /// Returns the points of the leaf on the line of sight from `eye`, `nil` for straight above, to a
  /// point of the page plane, nearest to the eye first.
  ///
  /// Parts of the leaf behind the eye are not returned.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page plane.
  package func intersections(
    at point: SIMD2<Double>, from eye: SIMD3<Double>? = nil
  ) throws(PageCurlError) -> [PaperPoint] {
    let start = SIMD3(point.x, point.y, 0)
    guard let eye else {
      return intersections(from: start, along: SIMD3(0, 0, 1), notBefore: -.infinity)
    }
    try eye.checkEye(above: 0)
    return intersections(from: start, along: eye - start, notBefore: -1e-9).filter {
      $0.position.z < eye.z
    }
  }

  /// Intersects the line `first + τ direction` with the cone (P·a)² = cos²θ P·P about the unit axis
  /// a, and keeps the points on the page.
  private func intersections(
    from first: SIMD3<Double>, along direction: SIMD3<Double>, notBefore least: Double
  ) -> [PaperPoint] {
    let start = frame.local(first)
    let way = frame.local(direction: direction)
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    let origin = unswung(start + SIMD3(0, apexDepth, 0))
    let ray = unswung(way)
    let axis = SIMD3(0, c, s)
    var found: [(depth: Double, point: PaperPoint)] = []
    for depth in depths(origin: origin, ray: ray, axis: axis, cosine: c) where depth >= least {
      let place = origin + depth * ray
      let length = place.length
      // The angle around the axis: β = 0 points along the spine, β = π/2 along +x.
      var wound = atan2(place.x, place.dot(SIMD3(0, s, -c)))
      if wound < -1e-9 { wound += 2 * .pi }
      let turn = max(wound, 0) * s
      let paper = SIMD2(length * sin(turn), length * cos(turn) - apexDepth)
      let slack = 1e-9 * (width + height + apexDepth)
      guard place.dot(axis) >= -slack, paper.x >= -slack, paper.x <= frame.breadth + slack,
        paper.y >= -slack, paper.y <= frame.length + slack
      else { continue }
      let facing = localNormal(at: paper).dot(way)
      found.append(
        (
          depth,
          PaperPoint(
            paper: frame.page(paper), position: first + depth * direction,
            side: facing > 0 ? .front : .back)
        ))
    }
    return found.sorted { $0.depth > $1.depth }.map(\.point)
  }

  private func depths(
    origin: SIMD3<Double>, ray: SIMD3<Double>, axis: SIMD3<Double>, cosine: Double
  ) -> [Double] {
    let along = ray.dot(axis)
    let height = origin.dot(axis)
    guard cosine > 1e-9 else {
      // The flat page is a plane through the apex; its quadric would be that plane, twice.
      return along == 0 ? [] : [-height / along]
    }
    let share = cosine * cosine
    let square = along * along - share * ray.dot(ray)
    let half = along * height - share * origin.dot(ray)
    let rest = height * height - share * origin.dot(origin)
    let discriminant = half * half - square * rest
    guard discriminant >= 0 else { return [] }
    let root = discriminant.squareRoot()
    let sum = half > 0 ? -(half + root) : root - half
    var roots: [Double] = []
    if square != 0 { roots.append(sum / square) }
    if sum != 0 { roots.append(rest / sum) }
    return roots
  }
}
