import GLESKitSupport
import TestSupport
import Testing

@testable import Profiling

@Suite struct ProfilerTests {
  @Test func losesNoSpanOfFourThreads() throws {
    let profiler = Profiler(traceLimit: 100)
    let each = 250_000
    let work = { @Sendable (number: Int) in
      for index in 0..<each / 2 {
        profiler.measure("outer") { profiler.measure(index % 2 == 0 ? "even" : "odd") {} }
      }
      profiler.measure("a name of thread \(number), longer than 15 bytes") {}
    }
    let first = try Thread { work(1) }
    let second = try Thread { work(2) }
    let third = try Thread { work(3) }
    work(4)
    try first.join()
    try second.join()
    try third.join()
    let counts = Dictionary(
      uniqueKeysWithValues: profiler.report().rows.map { ($0.name, $0.count) })
    #expect(counts["outer"] == each / 2 * 4)
    #expect(counts["even"] == each)
    #expect(counts["odd"] == each)
    #expect(counts.count == 7)
  }

  @Test func aLockLetsOneThreadInAtATime() throws {
    final class Counter: Sendable { let count = BriefLock(0) }
    let counter = Counter()
    let work = { @Sendable in
      for _ in 0..<100_000 { counter.count.withLock { $0 += 1 } }
    }
    // More threads than some machines have processors, so that owners are interrupted.
    let first = try Thread { work() }
    let second = try Thread { work() }
    let third = try Thread { work() }
    work()
    try first.join()
    try second.join()
    try third.join()
    #expect(counter.count.withLock { $0 } == 400_000)
  }

  @Test func totalsFollowTheClock() throws {
    let profiler = Profiler()
    // Durations of 1 to 1,000 µs, recorded in a shuffled order.
    for index in 0..<1000 {
      profiler.record(
        "span", clock: .cpu, from: 5, nanoseconds: UInt64(index * 7 % 1000 + 1) * 1000)
    }
    let row = try #require(profiler.report().rows.first)
    #expect(row.count == 1000)
    #expect(abs(row.total - 0.5005) < 1e-9)
    #expect(abs(row.mean - 500.5e-6) < 1e-12)
    #expect(abs(row.p50 - 500e-6) <= 500e-6 / 128)
    #expect(abs(row.p95 - 950e-6) <= 950e-6 / 128)
    #expect(row.longest == 1000e-6)
  }

  @Test func percentilesAreWithinOnePercent() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let bits = Int.random(in: 1...60, using: &random)
      let values = (0..<50).map { _ in UInt64.random(in: 0...1 << bits, using: &random) }.sorted()
      var tally = Tally()
      for value in values.shuffled(using: &random) { tally.add(value) }
      for (share, rank) in [(0.5, 25), (0.95, 48), (1.0, 50), (0.0, 1)] {
        let exact = Double(values[rank - 1])
        #expect(abs(tally.percentile(share) - exact) <= exact / 128)
      }
    }
    #expect(Tally().percentile(0.5) == 0)
  }

  @Test func measuresWhatThrowsAndReturns() throws {
    struct Failure: Error {}
    let profiler = Profiler()
    #expect(profiler.measure("value") { 7 } == 7)
    #expect(throws: Failure.self) {
      try profiler.measure("throws") { () throws(Failure) in throw Failure() }
    }
    #expect(Set(profiler.report().rows.map(\.name)) == ["value", "throws"])
  }

  @Test func measuresNothingWhileOff() {
    let profiler = Profiler(isOn: false)
    profiler.measure("off") {}
    profiler.start("off")
    profiler.stop("off")
    #expect(profiler.report().rows.isEmpty)
    profiler.isOn = true
    profiler.measure("on") { profiler.isOn = false }
    #expect(profiler.report().rows.map(\.name) == ["on"])
  }

  @Test func startAndStopPairUpByNameAndThread() throws {
    let profiler = Profiler()
    profiler.start("a")
    profiler.start("b")
    profiler.start("a")
    try runOnThread { profiler.stop("b") }
    profiler.stop("a")
    profiler.stop("b")
    profiler.stop("a")
    profiler.stop("a")
    let counts = Dictionary(
      uniqueKeysWithValues: profiler.report().rows.map { ($0.name, $0.count) })
    #expect(counts == ["a": 2, "b": 1])
  }

  @Test func resetForgetsAllButOpenSpans() {
    let profiler = Profiler()
    profiler.start("open")
    profiler.measure("done") {}
    profiler.reset()
    #expect(profiler.report().rows.isEmpty)
    profiler.stop("open")
    #expect(profiler.report().rows.map(\.name) == ["open"])
  }

  @Test func rowsOfGPUAndCPUAreTold() {
    let profiler = Profiler()
    profiler.record("draw", clock: .cpu, from: 0, nanoseconds: 1_234_567)
    profiler.record("draw", clock: .gpu, from: 0, nanoseconds: 8_939_110)
    #expect(
      profiler.report().description == """
              clock  count  total ms  mean ms  p50 ms  p95 ms  longest ms
        draw    GPU      1     8.939    8.939   8.939   8.939       8.939
        draw    CPU      1     1.235    1.235   1.235   1.235       1.235

        """)
  }
}
