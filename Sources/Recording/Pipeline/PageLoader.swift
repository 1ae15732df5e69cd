import ImageCoding
import Imaging
import Profiling

/// A decoded page.
struct LoadedPage: Sendable {
  let image: Image
  /// Whether all pixels are opaque.
  let isOpaque: Bool

  init(_ image: Image) {
    self.image = image
    isOpaque = image.isOpaque
  }
}

/// Decodes pages ahead of the painters, on threads of its own.
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
    var failure: RecordingError?
    var isStopped = false
    /// The turns that each painter draws.
    var turns: [Range<Int>]
    /// The first turn with pages that may not have been claimed.
    var next = 0
    var latest: Int { turns.map(\.upperBound).max().map { $0 - 1 } ?? 0 }
    var earliest: Int { turns.map(\.lowerBound).min() ?? 0 }
  }

  private let sources: [PageSource]
  private let turns: [BookTurn]
  private let size: PixelSize
  private let fit: PageFit
  private let profiler: Profiler?
  private let state: Monitor<State>

  init(_ plan: FramePlan, painters: Int, profiler: Profiler?) {
    sources = plan.pages
    turns = plan.turns
    size = plan.stage.page
    fit = plan.fit
    self.profiler = profiler
    let start = plan.pictures.first?.moment.turns ?? 0..<1
    state = Monitor(State(turns: [Range<Int>](repeating: start, count: painters)))
  }

  /// Decodes pages in the order of the turns, until all are done or ``stop()`` is called. Several
  /// threads may run this at once.
  func run() {
    while let page = claim() {
      let result = profiler.measure(.decode) {
        Result { () throws(RecordingError) in
          LoadedPage(try sources[page].picture(for: size, fit))
        }
      }
      state.update { state in
        switch result {
        case .success(let loaded):
          // It may not be needed any more.
          if state.pages[page] != nil { state.pages[page] = .loaded(loaded) }
        case .failure(let error): if state.failure == nil { state.failure = error }
        }
      }
    }
  }

  /// The next page to decode; `nil` if none is left. Waits until a page is needed soon.
  private func claim() -> Int? {
    state.wait { state -> Int?? in
      if state.isStopped || state.failure != nil { return .some(nil) }
      state.next = max(state.next, state.earliest)
      while state.next <= min(state.latest + 1, turns.count - 1) {
        if let page = turns[state.next].pages.first(where: { state.pages[$0] == nil }) {
          state.pages[page] = .underWay
          return .some(page)
        }
        state.next += 1
      }
      return state.next == turns.count ? .some(nil) : nil
    }
  }

  /// The number of pages that are held or being decoded.
  var held: Int { state.update { $0.pages.count } }

  /// Stops decoding.
  func stop() { state.update { $0.isStopped = true } }

  /// Tells that a painter moves on to `turns`. Pages that only earlier turns show are freed.
  func advance(painter: Int, to turns: Range<Int>) {
    state.update { state in
      guard state.turns[painter] != turns else { return }
      state.turns[painter] = turns
      let end = min(state.latest + 1, self.turns.count - 1)
      let needed = Set(self.turns[state.earliest...end].flatMap(\.pages))
      state.pages = state.pages.filter { needed.contains($0.key) }
    }
  }

  /// Waits for a page; `nil` after ``stop()``.
  ///
  /// - Throws: The first error of decoding any page.
  func page(_ page: Int) throws(RecordingError) -> LoadedPage? {
    let result = state.wait { state -> Result<LoadedPage?, RecordingError>? in
      if case .loaded(let loaded) = state.pages[page] { return .success(loaded) }
      if let failure = state.failure { return .failure(failure) }
      return state.isStopped ? .success(nil) : nil
    }
    return try result.get()
  }
}
