/// One of the two ends of a spine.
public enum SpineEnd: String, Hashable, Sendable, CaseIterable {
  /// The lower end of an upright spine, the left end of a level one.
  case first
  /// The upper end of an upright spine, the right end of a level one.
  case last
}

/// A page as it is seen from one end of its spine: x away from the spine, y along it, z as in page space.
///
/// What turns about a left edge thereby turns about any edge, mirrored where that is its twin.
struct SpineFrame: Hashable, Sendable {
  /// The end of the spine, page space.
  let origin: SIMD2<Double>
  /// The unit vector away from the spine, page space.
  let away: SIMD2<Double>
  /// The unit vector along the spine to its other end, page space.
  let along: SIMD2<Double>
  /// The page's extent away from the spine, page pixels.
  let breadth: Double
  /// The spine's length, page pixels.
  let length: Double

  init(_ binding: Binding, _ end: SpineEnd, width: Double, height: Double) {
    let ends = binding.spine(width: width, height: height)
    let isUpright = binding == .left || binding == .right
    (breadth, length) = isUpright ? (width, height) : (height, width)
    away = binding.away
    let forwards = isUpright ? SIMD2(0.0, 1) : SIMD2(1.0, 0)
    (origin, along) = end == .first ? (ends.0, forwards) : (ends.1, -forwards)
  }

  /// A point of the page, or above it, as it is seen from here.
  func seen(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let way = point - origin
    return SIMD2((way * away).sum(), (way * along).sum())
  }

  /// As ``seen(_:)``, of a point in space.
  func seen(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let flat = seen(SIMD2(point.x, point.y))
    return SIMD3(flat.x, flat.y, point.z)
  }

  /// A direction of page space as it is seen from here.
  func back(_ direction: SIMD3<Double>) -> SIMD3<Double> {
    let flat = SIMD2(direction.x, direction.y)
    return SIMD3((flat * away).sum(), (flat * along).sum(), direction.z)
  }

  /// The point of page space that is seen at `point`.
  func placed(_ point: SIMD2<Double>) -> SIMD2<Double> {
    origin + point.x * away + point.y * along
  }

  /// As ``placed(_:)``, of a point in space.
  func placed(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let flat = placed(SIMD2(point.x, point.y))
    return SIMD3(flat.x, flat.y, point.z)
  }

  /// The direction of page space that is seen as `direction`.
  func turned(_ direction: SIMD3<Double>) -> SIMD3<Double> {
    let flat = direction.x * away + direction.y * along
    return SIMD3(flat.x, flat.y, direction.z)
  }
}
