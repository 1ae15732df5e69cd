import Glibc

/// A finger that holds a point of the page and drags it: the curl that keeps that point under it.
///
/// Nothing jumps when the finger comes down: it holds a point inside the page, so at first the paper beyond
/// that point bends in one wide arc, which tightens to ``radius`` as the finger moves on. A leaf never
/// tears from its spine: the roll narrows when the finger pulls too far, and at last stays behind it.
public struct CurlDrag: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// The point of the paper that the finger came down on, page pixels.
  public let grabbed: SIMD2<Double>
  /// The cylinder's radius once the drag is under way, page pixels.
  public let radius: Double
  /// The edge at which the page is bound; `nil` is a loose sheet.
  public let binding: Binding?
  /// Where the finger is now, page pixels.
  public private(set) var finger: SIMD2<Double>
  private var samples: [Sample]

  private struct Sample: Hashable, Sendable {
    var seconds: Double
    var finger: SIMD2<Double>
  }

  /// A finger comes down.
  ///
  /// - Parameters:
  ///   - width: the page's width, page pixels.
  ///   - height: the page's height, page pixels.
  ///   - point: page pixels, moved to the nearest point of the page.
  ///   - seconds: the time by the caller's clock.
  ///   - radius: the curl's radius, page pixels.
  ///   - binding: the edge that the page is bound at; `nil` for a loose sheet.
  /// - Throws: ``PageCurlError`` for a size or radius that is impossible, ``PageCurlError/position`` for a
  ///   point or time that is not finite.
  public init(
    width: Double, height: Double, at point: SIMD2<Double>, seconds: Double, radius: Double,
    binding: Binding? = nil
  ) throws(PageCurlError) {
    _ = try CurlGeometry(width: width, height: height, time: 0, angle: 0, radius: radius)
    guard point.x.isFinite, point.y.isFinite, seconds.isFinite else { throw .position }
    self.width = width
    self.height = height
    self.radius = radius
    self.binding = binding
    grabbed = point.clamped(lowerBound: .zero, upperBound: SIMD2(width, height))
    finger = grabbed
    samples = [Sample(seconds: seconds, finger: grabbed)]
  }

  /// The finger moves.
  ///
  /// - Throws: ``PageCurlError/position`` for a point or time that is not finite; the finger stays.
  public mutating func move(
    to point: SIMD2<Double>, seconds: Double
  ) throws(PageCurlError) {
    guard point.x.isFinite, point.y.isFinite, seconds.isFinite else { throw .position }
    finger = point
    samples.append(Sample(seconds: seconds, finger: point))
    // A velocity is what the finger did in the last tenth of a second.
    samples.removeAll { $0.seconds < seconds - 0.1 }
  }

  /// How fast the finger moves, page pixels a second.
  public var velocity: SIMD2<Double> {
    guard let first = samples.first, let last = samples.last, last.seconds > first.seconds else {
      return .zero
    }
    return (last.finger - first.finger) / (last.seconds - first.seconds)
  }

  /// The curl that holds the grabbed point under the finger, and whether it does: a leaf's spine may hold
  /// it back.
  public func shape() throws(PageCurlError) -> (curl: CurlGeometry, isPinned: Bool) {
    try shape(finger: finger)
  }

  /// As ``shape()``, for any place of the finger.
  func shape(finger: SIMD2<Double>) throws(PageCurlError) -> (curl: CurlGeometry, isPinned: Bool) {
    let way = finger - grabbed
    let pulled = (way * way).sum().squareRoot()
    // Less than a billionth of a pixel has no direction to speak of.
    guard pulled > 1e-9 else { return (try flat(angle: binding?.angle ?? .pi), true) }
    let lift = -way / pulled
    let angle = atan2(way.y, way.x)
    let start = try flat(angle: angle)
    let held = (lift * grabbed).sum()
    let room = binding.map { held - Self.spine($0, width, height, lift) } ?? .infinity
    guard room > 0 else { return (start, false) }
    // R² = radius² + S³/6δ: the pinned point then starts at S beyond the contact line for δ → 0, where
    // the arc is flat, and the sheet's free edge moves at most ((S + L)/S)³ times as far as the finger.
    let beyond = start.extent.upperBound - held
    let reach = min(room, beyond)
    let eased = (radius * radius + reach * reach * reach / (6 * pulled)).squareRoot()
    let travel = min(pulled, 2 * room)
    let widest =
      room.isFinite
      ? CurlGeometry.largestRadius(travel: travel, room: room) ?? 0 : Double.infinity
    let used = min(eased, widest)
    let contact = held - CurlGeometry.pinnedDistance(travel: travel, radius: used)
    let curl = try CurlGeometry(
      width: width, height: height, contact: contact, angle: angle, radius: used)
    return (curl, travel == pulled)
  }

  private func flat(angle: Double) throws(PageCurlError) -> CurlGeometry {
    try CurlGeometry(width: width, height: height, time: 0, angle: angle, radius: radius)
  }

  private static func spine(
    _ binding: Binding, _ width: Double, _ height: Double, _ lift: SIMD2<Double>
  ) -> Double {
    let ends = binding.spine(width: width, height: height)
    return max((lift * ends.0).sum(), (lift * ends.1).sum())
  }

  /// The simple mapping that people start with: the time grows with the finger's distance, the curl travels
  /// the way that the finger does. Nothing is pinned.
  ///
  /// - Parameters:
  ///   - start: where the finger came down, pixels.
  ///   - end: where it is, pixels.
  ///   - distance: the pixels that make a whole turn. Default: 100.
  /// - Returns: the time, 0…1, and the angle in radians; a drag of no length is time 0 at angle 0.
  public static func simple(
    from start: SIMD2<Double>, to end: SIMD2<Double>, distance: Double = 100
  ) -> (time: Double, angle: Double) {
    let way = end - start
    let length = (way * way).sum().squareRoot()
    guard length > 0, distance > 0 else { return (0, 0) }
    return (min(length / distance, 1), atan2(way.y, way.x))
  }
}
