import GLESKitSupport
import Synchronization

/// Where the time of a run goes: for each sort of work how often and how long it was done, on all
/// threads together.
///
/// ```swift
/// let spans = PipelineTimings()
/// try plan.run(measuring: spans) { _ in }
/// for total in spans.totals { … }
/// ```
///
/// Measuring takes two readings of the clock and a lock for each stretch of work, a few of which make a
/// frame. A run without spans measures nothing.
public final class PipelineTimings: Sendable {
  /// A sort of work.
  public enum Name: Int, Hashable, Sendable, CaseIterable {
    /// Opening contexts and compiling programs, once for each painter.
    case open
    /// Reading a page and scaling it to its size in the frame.
    case decode
    /// A painter waits for a page.
    case waitForPage
    /// Handing a page to the driver.
    case upload
    /// Drawing a frame.
    case render
    /// Copying a frame out of the driver's memory.
    case readback
    /// Compressing a frame, or converting its colours for a video.
    case encode
    /// A painter waits until earlier frames are written.
    case waitForWriter
    /// The writer waits for the next frame.
    case waitForFrame
    /// Writing a frame to its file, or to the encoder of videos.
    case write
    /// Ending the file: the encoder of videos finishes.
    case finish
  }

  /// All stretches of one sort of work.
  public struct Total: Hashable, Sendable {
    /// What was done.
    public let name: Name
    /// How often.
    public fileprivate(set) var count = 0
    /// How long, in seconds, on all threads together.
    public fileprivate(set) var seconds = 0.0
    /// How long the longest took, in seconds.
    public fileprivate(set) var longest = 0.0

    /// How long one took in the mean, in seconds; 0 where there was none.
    public var mean: Double { count == 0 ? 0 : seconds / Double(count) }
  }

  private let measured = Mutex(Name.allCases.map { Total(name: $0) })

  /// PipelineTimings that have measured nothing.
  public init() {}

  /// What has been measured so far, in the order in which a frame meets it; each name is there once.
  public var totals: [Total] { measured.withLock { $0 } }

  /// Does some work and measures it.
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

  /// The most memory that this process has had at once, in bytes; `nil` where the system does not tell.
  /// Programs that it runs count for themselves.
  public static var peakMemory: Int? {
    guard let status = try? Files.read("/proc/self/status") else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
  }
}

extension PipelineTimings? {
  /// Does some work, and measures it if there is something to measure with.
  func measure<Result, Failure>(
    _ name: PipelineTimings.Name, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let spans = self else { return try work() }
    return try spans.measure(name, work)
  }
}
