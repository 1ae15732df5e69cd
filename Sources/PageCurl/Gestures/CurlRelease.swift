import Timeline

/// What the page does by itself once the finger lets go: it finishes its turn, or falls back.
///
/// The finger's place is what is animated, so that the paper goes on as if someone still held it.
public struct CurlRelease: Sendable {
  /// Whether the turn is finished; otherwise the page falls back flat.
  public let finishes: Bool
  /// Seconds until the page lies still.
  public var duration: Double { step.duration }
  private let drag: CurlDrag
  private let step: Step<SIMD2<Double>>

  init(
    _ drag: CurlDrag, finishes: Bool, to target: SIMD2<Double>
  ) throws(PageCurlError) {
    self.finishes = finishes
    self.drag = drag
    let way = target - drag.finger
    let length = (way * way).sum().squareRoot()
    let speed = (drag.velocity * drag.velocity).sum().squareRoot()
    // A page's width in half a second, or as fast as the finger was; never abrupt, never tedious.
    let seconds = min(max(length / max(2 * drag.width, speed), 0.15), 0.6)
    do throws(TimelineError) {
      step = try .animate(\.self, from: drag.finger, to: target, over: seconds, easing: .easeOut)
    } catch {
      throw .position
    }
  }

  /// The page, `seconds` after the finger let go; before 0 as it was then, from ``duration`` on as it stays.
  ///
  /// - Throws: ``PageCurlError/time`` if `seconds` is not a number.
  public func geometry(at seconds: Double) throws(PageCurlError) -> CurlGeometry {
    guard !seconds.isNaN else { throw .time }
    if seconds >= duration && finishes && drag.binding == nil {
      let last = try drag.shape(finger: step.state(at: duration, from: drag.finger)).curl
      return try CurlGeometry(
        width: drag.width, height: drag.height, time: 1, angle: last.angle, radius: drag.radius)
    }
    return try drag.shape(finger: step.state(at: max(seconds, 0), from: drag.finger)).curl
  }
}

extension CurlDrag {
  /// The finger lets go: the turn finishes if, going on at its speed for a fifth of a second, the finger
  /// would be past the middle; otherwise the page falls back.
  ///
  /// - Parameter seconds: When, by the clock of the moves before: a finger that has rested for a tenth of a second
  ///   has no speed any more.
  /// - Throws: ``PageCurlError`` as ``shape()``; ``PageCurlError/position`` for a time that is not
  ///   finite.
  public func release(seconds: Double) throws(PageCurlError) -> CurlRelease {
    var drag = self
    try drag.move(to: finger, seconds: seconds)
    return try drag.settle()
  }

  private func settle() throws(PageCurlError) -> CurlRelease {
    let target = finishedFinger
    let whole = target - grabbed
    let length = (whole * whole).sum()
    let projected = finger + 0.2 * velocity - grabbed
    let share = length > 0 ? (projected * whole).sum() / length : 0
    let finishes = share > 0.5
    return try CurlRelease(self, finishes: finishes, to: finishes ? target : grabbed)
  }

  /// Where the finger would be at the end of the turn: at the mirror image of the grabbed point about the
  /// spine, or so far on its way that a loose sheet has left the page.
  private var finishedFinger: SIMD2<Double> {
    switch binding {
    case .left: return SIMD2(-grabbed.x, grabbed.y)
    case .right: return SIMD2(2 * width - grabbed.x, grabbed.y)
    case .top: return SIMD2(grabbed.x, 2 * height - grabbed.y)
    case .bottom: return SIMD2(grabbed.x, -grabbed.y)
    case nil:
      let way = finger - grabbed
      let length = (way * way).sum().squareRoot()
      guard length > 0 else { return grabbed - SIMD2(2 * (width + radius), 0) }
      let lift = -way / length
      let held = (lift * grabbed).sum()
      let last = min(lift.x * width, 0) + min(lift.y * height, 0) - radius
      // s = (travel + πR)/2 beyond a contact line that has left the page by R.
      return grabbed - lift * max(2 * (held - last) - .pi * radius, 0)
    }
  }
}
