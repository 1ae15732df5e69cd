/// One piece of a performance: an animated property, a pause, or pieces put together. A value: nothing
/// runs until a ``Player`` or the caller's own clock asks for a moment of it.
///
/// `State` is whatever is animated: a structure of the caller's, or a single number (`\.self`). The state at
/// a time is a pure function of the state before the start, so any moment can be asked for in any order and
/// comes out the same.
///
/// A step leaves a property alone until it starts, and afterwards holds its last value.
public struct Step<State>: Sendable {
  /// Seconds from start to end; infinite for an endless repeat.
  public let duration: Double
  let kind: Kind
  var completions: [@Sendable () -> Void] = []

  indirect enum Kind: Sendable {
    case animate(@Sendable (inout State, _ fraction: Double) -> Void)
    case wait
    case sequence([Step])
    case group([Step])
    case repeated(Step, alternating: Bool)
    case reversed(Step)
  }

  private init(_ kind: Kind, duration: Double) {
    self.kind = kind
    self.duration = duration
  }

  /// Moves the property at `path` through `keyframes` in `seconds`.
  ///
  /// - Throws: ``TimelineError/duration(_:)`` if `seconds` is negative, infinite or not a number. 0 is
  ///   allowed: the property jumps to its last value.
  public static func animate<Value: Interpolatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, _ keyframes: Keyframes<Value>,
    over seconds: Double
  ) throws(TimelineError) -> Step {
    guard seconds >= 0, seconds.isFinite else { throw .duration(seconds) }
    return Step(
      .animate { state, fraction in state[keyPath: path] = keyframes.value(at: fraction) },
      duration: seconds)
  }

  /// Moves the property at `path` from `start` to `end` in `seconds`.
  ///
  /// - Throws: as ``animate(_:_:over:)``.
  public static func animate<Value: Interpolatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, from start: Value, to end: Value,
    over seconds: Double, easing: Easing = .linear
  ) throws(TimelineError) -> Step {
    try animate(path, Keyframes(from: start, to: end, easing: easing), over: seconds)
  }

  /// Lets `seconds` pass.
  ///
  /// - Throws: ``TimelineError/duration(_:)`` if `seconds` is negative or not finite.
  public static func wait(_ seconds: Double) throws(TimelineError) -> Step {
    guard seconds >= 0, seconds.isFinite else { throw .duration(seconds) }
    return Step(.wait, duration: seconds)
  }

  /// Each step starts when the one before it ends. Lasts as long as all of them together.
  public static func sequence(_ steps: [Step]) -> Step {
    Step(.sequence(steps), duration: steps.reduce(0) { $0 + $1.duration })
  }

  /// All steps start at once. Lasts as long as the longest; where two move one property, the later in
  /// the list wins.
  public static func group(_ steps: [Step]) -> Step {
    Step(.group(steps), duration: steps.reduce(0) { max($0, $1.duration) })
  }

  /// This step after a pause of `seconds`.
  ///
  /// - Throws: as ``wait(_:)``.
  public func delayed(by seconds: Double) throws(TimelineError) -> Step {
    .sequence([try .wait(seconds), self])
  }

  /// This step `count` times in a row; parts of a run count (2.5), and `.infinity` never ends. With
  /// `alternating`, every second run goes backwards.
  ///
  /// - Throws: ``TimelineError/repeatCount(_:)`` if `count` is negative or not a number, and
  ///   ``TimelineError/reversedEndless`` if an endless step should alternate.
  public func repeated(
    _ count: Double, alternating: Bool = false
  ) throws(TimelineError) -> Step {
    guard count >= 0 else { throw .repeatCount(count) }
    guard !alternating || duration.isFinite else { throw .reversedEndless }
    // 0 × ∞ is not a number: no run, or runs that take no time, take no time.
    let total = duration == 0 || count == 0 ? 0 : duration * count
    return Step(count == 0 ? .wait : .repeated(self, alternating: alternating), duration: total)
  }

  /// This step backwards, like a film.
  ///
  /// - Throws: ``TimelineError/reversedEndless`` if it never ends.
  public func reversed() throws(TimelineError) -> Step {
    guard duration.isFinite else { throw .reversedEndless }
    return Step(.reversed(self), duration: duration)
  }

  /// This step, calling `action` when a ``Player`` has played it through (in either direction: a
  /// reversed step is through when it is back at its start). Runs of a repeat call it each time.
  public func onCompletion(_ action: @escaping @Sendable () -> Void) -> Step {
    var copy = self
    copy.completions.append(action)
    return copy
  }

  /// The state at `seconds` after the start, if it is `initial` before it. Not-a-number reads as a time
  /// before the start. An endless repeat has no state at infinity: it leaves its properties alone there.
  public func state(at seconds: Double, from initial: State) -> State {
    var state = initial
    apply(to: &state, at: seconds)
    return state
  }

  /// Brings `state` to what it is at `seconds`, which may lie beyond either end.
  func apply(to state: inout State, at seconds: Double) {
    guard seconds >= 0 else { return }
    let now = min(seconds, duration)
    switch kind {
    case .wait: break
    case .animate(let set): set(&state, duration > 0 ? now / duration : 1)
    case .reversed(let step): step.apply(to: &state, at: duration - now)
    case .group(let steps):
      for step in steps { step.apply(to: &state, at: now) }
    case .sequence(let steps):
      var start = 0.0
      for step in steps {
        guard now >= start else { break }
        step.apply(to: &state, at: now - start)
        start += step.duration
      }
    case .repeated(let step, let alternating):
      guard step.duration > 0, step.duration.isFinite else {
        step.apply(to: &state, at: now)
        return
      }
      let run = Self.run(at: now, of: duration, each: step.duration)
      // What the run before left behind stays where this run has not reached it yet.
      for index in run > 0 ? [run - 1, run] : [run] {
        let local = min(now - index * step.duration, step.duration)
        let backwards = alternating && index.truncatingRemainder(dividingBy: 2) == 1
        step.apply(to: &state, at: backwards ? step.duration - local : local)
      }
    }
  }

  /// Which run of a repeat is on at `now`, counted from 0; the end of the whole belongs to the last run.
  private static func run(at now: Double, of total: Double, each: Double) -> Double {
    let index = (now / each).rounded(.down)
    return now >= total && index * each >= total ? max(index - 1, 0) : index
  }
}
