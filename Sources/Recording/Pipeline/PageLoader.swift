import ImageCoding
import Imaging

/// A page as it was read.
struct LoadedPage: Sendable {
  let image: Image
  /// Whether nothing is seen through any of its pixels; looked at once, by whoever reads it.
  let isOpaque: Bool

  init(_ image: Image) {
    self.image = image
    isOpaque = image.isOpaque
  }
}

/// Reads pages ahead of those who draw them, on threads of its own.
///
/// Never more pages are held than those of the turns that are being drawn and of the one that comes
/// next, however long the book is.
final class PageLoader: Sendable {
  private enum Page {
    case underWay
    case loaded(LoadedPage)
  }

  private struct State {
    var pages: [Int: Page] = [:]
    var failure: RecordingError?
    var isStopped = false
    /// The turns that each painter is at.
    var turns: [Range<Int>]
    /// The first turn whose pages may not all be claimed.
    var next = 0
    var latest: Int { turns.map(\.upperBound).max().map { $0 - 1 } ?? 0 }
    var earliest: Int { turns.map(\.lowerBound).min() ?? 0 }
  }

  private let sources: [PageSource]
  private let turns: [BookTurn]
  private let size: PixelSize
  private let spans: PipelineTimings?
  private let state: Monitor<State>

  init(_ plan: BookPlan, painters: Int, spans: PipelineTimings?) {
    sources = plan.pages
    turns = plan.turns
    size = plan.stage.page
    self.spans = spans
    let start = plan.pictures.first?.moment.turns ?? 0..<1
    state = Monitor(State(turns: [Range<Int>](repeating: start, count: painters)))
  }

  /// Reads pages in the order of the turns until all are read, or it is stopped. Several threads may do
  /// so at once: each takes the next page that nobody has taken.
  func run() {
    while let page = claim() {
      let result = spans.measure(.decode) {
        Result { () throws(RecordingError) in
          LoadedPage(try sources[page].picture(for: size))
        }
      }
      state.update { state in
        switch result {
        case .success(let loaded):
          // Nobody may want it any more.
          if state.pages[page] != nil { state.pages[page] = .loaded(loaded) }
        case .failure(let error): if state.failure == nil { state.failure = error }
        }
      }
    }
  }

  /// The next page to read; `nil` when there is none left. Waits until a page is wanted soon.
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

  /// How many pages are held, or under way.
  var held: Int { state.update { $0.pages.count } }

  /// Ends the reading.
  func stop() { state.update { $0.isStopped = true } }

  /// Says that a painter goes on to `turns`: pages that only earlier turns show are let go.
  func advance(painter: Int, to turns: Range<Int>) {
    state.update { state in
      guard state.turns[painter] != turns else { return }
      state.turns[painter] = turns
      let end = min(state.latest + 1, self.turns.count - 1)
      let needed = Set(self.turns[state.earliest...end].flatMap(\.pages))
      state.pages = state.pages.filter { needed.contains($0.key) }
    }
  }

  /// A page, once it is there; `nil` after ``stop()``.
  ///
  /// - Throws: What reading a page threw.
  func page(_ page: Int) throws(RecordingError) -> LoadedPage? {
    let result = state.wait { state -> Result<LoadedPage?, RecordingError>? in
      if case .loaded(let loaded) = state.pages[page] { return .success(loaded) }
      if let failure = state.failure { return .failure(failure) }
      return state.isStopped ? .success(nil) : nil
    }
    return try result.get()
  }
}
