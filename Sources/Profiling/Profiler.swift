import GLESKitSupport
import Synchronization

/// Measures how long named pieces of code take, on any thread.
///
/// ```swift
/// let profiler = Profiler()
/// profiler.measure("frame") {
///   profiler.measure("physics") { world.step() }
///   profiler.measure("draw") { scene.draw() }
/// }
/// print(profiler.report())
/// try profiler.writeTrace(to: "app.trace.json")
/// ```
///
/// Spans nest: the time of `physics` is part of the time of `frame`. A span of a profiler that is
/// off costs one branch; of one that is on, two readings of the clock and an uncontended lock.
/// Memory is bounded: totals take a few kilobytes per name and thread, and the trace has a limit.
public final class Profiler: @unchecked Sendable {
  // Sendable: recorders lock themselves, and the pointer never changes. A pointer, because an array
  // of objects costs two more reference counts a span, 20 ns.

  /// Threads are spread over this many recorders, so that they rarely wait for each other.
  private static let recorderCount = 32

  @usableFromInline let enabled: Atomic<Bool>
  private let recorders: UnsafeMutablePointer<Recorder>

  /// Makes a profiler without measurements.
  ///
  /// - Parameters:
  ///   - isOn: Whether spans are measured from the start. Default: `true`.
  ///   - traceLimit: How many spans of each thread the trace keeps, the latest ones; threads beyond
  ///     the 32nd may share a limit. 0 keeps none. Totals always count all. Default: 65,536, which
  ///     take 1.5 MiB.
  public init(isOn: Bool = true, traceLimit: Int = 1 << 16) {
    enabled = Atomic(isOn)
    recorders = .allocate(capacity: Self.recorderCount)
    for index in 0..<Self.recorderCount {
      (recorders + index).initialize(to: Recorder(traceLimit: max(traceLimit, 0)))
    }
  }

  deinit {
    recorders.deinitialize(count: Self.recorderCount)
    recorders.deallocate()
  }

  /// Whether spans are measured. May be changed at any time, from any thread; a span that is open
  /// then is measured if the profiler was on at its start.
  @inlinable public var isOn: Bool {
    get { enabled.load(ordering: .relaxed) }
    set { enabled.store(newValue, ordering: .relaxed) }
  }

  /// Measures `work`, also when it throws.
  ///
  /// - Parameters:
  ///   - name: The span's name. Names of up to 15 bytes, and literals, cost no allocation.
  ///   - work: The code to measure.
  @inlinable
  public func measure<Result: ~Copyable, Failure>(
    _ name: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isOn else { return try work() }
    let start = SpanClock.now
    defer { record(name, from: start) }
    return try work()
  }

  /// Starts a span that ``stop(_:)`` ends, where a closure doesn't fit, such as in callbacks.
  public func start(_ name: String) {
    guard isOn else { return }
    let thread = SpanClock.thread
    recorders[Self.index(of: thread)].start(name, on: thread)
  }

  /// Ends the latest span of this name that this thread started. Without such a span, nothing is
  /// measured.
  public func stop(_ name: String) {
    let thread = SpanClock.thread
    recorders[Self.index(of: thread)].stop(name, on: thread)
  }

  /// Forgets all measurements. Open spans are measured when they end.
  public func reset() {
    for index in 0..<Self.recorderCount { recorders[index].reset() }
  }

  /// Returns the totals of all spans that have ended.
  public func report() -> ProfileReport {
    var totals: [SpanName: Tally] = [:]
    for index in 0..<Self.recorderCount { recorders[index].merge(into: &totals) }
    return ProfileReport(totals)
  }

  /// Returns the spans that the trace kept in Chrome's trace-event format, which
  /// [Perfetto](https://ui.perfetto.dev) and `chrome://tracing` open.
  ///
  /// Each thread has a track, in the order in which the threads first recorded. Spans of the GPU
  /// have a process of their own, named GPU. Where two of them overlap, the later one is cut.
  public func trace() -> String {
    TraceWriter.text((0..<Self.recorderCount).flatMap { recorders[$0].traced() })
  }

  /// Writes ``trace()`` to a file, which appears complete or not at all.
  public func writeTrace(to path: String) throws(FileError) {
    try AtomicFile.write(Array(trace().utf8), to: path)
  }

  /// Records a span that ends now.
  @usableFromInline
  func record(_ name: String, from start: UInt64) {
    let end = SpanClock.now
    record(name, clock: .cpu, from: start, nanoseconds: end &- start)
  }

  /// Records a span that was measured elsewhere; times are those of ``SpanClock``.
  ///
  /// - Parameter thread: The track in the trace; `nil` is that of this thread.
  package func record(
    _ name: String, clock: ProfileReport.Clock, from start: UInt64, nanoseconds: UInt64,
    thread: UInt? = nil
  ) {
    let thread = thread ?? SpanClock.thread
    recorders[Self.index(of: thread)].record(
      name, clock: clock, from: start, nanoseconds: nanoseconds, on: thread)
  }

  /// The index of a thread's recorder.
  private static func index(of thread: UInt) -> Int {
    Int(truncatingIfNeeded: thread.mixed % UInt(recorderCount))
  }
}

extension UInt {
  /// Addresses of threads differ in their middle bits; this brings them down (Fibonacci hashing).
  fileprivate var mixed: UInt { (self >> 12 &* 0x9E37_79B9_7F4A_7C15) >> 32 }
}
