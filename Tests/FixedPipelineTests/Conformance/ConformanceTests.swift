import ES1
import Glibc
import Testing

/// `FixedPipeline` against a real ES 1.1 context: 1,000 random states, or as many as the environment
/// variable `GLESKIT_CONFORMANCE_STATES` says.
@Suite(.serialized) struct ConformanceTests {
  static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }
  }

  @Test func randomStatesLookLikeRealES1() throws {
    let count = Self.number("GLESKIT_CONFORMANCE_STATES") ?? 1000
    let first = Self.number("GLESKIT_CONFORMANCE_FIRST") ?? 0
    let judgement = try #require(try Judgement(size: 48))
    var faults: [String] = []
    for seed in first..<first + count {
      var generator = RandomScene(seed: UInt64(seed))
      do {
        guard let fault = try judgement.fault(in: generator.next()) else { continue }
        faults.append("seed \(seed): \(fault)")
      } catch {
        faults.append("seed \(seed): \(error)")
      }
    }
    print(judgement.report)
    #expect(faults.isEmpty, "\(faults.count) faults:\n\(faults.prefix(50).joined(separator: "\n"))")
  }
}
