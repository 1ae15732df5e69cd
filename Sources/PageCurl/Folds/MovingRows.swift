import GLES

/// The pixels of a target that may differ from both ends of a turn, row by row from the bottom.
///
/// Apart from the paper in the air and its shadow, a target shows flat pages: the page as it was
/// before the contact line, and what is uncovered beyond it. PNG encoders copy those parts of each
/// row from the encoded ends of the turn; without that, drafts take 21 % more processor time
/// (Benchmarks/RESULTS.md).
package struct MovingRows {
  /// What flat pixels show.
  package enum Side {
    /// The page before its turn, or what is beside it.
    case before
    /// What has been uncovered.
    case after
  }

  /// The pixels of a row that may have changed, and what the pixels on either side of them show.
  package struct Row {
    package var pixels: Range<Int>
    package var left: Side
    package var right: Side
  }

  /// All rows of the target, from the bottom.
  package let rows: [Row]
  /// Rectangles that contain all pixels that may have changed.
  package let regions: [PixelRegion]

  /// - Parameters:
  ///   - edges: The outlines of everything that is drawn except flat pages.
  ///   - landing: The rectangle of page space beside the page where it lands; nothing is uncovered
  ///     there.
  init(
    _ curl: CurlGeometry, edges: OutlinedRows, landing: PageRect?, view: CurlView,
    slabs: Int
  ) {
    let width = edges.width
    let page = curl.page(margin: 0)
    /// Returns what flat pixels of a row show; `nil` if they show both.
    func side(_ pixels: Range<Int>, _ y: Double) -> Side? {
      var found: Side?
      /// Adds what a part of the row shows; returns false if other parts show something else.
      func add(_ side: Side) -> Bool {
        defer { found = side }
        return found == nil || found == side
      }
      // The contact line of a flat page is at its very edge.
      guard !pixels.isEmpty, !curl.isFlat else { return .before }
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
