import GLES

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
    _ curl: CurlGeometry, edges: OutlinedRows, landing: PageRect?, view: CurlView,
    slabs: Int
  ) {
    let width = edges.width
    let page = PageRect(page: curl)
    /// What some pixels of a row show where they lie flat; `nil` where that is not one thing.
    func side(_ pixels: Range<Int>, _ y: Double) -> Side? {
      var found: Side?
      /// Takes what a stretch of the row shows; false where that is something else.
      func add(_ side: Side) -> Bool {
        defer { found = side }
        return found == nil || found == side
      }
      // At the very edge of a flat page its contact line begins.
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
