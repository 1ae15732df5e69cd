/// One part of an animation: an animated property, a pause, or several steps combined.
///
/// A step is a value. Nothing runs until a ``Player``, or the caller's own clock, asks for a state.
///
/// `State` is whatever is animated: a structure of the caller's, or a single number (`\.self`). The
/// state at a time depends only on that time and on the state before the start, so states can be
/// requested in any order.
///
/// A step leaves a property unchanged until it starts, and afterwards keeps its last value.
public struct Step<State>: Sendable {
  /// The seconds from start to end; infinite for an endless repeat.
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

  /// Animates the property at `path` through `keyframes` in `seconds`.
  ///
  /// - Throws: ``TimelineError/duration(_:)`` if `seconds` is negative, infinite or not a number. 0
  ///   is allowed: the property jumps to its last value.
  public static func animate<Value: Interpolatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, _ keyframes: Keyframes<Value>,
    over seconds: Double
  ) throws(TimelineError) -> Step {
    guard seconds >= 0, seconds.isFinite else { throw .duration(seconds) }
    return Step(
      .animate { state, fraction in state[keyPath: path] = keyframes.value(at: fraction) },
      duration: seconds)
  }

  /// Animates the property at `path` from `start` to `end` in `seconds`.
  ///
  /// - Throws: What ``animate(_:_:over:)`` throws.
  public static func animate<Value: Interpolatable & Sendable>(
    _ path: WritableKeyPath<State, Value> & Sendable, from start: Value, to end: Value,
    over seconds: Double, easing: Easing = .linear
  ) throws(TimelineError) -> Step {
    try animate(path, Keyframes(from: start, to: end, easing: easing), over: seconds)
  }

  /// Waits for `seconds`.
  ///
  /// - Throws: ``TimelineError/duration(_:)`` if `seconds` is negative or not finite.
  public static func wait(_ seconds: Double) throws(TimelineError) -> Step {
    guard seconds >= 0, seconds.isFinite else { throw .duration(seconds) }
    return Step(.wait, duration: seconds)
  }

  /// Runs steps one after the other. The duration is the sum of theirs.
  public static func sequence(_ steps: [Step]) -> Step {
    Step(.sequence(steps), duration: steps.reduce(0) { $0 + $1.duration })
  }

  /// Runs steps at the same time. The duration is that of the longest. If two animate one property,
  /// the later in the list wins.
  public static func group(_ steps: [Step]) -> Step {
    Step(.group(steps), duration: steps.reduce(0) { max($0, $1.duration) })
  }

  /// Returns this step after a pause of `seconds`.
  ///
  /// - Throws: What ``wait(_:)`` throws.
  public func delayed(by seconds: Double) throws(TimelineError) -> Step {
    .sequence([try .wait(seconds), self])
  }

  /// Returns this step repeated `count` times.
  ///
  /// - Parameters:
  ///   - count: The number of runs, which may be fractional (2.5); `.infinity` never ends.
  ///   - alternating: Whether every second run goes backwards.
  /// - Throws: ``TimelineError/repeatCount(_:)`` if `count` is negative or NaN, and
  ///   ``TimelineError/reversedEndless`` if an endless step alternates.
  public func repeated(_ count: Double, alternating: Bool = false) throws(TimelineError) -> Step {
    guard count >= 0 else { throw .repeatCount(count) }
    guard !alternating || duration.isFinite else { throw .reversedEndless }
    // 0 × ∞ is NaN, but no runs, or runs of duration 0, take no time.
    let total = duration == 0 || count == 0 ? 0 : duration * count
    return Step(count == 0 ? .wait : .repeated(self, alternating: alternating), duration: total)
  }

  /// Returns this step played backwards.
  ///
  /// - Throws: ``TimelineError/reversedEndless`` if it never ends.
  public func reversed() throws(TimelineError) -> Step {
    guard duration.isFinite else { throw .reversedEndless }
    return Step(.reversed(self), duration: duration)
  }

  /// Returns this step with a completion, which a ``Player`` calls when it has played the step to
  /// its end. A reversed step ends at its start. Runs of a repeat call it each time.
  public func onCompletion(_ action: @escaping @Sendable () -> Void) -> Step {
    var copy = self
    copy.completions.append(action)
    return copy
  }

  /// Returns the state at `seconds` after the start, if the state before it is `initial`.
  ///
  /// NaN is a time before the start. An endless repeat has no state at infinity and leaves its
  /// properties unchanged there.
  public func state(at seconds: Double, from initial: State) -> State {
    var state = initial
    apply(to: &state, at: seconds)
    return state
  }

  /// Changes `state` to the state at `seconds`, which may be beyond either end.
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
      // The values of the previous run remain until this run changes them.
      for index in run > 0 ? [run - 1, run] : [run] {
        let local = min(now - index * step.duration, step.duration)
        let backwards = alternating && index.truncatingRemainder(dividingBy: 2) == 1
        step.apply(to: &state, at: backwards ? step.duration - local : local)
      }
    }
  }

  /// Returns the run of a repeat at `now`, counted from 0. The end of the whole belongs to the last
  /// run.
  private static func run(at now: Double, of total: Double, each: Double) -> Double {
    let index = (now / each).rounded(.down)
    return now >= total && index * each >= total ? max(index - 1, 0) : index
  }
}
