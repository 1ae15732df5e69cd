import Glibc

/// A bound page that turns like paper: a hand lifts its free edge and lets go, and the page falls
/// on the other side, bent by its weight and slowed by the air. The hand may lift a corner first.
///
/// The motion is computed when the first turn with a paper is made, in a few milliseconds.
public struct PaperTurn: Hashable, Sendable {
  private let page: PageRect
  package let binding: Binding
  let paper: PaperMaterial
  private let tilt: Double
  let motion: TurnMotion

  /// Makes a turn over `binding`.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - binding: The edge at which the page is bound.
  ///   - paper: The paper, which determines how much the page droops.
  ///   - tilt: The angle by which the direction of travel leans at the start, in radians,
  ///     counterclockwise, between −π/2 and π/2 (both excluded): the corner that it comes from
  ///     leads. Paper leans as far as it lies flat beside the spine: at most about 50° if it
  ///     droops, and hardly at all if it is stiff. Default: 0.
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` or ``PageCurlError/tilt(_:)``.
  public init(
    width: Double, height: Double, binding: Binding = .left, paper: PaperMaterial = .office,
    tilt: Double = 0
  ) throws(PageCurlError) {
    try self.init(
      page: PageRect(width: width, height: height), binding: binding, paper: paper, tilt: tilt)
  }

  /// Makes the turn of a leaf that need not have the pages' size, such as the board of a cover.
  ///
  /// - Parameter page: The leaf before it turns, in the pages' page space.
  package init(
    page: PageRect, binding: Binding, paper: PaperMaterial, tilt: Double = 0
  ) throws(PageCurlError) {
    try (page.high - page.low).checkPageSize()
    guard abs(tilt) < .pi / 2 else { throw .tilt(tilt) }
    self.tilt = tilt * SpineFrame(binding, .first, page: page).handedness
    self.page = page
    self.binding = binding
    self.paper = paper
    motion = TurnMotion.of(paper)
  }

  /// The number of moments at which the motion is known. Between them it is interpolated.
  package var momentCount: Int { motion.count }

  /// Returns the page at `time`, which is clamped to 0…1: 0 is flat, 1 landed.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  public func geometry(at time: Double) throws(PageCurlError) -> PaperGeometry {
    guard !time.isNaN else { throw .time }
    return geometry(motion.profile(at: time), motion.tilt(of: tilt, at: time))
  }

  /// Returns the page whose point `point` a finger holds.
  ///
  /// The point lies under the finger if the paper reaches there, and otherwise as near as the paper
  /// allows: it leans only while it lies flat beside the spine, and a point far from the free edge
  /// lags behind at first, so that the page does not jump.
  ///
  /// - Parameters:
  ///   - point: The point of the page, in page pixels, moved to the nearest point of the page.
  ///   - finger: The finger's place above the page plane, in page pixels.
  /// - Throws: ``PageCurlError/position`` for points that are not finite.
  public func geometry(
    holding point: SIMD2<Double>, at finger: SIMD2<Double>
  ) throws(PageCurlError) -> PaperGeometry {
    let moment = try moment(holding: point, at: finger)
    return geometry(motion.profile(at: moment.time), moment.tilt)
  }

  /// Returns the time of the turn, and the tilt in radians, at which a finger holds a point.
  func moment(
    holding point: SIMD2<Double>, at finger: SIMD2<Double>
  ) throws(PageCurlError) -> (time: Double, tilt: Double) {
    guard (point.x + point.y + finger.x + finger.y).isFinite else { throw .position }
    let point = point.clamped(lowerBound: page.low, upperBound: page.high)
    let spine = SpineFrame(binding, .first, page: page)
    // All points move toward the spine, across the rulings.
    let pull = spine.local(point) - spine.local(finger)
    guard pull.x > 0 else { return (0, 0) }
    let wanted = atan2(pull.y, pull.x)
    func tilt(_ time: Double) -> Double {
      let most = motion.tiltLimit(at: time)
      return min(max(wanted, -most), most)
    }
    var (low, high) = (0.0, 1.0)
    while high - low > 1e-9 {
      let time = (low + high) / 2
      let profile = motion.profile(at: time)
      let leaf = geometry(profile, tilt(time))
      let place = leaf.position(of: point)
      let left = (SIMD2(place.x, place.y) - finger).dot(leaf.frame.away)
      let freeEdge = spine.breadth * (1 - profile.point(at: 1).x)
      if left > 0, freeEdge < Self.eagerness * pull.length { low = time } else { high = time }
    }
    return (low, tilt(low))
  }

  /// How many times as far as the finger the free edge may travel. A point in the middle of a page
  /// hardly moves until the free edge is high, so that the page would jump up when it is touched
  /// there. Less lets such a point lag behind the finger for longer.
  static let eagerness = 8.0

  /// Returns a page with a cross-section of the length 1 and tilted rulings.
  func geometry(_ profile: CrossSection, _ tilt: Double) -> PaperGeometry {
    guard tilt != 0 else {
      return PaperGeometry(page: page, binding: binding, profile: profile)
    }
    let frame = SpineFrame(binding, page: page, tilt: tilt)
    let spine = SpineFrame(binding, .first, page: page)
    // The profile ends at the leading corner. On a wide page it may be longer than the way there.
    let unit = min(spine.breadth, frame.breadth)
    let start = 1 - frame.breadth / unit
    // Up to the nearer end of the spine the paper lies flat. As the tilt ends, it takes on the
    // shape that it has without one.
    let flat = start + spine.length * abs(sin(tilt)) / unit
    let rest = max(1 - abs(tilt) / Self.straightening, 0)
    let straightness = rest * rest
    let curvatures = (0...TurnMotion.pieces).map { node in
      let s = start + (1 - start) * Double(node) / Double(TurnMotion.pieces)
      let way = min(max((s - flat) / Self.easing, 0), 1)
      let eased = way * way * (3 - 2 * way)
      return profile.point(at: s).curvature * (1 - start) * (eased + straightness * (1 - eased))
    }
    return PaperGeometry(
      page: page, binding: binding,
      profile: CrossSection(
        length: 1, angle: straightness * profile.point(at: 0).angle, curvatures: curvatures),
      tilt: tilt)
  }

  /// The tilt below which the page takes on the shape that it has without one, radians. The ends of
  /// the spine are then as good as level.
  private static let straightening = 0.08
  /// The distance beyond the spine's end over which the paper takes on its curvature, page widths.
  private static let easing = 0.25
}
