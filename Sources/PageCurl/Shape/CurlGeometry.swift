import Glibc

/// A page that curls: it is folded over along a line that travels across it.
///
/// It maps points of the paper to page space and lines of sight back to the paper. The shaders are
/// tested against it, and gestures use it. All values are in `Double` and in page space: page
/// pixels, x right, y up, the origin at the lower left corner of the flat page, z toward the
/// viewer. The angle is in radians, counterclockwise from +x.
///
/// Two lines across the direction of travel divide the sheet into three parts. Let `u` be the
/// coordinate against the travel (it grows toward the side that lifts first) and c the contact
/// offset. Paper with `u` below c is flat. The next part bends by π: it lies on a cylinder of
/// radius R that rests on the page, or has another cross-section as high (``CurlFold``). The
/// remaining paper is flat again, upside down, at height 2R. The mapping preserves distances on the
/// paper, so text is never stretched.
public struct CurlGeometry: Hashable, Sendable {
  /// The page's width in page pixels.
  package let width: Double
  /// The page's height in page pixels.
  package let height: Double
  /// The direction in which the curl travels, in radians: π lifts the right edge and travels left.
  public let angle: Double
  /// The cross-section of the bent part.
  package let fold: CurlFold
  /// How far the fold reaches beyond the contact line, in page pixels.
  package let reach: Double
  /// The length of the paper in the fold, in page pixels.
  package let turn: Double
  /// Half the fold's height, the cylinder's radius, in page pixels; 0 is a sharp fold.
  public let radius: Double
  /// The contact offset c: the `u` at which the paper leaves the ground.
  public private(set) var contactOffset: Double
  /// Whether the sheet has been peeled away completely: neither it nor its shadow is visible.
  package private(set) var isGone = false
  /// The unit vector against the travel, `n = −(cos angle, sin angle)`; `u = n · p`.
  package let lift: SIMD2<Double>
  /// The unit vector along the fold: `lift` rotated by +90°.
  package let axis: SIMD2<Double>

  /// Makes the curl of a sheet that peels away as `time` runs from 0 (flat) to 1 (gone).
  ///
  /// The contact offset changes at a constant rate, `c = u_max − time × (D + reach)`, where `D` is
  /// the page's extent along the travel. The reach of the fold beyond the contact line is the
  /// radius, or 1.67 times the radius for an elastica. At time 1 no part of the sheet is left over
  /// the page.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - time: The fraction of the turn, clamped to 0…1.
  ///   - angle: The direction of travel in radians; any finite number.
  ///   - radius: Half the fold's height, the cylinder's radius, in page pixels, 0 or more.
  ///   - fold: The cross-section of the bent part. Default: that of a springy sheet.
  /// - Throws: ``PageCurlError`` for a size that is not positive, a time that is NaN, an angle that
  ///   is not finite, or a negative or infinite radius.
  public init(
    width: Double, height: Double, time: Double, angle: Double, radius: Double,
    fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    let time = try time.clampedTime()
    try self.init(
      width: width, height: height, contactOffset: 0, angle: angle, radius: radius, fold: fold)
    let range = extent
    self = try moved(
      to: range.upperBound - time * (range.upperBound - range.lowerBound + reach))
    isGone = time == 1
  }

  /// Makes the curl whose contact line is at `contactOffset`, as gestures and bound leaves need it.
  ///
  /// - Throws: What the other initializer throws, and ``PageCurlError/position`` if
  ///   `contactOffset` is not finite.
  public init(
    width: Double, height: Double, contactOffset: Double, angle: Double, radius: Double,
    fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    try SIMD2(width, height).checkPageSize()
    guard angle.isFinite else { throw .angle(angle) }
    guard radius >= 0, radius.isFinite else { throw .radius(radius) }
    guard contactOffset.isFinite else { throw .position }
    self.init(
      checked: SIMD2(width, height), angle, radius: radius, fold, contactOffset: contactOffset)
  }

