import Testing

@testable import Recording

@Suite struct PipelineTimingsTests {
  @Test func everyStretchCounts() throws {
    struct Failure: Error {}
    let timings = PipelineTimings()
    #expect(timings.totals.map(\.name) == PipelineTimings.Name.allCases)
    #expect(timings.totals.allSatisfy { $0.count == 0 && $0.seconds == 0 && $0.mean == 0 })
    let threads = try (0..<4).map { _ in
      try Recording.Thread {
        for _ in 0..<100 { timings.measure(.encode) {} }
        // Work that throws is measured, too.
        #expect(throws: Failure.self) {
          try timings.measure(.write) { () throws(Failure) in throw Failure() }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(timings.measure(.decode) { 7 } == 7)
    let totals = Dictionary(uniqueKeysWithValues: timings.totals.map { ($0.name, $0) })
    #expect(totals[.encode]?.count == 400 && totals[.write]?.count == 4)
    #expect(totals[.decode]?.count == 1 && totals[.render]?.count == 0)
    for total in timings.totals where total.count > 0 {
      #expect(total.longest <= total.seconds && total.mean <= total.longest)
    }
  }

  /// A run counts each stage.
  @Test func aRunIsMeasured() throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 3
    job.timing.holdFrames = 2
    job.threads = 2
    let timings = PipelineTimings()
    let plan = try job.plan()
    try plan.run(measuring: timings) { _ in }
    let counts = Dictionary(uniqueKeysWithValues: timings.totals.map { ($0.name, $0.count) })
    let drawn = plan.frames.pictures.count
    for name in [PipelineTimings.Name.render, .readback, .encode, .write, .waitForFrame] {
      #expect(counts[name] == drawn, "\(name)")
    }
    #expect(counts[.open] == 2 && counts[.decode] == 4 && counts[.finish] == 1)
    #expect(try #require(PipelineTimings.peakMemory) > 1 << 20)
  }
}
