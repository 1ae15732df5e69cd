import Profiling

/// Spans of a worker, which it hands over with each reply.
final class StageTimes {
  private var spans: [Int] = []
  /// When the last task was done.
  private var idle = SpanClock.now

  /// Measures `work`, also when it throws.
  func measure<Result, Failure>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = SpanClock.now
    defer {
      spans += [stage.number, Int(truncatingIfNeeded: start), Int(SpanClock.now &- start)]
    }
    return try work()
  }

  /// Measures the time since the last task.
  func endWaiting() {
    spans += [
      Stage.waitForTask.number, Int(truncatingIfNeeded: idle), Int(SpanClock.now &- idle),
    ]
  }

  /// The spans of a task that is done, each as three numbers.
  func take() -> [Int] {
    idle = SpanClock.now
    defer { spans.removeAll(keepingCapacity: true) }
    return spans
  }

  /// Records spans that ``take()`` returned.
  static func record(_ spans: ArraySlice<Int>, of worker: Int, in profiler: Profiler) {
    for start in stride(from: spans.startIndex, to: spans.endIndex, by: 3) {
      profiler.record(
        Stage.allCases[spans[start]].rawValue, clock: .cpu,
        from: UInt64(truncatingIfNeeded: spans[start + 1]), nanoseconds: UInt64(spans[start + 2]),
        thread: UInt(worker))
    }
  }
}

extension StageTimes? {
  /// Measures `work` unless there is nothing to measure with.
  func measure<Result, Failure>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let times = self else { return try work() }
    return try times.measure(stage, work)
  }
}
