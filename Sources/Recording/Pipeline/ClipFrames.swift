import GLESKitSupport
import Imaging

/// The frames of a video page. Painters ask for them nearly in order, and one process decodes them
/// in order, so the last few are kept. A frame before those starts another process.
final class ClipFrames: Sendable {
  private final class State {
    var reader: ClipPageReader?
    /// The number of the frame that comes next, and that with which the process started.
    var (next, start) = (0, 0)
    var kept: [Int: LoadedPage] = [:]
    /// The frame that was decoded before.
    var latest: LoadedPage?
    /// The number of frames and the last of them, once the end has been reached.
    var end: (count: Int, last: LoadedPage)?
  }

  private let page: ClipPage
  private let size: PixelSize
  private let fit: PageFit
  private let rate: FrameRate
  private let capacity: Int
  private let state = Monitor(State())

  /// Frames that are skipped are decoded in any case. Of more than these, not even their pixels are
  /// converted.
  private static let mostSkipped = 30

  /// - Parameters:
  ///   - capacity: The number of frames to keep.
  ///   - rate: The frame rate of the job.
  init(
    _ page: ClipPage, size: PixelSize, _ fit: PageFit, rate: FrameRate, keeping capacity: Int
  ) {
    self.page = page
    self.size = size
    self.fit = fit
    self.rate = rate
    self.capacity = capacity
  }

  /// A frame at the rate of the job; after the end, the last one. Any thread may call this.
  ///
  /// - Throws: ``RecordingError/clip(_:)``, ``RecordingError/program(_:)``.
  func frame(_ number: Int) throws(RecordingError) -> LoadedPage {
    let result = state.update { state in
      Result { () throws(RecordingError) in try frame(number, state) }
    }
    return try result.get()
  }

  private func frame(_ number: Int, _ state: State) throws(RecordingError) -> LoadedPage {
    if let end = state.end, number >= end.count { return end.last }
    if let known = state.kept[number] { return known }
    if state.reader == nil || number < state.next || number > state.next + Self.mostSkipped {
      try start(at: number, state)
    }
    while true {
      let image: Image?
      do throws(RecordingError) {
        image = try state.reader?.next()
      } catch {
        // The file may say that it lasts longer than its frames do.
        guard state.start > 0, Interruption.pending == nil else { throw error }
        try start(at: 0, state)
        continue
      }
      guard let image else {
        state.reader = nil
        guard let last = state.latest else {
          throw .clip("'\(page.clip.path)' has no frames; use another video")
        }
        state.end = (state.next, last)
        return last
      }
      let loaded = LoadedPage(image)
      (state.kept[state.next], state.latest) = (loaded, loaded)
      state.kept[state.next - capacity] = nil
      state.next += 1
      if state.next > number { return loaded }
    }
  }

  private func start(at number: Int, _ state: State) throws(RecordingError) {
    state.reader = try ClipPageReader(page, size, fit, rate: rate, from: number)
    (state.next, state.start, state.kept) = (number, number, [:])
  }
}
