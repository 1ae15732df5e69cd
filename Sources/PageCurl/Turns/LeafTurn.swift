import GLMath
import Glibc
import Timeline

/// A leaf that turns over its spine, lands flat and mirrored on the other side, and shows its back.
///
/// The curl may start at a corner; its angle then straightens during the turn. The contact line
/// moves from the free edge to the spine and never crosses it. The radius shrinks to 0 as the leaf
/// lands, so the landed leaf is the exact mirror image of the page about its spine.
public struct LeafTurn: Hashable, Sendable {
  private let width: Double
  private let height: Double
  /// The edge at which the leaf is bound.
  package let binding: Binding
  private let radius: Double
  private let fold: CurlFold
  private let tilt: Double
  /// The tilt over time; `nil` straightens smoothly.
  private let tilts: Keyframes<Double>?

  /// Makes a turn over `binding`.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - binding: The edge at which the leaf is bound.
  ///   - radius: Half the fold's height at the start, in page pixels, 0 or more.
  ///   - tilt: The angle by which the direction of travel leans at the start, in radians,
  ///     counterclockwise, between −π/2 and π/2 (both excluded). Beyond these, the curl would start
  ///     at the spine. At the end, the angle is 0.
  ///   - fold: The cross-section of the bent part. Default: that of a springy sheet.
  /// - Throws: ``PageCurlError`` for an impossible size, radius or tilt.
  public init(
    width: Double, height: Double, binding: Binding = .left, radius: Double, tilt: Double = 0,
    fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    try self.init(width, height, binding, radius, fold, tilt: tilt, tilts: nil)
  }

  /// Makes a turn over `binding` whose direction of travel follows `angles`.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - binding: The edge at which the leaf is bound.
  ///   - radius: Half the fold's height at the start, in page pixels, 0 or more.
  ///   - angles: The direction of travel in radians; key times are fractions of the turn. After the
  ///     last keyframe the leaf straightens until time 1.
  ///   - fold: The cross-section of the bent part. Default: that of a springy sheet.
  /// - Throws: ``PageCurlError`` for an impossible size or radius, ``PageCurlError/tilt(_:)`` for
  ///   an angle that is 90° or more from the direction in which the leaf turns, and
  ///   ``PageCurlError/landing(tilt:)`` for an angle at time 1 that differs from it.
  public init(
    width: Double, height: Double, binding: Binding, radius: Double, angles: Keyframes<Double>,
    fold: CurlFold = .elastica
  ) throws(PageCurlError) {
    var frames: [Keyframe<Double>] = []
    for frame in angles.frames {
      guard frame.value.isFinite else { throw .angle(frame.value) }
      // In −π…π, whatever multiple of 2π the angle includes.
      var tilt = remainder(frame.value - binding.angle, 2 * .pi)
      if abs(tilt) < 1e-9 { tilt = 0 }
      guard abs(tilt) < .pi / 2 else { throw .tilt(tilt) }
      guard frame.time < 1 || tilt == 0 else { throw .landing(tilt: tilt) }
      frames.append(Keyframe(tilt, at: frame.time, easing: frame.easing))
    }
    frames.append(Keyframe(0, at: 1))
    // This cannot fail: the times rise, and none is above 1.
    let tilts = try? Keyframes(frames)
    try self.init(
      width, height, binding, radius, fold, tilt: tilts?.value(at: 0) ?? 0, tilts: tilts)
  }

  private init(
    _ width: Double, _ height: Double, _ binding: Binding, _ radius: Double, _ fold: CurlFold,
    tilt: Double, tilts: Keyframes<Double>?
  ) throws(PageCurlError) {
    guard abs(tilt) < .pi / 2 else { throw .tilt(tilt) }
    // Makes the geometry's checks now, so that they cannot fail later.
    _ = try CurlGeometry(
      width: width, height: height, time: 0, angle: binding.angle + tilt, radius: radius)
    self.width = width
    self.height = height
    self.binding = binding
    self.radius = radius
    self.fold = fold
    self.tilt = tilt
    self.tilts = tilts
  }

  /// Returns the leaf at `time`, clamped to 0…1: 0 is flat, 1 landed.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN; ``PageCurlError/tilt(_:)`` if an easing
  ///   overshoots 90°.
  public func geometry(at time: Double) throws(PageCurlError) -> CurlGeometry {
    let time = try time.clampedTime()
    let rest = 1 - time
    let tilt = tilts?.value(at: time) ?? tilt * rest * rest
    guard abs(tilt) < .pi / 2 else { throw .tilt(tilt) }
    let start = try CurlGeometry(
      width: width, height: height, time: 0, angle: binding.angle + tilt,
      radius: radius * (1 - time * time * time), fold: fold)
    let spine = binding.spineOffset(along: start.lift, width: width, height: height)
    return try start.moved(to: start.contactOffset * rest + spine * time)
  }
}
