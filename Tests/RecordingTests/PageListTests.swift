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
    for text in ["10", "8-10", "10-"] {
      let selection = try #require(PageSelection(text))
      #expect(throws: RecordingError.self) { try selection.choose(from: pages) }
    }
  }

  @Test func turnsOfEachLayout() {
    #expect(
      BookTurn.all(pages: 5, layout: .sheets) == [
        BookTurn(front: 0, back: 1, below: 2), BookTurn(front: 2, back: 3, below: 4),
      ])
    #expect(BookTurn.all(pages: 4, layout: .sheets).last == BookTurn(front: 2, back: 3))
    #expect(BookTurn.all(pages: 1, layout: .sheets) == [BookTurn(front: 0)])
    #expect(
      BookTurn.all(pages: 3, layout: .pages) == [
        BookTurn(front: 0, below: 1), BookTurn(front: 1, below: 2),
      ])
    #expect(
      BookTurn.all(pages: 4, layout: .spread) == [
        BookTurn(front: 0, back: 1, below: 2), BookTurn(front: 2, back: 3, facing: 1),
      ])
  }

  @Test func timing() throws {
    var timing = Timing()
    timing.turnFrames = 3
    timing.holdFrames = 2
    timing.easing = .linear
    var manner = TurnManner()
    manner.timing = timing
    let pictures = BookTurn.all(pages: 5, layout: .sheets, manner: manner)
      .pictures(layout: .sheets, rest: timing.holdFrames)
    // The end of the first turn, both rests between the turns and the start of the second look alike.
    #expect(
      pictures.map { [$0.moment.turn, Int($0.moment.time * 2), $0.first, $0.count] } == [
        [0, 0, 0, 3], [0, 1, 3, 1], [1, 0, 4, 4], [1, 1, 8, 1], [1, 2, 9, 3],
      ])
    #expect(pictures.last?.end == 2 * 3 + 3 * 2)
  }

  @Test func frameRates() throws {
    for (text, frames, seconds) in [
      ("30", 30, 1), ("12.5", 125, 10), ("29.97", 30_000, 1001), ("24000/1001", 24_000, 1001),
    ] {
      let rate = try #require(FrameRate(text))
      #expect(rate.frames == frames && rate.seconds == seconds)
    }
    for text in [
      "", "0", "0.5", "241", "-1", "30/0", "/", "1e2", "30.", ".5", "x", "1.2345", "1/2/3",
    ] {
      #expect(FrameRate(text) == nil, "\(text)")
    }
  }
}
