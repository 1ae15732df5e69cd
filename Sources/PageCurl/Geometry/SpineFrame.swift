import GLMath

/// The coordinates of a page as seen from one end of its spine: x away from the spine, y along it,
/// z as in page space.
///
/// The cone's formulas are written for a left spine. In these coordinates they hold for every
/// binding; a frame at a spine's other end mirrors the page.
struct SpineFrame: Hashable, Sendable {
  /// The end of the spine, in page space.
  let origin: SIMD2<Double>
  /// The unit vector away from the spine, in page space.
  let away: SIMD2<Double>
  /// The unit vector along the spine to its other end, in page space.
  let along: SIMD2<Double>
  /// The page's extent away from the spine, in page pixels.
  let breadth: Double
  /// The spine's length, in page pixels.
  let length: Double

  init(_ binding: Binding, _ end: SpineEnd, width: Double, height: Double) {
    let ends = binding.spineEnds(width: width, height: height)
    let isVertical = binding == .left || binding == .right
    (breadth, length) = isVertical ? (width, height) : (height, width)
    away = binding.away
    let forwards = isVertical ? SIMD2(0.0, 1) : SIMD2(1.0, 0)
    (origin, along) = end == .first ? (ends.first, forwards) : (ends.last, -forwards)
  }

  /// Converts a point of the page to this frame.
  func local(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let way = point - origin
    return SIMD2(way.dot(away), way.dot(along))
  }

  /// Converts a point of page space to this frame.
  func local(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let flat = local(SIMD2(point.x, point.y))
    return SIMD3(flat.x, flat.y, point.z)
  }

  /// Converts a direction of page space to this frame.
  func local(direction: SIMD3<Double>) -> SIMD3<Double> {
    let flat = SIMD2(direction.x, direction.y)
    return SIMD3(flat.dot(away), flat.dot(along), direction.z)
  }

  /// Converts a point of this frame to the page.
  func page(_ point: SIMD2<Double>) -> SIMD2<Double> {
    origin + point.x * away + point.y * along
  }

  /// Converts a point of this frame to page space.
  func page(_ point: SIMD3<Double>) -> SIMD3<Double> {
    let flat = page(SIMD2(point.x, point.y))
    return SIMD3(flat.x, flat.y, point.z)
  }

  /// Converts a direction of this frame to page space.
  func page(direction: SIMD3<Double>) -> SIMD3<Double> {
    let flat = direction.x * away + direction.y * along
    return SIMD3(flat.x, flat.y, direction.z)
  }
}
