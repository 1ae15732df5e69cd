import GLMath
import Glibc

/// A finger that drags a point of the page: it computes the curl that keeps that point under it.
///
/// The page does not jump when the finger touches it. The grabbed point lies inside the page, so at
/// first the paper beyond it bends in a wide arc, which tightens to the given radius as the finger
/// moves on. A leaf never tears from its spine: if the finger pulls too far, the roll narrows, and
/// finally stays behind the finger.
public struct CurlDrag: Hashable, Sendable {
  let width: Double
  let height: Double
  let radius: Double
  let fold: CurlFold
  /// The point of the paper that the finger touched, in page pixels.
  package let grabbed: SIMD2<Double>
  /// The edge at which the page is bound; `nil` for a loose sheet.
  package let binding: Binding?
  /// The finger's place now, in page pixels.
  package private(set) var finger: SIMD2<Double>
  private var samples: [Sample]

  private struct Sample: Hashable, Sendable {
    var timestamp: Double
    var finger: SIMD2<Double>
  }

  /// The time over which the finger's velocity is measured, in seconds: six frames at 60 Hz.
  /// (Android's VelocityTracker also uses the last 100 ms.)
  static let velocityWindow = 0.1

  /// Starts a drag.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - point: Where the finger touches, in page pixels, moved to the nearest point of the page.
  ///   - timestamp: The time in seconds, by any clock.
  ///   - radius: The curl's radius once the drag is under way, in page pixels.
  ///   - binding: The edge at which the page is bound; `nil` for a loose sheet.
  ///   - fold: The cross-section of the bent part. Default: that of a springy sheet.
  /// - Throws: ``PageCurlError`` for an impossible size or radius, and ``PageCurlError/position``
  ///   for a point or timestamp that is not finite.
  public init(
    width: Double, height: Double, at point: SIMD2<Double>, timestamp: Double, radius: Double,
    binding: Binding? = nil, fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    _ = try CurlGeometry(width: width, height: height, time: 0, angle: 0, radius: radius)
    guard point.x.isFinite, point.y.isFinite, timestamp.isFinite else { throw .position }
    self.width = width
    self.height = height
    self.radius = radius
    self.fold = fold
    self.binding = binding
    grabbed = point.clamped(lowerBound: .zero, upperBound: SIMD2(width, height))
    finger = grabbed
    samples = [Sample(timestamp: timestamp, finger: grabbed)]
  }

  /// Moves the finger.
  ///
  /// - Throws: ``PageCurlError/position`` for a point or timestamp that is not finite; the finger
  ///   stays where it was.
  public mutating func move(
    to point: SIMD2<Double>, timestamp: Double
  ) throws(PageCurlError) {
    guard point.x.isFinite, point.y.isFinite, timestamp.isFinite else { throw .position }
    finger = point
    samples.append(Sample(timestamp: timestamp, finger: point))
    samples.removeAll { $0.timestamp < timestamp - Self.velocityWindow }
  }

  /// The finger's velocity in page pixels per second.
  var velocity: SIMD2<Double> {
    guard let first = samples.first, let last = samples.last, last.timestamp > first.timestamp
    else { return .zero }
    return (last.finger - first.finger) / (last.timestamp - first.timestamp)
  }

  /// Returns the curl that keeps the grabbed point under the finger.
  ///
  /// - Returns: The curl, and whether the point is under the finger: the spine may hold a leaf
  ///   back.
  public func shape() throws(PageCurlError) -> (curl: CurlGeometry, isPinned: Bool) {
    try shape(finger: finger)
  }

  /// As ``shape()``, for any place of the finger.
  func shape(finger: SIMD2<Double>) throws(PageCurlError) -> (curl: CurlGeometry, isPinned: Bool) {
    let way = finger - grabbed
    let pulled = way.length
    // Less than a billionth of a pixel has no reliable direction.
    guard pulled > 1e-9 else { return (try flat(angle: binding?.angle ?? .pi), true) }
    let lift = -way / pulled
    let angle = atan2(way.y, way.x)
    let start = try flat(angle: angle)
    let held = lift.dot(grabbed)
    let room =
      binding.map { held - $0.spineOffset(along: lift, width: width, height: height) }
      ?? .infinity
    guard room > 0 else { return (start, false) }
    // For a short pull the pinned point starts at S beyond the contact line, where the arc is
    // flat, and the sheet's free edge, L beyond that point, moves at most ((S + L)/S)³ times as far
    // as the finger on a cylinder, and ((S + L)/S)⁵ times on an elastica.
    let beyond = start.extent.upperBound - held
    let reach = min(room, beyond)
    let eased = fold.easedRadius(radius, reach: reach, pulled: pulled)
    let travel = min(pulled, 2 * room)
    let widest =
      room.isFinite
      ? fold.largestRadius(travel: travel, room: room) ?? 0 : Double.infinity
    let used = min(eased, widest)
    let contact = held - fold.pinnedDistance(travel: travel, radius: used)
    let curl = try CurlGeometry(
      width: width, height: height, contactOffset: contact, angle: angle, radius: used,
      fold: fold)
    return (curl, travel == pulled)
  }

  private func flat(angle: Double) throws(PageCurlError) -> CurlGeometry {
    try CurlGeometry(
      width: width, height: height, time: 0, angle: angle, radius: radius, fold: fold)
  }

  /// Lets go of the page.
  ///
  /// The turn finishes if the finger, going on at its speed for 0.4 s, would pass the middle of the
  /// way; otherwise the page falls back.
  ///
  /// - Parameter timestamp: The time in seconds, by the clock of the moves. A finger that has
  ///   rested for 0.1 s has no speed.
  /// - Throws: ``PageCurlError`` as ``shape()``; ``PageCurlError/position`` for a timestamp that is
  ///   not finite.
  public func release(timestamp: Double) throws(PageCurlError) -> CurlRelease {
    var drag = self
    try drag.move(to: finger, timestamp: timestamp)
    let target = finishedFinger
    let whole = target - grabbed
    let square = whole.dot(whole)
    let projected = finger + 0.4 * drag.velocity - grabbed
    let share = square > 0 ? projected.dot(whole) / square : 0
    let finishes = share > 0.5
    return try CurlRelease(drag, finishes: finishes, to: finishes ? target : grabbed)
  }

  /// The finger's place at the end of the turn: the mirror image of the grabbed point about the
  /// spine, or so far on its way that a loose sheet has left the page.
  private var finishedFinger: SIMD2<Double> {
    switch binding {
    case .left: return SIMD2(-grabbed.x, grabbed.y)
    case .right: return SIMD2(2 * width - grabbed.x, grabbed.y)
    case .top: return SIMD2(grabbed.x, 2 * height - grabbed.y)
    case .bottom: return SIMD2(grabbed.x, -grabbed.y)
    case nil:
      let way = finger - grabbed
      let pulled = way.length
      guard pulled > 0 else { return grabbed - SIMD2(2 * (width + fold.reach * radius), 0) }
      let lift = -way / pulled
      let held = lift.dot(grabbed)
      let last = min(lift.x * width, 0) + min(lift.y * height, 0) - fold.reach * radius
      // s = (travel + πR)/2 beyond a contact line that has left the page by R, for a cylinder.
      return grabbed - lift * max(2 * (held - last) - fold.length * radius, 0)
    }
  }
}
