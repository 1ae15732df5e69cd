import Timeline

/// A loose sheet that peels away, in a direction that may change on the way.
///
/// At time 0 it is flat and at 1 it is gone, whatever the angles. Where a picture shows room around the
/// page, the sheet leaves that too, so that nothing of it vanishes at a stroke.
public struct SheetTurn: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// The cylinder's radius in page pixels.
  public let radius: Double
  /// The direction of travel in radians, by shares of the turn.
  public let angles: Keyframes<Double>
  /// The part of page space that the sheet has left by time 1.
  public let room: PageRect

  /// A sheet that peels away.
  ///
  /// - Parameters:
  ///   - width: the page's, in page pixels.
  ///   - height: the page's, in page pixels.
  ///   - radius: the cylinder's, in page pixels, 0 or more.
  ///   - angles: radians, any finite; key times are shares of the turn.
  ///   - room: what a picture shows, page pixels; the page where that is more, and by default.
  /// - Throws: ``PageCurlError`` for a size, radius or angle that is impossible.
  public init(
    width: Double, height: Double, radius: Double, angles: Keyframes<Double>,
    room: PageRect? = nil
  ) throws(PageCurlError) {
    for frame in angles.frames {
      _ = try CurlGeometry(
        width: width, height: height, time: 0, angle: frame.value, radius: radius)
    }
    self.width = width
    self.height = height
    self.radius = radius
    self.angles = angles
    let page = PageRect(low: SIMD2(0, 0), high: SIMD2(width, height))
    self.room = room.map(page.union) ?? page
  }

  /// The sheet at `time`: 0 flat, 1 gone; clamped in between.
  ///
  /// The contact line moves evenly from where the page begins to where the room ends, and by the radius
  /// beyond. Without room that is what ``CurlGeometry/init(width:height:time:angle:radius:)`` does.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is not a number.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    guard !time.isNaN else { throw .time }
    let angle = angles.value(at: time)
    let plain = try CurlGeometry(
      width: width, height: height, time: time, angle: angle, radius: radius)
    guard time > 0, !plain.isGone else { return plain }
    let start = plain.extent.upperBound
    let end =
      min(plain.lift.x * room.low.x, plain.lift.x * room.high.x)
      + min(plain.lift.y * room.low.y, plain.lift.y * room.high.y)
    return try CurlGeometry(
      width: width, height: height, contact: start - time * (start - end + radius), angle: angle,
      radius: radius)
  }
}
