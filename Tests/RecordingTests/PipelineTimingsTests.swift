import Testing

@testable import Recording

@Suite struct SpansTests {
  @Test func everyStretchCounts() throws {
    struct Failure: Error {}
    let spans = PipelineTimings()
    #expect(spans.totals.map(\.name) == PipelineTimings.Name.allCases)
    #expect(spans.totals.allSatisfy { $0.count == 0 && $0.seconds == 0 && $0.mean == 0 })
    let threads = try (0..<4).map { _ in
      try Recording.Thread {
        for _ in 0..<100 { spans.measure(.encode) {} }
        // Work that fails takes time, too.
        #expect(throws: Failure.self) {
          try spans.measure(.write) { () throws(Failure) in throw Failure() }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(spans.measure(.decode) { 7 } == 7)
    let totals = Dictionary(uniqueKeysWithValues: spans.totals.map { ($0.name, $0) })
    #expect(totals[.encode]?.count == 400 && totals[.write]?.count == 4)
    #expect(totals[.decode]?.count == 1 && totals[.render]?.count == 0)
    for total in spans.totals where total.count > 0 {
      #expect(total.longest <= total.seconds && total.mean <= total.longest)
    }
  }

  /// A run says how often it did what; without spans the frames are the same.
  @Test func aRunIsMeasured() throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 3
    job.timing.holdFrames = 2
    job.threads = 2
    let spans = PipelineTimings()
    let plan = try job.plan()
    try plan.run(measuring: spans) { _ in }
    let counts = Dictionary(uniqueKeysWithValues: spans.totals.map { ($0.name, $0.count) })
    let drawn = plan.pictures.count
    for name in [PipelineTimings.Name.render, .readback, .encode, .write, .waitForFrame] {
      #expect(counts[name] == drawn, "\(name)")
    }
    #expect(counts[.open] == 2 && counts[.decode] == 4 && counts[.finish] == 1)
    #expect(try #require(PipelineTimings.peakMemory) > 1 << 20)
  }

  /// However long the book and however many the painters: no more pages are held than those of the turns
  /// that are drawn and of the next.
  @Test func pagesAreReadAheadButNotFarAhead() throws {
    let shelf = try Shelf(pages: 1)
    var job = BookJob(
      pages: [String](repeating: shelf.paths[0], count: 40), output: shelf.frames)
    job.layout = .pages
    let loader = PageLoader(try job.plan(), painters: 2, spans: nil)
    let readers = try (0..<3).map { _ in try Recording.Thread { loader.run() } }
    for turn in 0..<39 {
      for painter in 0..<2 {
        loader.advance(painter: painter, to: turn..<(turn + 1))
        #expect(try loader.page(turn)?.image == shelf.pages[0])
        #expect(try loader.page(turn + 1)?.image == shelf.pages[0])
        #expect(loader.held <= 4)
      }
    }
    for reader in readers { reader.join() }
    // All has been read.
    #expect(loader.held == 2)
  }
}
