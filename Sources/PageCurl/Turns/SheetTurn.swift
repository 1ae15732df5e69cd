import Timeline

/// A loose sheet that peels away, in a direction that may change during the turn.
///
/// At time 0 it is flat and at time 1 it is gone, whatever the angles. If the target shows room
/// around the page, the sheet also leaves that room, so that no part of it disappears abruptly.
public struct SheetTurn: Hashable, Sendable {
  private let width: Double
  private let height: Double
  private let radius: Double
  private let fold: CurlFold
  package let angles: Keyframes<Double>
  private let room: PageRect

  /// Makes a sheet that peels away in one direction.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - radius: Half the fold's height in page pixels, 0 or more.
  ///   - angle: The direction of travel in radians, any finite number. Default: π, which lifts the
  ///     right edge and travels left.
  ///   - room: The part of page space that the target shows, if that is more than the page.
  ///   - fold: The cross-section of the bent part. Default: an elastica.
  /// - Throws: ``PageCurlError`` for an impossible size, radius or angle.
  public init(
    width: Double, height: Double, radius: Double, angle: Double = .pi, room: PageRect? = nil,
    fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    try self.init(
      width: width, height: height, radius: radius, angles: Keyframes(constant: angle), room: room,
      fold: fold)
  }

  /// Makes a sheet that peels away in a direction that changes during the turn.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - radius: Half the fold's height in page pixels, 0 or more.
  ///   - angles: The direction of travel in radians; key times are fractions of the turn.
  ///   - room: The part of page space that the target shows, if that is more than the page.
  ///   - fold: The cross-section of the bent part. Default: an elastica.
  /// - Throws: ``PageCurlError`` for an impossible size, radius or angle.
  public init(
    width: Double, height: Double, radius: Double, angles: Keyframes<Double>,
    room: PageRect? = nil, fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    for frame in angles.frames {
      _ = try CurlGeometry(
        width: width, height: height, time: 0, angle: frame.value, radius: radius)
    }
    self.width = width
    self.height = height
    self.radius = radius
    self.fold = fold
    self.angles = angles
    let page = PageRect(width: width, height: height)
    self.room = room.map(page.union) ?? page
  }

  /// Returns the sheet at `time`, clamped to 0…1: 0 is flat, 1 gone.
  ///
  /// The contact offset changes at a constant rate, from where the page begins to where no part of
  /// the fold reaches into the room. Without room, the result is that of
  /// ``CurlGeometry/init(width:height:time:angle:radius:fold:)``.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    guard !time.isNaN else { throw .time }
    let plain = try CurlGeometry(
      width: width, height: height, time: time, angle: angles.value(at: time), radius: radius,
      fold: fold)
    guard time > 0, !plain.isGone else { return plain }
    let start = plain.extent.upperBound
    let end =
      min(plain.lift.x * room.low.x, plain.lift.x * room.high.x)
      + min(plain.lift.y * room.low.y, plain.lift.y * room.high.y)
    return try plain.moved(to: start - time * (start - end + plain.reach))
  }
}
