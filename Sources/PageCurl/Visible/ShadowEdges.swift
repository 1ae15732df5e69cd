import GLESKitSupport

/// The lines that the rows of a cone's shadow follow: where a page's ends are seen in the middle of
/// the light, as distances from the apex.
struct ShadowEdges {
  /// Where the page begins and ends on some of the rulings, or directions, that pass the apex.
  typealias Run = [(angle: Double, ends: SIMD2<Double>)]

  private(set) var runs: [Run]

  /// The number of lines.
  var count: Int { 2 * runs.count }

  init(_ runs: [Run]) {
    self.runs = runs.filter { !$0.isEmpty }
    for index in self.runs.indices {
      self.runs[index].sort { $0.angle < $1.angle }
      // Where an edge is almost parallel to the columns, the rows go on without it.
      let run = self.runs[index].indices
      let middle = run.count / 2
      for at in run.dropFirst(middle + 1) { self.runs[index].limit(at, beside: at - 1) }
      for at in run.prefix(middle).reversed() { self.runs[index].limit(at, beside: at + 1) }
    }
  }

  /// Returns where a column passes the lines, in order. Beyond its last ruling a run goes on as it
  /// ends: rows that jumped would show a mixture of distant places.
  func ends(at angle: Double) -> [Double] {
    runs.flatMap { run in
      let next = run.partitioningIndex { $0.angle > angle }
      let (one, other) = (run[max(next - 1, 0)], run[min(next, run.count - 1)])
      let part = one.angle < other.angle ? (angle - one.angle) / (other.angle - one.angle) : 0
      let ends = one.ends + min(max(part, 0), 1) * (other.ends - one.ends)
      return [ends.x, ends.y]
    }.sorted()
  }
}

extension ShadowEdges.Run {
  /// Moves the ends at an angle to within reach of those beside it: in cells that are slanted by
  /// more, a pixel would show a mixture of distant places.
  fileprivate mutating func limit(_ index: Int, beside other: Int) {
    let most = 8 * abs(self[index].angle - self[other].angle) * self[other].ends.y
    self[index].ends.clamp(
      lowerBound: self[other].ends - most, upperBound: self[other].ends + most)
  }
}
