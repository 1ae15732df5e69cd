import GLES

/// The pixels between some outlines, for each row of a target.
struct OutlinedRows {
  let width: Int
  let height: Int
  private var low: [Int]
  private var high: [Int]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    low = [Int](repeating: width, count: height)
    high = [Int](repeating: 0, count: height)
  }

  subscript(row: Int) -> Range<Int> {
    low[row] < high[row] ? low[row]..<high[row] : 0..<0
  }

  /// Adds a line between two points of the target, in pixels, with all pixels that it may touch.
  mutating func add(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
    guard (start + end).sum().isFinite else {
      // It may touch any pixel.
      for row in 0..<height { (low[row], high[row]) = (0, width) }
      return
    }
    let (bottom, top) = start.y <= end.y ? (start, end) : (end, start)
    let slope = top.y > bottom.y ? (top.x - bottom.x) / (top.y - bottom.y) : 0
    func row(_ y: Double) -> Int { Int(min(max(y, -2), Double(height) + 1).rounded(.down)) }
    let first = max(row(bottom.y) - 1, 0)
    let last = min(row(top.y) + 1, height - 1)
    guard first <= last else { return }
    let right = Double(width)
    low.withUnsafeMutableBufferPointer { low in
      high.withUnsafeMutableBufferPointer { high in
        for row in first...last {
          // One pixel of room on every side.
          let from = min(max(Double(row) - 1, bottom.y), top.y)
          let to = min(max(Double(row) + 2, bottom.y), top.y)
          var ends = (bottom.x + slope * (from - bottom.y), bottom.x + slope * (to - bottom.y))
          if slope == 0 { ends = (bottom.x, top.x) }
          low[row] = min(low[row], Int(min(max(min(ends.0, ends.1) - 1, 0), right)))
          // + 2 and truncated: without SSE4.1, rounding up is a function call.
          let end = Int(min(max(max(ends.0, ends.1) + 2, 0), right))
          high[row] = max(high[row], end)
        }
      }
    }
  }

  /// Adds the pixels of another outline that a region contains.
  mutating func add(_ other: OutlinedRows, within region: PixelRegion) {
    for row in region.y..<region.y + region.height {
      let left = max(other.low[row], region.x)
      let right = min(other.high[row], region.x + region.width)
      guard left < right else { continue }
      low[row] = min(low[row], left)
      high[row] = max(high[row], right)
    }
  }

  /// Adds a strip of quads, each of which shares two corners with the next.
  mutating func add(strip places: [SIMD2<Double>]) {
    guard places.count >= 2 else { return }
    add(places[0], places[1])
    add(places[places.count - 2], places[places.count - 1])
    for index in places.indices.dropFirst(2) { add(places[index - 2], places[index]) }
  }
}
