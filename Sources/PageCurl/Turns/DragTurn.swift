import GLMath

/// A complete drag as a turn: the finger touches the page, moves along a path, and may let go at
/// the end.
public struct DragTurn: Hashable, Sendable {
  /// The edge at which the page is bound; `nil` for a loose sheet.
  package var binding: Binding? { start.binding }
  private let start: CurlDrag
  private let path: DragPath
  private let duration: Double

  /// Makes a drag along `path` at a constant speed.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - path: The points that the finger goes through, in page pixels. It touches the page at the
  ///     first point, moved to the nearest point of the page.
  ///   - radius: The curl's radius once the drag is under way, in page pixels.
  ///   - binding: The edge at which the page is bound; `nil` for a loose sheet.
  ///   - duration: The path's duration in seconds, above 0. It determines the speed at which the
  ///     finger lets go.
  ///   - releases: Whether the finger lets go at the path's end, at three fifths of the turn.
  ///   - fold: The cross-section of the bent part. Default: that of a springy sheet.
  /// - Throws: ``PageCurlError`` for an impossible size or radius, ``PageCurlError/path`` for an
  ///   empty path or an impossible duration, and ``PageCurlError/position`` for a point that is not
  ///   finite.
  public init(
    width: Double, height: Double, path: [SIMD2<Double>], radius: Double, binding: Binding?,
    duration: Double = 1, releases: Bool = false, fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    guard duration > 0, duration.isFinite else { throw .path }
    self.path = try DragPath(path, releases: releases)
    start = try CurlDrag(
      width: width, height: height, at: self.path.first, timestamp: 0, radius: radius,
      binding: binding, fold: fold)
    self.duration = duration
  }

  /// Returns the page at `time`, clamped to 0…1: 0 is the touch, 1 the end.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    let time = try time.clampedTime()
    var drag = start
    let share = min(time / path.share, 1)
    // The drag measures its velocity over 0.1 s (CurlDrag.velocityWindow). A sample 0.09 s old is
    // far enough inside that window that no rounding error drops it.
    let before = max(share - 0.09 / duration, 0)
    try drag.move(to: path.point(at: before), timestamp: before * duration)
    try drag.move(to: path.point(at: share), timestamp: share * duration)
    guard time > path.share else { return try drag.shape().curl }
    let release = try drag.release(timestamp: share * duration)
    return try release.geometry(at: (time - path.share) / (1 - path.share) * release.duration)
  }

  /// How the image on the back is flipped: according to the spine, or to the direction from the
  /// path's first point to its last.
  public var backFlip: BackFlip {
    if let binding { return BackFlip(for: binding) }
    let way = path.last - path.first
    return abs(way.x) >= abs(way.y) ? .sideways : .upwards
  }
}

/// The way of a finger that touches a page at its first point and may let go at its last.
struct DragPath: Hashable, Sendable {
  private let points: [SIMD2<Double>]
  /// The share of the turn that the finger takes. During the rest the page completes its turn or
  /// falls back.
  let share: Double

  /// The share of the turn that the path takes if the finger lets go at its end. A choice of
  /// design, not a measurement; the release is stretched to the remaining two fifths.
  private static let releasedShare = 0.6

  /// - Throws: ``PageCurlError/path`` without a point, and ``PageCurlError/position`` for a point
  ///   that is not finite.
  init(_ points: [SIMD2<Double>], releases: Bool) throws(PageCurlError) {
    guard !points.isEmpty else { throw .path }
    guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { throw .position }
    self.points = points
    share = releases ? Self.releasedShare : 1
  }

  var first: SIMD2<Double> { points[0] }
  var last: SIMD2<Double> { points[points.count - 1] }

  /// Returns the point of the path after `share` of its length.
  func point(at share: Double) -> SIMD2<Double> {
    let legs = zip(points, points.dropFirst())
    var left = share * legs.reduce(0) { $0 + ($1.1 - $1.0).length }
    for (from, to) in legs {
      let leg = (to - from).length
      if left < leg { return from + (to - from) * (left / leg) }
      left -= leg
    }
    return last
  }
}
