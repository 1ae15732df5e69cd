import GLESKitSupport
import Synchronization

/// Measures how long each stage of a run takes, on all threads together.
///
/// ```swift
/// let timings = PipelineTimings()
/// try plan.run(measuring: timings) { _ in }
/// for total in timings.totals { … }
/// ```
///
/// Each measurement costs two clock readings and a lock; a frame takes about five of them. A run
/// without timings measures nothing.
public final class PipelineTimings: Sendable {
  /// A stage of the pipeline.
  public enum Name: Int, Hashable, Sendable, CaseIterable {
    /// Opening a context and compiling programs, once per painter thread.
    case open
    /// Decoding a page and scaling it to its size in the frame.
    case decode
    /// A painter thread waits for a page.
    case waitForPage
    /// Uploading a page as a texture.
    case upload
    /// Rendering a frame.
    case render
    /// Reading a frame back from the driver.
    case readback
    /// Compressing a frame, or converting its colours for a video encoder.
    case encode
    /// A painter thread waits until earlier frames are written.
    case waitForWriter
    /// The writer waits for the next frame.
    case waitForFrame
    /// Writing a frame to its file, or to the video encoder.
    case write
    /// Completing the file: the video encoder finishes.
    case finish
  }

  /// All measurements of one stage.
  public struct Total: Hashable, Sendable {
    /// The stage.
    public let name: Name
    /// The number of measurements.
    public fileprivate(set) var count = 0
    /// Their total duration in seconds, on all threads together.
    public fileprivate(set) var seconds = 0.0
    /// The longest duration in seconds.
    public fileprivate(set) var longest = 0.0

    /// The mean duration in seconds; 0 without measurements.
    public var mean: Double { count == 0 ? 0 : seconds / Double(count) }
  }

  private let measured = Mutex(Name.allCases.map { Total(name: $0) })

  /// Timings without measurements.
  public init() {}

  /// What has been measured so far: one total per stage, in the order of the stages.
  public var totals: [Total] { measured.withLock { $0 } }

  /// Measures `work`, also when it throws.
  func measure<Result, Failure>(
    _ name: Name, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = ContinuousClock.now
    defer {
      let seconds = start.duration(to: .now) / .seconds(1)
      measured.withLock { totals in
        totals[name.rawValue].count += 1
        totals[name.rawValue].seconds += seconds
        totals[name.rawValue].longest = max(totals[name.rawValue].longest, seconds)
      }
    }
    return try work()
  }

  /// The peak resident memory of this process in bytes, without its child processes; `nil` if
  /// `/proc` is not available.
  package static var peakMemory: Int? {
    guard let status = try? Files.read("/proc/self/status") else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

extension PipelineTimings? {
  /// Measures `work` unless there is nothing to measure with.
  func measure<Result, Failure>(
    _ name: PipelineTimings.Name, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let timings = self else { return try work() }
    return try timings.measure(name, work)
  }
}
