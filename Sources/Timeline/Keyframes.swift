/// One value at one moment, and how to leave it.
public struct Keyframe<Value> {
  /// When, as a share of the whole: 0 is the start, 1 the end.
  public var time: Double
  /// The value at that moment.
  public var value: Value
  /// The easing from here to the next keyframe; the last keyframe's is not used.
  public var easing: Easing

  /// A keyframe at `time` (0…1), left along `easing`.
  public init(_ value: Value, at time: Double, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }
}

extension Keyframe: Sendable where Value: Sendable {}
extension Keyframe: Equatable where Value: Equatable {}
extension Keyframe: Hashable where Value: Hashable {}

/// Values at rising key times, with an easing for each stretch between two.
///
/// Before the first key time the first value holds, after the last the last. Two keyframes at the same
/// time are a jump: at that very time the later one holds.
public struct Keyframes<Value: Interpolatable> {
  /// The keyframes in the order of their times; at least one.
  public let frames: [Keyframe<Value>]

  /// Keyframes in the order given.
  ///
  /// - Throws: ``TimelineError/noKeyframes``, or ``TimelineError/keyTime(_:index:)`` if a time is outside
  ///   0…1 or smaller than the one before.
  public init(_ frames: [Keyframe<Value>]) throws(TimelineError) {
    guard !frames.isEmpty else { throw .noKeyframes }
    var previous = 0.0
    for (index, frame) in frames.enumerated() {
      guard frame.time >= previous, frame.time <= 1 else {
        throw .keyTime(frame.time, index: index)
      }
      previous = frame.time
    }
    self.frames = frames
  }

  /// `values` at `times`, or evenly spread from 0 to 1 if no times are given, all with one easing.
  ///
  /// - Throws: as ``init(_:)``, and ``TimelineError/counts(values:times:)``.
  public init(
    values: [Value], times: [Double]? = nil, easing: Easing = .linear
  ) throws(TimelineError) {
    let last = Double(max(values.count - 1, 1))
    let times = times ?? values.indices.map { Double($0) / last }
    guard times.count == values.count else {
      throw .counts(values: values.count, times: times.count)
    }
    try self.init(zip(values, times).map { Keyframe($0, at: $1, easing: easing) })
  }

  /// One value throughout.
  public init(constant value: Value) {
    frames = [Keyframe(value, at: 0)]
  }

  /// Two keyframes: from `start` at 0 to `end` at 1.
  public init(from start: Value, to end: Value, easing: Easing = .linear) {
    frames = [Keyframe(start, at: 0, easing: easing), Keyframe(end, at: 1)]
  }

  /// The value at `fraction` of the whole; outside 0…1 the ends hold, and not-a-number reads as 0.
  public func value(at fraction: Double) -> Value {
    let fraction = fraction.isNaN ? 0 : fraction
    // The last keyframe that is not later; few enough that a linear search is the quickest.
    guard let index = frames.lastIndex(where: { $0.time <= fraction }) else {
      return frames[0].value
    }
    let start = frames[index]
    guard index + 1 < frames.count, fraction > start.time else { return start.value }
    let end = frames[index + 1]
    let share = (fraction - start.time) / (end.time - start.time)
    return .interpolated(
      from: start.value, to: end.value, fraction: start.easing.value(at: share))
  }
}

extension Keyframes: Sendable where Value: Sendable {}
extension Keyframes: Equatable where Value: Equatable {}
extension Keyframes: Hashable where Value: Hashable {}
