import GLESKitSupport
import Glibc
import Imaging

/// The thread of a ``FrameRecorder``: copies pixels out of the driver's memory, encodes and writes
/// them.
final class FrameWriter: Sendable {
  typealias Output = Result<Void, RecordingError>

  /// A frame, and when it is shown, in seconds from the start.
  private struct Frame: @unchecked Sendable {
    // Sendable: a slot is not given back before its pixels were copied.
    enum Pixels {
      case slot(Int, UnsafeRawBufferPointer)
      case copied([UInt8])
    }

    /// The bottom row comes first.
    var pixels: Pixels
    let time: Double
  }

  private enum Conclusion {
    /// The file is completed after the frames that were added.
    case complete(seconds: Double?)
    /// What was written is removed.
    case failed(RecordingError)
    case cancelled
  }

  private struct State {
    /// The frames to write, oldest first.
    var frames: [Frame] = []
    /// Whether the thread is copying the pixels of a slot.
    var isCopying = false
    /// The slots whose pixels were copied.
    var copied: [Int] = []
    var conclusion: Conclusion?
    /// Whether the file was opened.
    var isOpen = false
    /// How the thread has ended.
    var output: Output?
    var completions: [@Sendable (Output) -> Void] = []

    /// The error that ended the recording.
    var error: RecordingError? {
      switch (output, conclusion) {
      case (.failure(let error), _), (_, .failed(let error)): error
      default: nil
      }
    }
  }

  private let state = Monitor(State())

  /// Starts the thread and opens the file.
  init(
    to path: String, size: PixelSize, rate: FrameRate, timing: FrameRecorder.Timing,
    options: Recorder.Options
  ) throws(RecordingError) {
    let thread = try WorkerThread.started { [state] in
      // On Linux, this is the priority of the thread. The encoder, which it starts, inherits it.
      if timing == .realTime { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10) }
      let output = Output { () throws(RecordingError) in
        try Self.run(
          state, try Recorder(to: path, size: size, rate: rate, options: options), timing)
      }
      let completions = state.update { state in
        state.output = output
        state.frames = []
        return state.completions
      }
      for completion in completions { completion(output) }
    }
    thread.detach()
    let output: Output = state.wait { state in state.isOpen ? .success(()) : state.output }
    try output.get()
  }

  /// Throws the error that ended the recording.
  func check() throws(RecordingError) {
    if let error = state.update({ $0.error }) { throw error }
  }

  /// Adds a frame, whose pixels must stay until its slot is in ``takeCopied()``.
  func add(_ slot: Int, _ pixels: UnsafeRawBufferPointer, at time: Double) {
    let frame = Frame(pixels: .slot(slot, pixels), time: time)
    state.update { $0.frames.append(frame) }
  }

  /// Returns the slots whose pixels were copied since the last call.
  func takeCopied() -> [Int] {
    state.update { state in
      defer { state.copied = [] }
      return state.copied
    }
  }

  /// Waits until the pixels of a slot were copied.
  func waitForPixels() throws(RecordingError) {
    let output: Output = state.wait { $0.copied.isEmpty ? $0.output : .success(()) }
    try output.get()
  }

  /// Completes the file after the frames that were added. The slots may be freed when this returns.
  func end(at seconds: Double?) {
    end(.complete(seconds: seconds)) { frames in
      for index in frames.indices {
        guard case .slot(_, let pixels) = frames[index].pixels else { continue }
        frames[index].pixels = .copied([UInt8](pixels))
      }
    }
  }

  /// Ends the recording with an error, unless there was one before. Returns the error to report.
  func fail(_ error: RecordingError) -> RecordingError {
    end(.failed(error)) { $0 = [] }
    return state.update { $0.error ?? error }
  }

  /// Removes what was written. The slots may be freed when this returns.
  func cancel() { end(.cancelled) { $0 = [] } }

  private func end(_ conclusion: Conclusion, _ release: (inout [Frame]) -> Void) {
    state.wait { state -> Void? in
      guard !state.isCopying else { return nil }
      release(&state.frames)
      if state.conclusion == nil { state.conclusion = conclusion }
      return ()
    }
  }

  /// Calls `completion` when the file is complete, or cannot be.
  func whenDone(_ completion: @escaping @Sendable (Output) -> Void) {
    let output = state.update { state -> Output? in
      if state.output == nil { state.completions.append(completion) }
      return state.output
    }
    if let output { completion(output) }
  }

  private enum Step {
    case write(Frame)
    case end(Conclusion)
  }

  /// Writes frames until the recording ends.
  private static func run(
    _ state: Monitor<State>, _ recorder: consuming Recorder, _ timing: FrameRecorder.Timing
  ) throws(RecordingError) {
    state.update { $0.isOpen = true }
    var image = Image(width: recorder.size.width, height: recorder.size.height)
    while true {
      switch state.wait(for: { next(&$0) }) {
      case .write(let frame):
        switch frame.pixels {
        case .slot(let slot, let pixels):
          copy(pixels, to: &image)
          state.update { state in
            state.isCopying = false
            state.copied.append(slot)
          }
        case .copied(let pixels): pixels.withUnsafeBytes { copy($0, to: &image) }
        }
        switch timing {
        case .realTime: try recorder.append(image, at: frame.time)
        case .fixedStep: try recorder.append(image)
        }
      case .end(.complete(let seconds)):
        try recorder.finish(at: seconds)
        return
      case .end(.failed(let error)): throw error
      case .end(.cancelled): return
      }
    }
  }

  private static func copy(_ rows: UnsafeRawBufferPointer, to image: inout Image) {
    let rowBytes = 4 * image.width
    image.pixels.withUnsafeMutableBytes {
      FrameCopy(source: rows, target: $0, rowBytes: rowBytes).run(threads: 1)
    }
  }

  private static func next(_ state: inout State) -> Step? {
    if !state.frames.isEmpty {
      let frame = state.frames.removeFirst()
      if case .slot = frame.pixels { state.isCopying = true }
      return .write(frame)
    }
    return state.conclusion.map(Step.end)
  }
}
