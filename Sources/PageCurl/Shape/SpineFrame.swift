import GLMath
import Glibc

/// The coordinates of a page as seen from one end of its spine: x away from the spine, y along it,
/// z as in page space.
///
/// The cone's formulas are written for a left spine. In these coordinates they hold for every
/// binding; a frame at a spine's other end mirrors the page. The frame of a page whose rulings are
/// oblique leans from the spine, and begins at the corner that moves last.
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

  /// Makes the frame of a page that fills a rectangle of page space.
  init(_ binding: Binding, _ end: SpineEnd, page: PageRect) {
    let (width, height) = (page.high.x - page.low.x, page.high.y - page.low.y)
    let ends = binding.spineEnds(width: width, height: height)
    let isVertical = binding == .left || binding == .right
    (breadth, length) = isVertical ? (width, height) : (height, width)
    away = binding.away
    let forwards = isVertical ? SIMD2(0.0, 1) : SIMD2(1.0, 0)
    (origin, along) =
      end == .first ? (page.low + ends.first, forwards) : (page.low + ends.last, -forwards)
  }

  /// Makes the frame of a page that bends along lines tilted from its spine.
  ///
  /// - Parameter tilt: The angle from the spine's frame in radians, from `away` toward `along`,
  ///   between −π/2 and π/2.
  init(_ binding: Binding, page: PageRect, tilt: Double) {
    let straight = SpineFrame(binding, .first, page: page)
    let (cosine, sine) = (cos(tilt), sin(tilt))
    away = cosine * straight.away + sine * straight.along
    along = cosine * straight.along - sine * straight.away
    // The end of the spine that the rulings reach last.
    origin = straight.origin + (tilt < 0 ? straight.length : 0) * straight.along
    breadth = straight.breadth * cosine + straight.length * abs(sine)
    length = straight.length * cosine + straight.breadth * abs(sine)
  }

  /// 1 if `along` is 90° counterclockwise from `away`, −1 if it is 90° clockwise.
  var handedness: Double { away.x * along.y - away.y * along.x }

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