  /// Makes the curl of a page of a checked size that lies flat; see ``FlatPage``.
  init(level size: SIMD2<Double>, landedOver binding: Binding?) {
    // Far from a page before its turn: it ends at the contact line, instead of in the pixels that
    // its edge crosses.
    self.init(
      checked: size, binding?.angle ?? .pi, radius: 0, .cylinder, contactOffset: 2 * size.sum())
    if let binding {
      contactOffset = binding.spineOffset(along: lift, width: size.x, height: size.y)
    }
  }

  private init(
    checked size: SIMD2<Double>, _ angle: Double, radius: Double, _ fold: CurlFold,
    contactOffset: Double
  ) {
    // In Double sin(π) is 1e−16. Without this, travel along an edge would be very slightly
    // oblique, and strips cut along that edge would contain slivers.
    func clean(_ value: Double) -> Double { abs(value) < 1e-14 ? 0 : value }
    lift = SIMD2(-clean(cos(angle)), -clean(sin(angle)))
    axis = SIMD2(-lift.y, lift.x)
    (width, height) = (size.x, size.y)
    self.angle = angle
    self.radius = radius
    self.fold = fold
    reach = fold.reach * radius
    turn = fold.length * radius
    self.contactOffset = contactOffset
  }

  /// Returns the same curl with its contact line elsewhere.
  ///
  /// - Throws: ``PageCurlError/position`` if that is not finite.
  func moved(to contactOffset: Double) throws(PageCurlError) -> CurlGeometry {
    guard contactOffset.isFinite else { throw .position }
    var moved = self
    moved.contactOffset = contactOffset
    return moved
  }

  /// Whether the sheet lies flat: the contact line has not reached the page yet.
  package var isFlat: Bool { !isGone && contactOffset >= extent.upperBound }

  /// The fraction of the turn that is done, 0…1: the time at which a sheet of this radius has this
  /// contact offset.
  package var time: Double { isGone ? 1 : min(max(traveled, 0), 1) }

  /// The range of `u` over the page: the travel starts at its upper bound and ends at its lower.
  package var extent: ClosedRange<Double> {
    let (across, up) = (lift.x * width, lift.y * height)
    return (min(across, 0) + min(up, 0))...(max(across, 0) + max(up, 0))
  }

  /// As ``time``, but above 1 for a sheet that has moved on beyond the page.
  var traveled: Double {
    let range = extent
    return (range.upperBound - contactOffset)
      / (range.upperBound - range.lowerBound + reach)
  }

  /// Whether the travel is parallel to two sides of the page.
  ///
  /// The parts of such a side lie above one another, and each of the other two sides is a single
  /// line of equal `u`.
  var isStraight: Bool { lift.x == 0 || lift.y == 0 }

  /// The page's four corners in page pixels.
  var corners: [SIMD2<Double>] { corners(margin: 0) }

  /// Returns the corners of a page that is larger by `margin` on every side.
  func corners(margin: Double) -> [SIMD2<Double>] { page(margin: margin).corners }

  /// Returns the flat page, larger by `margin` on every side.
  func page(margin: Double) -> PageRect {
    PageRect(low: SIMD2(repeating: -margin), high: SIMD2(width + margin, height + margin))
  }

  /// Returns the distance of a point of the paper beyond the contact line, `s = u − c`, measured
  /// on the paper.
  package func distance(of paper: SIMD2<Double>) -> Double {
    lift.x * paper.x + lift.y * paper.y - contactOffset
  }

  /// Returns whether the flat page contains the point, its border and a rounding error included.
  package func contains(_ point: SIMD2<Double>) -> Bool {
    let slack = self.slack
    return point.x >= -slack && point.x <= width + slack && point.y >= -slack
      && point.y <= height + slack
  }

  /// The rounding error that is allowed for, in page pixels: about 5,000 times the unit roundoff.
  var slack: Double { 1e-12 * (width + height + radius) }
}
