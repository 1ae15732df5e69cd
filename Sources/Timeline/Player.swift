/// Plays a ``Step`` against a clock that the caller advances. There is no timer and no thread, so
/// the frames are always the same.
public struct Player<State> {
  /// The step that is played.
  package let step: Step<State>
  /// The state before the start.
  package let initial: State
  /// The seconds since the start. ``advance(by:)`` and ``seek(to:)`` change it.
  public private(set) var time = 0.0
  private var begun = false

  /// Makes a player at time 0.
  public init(_ step: Step<State>, from initial: State) {
    self.step = step
    self.initial = initial
  }

  /// The state at ``time``.
  public var state: State { step.state(at: time, from: initial) }

  /// Whether the clock has reached the end.
  public var isFinished: Bool { time >= step.duration }

  /// Advances the clock and calls the completions of everything that has ended since the last call,
  /// in the order of their times.
  ///
  /// Each completion is called exactly once, at the latest when its step's end is reached, however
  /// far the clock advances. Steps of duration 0 at time 0 complete with the first call, even one
  /// of 0 seconds.
  ///
  /// - Returns: The state at the new time.
  /// - Throws: ``TimelineError/clock(_:)`` if `seconds` is negative or not finite; the clock is
  ///   then unchanged.
  @discardableResult
  public mutating func advance(by seconds: Double) throws(TimelineError) -> State {
    guard seconds >= 0, (time + seconds).isFinite else { throw .clock(time + seconds) }
    let from = begun ? time : -.infinity
    time += seconds
    begun = true
    var due: [(time: Double, action: @Sendable () -> Void)] = []
    step.completions(in: Span(), after: from, through: time) {
      due.append(($0, $1))
    }
    // Equal times keep the order of the tree, children first.
    for (_, entry) in due.enumerated().sorted(by: {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }) {
      entry.action()
    }
    return state
  }

  /// Sets the clock without calling completions. Those of steps that end after this time are called
  /// again.
  ///
  /// - Throws: ``TimelineError/clock(_:)`` if `seconds` is negative or not finite.
  public mutating func seek(to seconds: Double) throws(TimelineError) {
    guard seconds >= 0, seconds.isFinite else { throw .clock(seconds) }
    time = seconds
    begun = seconds > 0
  }
}

extension Player: Sendable where State: Sendable {}

/// The place of a step's own time on the player's clock (`clock = offset ± local`), and the range
/// of the clock that its parents leave it: the last run of a repeat may be cut short.
private struct Span {
  var offset = 0.0
  var forwards = true
  var low = -Double.infinity
  var high = Double.infinity

  /// Returns the range of the clock that own time 0…`duration` takes; `nil` if the parents cut it.
  func stretch(_ duration: Double) -> (start: Double, end: Double)? {
    let start = forwards ? offset : offset - duration
    let end = forwards ? offset + duration : offset
    // Sums in another order differ in their last bits, which is not a cut.
    let slack = 1e-9 * max(1, abs(offset))
    guard start >= low - slack, end <= high + slack || end == high else { return nil }
    return (start, min(end, high))
  }

  /// Returns the span of a child that starts at own time `start` of a step of `duration`.
  func child(at start: Double, of duration: Double) -> Span {
    var span = self
    span.low = max(low, forwards ? offset : offset - duration)
    span.high = min(high, forwards ? offset + duration : offset)
    span.offset += forwards ? start : -start
    return span
  }

  /// Returns the same range of the clock, played backwards.
  func reversed(_ duration: Double) -> Span {
    var span = self
    span.offset += forwards ? duration : -duration
    span.forwards.toggle()
    return span
  }
}

extension Step {
  fileprivate typealias Report = (Double, @escaping @Sendable () -> Void) -> Void

  /// Reports every completion whose clock time is in (`after`, `through`], children before parents.
  fileprivate func completions(in span: Span, after: Double, through: Double, report: Report) {
    switch kind {
    case .animate, .wait: break
    case .reversed(let step):
      step.completions(
        in: span.reversed(duration), after: after, through: through, report: report)
    case .group(let steps):
      for step in steps {
        step.completions(
          in: span.child(at: 0, of: duration), after: after, through: through, report: report)
      }
    case .sequence(let steps):
      var start = 0.0
      for step in steps where start.isFinite {
        step.completions(
          in: span.child(at: start, of: duration), after: after, through: through, report: report)
        start += step.duration
      }
    case .repeated(let step, let alternating):
      for run in runs(of: step.duration, in: span, after: after, through: through) {
        let child = span.child(at: Double(run) * step.duration, of: duration)
        step.completions(
          in: alternating && run % 2 == 1 ? child.reversed(step.duration) : child,
          after: after, through: through, report: report)
      }
    }
    guard let (_, end) = span.stretch(duration), end > after, end <= through else { return }
    for action in completions { report(end, action) }
  }

  /// Returns the runs of a repeat that can end in the window: all of a short repeat, some of an
  /// endless one.
  private func runs(of each: Double, in span: Span, after: Double, through: Double) -> Range<Int> {
    guard each > 0, each.isFinite else { return 0..<1 }
    let whole = (duration / each).rounded(.up)
    let window =
      span.forwards
      ? (after - span.offset, through - span.offset)
      : (span.offset - through, span.offset - after)
    // One more run on either side, because the division may round across a boundary.
    let first = max((window.0 / each).rounded(.down) - 1, 0)
    let last = min((window.1 / each).rounded(.down) + 2, whole)
    guard first < last else { return 0..<0 }
    return Int(first)..<Int(min(last, 0x1p52))
  }
}
