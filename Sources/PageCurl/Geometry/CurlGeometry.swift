import Glibc

/// A page that curls around a cylinder: where each of its points is, and which of its points is seen where.
///
/// This is the reference that the shaders are tested against and that gestures compute with. It is all
/// in `Double` and in page space: page pixels, x right, y up, the origin at the lower left corner of
/// the flat page, z towards the viewer. The angle is in radians, counter-clockwise from +x.
///
/// The sheet is cut in three by lines across its travel. `u` is the coordinate against the travel
/// (towards the side that lifts first) and c the contact line: paper with u below c is still flat, the
/// next πR of paper lies around a cylinder of radius R that rests on the page, and the rest is flat again,
/// upside down, at height 2R. Unrolling is an isometry, so text is never stretched.
public struct CurlGeometry: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// The direction in which the curl travels, in radians: π lifts the right edge and travels left.
  public let angle: Double
  /// The cylinder's radius in page pixels; 0 is a sharp fold.
  public let radius: Double
  /// The contact line: the `u` at which the paper leaves the ground.
  public let contact: Double
  /// The unit vector against the travel, `n = −(cos angle, sin angle)`; `u = n · p`.
  public let lift: SIMD2<Double>
  /// The unit vector along the cylinder, `lift` turned by +90°.
  public let axis: SIMD2<Double>
  /// Whether the sheet has been peeled away altogether: nothing of it is seen, not even its shadow.
  public let isGone: Bool

  /// The curl of a sheet that peels away as `time` runs from 0 (flat) to 1 (gone).
  ///
  /// The contact line moves evenly, `c = u_max − time × (D + radius)` with `D` the page's extent along
  /// the travel, so that at 1 no part of the sheet is left over the page.
  ///
  /// - Parameters:
  ///   - width: the page's, in page pixels.
  ///   - height: the page's, in page pixels.
  ///   - time: clamped to 0…1.
  ///   - angle: any finite number of radians.
  ///   - radius: page pixels, 0 or more.
  /// - Throws: ``PageCurlError`` for a size that is not positive, a time that is not a number, an angle that
  ///   is not finite or a negative or infinite radius.
  public init(
    width: Double, height: Double, time: Double, angle: Double, radius: Double
  ) throws(PageCurlError) {
    guard !time.isNaN else { throw .time }
    let time = min(max(time, 0), 1)
    let (lift, range) = try Self.frame(width: width, height: height, angle: angle)
    let contact = range.upperBound - time * (range.upperBound - range.lowerBound + radius)
    try self.init(
      width: width, height: height, angle: angle, radius: radius, contact: contact, lift: lift,
      isGone: time == 1)
  }

  /// The curl whose contact line stands at `contact` (a value of `u`, page pixels): what a gesture or a
  /// leaf on a spine asks for.
  ///
  /// - Throws: as the other initialiser, and ``PageCurlError/position`` if `contact` is not finite.
  public init(
    width: Double, height: Double, contact: Double, angle: Double, radius: Double
  ) throws(PageCurlError) {
    let (lift, _) = try Self.frame(width: width, height: height, angle: angle)
    try self.init(
      width: width, height: height, angle: angle, radius: radius, contact: contact, lift: lift,
      isGone: false)
  }

  private init(
    width: Double, height: Double, angle: Double, radius: Double, contact: Double,
    lift: SIMD2<Double>, isGone: Bool
  ) throws(PageCurlError) {
    guard radius >= 0, radius.isFinite else { throw .radius(radius) }
    guard contact.isFinite else { throw .position }
    self.width = width
    self.height = height
    self.angle = angle
    self.radius = radius
    self.contact = contact
    self.lift = lift
    self.axis = SIMD2(-lift.y, lift.x)
    self.isGone = isGone
  }

  /// The range of `u` over the page: its lower end is where the travel ends, its upper end where it starts.
  public var extent: ClosedRange<Double> {
    Self.extent(width: width, height: height, lift: lift)
  }

  /// Whether the sheet lies flat: the contact line has not reached the page yet.
  public var isFlat: Bool { !isGone && contact >= extent.upperBound }

  /// The share of the turn that is done, 0…1: the time at which a sheet of this radius has its contact line
  /// here.
  public var time: Double {
    guard !isGone else { return 1 }
    return min(max(travelled, 0), 1)
  }

  /// As ``time``, but above 1 for a sheet that has moved on beyond the page.
  var travelled: Double {
    let range = extent
    return (range.upperBound - contact) / (range.upperBound - range.lowerBound + radius)
  }

  /// The distance of a paper point beyond the contact line, `s = u − c`, measured on the paper.
  public func distance(of paper: SIMD2<Double>) -> Double {
    lift.x * paper.x + lift.y * paper.y - contact
  }

  /// Whether the flat page holds the point; the border belongs to it, and so does what a rounding error
  /// puts just outside.
  public func contains(_ point: SIMD2<Double>) -> Bool {
    let slack = self.slack
    return point.x >= -slack && point.x <= width + slack && point.y >= -slack
      && point.y <= height + slack
  }

  /// What `Double` may lose on the way through the map, in page pixels, with room to spare.
  var slack: Double { 1e-12 * (width + height + radius) }

  private static func frame(
    width: Double, height: Double, angle: Double
  ) throws(PageCurlError) -> (SIMD2<Double>, ClosedRange<Double>) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    guard angle.isFinite else { throw .angle(angle) }
    // sin(π) in Double is 1e−16, not 0: without this a right angle would be a very slightly oblique one,
    // and the strips that are cut along it would have slivers.
    func clean(_ value: Double) -> Double { abs(value) < 1e-14 ? 0 : value }
    let lift = SIMD2(-clean(cos(angle)), -clean(sin(angle)))
    return (lift, extent(width: width, height: height, lift: lift))
  }

  private static func extent(
    width: Double, height: Double, lift: SIMD2<Double>
  ) -> ClosedRange<Double> {
    let across = lift.x * width
    let up = lift.y * height
    return (min(across, 0) + min(up, 0))...(max(across, 0) + max(up, 0))
  }
}
