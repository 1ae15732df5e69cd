import Testing

@testable import Recording

@Suite struct PageLoaderTests {
  /// Only the pages of the turns that are drawn and of the next one are held.
  @Test func pagesAreReadAheadButNotFarAhead() throws {
    let shelf = try Shelf(pages: 1)
    var job = BookJob(
      pages: [String](repeating: shelf.paths[0], count: 40), output: shelf.frames)
    job.layout = .pages
    let loader = PageLoader(try job.plan().frames, painters: 2, threads: 3, profiler: nil)
    loader.load()
    for turn in 0..<39 {
      for painter in 0..<2 {
        loader.advance(painter: painter, to: turn..<(turn + 1))
        #expect(try loader.page(turn)?.image == shelf.pages[0])
        #expect(try loader.page(turn + 1)?.image == shelf.pages[0])
        #expect(loader.held <= 4)
      }
    }
    loader.stop()
    // Only those of the last turn are left.
    #expect(loader.held == 2)
  }
}
