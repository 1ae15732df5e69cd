import Pixels

/// Reads pages ahead of those who draw them, on a thread of its own.
///
/// Never more pages are held than those of the turns that are being drawn and of the one that comes
/// next, however long the book is.
final class PageLoader: Sendable {
  private struct State {
    var loaded: [Int: Image] = [:]
    var failure: RecordingError?
    var isStopped = false
    /// The turn that each painter is at.
    var turns: [Int]
    var latest: Int { turns.max() ?? 0 }
    var earliest: Int { turns.min() ?? 0 }
  }

  private let sources: [PageSource]
  private let turns: [BookTurn]
  private let size: PixelSize
  private let state: Monitor<State>

  init(_ plan: BookPlan, painters: Int) {
    sources = plan.pages
    turns = plan.turns
    size = plan.stage.page
    let start = plan.pictures.first?.moment.turn ?? 0
    state = Monitor(State(turns: [Int](repeating: start, count: painters)))
  }

  /// Reads the pages of all turns in order, waiting before a turn until it is the next one.
  func run() {
    for (index, turn) in turns.enumerated() {
      for page in turn.pages {
        let isWanted = state.wait { state -> Bool? in
          if state.isStopped { return false }
          if index < state.earliest || state.loaded[page] != nil { return false }
          return index <= state.latest + 1 ? true : nil
        }
        guard isWanted else { continue }
        let result = Result { () throws(RecordingError) in
          try sources[page].picture(for: size)
        }
        state.update { state in
          switch result {
          case .success(let image): state.loaded[page] = image
          case .failure(let error): state.failure = error
          }
        }
        if case .failure = result { return }
      }
    }
  }

  /// Ends the reading.
  func stop() { state.update { $0.isStopped = true } }

  /// Says that a painter goes on to `turn`: pages that only earlier turns show are let go.
  func advance(painter: Int, to turn: Int) {
    state.update { state in
      guard state.turns[painter] != turn else { return }
      state.turns[painter] = turn
      let end = min(state.latest + 1, turns.count - 1)
      let needed = Set(turns[state.earliest...end].flatMap(\.pages))
      state.loaded = state.loaded.filter { needed.contains($0.key) }
    }
  }

  /// The picture of a page, once it is there; `nil` after ``stop()``.
  ///
  /// - Throws: What reading a page threw.
  func picture(of page: Int) throws(RecordingError) -> Image? {
    let result = state.wait { state -> Result<Image?, RecordingError>? in
      if let image = state.loaded[page] { return .success(image) }
      if let failure = state.failure { return .failure(failure) }
      return state.isStopped ? .success(nil) : nil
    }
    return try result.get()
  }
}
