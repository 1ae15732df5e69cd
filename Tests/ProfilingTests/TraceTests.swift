import GLESKitSupport
import TestSupport
import Testing

@testable import Profiling

@Suite struct TraceTests {
  /// What Python's JSON parser reads of a trace: one line per event, in order.
  private func events(of trace: String) throws -> [String] {
    let program = """
      import json, sys
      for e in json.load(sys.stdin)["traceEvents"]:
        if e["ph"] == "X":
          times = "%.3f|%.3f" % (e["ts"], e["dur"])
          print(e["name"], e["cat"], e["pid"], e["tid"], times, sep="|")
        else:
          print(e["ph"], e["name"], e["pid"], e["tid"], e["args"]["name"], sep="|")
      """
    return try Subprocess(["python3", "-c", program], input: Array(trace.utf8)).text
      .split(separator: "\n").map(String.init)
  }

  @Test func eventsHaveTheDocumentedForm() throws {
    let profiler = Profiler()
    let start: UInt64 = 9_000_000_000_000_000
    profiler.record("child \"é\"\n", clock: .cpu, from: start, nanoseconds: 250)
    profiler.record("parent", clock: .cpu, from: start, nanoseconds: 1500)
    profiler.record("draw", clock: .gpu, from: start + 1000, nanoseconds: 5000)
    profiler.record("draw", clock: .gpu, from: start + 2000, nanoseconds: 9000)
    profiler.record("draw", clock: .gpu, from: start + 8000, nanoseconds: 1000)
    #expect(
      try events(of: profiler.trace()) == [
        "M|process_name|1|0|CPU", "M|process_name|2|0|GPU", "M|thread_name|1|1|thread 1",
        "parent|CPU|1|1|0.000|1.500", "child \"é\"", "|CPU|1|1|0.000|0.250",
        "M|thread_name|2|1|context of thread 1", "draw|GPU|2|1|1.000|5.000",
        "draw|GPU|2|1|2.000|4.000", "draw|GPU|2|1|8.000|1.000",
      ])
  }

  @Test func nestedSpansNestInTheTrace() throws {
    let profiler = Profiler()
    for _ in 0..<100 {
      profiler.measure("outer") { profiler.measure("inner") { profiler.measure("core") {} } }
    }
    try runOnThread { profiler.measure("other") {} }
    let spans = try events(of: profiler.trace()).map { $0.split(separator: "|").map(String.init) }
      .filter { $0.count == 6 }
    #expect(spans.count == 301)
    #expect(
      spans.prefix(300).map { $0[0] }
        == Array(repeating: ["outer", "inner", "core"], count: 100).flatMap { $0 })
    #expect(Set(spans.map { $0[3] }) == ["1", "2"])
    // Each ends within the one around it.
    var ends: [Double] = []
    for span in spans.prefix(300) {
      let start = try #require(Double(span[4]))
      let end = start + (try #require(Double(span[5])))
      if span[0] == "outer" { ends = [] }
      if let around = ends.last { #expect(end <= around + 1e-6) }
      ends.append(end)
    }
  }

  @Test func theLimitKeepsTheLatestSpans() throws {
    let profiler = Profiler(traceLimit: 3)
    for number in 0..<10 {
      profiler.record("\(number)", clock: .cpu, from: UInt64(number), nanoseconds: 1)
    }
    let names = try events(of: profiler.trace()).filter { $0.contains("|CPU|") }
      .map { $0.prefix(1) }
    #expect(names == ["7", "8", "9"])
    #expect(profiler.report().rows.count == 10)
    let none = Profiler(traceLimit: 0)
    none.measure("span") {}
    #expect(try events(of: none.trace()).isEmpty)
  }

  @Test func filesAppearCompleteOrNotAtAll() throws {
    let folder = try TemporaryFolder()
    let profiler = Profiler()
    profiler.measure("span") {}
    try profiler.writeTrace(to: "\(folder.path)/a.json")
    #expect(try Files.read("\(folder.path)/a.json") == Array(profiler.trace().utf8))
    #expect(throws: FileError.self) { try profiler.writeTrace(to: "\(folder.path)/none/a.json") }
  }

  @Test func reportIsJSON() throws {
    let profiler = Profiler()
    profiler.measure("a \"b\"") {}
    let program = "import json, sys; r = json.load(sys.stdin)['spans'][0]; print(*r.values())"
    let text = try Subprocess(
      ["python3", "-c", program], input: Array(profiler.report().json.utf8)
    ).text
    #expect(text.hasPrefix("a \"b\" CPU 1 "))
  }
}
