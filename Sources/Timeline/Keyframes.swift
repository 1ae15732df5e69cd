/// A value at one time, and the easing that follows it.
public struct Keyframe<Value> {
  /// The time as a fraction of the whole: 0 is the start, 1 the end.
  public var time: Double
  /// The value at that time.
  public var value: Value
  /// The easing from here to the next keyframe. That of the last keyframe is not used.
  public var easing: Easing

  /// Makes a keyframe at `time` (0…1), followed by `easing`.
  public init(_ value: Value, at time: Double, easing: Easing = .linear) {
    self.time = time
    self.value = value
    self.easing = easing
  }
}

extension Keyframe: Sendable where Value: Sendable {}
extension Keyframe: Equatable where Value: Equatable {}
extension Keyframe: Hashable where Value: Hashable {}

/// Values at ascending times, with an easing between each two.
///
/// Before the first keyframe the value is the first, after the last keyframe the last. Two
/// keyframes at the same time are a jump; at that time the later one applies.
public struct Keyframes<Value: Interpolatable> {
  /// The keyframes in the order of their times; at least one.
  public let frames: [Keyframe<Value>]

  /// Makes keyframes in the given order.
  ///
  /// - Throws: ``TimelineError/noKeyframes``, or ``TimelineError/keyTime(_:index:)`` for a time
  ///   that is outside 0…1 or less than the one before.
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

  /// Makes keyframes with one easing from `values` at `times`, or evenly spaced without times.
  ///
  /// - Throws: What ``init(_:)`` throws, and ``TimelineError/counts(values:times:)``.
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

  /// Makes a constant.
  public init(constant value: Value) {
    frames = [Keyframe(value, at: 0)]
  }

  /// Makes two keyframes: `start` at 0 and `end` at 1.
  public init(from start: Value, to end: Value, easing: Easing = .linear) {
    frames = [Keyframe(start, at: 0, easing: easing), Keyframe(end, at: 1)]
  }

  /// Returns the value at `fraction` of the whole, clamped to 0…1; NaN is 0.
  public func value(at fraction: Double) -> Value {
    let fraction = fraction.isNaN ? 0 : fraction
    // The last keyframe that is not later. There are few, so a linear search is fastest.
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
