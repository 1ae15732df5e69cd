import GLMath
import Timeline

/// The motion of the page after the finger lets go: it completes its turn or falls back.
///
/// The finger's position is animated, so the paper moves as if the finger still held it.
public struct CurlRelease: Sendable {
  /// Whether the turn is completed; otherwise the page falls back flat.
  public let finishes: Bool
  /// The seconds until the page is at rest.
  public var duration: Double { step.duration }
  private let drag: CurlDrag
  private let step: Step<SIMD2<Double>>

  init(
    _ drag: CurlDrag, finishes: Bool, to target: SIMD2<Double>
  ) throws(PageCurlError) {
    self.finishes = finishes
    self.drag = drag
    // A page's width in half a second, or the finger's own speed if that is faster, within limits:
    // less than 0.15 s reads as a jump, and more than 0.6 s keeps the reader waiting.
    let speed = max(2 * drag.width, drag.velocity.length)
    let seconds = min(max((target - drag.finger).length / speed, 0.15), 0.6)
    do throws(TimelineError) {
      step = try .animate(\.self, from: drag.finger, to: target, over: seconds, easing: .easeOut)
    } catch {
      throw .position
    }
  }

  /// Returns the page `seconds` after the finger let go, clamped to 0…``duration``.
  ///
  /// - Throws: ``PageCurlError/time`` if `seconds` is NaN.
  public func geometry(at seconds: Double) throws(PageCurlError) -> CurlGeometry {
    guard !seconds.isNaN else { throw .time }
    if seconds >= duration && finishes && drag.binding == nil {
      let last = try drag.shape(finger: step.state(at: duration, from: drag.finger)).curl
      return try CurlGeometry(
        width: drag.width, height: drag.height, time: 1, angle: last.angle, radius: drag.radius,
        fold: drag.fold)
    }
    return try drag.shape(finger: step.state(at: max(seconds, 0), from: drag.finger)).curl
  }
}
