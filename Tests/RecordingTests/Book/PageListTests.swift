import Glibc
import TestSupport
import Testing

@testable import Recording

@Suite struct PageListTests {
  @Test func numbersInNamesCount() {
    let names = ["a", "a1", "a01", "a2b", "a2c", "a10", "b", "10"]
    var shuffled = names
    var random = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      shuffled.shuffle(using: &random)
      let sorted = shuffled.sorted(by: NaturalOrder.precedes)
      #expect(sorted == ["10", "a", "a1", "a01", "a2b", "a2c", "a10", "b"])
    }
  }

  @Test func aPipeInAFolderIsNotWaitedFor() throws {
    let shelf = try Shelf(pages: 1, width: 6, height: 8)
    try #require(mkfifo("\(shelf.path)/page-1.png", 0o666) == 0)
    #expect {
      try PageSource.pages(at: [shelf.path])
    } throws: {
      "\($0)".contains("page-1.png' is a pipe")
    }
  }

  /// The numbers of later pages depend on it.
  @Test func aMissingFileIsNoticedThoughNotSelected() throws {
    let shelf = try Shelf(pages: 2, width: 6, height: 8)
    let paths = shelf.paths + ["\(shelf.path)/gone.png"]
    let selection = try #require(PageSelection("1-2"))
    #expect {
      try PageSource.pages(at: paths, selecting: selection)
    } throws: {
      "\($0)".contains("gone.png")
    }
    #expect(try PageSource.pages(at: paths, selecting: selection, .skip).pages.count == 2)
  }

  @Test func selections() throws {
    let pages = Array(1...9)
    for (text, chosen) in [
      ("1", [1]), ("3-5", [3, 4, 5]), ("8-", [8, 9]), ("9,1-2,1", [9, 1, 2, 1]),
    ] {
      #expect(try #require(PageSelection(text)).choose(from: pages) == chosen)
    }
    for text in ["", "0", "-3", "5-3", "1,", ",1", "x", "1-x", "1.5", "99999999999999999999", "+1"]
    {
      #expect(PageSelection(text) == nil, "\(text)")
    }
    for (text, missing) in [("10", 10), ("8-11", 11), ("10-", 10)] {
      let selection = try #require(PageSelection(text))
      let error = #expect(throws: RecordingError.self) { try selection.choose(from: pages) }
      guard case .selection(text, page: missing, count: 9, labeled: nil)? = error else {
        Issue.record("\(error.debugDescription)")
        continue
      }
    }
  }

  private func turns(
    _ count: Int, _ layout: BookLayout, _ change: (inout TurnSettings) -> Void = { _ in }
  ) -> [BookTurn] {
    var settings = TurnSettings()
    change(&settings)
    return BookTurn.all(pages: count, layout: layout, settings: settings)
  }

  @Test func turnsOfEachLayout() {
    #expect(
      turns(5, .sheets) == [
        BookTurn(front: 0, back: 1, below: 2), BookTurn(front: 2, back: 3, below: 4),
      ])
    #expect(turns(4, .sheets).last == BookTurn(front: 2, back: 3))
    #expect(turns(1, .sheets) == [BookTurn(front: 0)])
    #expect(
      turns(3, .pages) == [BookTurn(front: 0, below: 1), BookTurn(front: 1, below: 2)])
    #expect(
      turns(4, .spread) == [
        BookTurn(front: 0, back: 1, below: 2), BookTurn(front: 2, back: 3, facing: 1),
      ])
    // What a leaf has left on the other side stays there.
    #expect(turns(4, .sheets) { $0.style.kind = .leaf }.map(\.facing) == [nil, 1])
    #expect(turns(3, .pages) { $0.style.kind = .leaf }.map(\.facingFront) == [nil, 0])
  }

  @Test func timing() throws {
    let pictures = turns(5, .sheets) {
      $0.timing.turnFrames = 3
      $0.timing.holdFrames = 2
      $0.timing.easing = .linear
    }.pictures(layout: .sheets, rest: 2)
    // The end of the first turn, both rests between the turns and the start of the second look
    // alike.
    #expect(
      pictures.map { [$0.moment.turn, Int($0.moment.times[0] * 2), $0.first, $0.count] } == [
        [0, 0, 0, 3], [0, 1, 3, 1], [1, 0, 4, 4], [1, 1, 8, 1], [1, 2, 9, 3],
      ])
    #expect(pictures.allSatisfy { $0.moment.times.count == 1 })
    #expect(pictures.last?.end == 2 * 3 + 3 * 2)
  }

  /// A film doesn't rest on an empty desk, before a page is laid down or after the last one is
  /// lifted off. A sheet that is bound leaves its back.
  @Test func thereIsNoRestWhereNothingIsLeft() throws {
    for (count, layout, isReversed, rests) in [
      (1, BookLayout.pages, false, 1), (1, .pages, true, 1), (2, .sheets, false, 1),
      (4, .sheets, false, 2), (1, .spread, false, 2), (3, .sheets, false, 2),
    ] {
      let pictures = turns(count, layout) {
        $0.timing.turnFrames = 3
        $0.timing.holdFrames = 7
        $0.isReversed = isReversed
      }.pictures(layout: layout, rest: 7)
      let turns = layout == .sheets ? max(count / 2, 1) : 1
      #expect(pictures.last?.end == 3 * turns + 7 * rests, "\(count) \(layout)")
    }
  }

  @Test func turnsThatOverlap() throws {
    let pictures = turns(7, .sheets) {
      $0.timing.turnFrames = 5
      $0.timing.holdFrames = 3
      $0.timing.easing = .linear
      $0.timing.overlap = 0.6
    }.pictures(layout: .sheets, rest: 3)
    // A turn sets out every second frame; each frame shows what is under way, oldest first.
    let expected: [(Int, [Double])] = [
      (0, [0]), (0, [0.25]), (0, [0.5]), (0, [0.75, 0.25]), (1, [0.5]), (1, [0.75, 0.25]),
      (2, [0.5]), (2, [0.75]), (2, [1]),
    ]
    #expect(pictures.map(\.moment) == expected.map { Moment(turn: $0.0, times: $0.1) })
    #expect(pictures.map(\.count) == [4, 1, 1, 1, 1, 1, 1, 1, 4])
    #expect(pictures.last?.end == 3 + 2 * 2 + 5 + 3)
  }

  @Test func frameRates() throws {
    for (text, frames, seconds) in [
      ("30", 30, 1), ("12.5", 125, 10), ("29.97", 30_000, 1001), ("24000/1001", 24_000, 1001),
      ("1", 1, 1), ("240", 240, 1),
    ] {
      let rate = try #require(FrameRate(text))
      #expect(rate.numerator == frames && rate.denominator == seconds)
    }
    for text in [
      "", "0", "0.5", "241", "240001/1000", "-1", "30/0", "/", "1e2", "30.", ".5", "x", "1.2345",
      "1/2/3",
    ] {
      #expect(FrameRate(text) == nil, "\(text)")
    }
  }
}
