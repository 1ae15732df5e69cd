import GLES
import GLESKitSupport
import Imaging
import Profiling

/// Records what an app draws while it runs, as a video, an animation, a stream or image files.
///
/// ```swift
/// let recorder = try FrameRecorder(of: target, to: "session.mp4")
/// // In each frame, after drawing into the framebuffer:
/// try recorder.capture()
/// // At the end:
/// try recorder.stop()
/// ```
///
/// The app doesn't wait: where the driver has the pixel-pack buffers of ES 3.0, it copies the
/// pixels when it has drawn them, and a thread of the recorder encodes them. On plain ES 2.0,
/// ``capture()`` waits until the frame is drawn, as `glReadPixels` does.
///
/// The file appears when `stop()` returns. A recorder that is dropped before leaves nothing
/// behind, except numbered image files, which appear one by one. After an error the recording is
/// cancelled, and every further call throws the same error.
///
/// A window's own pixels can't be captured: draw into a framebuffer, and show its texture in the
/// window, as `samples/Reader` does. Use a recorder on the thread of the context.
public final class FrameRecorder {
  /// How captured frames become those of the file.
  public enum Timing: Hashable, Sendable {
    /// A captured frame is shown until the next one, as on the screen. The file has a constant
    /// frame rate: frames repeat while the app is slower or draws nothing, and are left out while
    /// it is faster. If encoding can't keep up, frames are dropped; the app goes first, as the
    /// encoder has a lower priority.
    case realTime
    /// Every captured frame is one frame of the file, regardless of the time. If encoding can't
    /// keep up, ``FrameRecorder/capture()`` waits. For apps whose time is the number of the frame.
    case fixedStep
  }

  /// The number of frames that real time dropped because encoding could not keep up.
  public private(set) var droppedCount = 0

  /// The ring's slots: three readbacks that the driver has yet to complete, and three frames that
  /// wait for the encoder.
  private static let slots = 6

  private let timing: Timing
  private let rate: FrameRate
  private let ring: ReadbackRing
  private let writer: FrameWriter
  /// The times of the readbacks under way, oldest first, in seconds.
  private var times: [Double] = []
  /// The start of the recording; `nil` before the first frame.
  private var start: UInt64?
  /// The frame of the file that was captured last, and the one that was dropped last.
  private var captured = -1
  private var dropped = -1
  private var isStopped = false

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - framebuffer: What to capture; its context must be current. Its size is that of the
  ///     recording.
  ///   - path: As in ``Recorder/init(to:size:rate:options:)``.
  ///   - rate: The frame rate of the file. Default: 30.
  ///   - timing: How captured frames become those of the file. Default: real time.
  ///   - options: How frames are written; `nil` favors speed
  ///     (``Recorder/Options/compression``). Default: `nil`.
  /// - Throws: As ``Recorder/init(to:size:rate:options:)``, and ``RecordingError/gles(_:)``.
  public init(
    of framebuffer: Framebuffer, to path: String, rate: FrameRate = FrameRate(30),
    timing: Timing = .realTime, options: Recorder.Options? = nil
  ) throws(RecordingError) {
    self.timing = timing
    self.rate = rate
    do throws(GLESError) {
      ring = try ReadbackRing(framebuffer, count: Self.slots)
    } catch {
      throw .gles(error)
    }
    var fast = Recorder.Options()
    fast.compression = .fast
    writer = try FrameWriter(
      to: path, size: PixelSize(framebuffer.width, framebuffer.height), rate: rate,
      timing: timing, options: options ?? fast)
  }

  deinit {
    if !isStopped { writer.cancel() }
  }

  /// Captures the framebuffer as it is now. Call it once in each frame, after drawing and before
  /// the next frame changes it. The framebuffer may be bound when this returns: bind the one that
  /// you draw into next.
  ///
  /// Without effect after the recording has ended.
  ///
  /// - Throws: ``RecordingError`` of this or an earlier frame, also of encoding and writing.
  public func capture() throws(RecordingError) {
    try writer.check()
    guard !isStopped else { return }
    try collect(waits: false)
    guard let time = try place() else { return }
    do throws(GLESError) { try ring.start() } catch { throw writer.fail(.gles(error)) }
    times.append(time)
    try collect(waits: false)
  }

  /// Ends the recording and waits until the file is complete.
  ///
  /// In real time, the last frame is shown until this moment.
  ///
  /// - Throws: ``RecordingError``, also of earlier frames. There is no file then.
  public func stop() throws(RecordingError) {
    let result = Monitor<Result<Void, RecordingError>?>(nil)
    stop { output in result.update { $0 = output } }
    try result.wait { $0 }.get()
  }

  /// Ends the recording, and suspends the task until the file is complete.
  ///
  /// On Linux, even the main actor may go on on another thread after an `await`. Make the context
  /// current there before you use it again.
  ///
  /// - Throws: As the function that waits.
  nonisolated(nonsending) public func stop() async throws(RecordingError) {
    let result = await withCheckedContinuation { continuation in
      stop { continuation.resume(returning: $0) }
    }
    try result.get()
  }

  /// Ends the recording and returns at once; the file is completed in the background.
  ///
  /// - Parameter completion: Called once, on a thread of the recorder or on this one, when the file
  ///   is complete, or with the error.
  public func stop(completion: @escaping @Sendable (Result<Void, RecordingError>) -> Void) {
    if !isStopped {
      // If this fails, the writer hands the error to the completion.
      try? collect(waits: true)
      isStopped = true
      writer.end(at: timing == .realTime ? seconds : nil)
    }
    writer.whenDone(completion)
  }

  /// Seconds since the first frame.
  private var seconds: Double { start.map { Double(SpanClock.now &- $0) / 1e9 } ?? 0 }

  /// The time of a frame that is captured now, for which there is a free slot; `nil` if it is not
  /// needed.
  private func place() throws(RecordingError) -> Double? {
    if timing == .fixedStep {
      if !ring.hasFreeSlot { try collect(waits: true) }
      // All others are with the writer now.
      while !ring.hasFreeSlot {
        try writer.waitForPixels()
        try collect(waits: false)
      }
      captured += 1
      return Double(captured) / rate.value
    }
    if start == nil { start = SpanClock.now }
    let time = seconds
    let frame = Int((time * rate.value).rounded())
    guard frame > captured else { return nil }
    guard ring.hasFreeSlot else {
      if frame > dropped { droppedCount += 1 }
      dropped = frame
      return nil
    }
    // It was dropped at first, and the app draws more often than the file has frames.
    if frame == dropped { droppedCount -= 1 }
    captured = frame
    return time
  }

  /// Gives copied pixels back to the ring, and complete readbacks to the writer.
  private func collect(waits: Bool) throws(RecordingError) {
    for slot in writer.takeCopied() { ring.giveBack(slot) }
    do throws(GLESError) {
      while let (slot, pixels) = try ring.take(waits: waits) {
        writer.add(slot, pixels, at: times.removeFirst())
      }
    } catch {
      throw writer.fail(.gles(error))
    }
  }
}
