import Glibc
import Timeline

/// The edge at which a leaf is bound.
public enum Binding: String, Hashable, Sendable, CaseIterable {
  /// Spine at the page's left edge: a right-hand page of a book read from left to right.
  case left
  /// Spine at the right edge: a left-hand page, or a book read from right to left.
  case right
  /// Spine at the top edge: a notepad or a wall calendar.
  case top
  /// Spine at the bottom edge.
  case bottom

  /// The direction in which a leaf turns over this spine, in radians.
  public var angle: Double {
    switch self {
    case .left: .pi
    case .right: 0
    case .top: .pi / 2
    case .bottom: -.pi / 2
    }
  }
}

/// A leaf on a spine, turned over: it lands mirrored and flat on the other side and shows its back.
///
/// The curl may start at a corner: its angle then straightens during the turn. The contact line runs from
/// the free edge to the spine and never crosses it, and the radius shrinks to 0 as the leaf lands, so
/// that the landed leaf is an exact mirror image of the page about its spine.
public struct LeafTurn: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// The edge that is bound.
  public let binding: Binding
  /// The cylinder's radius at the start, in page pixels.
  public let radius: Double
  /// How far the travel leans at the start, in radians, counter-clockwise; it is 0 at the end.
  public let tilt: Double
  /// How it leans on the way; `nil` straightens smoothly.
  private let lean: Keyframes<Double>?

  /// A turn over `binding`.
  ///
  /// - Parameters:
  ///   - width: the page's, in page pixels.
  ///   - height: the page's, in page pixels.
  ///   - binding: where the spine is.
  ///   - radius: the cylinder's at the start, in page pixels, 0 or more.
  ///   - tilt: between −π/2 and π/2, both excluded: beyond, the curl would start at the spine.
  /// - Throws: ``PageCurlError`` for a size, radius or tilt that is impossible.
  public init(
    width: Double, height: Double, binding: Binding = .left, radius: Double, tilt: Double = 0
  ) throws(PageCurlError) {
    try self.init(width, height, binding, radius, tilt: tilt, lean: nil)
  }

  /// A turn over `binding` whose direction of travel goes through `angles`.
  ///
  /// - Parameters:
  ///   - width: the page's, in page pixels.
  ///   - height: the page's, in page pixels.
  ///   - binding: where the spine is.
  ///   - radius: the cylinder's at the start, in page pixels, 0 or more.
  ///   - angles: radians; key times are shares of the turn. A leaf lands straight: after the last
  ///     keyframe it straightens until time 1.
  /// - Throws: ``PageCurlError`` for a size or radius that is impossible; ``PageCurlError/angle(_:)`` for an
  ///   angle a quarter turn or more from ``Binding/angle``, and for one at time 1 that is not straight.
  public init(
    width: Double, height: Double, binding: Binding, radius: Double, angles: Keyframes<Double>
  ) throws(PageCurlError) {
    var leans: [Keyframe<Double>] = []
    for frame in angles.frames {
      // In −π … π, whatever way round the angle was given.
      var lean = remainder(frame.value - binding.angle, 2 * .pi)
      if abs(lean) < 1e-9 { lean = 0 }
      guard abs(lean) < .pi / 2, frame.time < 1 || lean == 0 else { throw .angle(frame.value) }
      leans.append(Keyframe(lean, at: frame.time, easing: frame.easing))
    }
    leans.append(Keyframe(0, at: 1))
    // Times that rise stay so with 1 behind them.
    let lean = try? Keyframes(leans)
    try self.init(width, height, binding, radius, tilt: lean?.value(at: 0) ?? 0, lean: lean)
  }

  private init(
    _ width: Double, _ height: Double, _ binding: Binding, _ radius: Double, tilt: Double,
    lean: Keyframes<Double>?
  ) throws(PageCurlError) {
    guard abs(tilt) < .pi / 2 else { throw .angle(tilt) }
    // The geometry's own checks, so that nothing that can be built fails later.
    _ = try CurlGeometry(
      width: width, height: height, time: 0, angle: binding.angle + tilt, radius: radius)
    self.width = width
    self.height = height
    self.binding = binding
    self.radius = radius
    self.tilt = tilt
    self.lean = lean
  }

  /// The sheet at `time`: 0 flat, 1 landed; clamped in between.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is not a number; ``PageCurlError/angle(_:)`` where an easing
  ///   overshoots a quarter turn.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    guard !time.isNaN else { throw .time }
    let time = min(max(time, 0), 1)
    let rest = 1 - time
    let tilt = lean?.value(at: time) ?? tilt * rest * rest
    guard abs(tilt) < .pi / 2 else { throw .angle(binding.angle + tilt) }
    let angle = binding.angle + tilt
    let radius = radius * (1 - time * time * time)
    let start = try CurlGeometry(
      width: width, height: height, time: 0, angle: angle, radius: radius)
    let spine = spine(lift: start.lift)
    return try CurlGeometry(
      width: width, height: height, contact: start.contact * rest + spine * time, angle: angle,
      radius: radius)
  }

  /// The smallest contact line that leaves the whole spine on the ground, for a lift direction.
  public func spine(lift: SIMD2<Double>) -> Double {
    let ends = binding.spine(width: width, height: height)
    return max(
      lift.x * ends.0.x + lift.y * ends.0.y, lift.x * ends.1.x + lift.y * ends.1.y)
  }
}

extension Binding {
  /// How the back of a leaf is laid.
  public var flip: BackFlip {
    switch self {
    case .left, .right: .sideways
    case .top, .bottom: .upwards
    }
  }

  /// The unit vector from the spine to the free edge of a page, page space.
  public var away: SIMD2<Double> {
    switch self {
    case .left: SIMD2(1, 0)
    case .right: SIMD2(-1, 0)
    case .top: SIMD2(0, -1)
    case .bottom: SIMD2(0, 1)
    }
  }

  /// The two ends of the spine of a page, in page pixels.
  public func spine(
    width: Double, height: Double
  ) -> (SIMD2<Double>, SIMD2<Double>) {
    switch self {
    case .left: (SIMD2(0, 0), SIMD2(0, height))
    case .right: (SIMD2(width, 0), SIMD2(width, height))
    case .top: (SIMD2(0, height), SIMD2(width, height))
    case .bottom: (SIMD2(0, 0), SIMD2(width, 0))
    }
  }
}
