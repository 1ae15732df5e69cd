import GLES
import Glibc

/// Where a target may look neither as before a turn nor as after it, row by row from the bottom.
///
/// Beside the paper in the air and its shadow a target shows what lies flat: before the contact line the page as it was,
/// beyond it what comes to light.
package struct MovingRows {
  /// What lies flat.
  package enum Side {
    /// The page before its turn, or what lies beside it.
    case before
    /// What has come to light.
    case after
  }

  /// The pixels of a row that may have changed, and what those on either side show.
  package struct Row {
    package var pixels: Range<Int>
    package var left: Side
    package var right: Side
  }

  /// All rows of the target, from the bottom.
  package let rows: [Row]
  /// Rectangles that hold all pixels that may have changed.
  package let regions: [PixelRegion]

  /// - Parameters:
  ///   - edges: The outlines of all that is drawn apart from flat pages.
  ///   - landing: Where the page lands, beside it, in page space; there nothing comes to light.
  init(
    _ curl: CurlGeometry, edges: OutlinedRows, landing: CurlShadow.Bounds?, view: CurlView,
    slabs: Int
  ) {
    let width = edges.width
    let page = CurlShadow.Bounds(page: curl)
    /// What the pixels of a row up to `end` show where they lie flat; `nil` where that is not one thing.
    func side(_ pixels: Range<Int>, _ y: Double) -> Side? {
      var found: Side?
      /// Takes what a stretch of the row shows; false where that is something else.
      func add(_ side: Side) -> Bool {
        defer { found = side }
        return found == nil || found == side
      }
      guard !pixels.isEmpty else { return .before }
      let (first, last) = (
        (Double(pixels.lowerBound) + 0.5) / view.scale + view.origin.x,
        (Double(pixels.upperBound) - 0.5) / view.scale + view.origin.x
      )
      if let landing, landing.low.y <= y, y <= landing.high.y, first <= landing.high.x,
        last >= landing.low.x, !add(.before)
      {
        return nil
      }
      guard page.low.y <= y, y <= page.high.y else { return found ?? .before }
      for x in [max(first, page.low.x), min(last, page.high.x)]
      where first <= page.high.x && last >= page.low.x {
        if !add(curl.distance(of: SIMD2(x, y)) < 0 ? .before : .after) { return nil }
      }
      return found ?? .before
    }
    let rows = (0..<edges.height).map { row in
      let y = (Double(row) + 0.5) / view.scale + view.origin.y
      let pixels = edges[row]
      guard let left = side(0..<pixels.lowerBound, y),
        let right = side(pixels.upperBound..<width, y)
      else { return Row(pixels: 0..<width, left: .before, right: .before) }
      return Row(pixels: pixels, left: left, right: right)
    }
    var regions: [PixelRegion] = []
    for slab in 0..<slabs {
      let part = rows.count * slab / slabs..<rows.count * (slab + 1) / slabs
      let moving = part.filter { !rows[$0].pixels.isEmpty }
      guard let first = moving.first, let last = moving.last else { continue }
      let low = moving.reduce(width) { min($0, rows[$1].pixels.lowerBound) }
      let high = moving.reduce(0) { max($0, rows[$1].pixels.upperBound) }
      regions.append(
        PixelRegion(x: low, y: first, width: high - low, height: last + 1 - first))
    }
    self.rows = rows
    self.regions = regions
  }
}

/// The pixels of each row of a target that lie between some outlines.
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

  /// Takes a line between two places of the target, in pixels, and all pixels that it may touch.
  mutating func add(_ start: SIMD2<Double>, _ end: SIMD2<Double>) {
    let (bottom, top) = start.y <= end.y ? (start, end) : (end, start)
    let slope = top.y > bottom.y ? (top.x - bottom.x) / (top.y - bottom.y) : 0
    let first = max(Int(max(bottom.y, -1).rounded(.down)) - 1, 0)
    let last = min(Int(min(top.y, Double(height)).rounded(.down)) + 1, height - 1)
    guard first <= last else { return }
    let limits = (0.0, Double(width))
    for row in first...last {
      // One pixel more on every side.
      let from = min(max(Double(row) - 1, bottom.y), top.y)
      let to = min(max(Double(row) + 2, bottom.y), top.y)
      var (left, right) = (bottom.x + slope * (from - bottom.y), bottom.x + slope * (to - bottom.y))
      if slope == 0 { (left, right) = (bottom.x, top.x) }
      (left, right) = (min(left, right) - 1, max(left, right) + 1)
      low[row] = min(low[row], Int(min(max(left, limits.0), limits.1)))
      high[row] = max(high[row], Int(min(max(right.rounded(.up), limits.0), limits.1)))
    }
  }

  /// Takes those of other pixels that a region holds.
  mutating func add(_ other: OutlinedRows, within region: PixelRegion) {
    for row in region.y..<region.y + region.height {
      let left = max(other.low[row], region.x)
      let right = min(other.high[row], region.x + region.width)
      guard left < right else { continue }
      low[row] = min(low[row], left)
      high[row] = max(high[row], right)
    }
  }

  /// Takes a shape of quads, each with two corners in common with the next.
  mutating func add(strip places: [SIMD2<Double>]) {
    guard places.count >= 2 else { return }
    add(places[0], places[1])
    add(places[places.count - 2], places[places.count - 1])
    for index in places.indices.dropFirst(2) { add(places[index - 2], places[index]) }
  }
}
