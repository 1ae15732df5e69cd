import GLESKitSupport
import ImageLoading
import Imaging
import Profiling

/// A decoded page.
struct LoadedPage: Sendable {
  let image: Image
  /// Whether all pixels are opaque.
  let isOpaque: Bool

  /// - Parameter isOpaque: Whether all pixels are opaque; `nil` looks at them.
  init(_ image: Image, isOpaque: Bool? = nil) {
    self.image = image
    self.isOpaque = isOpaque ?? image.isOpaque
  }
}

/// Decodes pages ahead of the painters, on threads of an `ImageLoader`.
///
/// It holds the pages of the turns that are being drawn and of the next one, but no more, however
/// long the book is.
final class PageLoader: Sendable {
  private enum Page {
    case underWay
    case loaded(LoadedPage)
  }

  private struct State {
    var pages: [Int: Page] = [:]
    var clips: [Int: ClipFrames] = [:]
    var failure: RecordingError?
    var isStopped = false
    /// Pages that the loader has not finished with.
    var underWay = 0
    /// The turns that each painter draws.
    var turns: [Range<Int>]
    var latest: Int { turns.map(\.upperBound).max().map { $0 - 1 } ?? 0 }
    var earliest: Int { turns.map(\.lowerBound).min() ?? 0 }
  }

  private let sources: [PageSource]
  private let turns: [BookTurn]
  private let sizes: [PixelSize]
  private let fit: PageFit
  private let rate: FrameRate
  /// The number of frames of a video page to keep: painters ask for them in nearly this order.
  private let clipCapacity: Int
  private let loader: ImageLoader
  private let profiler: Profiler?
  private let state: Monitor<State>

  /// - Parameter threads: The number of pages that are decoded at a time.
  init(_ plan: FramePlan, painters: Int, threads: Int, profiler: Profiler?) {
    sources = plan.pages
    turns = plan.turns
    sizes = plan.pages.indices.map { plan.size(of: $0) }
    fit = plan.fit
    rate = plan.rate
    let page = plan.stage.page
    let most = Self.mostClipMemory / (4 * page.width * page.height)
    clipCapacity = max(painters + 1, min(2 * painters + 1, most))
    loader = ImageLoader(cacheLimit: 0, threads: threads)
    self.profiler = profiler
    let start = plan.pictures.first?.moment.turns ?? 0..<1
    state = Monitor(State(turns: [Range<Int>](repeating: start, count: painters)))
  }

  /// The most memory for frames of a video page, in bytes, unless there are many painters.
  private static let mostClipMemory = 128 << 20

  /// Starts to decode the pages that are needed soon, in the order of the turns, and frees those
  /// that only earlier turns show.
  func load() {
    let pages = state.update { state -> [Int] in
      guard !state.isStopped, state.failure == nil else { return [] }
      let end = min(state.latest + 1, turns.count - 1)
      guard state.earliest <= end else { return [] }
      let needed = turns[state.earliest...end].flatMap(\.pages)
      let held = Set(needed)
      state.pages = state.pages.filter { held.contains($0.key) }
      state.clips = state.clips.filter { held.contains($0.key) }
      var new: [Int] = []
      for page in needed where state.pages[page] == nil && sources[page].video == nil {
        state.pages[page] = .underWay
        new.append(page)
      }
      state.underWay += new.count
      return new
    }
    for page in pages { load(page) }
  }

  private func load(_ page: Int) {
    let (source, size) = (sources[page], sizes[page])
    let drawing = Drawing("page \(page + 1)") {
      source.memory(for: size)
    } draw: { [fit, profiler, state] in
      if state.update({ $0.isStopped || $0.failure != nil || $0.pages[page] == nil }) {
        return nil
      }
      let result = profiler.measure(.decode) {
        Result { () throws(RecordingError) in try source.picture(for: size, fit) }
      }
      if case .failure(let error) = result {
        state.update { state in if state.failure == nil { state.failure = error } }
      }
      return try? result.get()
    }
    loader.draw(drawing) { [state] result in
      let loaded = (try? result.get()).map { LoadedPage($0) }
      state.update { state in
        state.underWay -= 1
        // It may not be needed any more.
        if let loaded, state.pages[page] != nil { state.pages[page] = .loaded(loaded) }
        if case .failure(.noThread(_, let reason)) = result, state.failure == nil {
          state.failure = .noThread(reason)
        }
      }
    }
  }

  /// The number of pages that are held or being decoded.
  var held: Int { state.update { $0.pages.count } }

  /// Stops decoding, and waits for the pages that are being decoded.
  func stop() {
    state.update { $0.isStopped = true }
    state.wait { $0.underWay == 0 ? () : nil }
  }

  /// Tells that a painter moves on to `turns`. Pages that only earlier turns show are freed.
  func advance(painter: Int, to turns: Range<Int>) {
    let isNew = state.update { state in
      defer { state.turns[painter] = turns }
      return state.turns[painter] != turns
    }
    if isNew { load() }
  }

  /// Waits for a page; `nil` after ``stop()``.
  ///
  /// - Parameter frame: The number of the frame, if it is a video.
  /// - Throws: The first error of decoding any page.
  func page(_ page: Int, frame: Int = 0) throws(RecordingError) -> LoadedPage? {
    if let clip = sources[page].video {
      let frames = state.update { state in
        let known =
          state.clips[page]
          ?? ClipFrames(clip, size: sizes[page], fit, rate: rate, keeping: clipCapacity)
        state.clips[page] = known
        return known
      }
      return try profiler.measure(.decode) { () throws(RecordingError) in try frames.frame(frame) }
    }
    let result = state.wait { state -> Result<LoadedPage?, RecordingError>? in
      if case .loaded(let loaded) = state.pages[page] { return .success(loaded) }
      if let failure = state.failure { return .failure(failure) }
      return state.isStopped ? .success(nil) : nil
    }
    return try result.get()
  }
}

extension PageSource {
  /// The bytes that decoding a page of `size` takes: those of the file and its pixels, or those
  /// of the page itself, once drawn and once laid out.
  fileprivate func memory(for size: PixelSize) -> Int {
    let page = 8 * size.width * size.height
    let file: LoadRequest.Source
    switch self {
    case .picture(let path): file = .file(path)
    case .bytes(let bytes, let name): file = .bytes(bytes, name: name)
    case .pdf, .clip, .blank, .unreadable: return page
    }
    // An error is met again, and then reported, by the decoder.
    let request = LoadRequest(source: file, options: DecodingOptions(fitting: size))
    return max((try? request.memory()) ?? 0, page)
  }
}
