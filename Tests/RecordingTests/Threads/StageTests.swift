import Profiling
import Testing

@testable import Recording

@Suite struct StageTests {
  /// A run counts each stage.
  @Test func aRunIsMeasured() throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 3
    job.timing.holdFrames = 2
    job.threads = 2
    let profiler = Profiler()
    let plan = try job.plan()
    try plan.run(measuring: profiler) { _ in }
    let rows = profiler.report().rows
    let counts = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.count) })
    let drawn = plan.frames.pictures.count
    for stage in [Stage.render, .readback, .encode, .write] {
      #expect(counts[stage.rawValue] == drawn, "\(stage)")
    }
    #expect((1...drawn + 6).contains(counts["wait for frame"] ?? 0))
    #expect(counts["open"] == 2 && counts["decode"] == 4 && counts["finish"] == 1)
    #expect(rows.allSatisfy { row in Stage.allCases.contains { $0.rawValue == row.name } })
  }
}
