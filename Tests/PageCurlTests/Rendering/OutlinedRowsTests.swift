import Glibc
import TestSupport
import Testing

@testable import PageCurl

@Suite struct OutlinedRowsTests {
  /// All pixels that a line crosses lie in the outline's rows, and few others do.
  @Test func linesLieInTheirRows() {
    var random = SeededGenerator(seed: 5)
    func point() -> SIMD2<Double> {
      SIMD2(.random(in: -20...100, using: &random), .random(in: -20...80, using: &random))
    }
    for _ in 0..<200 {
      var rows = OutlinedRows(width: 80, height: 60)
      let (start, end) = (point(), point())
      rows.add(start, end)
      for step in 0...1000 {
        let place = start + Double(step) / 1000 * (end - start)
        let (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
        guard (0..<80).contains(x), (0..<60).contains(y) else { continue }
        #expect(rows[y].contains(x), "\(start), \(end): \(x), \(y)")
      }
      // A line leaves a row after 1 / slope pixels, and there is room of a pixel on every side.
      let way = end - start
      let most = abs(way.y) > 1e-3 ? 3 * abs(way.x / way.y) + 5 : 80
      #expect((0..<60).allSatisfy { Double(rows[$0].count) <= most }, "\(start), \(end)")
    }
  }
}
