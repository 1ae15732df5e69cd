import Glibc

/// A leaf rolled on a cone whose apex lies on the line of the spine: how the pages of a book turn near it.
///
/// Page space as in ``CurlGeometry``. Seen from one end of the spine, x away from it and y along it, a point
/// at distance r from the apex (0, apex) and at the angle φ from the spine is wound around the cone by
/// β = φ / sin θ, and the whole then swings about the spine by ρ. Half-angle π/2 is the flat page; a narrow cone with a far apex tends to
/// the cylinder. Unrolling is an isometry, and the spine itself never moves.
public struct ConeGeometry: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// The cone's half-angle θ in radians, above 0 and at most π/2.
  public let halfAngle: Double
  /// Where the apex is on the line of the spine, in page pixels beyond its end: 0 or below.
  public let apex: Double
  /// The edge at which the leaf is bound.
  public let binding: Binding
  /// The end of the spine beyond which the apex lies; the corner at this end leads the turn.
  public let end: SpineEnd
  /// The swing ρ about the spine in radians: 0 the page's own side, π the other side.
  public let swing: Double
  /// The page as it is seen from that end of the spine.
  let spine: SpineFrame

  /// A leaf on a cone.
  ///
  /// - Throws: ``PageCurlError`` for a size that is not positive, a half-angle outside 0…π/2, an apex within
  ///   the spine, a swing that is not finite, or a cone that the page would wind around more than once.
  public init(
    width: Double, height: Double, halfAngle: Double, apex: Double, swing: Double,
    binding: Binding = .left, end: SpineEnd = .first
  ) throws(PageCurlError) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    guard halfAngle > 0, halfAngle <= .pi / 2, apex <= 0, apex.isFinite, swing.isFinite else {
      throw .cone(halfAngle: halfAngle, apex: apex, swing: swing)
    }
    self.width = width
    self.height = height
    self.halfAngle = halfAngle
    self.apex = apex
    self.swing = swing
    self.binding = binding
    self.end = end
    let spine = SpineFrame(binding, end, width: width, height: height)
    self.spine = spine
    let widest = atan2(spine.breadth, -apex) / sin(halfAngle)
    guard widest <= 2 * .pi else { throw .coneWound(turns: widest / (2 * .pi)) }
  }

  /// Where a point of the paper is, in page space.
  public func position(of paper: SIMD2<Double>) -> SIMD3<Double> {
    let paper = spine.seen(paper)
    let arm = SIMD2(paper.x, paper.y - apex)
    let length = (arm.x * arm.x + arm.y * arm.y).squareRoot()
    let wound = atan2(arm.x, arm.y) / sin(halfAngle)
    let half = sin(wound / 2)
    let versine = 2 * half * half
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    return spine.placed(
      swung(
        SIMD3(
          length * s * sin(wound), apex + length * (1 - s * s * versine), length * s * c * versine))
    )
  }

  /// The unit normal of the front side at a point of the paper.
  public func normal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    spine.turned(seenNormal(at: spine.seen(paper)))
  }

  private func seenNormal(at paper: SIMD2<Double>) -> SIMD3<Double> {
    let wound = atan2(paper.x, paper.y - apex) / sin(halfAngle)
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    return swung(
      SIMD3(-c * sin(wound), s * c * (1 - cos(wound)), s * s + c * c * cos(wound)))
  }

  /// Turned about the spine by ``swing``, the page side first up, then over.
  private func swung(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let (s, c) = (sin(swing), cos(swing))
    return SIMD3(vector.x * c - vector.z * s, vector.y, vector.x * s + vector.z * c)
  }

  /// Turned back about the spine.
  private func unswung(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    let (s, c) = (sin(swing), cos(swing))
    return SIMD3(vector.x * c + vector.z * s, vector.y, vector.z * c - vector.x * s)
  }

  /// The points of the leaf above a point of the page plane, seen from straight above: highest first.
  public func paper(under point: SIMD2<Double>) -> [PaperPoint] {
    paper(from: SIMD3(point.x, point.y, 0), along: SIMD3(0, 0, 1), from: -.infinity)
  }

  /// The points of the leaf on the line of sight from `eye` to a point of the page plane: nearest to
  /// the eye first.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless the eye is above the page plane. (Parts of the
  ///   leaf behind the eye are not seen and not returned.)
  public func paper(
    under point: SIMD2<Double>, eye: SIMD3<Double>
  ) throws(PageCurlError) -> [PaperPoint] {
    guard eye.z > 0, eye.z.isFinite, eye.x.isFinite, eye.y.isFinite else {
      throw .eye(height: eye.z, lowest: 0)
    }
    let start = SIMD3(point.x, point.y, 0)
    return paper(from: start, along: eye - start, from: -1e-9).filter {
      $0.position.z < eye.z
    }
  }

  /// Meets the line `start + τ way` with the cone (P·a)² = cos²θ P·P about the unit axis a and keeps what
  /// is on the page.
  private func paper(
    from first: SIMD3<Double>, along direction: SIMD3<Double>, from least: Double
  ) -> [PaperPoint] {
    let start = spine.seen(first)
    let way = spine.back(direction)
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    let origin = unswung(start - SIMD3(0, apex, 0))
    let ray = unswung(way)
    let axis = SIMD3(0, c, s)
    var found: [(depth: Double, point: PaperPoint)] = []
    for depth in depths(origin: origin, ray: ray, axis: axis, cosine: c) where depth >= least {
      let place = origin + depth * ray
      let length = (place * place).sum().squareRoot()
      // Around the axis: β = 0 points along the spine, β = π/2 along +x.
      var wound = atan2(place.x, (place * SIMD3(0, s, -c)).sum())
      if wound < -1e-9 { wound += 2 * .pi }
      let turn = max(wound, 0) * s
      let paper = SIMD2(length * sin(turn), apex + length * cos(turn))
      let slack = 1e-9 * (width + height - apex)
      guard (place * axis).sum() >= -slack, paper.x >= -slack, paper.x <= spine.breadth + slack,
        paper.y >= -slack, paper.y <= spine.length + slack
      else { continue }
      let facing = (seenNormal(at: paper) * way).sum()
      found.append(
        (
          depth,
          PaperPoint(
            paper: spine.placed(paper), position: first + depth * direction,
            side: facing > 0 ? .front : .back)
        ))
    }
    return found.sorted { $0.depth > $1.depth }.map(\.point)
  }

  private func depths(
    origin: SIMD3<Double>, ray: SIMD3<Double>, axis: SIMD3<Double>, cosine: Double
  ) -> [Double] {
    let along = (ray * axis).sum()
    let height = (origin * axis).sum()
    guard cosine > 1e-9 else {
      // The flat page is a plane through the apex; its quadric would be that plane twice.
      return along == 0 ? [] : [-height / along]
    }
    let share = cosine * cosine
    let square = along * along - share * (ray * ray).sum()
    let half = along * height - share * (origin * ray).sum()
    let rest = height * height - share * (origin * origin).sum()
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
