import GLMath
import Glibc

/// The vertices at which the shadow is computed: a grid along and across the fold, dense where the
/// shadow changes, and with a gap where the sheet's back hides the ground.
///
/// Vertices are (distance beyond the contact line, place along the fold, the slopes of the light
/// across the fold between which paper hides it). One index buffer serves every frame. The shadow
/// on the rising paper has its own rows.
struct CurlShadowMesh {
  /// The most lines of equal distance from the contact line. On the ground 11 over the rising
  /// paper, 13 where tangents are, 18 before the contact line, 11 for each of 4 corners, 3 at the
  /// contact line and the silhouette, and 2 for each of the gap's 5 lines make 99. On the rising
  /// paper 26, those 10 and 4 corners make 40. Under a clear front there are those on the ground
  /// once more that lie over the rising paper, corners included.
  static let mostRows = 99 + 40 + 74 + 2 * mostAdded
  /// The most rows that are added where columns bend.
  private static let mostAdded = 100
  /// The lines over rising paper, at least: of a cylinder, and of paper that bends slowly at first,
  /// beside which the penumbra is wider.
  private static let steps = (cylinder: 4, other: 10)
  /// The number of standard deviations of the light that count. The 0.35 % beyond them on one side
  /// is less than half a step of 8-bit color if the shadow is half black.
  static let reach = 2.7

  /// The distance beyond the contact line, in reaches, up to which the rising paper is so near the
  /// ground that light and dark meet at its edge. As in shadow.vert.
  private static let steep = 0.6

  /// What hides the ground.
  struct Cover {
    /// How far inside its edges opaque paper hides what is under it, in page pixels.
    var inset: Double
    /// Whether the front is drawn.
    var hasFront = true
    /// Whether something is visible through the front.
    var isFrontClear = false
    /// Whether the back is drawn and nothing is visible through it.
    var hasBack = true

    /// All of the ground is seen, or drawn over later.
    static let nothing = Cover(inset: 0, hasFront: false, hasBack: false)
  }

  /// Some rows of the mesh.
  struct Grid {
    var rows = 0..<0
    /// The rows between which and the next one the ground is hidden.
    fileprivate var gaps: [Int] = []
    /// The row on the contact line, or the nearest one.
    fileprivate var contact = 0

    /// The rows up to the contact line.
    var before: Grid { Grid(rows: rows.lowerBound..<min(contact + 1, rows.upperBound), gaps: gaps) }
    /// The rows from the contact line on.
    var beyond: Grid { Grid(rows: contact..<rows.upperBound, gaps: gaps) }
  }

  /// Row by row.
  private(set) var vertices: [SIMD4<Float>] = []
  /// The rows on the ground; none if the sheet casts no shadow.
  private(set) var ground = Grid()
  /// The rows on the ground under a clear front.
  private(set) var under = Grid()
  /// The rows on the fold's lower half; none if the back hides all of it.
  private(set) var raised = Grid()
  private var lines: [Double] = []

  /// Two triangles for each cell of the grid: first those on either side of the gap, row by row,
  /// then those in it, row by row.
  static var indices: [UInt16] {
    let count = ShadowColumns.count
    let middle = count / 2 - 1
    func cells(_ columns: [Int]) -> [UInt16] {
      (0..<(mostRows - 1)).flatMap { row in
        columns.flatMap { column -> [UInt16] in
          let corner = UInt16(row * count + column)
          let above = corner + UInt16(count)
          // Mirrored on the other side of the gap, so that mirrored curls have mirrored shadows.
          return column <= middle
            ? [corner, corner + 1, above, above, corner + 1, above + 1]
            : [corner + 1, above + 1, corner, corner, above + 1, above]
        }
      }
    }
    return cells((0..<(count - 1)).filter { $0 != middle }) + cells([middle])
  }

  /// Returns the cells of a grid, as positions in ``indices``.
  func cells(_ grid: Grid) -> [Range<Int>] {
    guard grid.rows.count > 1 else { return [] }
    let (first, last) = (grid.rows.lowerBound, grid.rows.upperBound - 1)
    let sides = (ShadowColumns.count - 2) * 6
    let middles = (Self.mostRows - 1) * sides
    var cells = [(first * sides)..<(last * sides)]
    var from = first
    for row in grid.gaps.filter((first..<last).contains) + [last] {
      if from < row { cells.append((middles + from * 6)..<(middles + row * 6)) }
      from = row + 1
    }
    return cells
  }

  /// Places the vertices again, reusing memory; none if the sheet casts no shadow.
  ///
  /// - Parameter pixel: The size of a target pixel in page pixels.
  mutating func build(
    _ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy cover: Cover, pixel: Double
  ) {
    vertices.removeAll(keepingCapacity: true)
    (ground, under, raised) = (Grid(), Grid(), Grid())
    let end = curl.extent.upperBound - curl.contactOffset
    guard curl.radius > 0, end > 0, shadow.strength(for: curl) > 0 else { return }
    var columns = ShadowColumns(curl, shadow)
    let inset = cover.hasBack ? cover.inset : nil
    placeRows(curl, shadow, inset, pixel)
    func front(_ line: Double) -> ClosedRange<Double>? {
      guard cover.hasFront, line > 0, line < Self.steep * curl.reach else { return nil }
      return curl.chord(
        at: curl.contactOffset + curl.rising(to: line), margin: -cover.inset)
    }
    var flat = rows(curl, inset, &columns, isRaised: false, pixel: pixel, front: front)
    var rising: [ShadowRow] = []
    if cover.isFrontClear { under = underGrid(&columns, pixel: pixel, front: front) }
    let isCovered =
      curl.isStraight && inset.map { end - $0 >= curl.turn } ?? false
    if !isCovered {
      placeRaisedRows(curl, shadow, inset, pixel)
      rising = rows(curl, inset, &columns, isRaised: true, pixel: pixel) { _ in nil }
    }
    ShadowRow.join(&flat, &rising, pixel: pixel)
    ground = add(flat)
    raised = add(rising)
    // The index buffer refers to the vertices of the most rows.
    let unused = Self.mostRows * ShadowColumns.count - vertices.count
    vertices.append(contentsOf: repeatElement(.zero, count: unused))
  }

  /// Returns the rows of ``lines`` and, where columns bend between them, more.
  ///
  /// - Parameter front: Returns the part of a line that the front hides.
  private func rows(
    _ curl: CurlGeometry, _ inset: Double?, _ columns: inout ShadowColumns, isRaised: Bool,
    pixel: Double, front: (Double) -> ClosedRange<Double>?
  ) -> [ShadowRow] {
    /// Returns the row on a line, seen from a little beside it; `nil` outside the page.
    func row(_ line: Double, beside: Double = 0) -> ShadowRow? {
      var visible = -Double.infinity...(.infinity)
      if isRaised {
        let u = curl.contactOffset + curl.rising(to: line)
        guard let chord = curl.chord(at: u, margin: 1) else { return nil }
        visible = chord
      }
      let back = inset.flatMap { curl.hidden(at: line + beside, inset: $0) }
      // Between a front and a back that don't overlap the ground is visible.
      let gap =
        front(line + beside).map { front in
          back.map { $0.overlaps(front) ? $0.union(front) : $0 } ?? front
        } ?? back
      return columns.row(at: line, isRaised: isRaised, within: visible, gap: gap)
    }
    var rows = lines.indices.compactMap { row(lines[$0], beside: side(of: $0)) }
    if !curl.isStraight {
      rows = ShadowRow.refined(rows, most: Self.mostAdded, pixel: pixel) { row($0) }
    }
    guard let first = rows.firstIndex(where: { !$0.places.isEmpty }),
      let last = rows.lastIndex(where: { !$0.places.isEmpty })
    else { return [] }
    // Of the rows before and after the shadow only the nearest one is needed. Lines without paper
    // above them share the places of their neighbors.
    var seen = Array(rows[max(first - 1, 0)...min(last + 1, rows.count - 1)])
    if seen[0].places.isEmpty { seen[0].places = rows[first].places }
    for index in seen.indices.dropFirst() where seen[index].places.isEmpty {
      seen[index].places = seen[index - 1].places
    }
    return seen
  }

  /// Adds the vertices of rows.
  private mutating func add(_ rows: [ShadowRow]) -> Grid {
    let start = vertices.count / ShadowColumns.count
    var grid = Grid()
    for (index, row) in rows.enumerated() {
      if index > 0, rows[index - 1].hasGap, row.hasGap { grid.gaps.append(start + index - 1) }
      for place in row.places {
        vertices.append(SIMD4<Float>(SIMD4(row.line, place, row.hidden.low, row.hidden.high)))
      }
    }
    grid.rows = start..<start + rows.count
    grid.contact = start + (rows.firstIndex { $0.line == 0 } ?? 0)
    return grid
  }

  /// Adds the vertices of the ground that the rising paper hides.
  private mutating func underGrid(
    _ columns: inout ShadowColumns, pixel: Double, front: (Double) -> ClosedRange<Double>?
  ) -> Grid {
    var rows = lines.compactMap { line in
      front(line).map { columns.row(at: line, isRaised: false, within: $0, gap: nil) }
    }
    rows.removeAll(where: \.places.isEmpty)
    ShadowRow.join(&rows, pixel: pixel)
    return add(rows)
  }

  /// Places the rows on the rising paper.
  private mutating func placeRaisedRows(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ inset: Double?, _ pixel: Double
  ) {
    let reach = curl.reach
    lines.removeAll(keepingCapacity: true)
    for step in 1...12 { lines.append(Double(step) / 12 * reach) }
    // Where the paper's own slope is one of the light's.
    let middle = shadow.slope.dot(curl.lift)
    let tangents = (-6...6).compactMap { step -> Double? in
      let slope = middle + Double(step) / 6 * Self.reach * shadow.spread
      return slope > 0 ? curl.radius * curl.fold.across(bend: atan2(1, slope)) : nil
    }
    let gapLines = inset.map { self.gapLines(curl, inset: $0) } ?? []
    let corners = cornerLines(curl)
    settleRows(
      apart: reach / 30, atLeast: pixel / 4, keeping: [reach] + gapLines + corners, tangents)
    lines.removeAll { $0 < pixel / 4 || $0 > reach }
    lines.insert(0, at: 0)
    if curl.isStraight { doubleRows(gapLines) }
  }

  /// Returns the lines of the rising paper's corners, the first and the last a little outside it.
  private func cornerLines(_ curl: CurlGeometry) -> [Double] {
    let range = curl.extent
    return curl.corners.compactMap { corner -> Double? in
      let place = corner.dot(curl.lift)
      let outside = place <= range.lowerBound ? -0.9 : place >= range.upperBound ? 0.9 : 0
      let s = place - curl.contactOffset + outside
      return s > 0 && s < curl.turn / 2 ? curl.profile(at: s).along : nil
    }
  }

  /// An edge along the cylinder begins or ends the gap abruptly: two rows in the same place.
  private mutating func doubleRows(_ gapLines: [Double]) {
    for line in gapLines {
      if let index = lines.firstIndex(of: line) { lines.insert(line, at: index) }
    }
  }

  /// Returns the way from a row to the ground that it stands for. Of two rows in the same place,
  /// one stands for the ground before it and one for that behind it.
  private func side(of row: Int) -> Double {
    if row + 1 < lines.count, lines[row + 1] == lines[row] { return -1e-4 }
    return row > 0 && lines[row - 1] == lines[row] ? 1e-4 : 0
  }

  private mutating func placeRows(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ inset: Double?, _ pixel: Double
  ) {
    lines.removeAll(keepingCapacity: true)
    let (radius, reach) = (curl.radius, curl.reach)
    let middle = shadow.slope.dot(curl.lift)
    let light = (
      low: middle - Self.reach * shadow.spread, high: middle + Self.reach * shadow.spread
    )
    func spread(_ from: Double, _ to: Double, _ count: Int) {
      for step in 0...count { lines.append(from + (to - from) * Double(step) / Double(count)) }
    }
    spread(0.1 * reach, 0.9 * reach, curl.fold.power == 1 ? Self.steps.cylinder : Self.steps.other)
    // Where the slope of the tangent to the fold is one of the light's.
    let tangents = (0...12).map { step -> Double in
      let slope = light.high + (light.low - light.high) * Double(step) / 12
      return radius * curl.fold.foot(ofTangent: slope)
    }
    // Before the contact line until every slope meets the level part.
    if light.high > 0 { spread(-2 * radius * light.high, 0, 6) }
    let turn = curl.turn
    let last = curl.extent.upperBound - curl.contactOffset
    let least = pixel / 4
    // Slanted ends hide more and more of the columns.
    if !curl.isStraight, last > turn { spread(turn - last, 0, 10) }
    var low: [Double] = []
    // There also the sheet's end, projected by every slope of the light. The other
    // corners change the shadow less abruptly.
    for corner in curl.corners {
      let s = curl.distance(of: corner)
      guard s > 0 else { continue }
      let (across, height) = curl.profile(at: s)
      let (from, to) = (across - height * light.high, across - height * light.low)
      let steps = s > last - 1e-6 * radius ? 10 : 8
      if height < 0.75 * radius {
        // The lower the corner is, the sharper is its shadow. The last row is beyond it, so that no
        // cell joins it to the light at a distant row.
        let count = max(min(steps, Int((to - from) / least)), 1)
        let step = max((to - from) / Double(count), least)
        for index in 0...count { low.append(from + step * Double(index)) }
      } else {
        spread(from, to, steps)
      }
    }
    // The shadow on the rising paper ends at the silhouette.
    let gapLines = inset.map { self.gapLines(curl, inset: $0) } ?? []
    settleRows(
      apart: max(0.2 * shadow.spread * radius, least), atLeast: least, keeping: [reach] + gapLines,
      tangents, low)
    if curl.isStraight { doubleRows(gapLines) }
    lines.removeAll { abs($0) < least || abs($0 - least) < least }
    lines.insert(contentsOf: [0, least], at: lines.firstIndex { $0 > 0 } ?? lines.count)
  }

  /// Returns the lines at which the gap begins, turns and ends.
  private func gapLines(_ curl: CurlGeometry, inset: Double) -> [Double] {
    let corners = curl.corners(margin: -inset).compactMap { corner -> Double? in
      let s = curl.distance(of: corner)
      return s > curl.turn / 2 ? curl.profile(at: s).along : nil
    }
    return corners + [curl.silhouette(inset: inset)]
  }

  /// Sorts the rows, thins them where they are less than `apart` apart, and adds those of `kept`
  /// that are at least `least` apart.
  ///
  /// Drivers round places to 1/256 of a pixel, but not the places from which they interpolate. In a
  /// triangle narrower than that, a pixel gets a value far from those at its corners.
  private mutating func settleRows(
    apart: Double, atLeast least: Double, keeping kept: [Double], _ tangents: [Double] = [],
    _ low: [Double] = []
  ) {
    lines.thin(apart: apart)
    var fixed = kept
    fixed.thin(apart: least)
    // These may be near each other, where the rising paper is near the ground.
    var dense = tangents
    dense.thin(apart: max(apart / 5, least))
    lines.removeAll { line in dense.contains { abs(line - $0) < apart / 5 } }
    lines += dense
    var low = low
    low.thin(apart: least)
    lines.removeAll { line in low.contains { abs(line - $0) < least } }
    lines += low
    lines.removeAll { line in fixed.contains { abs(line - $0) < least } }
    lines += fixed
    lines.sort()
    assert(lines.count <= Self.mostRows)
  }
}

extension CurlGeometry {
  /// Returns the distance beyond the contact line, in page pixels, up to which the falling back
  /// certainly covers whole pixels, for an inset as of the paper's edges.
  fileprivate func silhouette(inset: Double) -> Double { max(reach - inset, 0) }

  /// Returns the part of the ground at `distance` beyond the contact line that the back hides, as
  /// places along the fold.
  fileprivate func hidden(at distance: Double, inset: Double) -> ClosedRange<Double>? {
    guard distance <= silhouette(inset: inset) else { return nil }
    let s = distance > 0 ? rising(to: distance) : distance
    return chord(at: contactOffset + turn - s, margin: -inset)
  }
}

extension [Double] {
  /// Sorts the values and removes those that are less than `least` above the one before.
  fileprivate mutating func thin(apart least: Double) {
    sort()
    var last = -Double.infinity
    removeAll { value in
      guard value - last >= least else { return true }
      last = value
      return false
    }
  }
}

extension ClosedRange<Double> {
  /// Returns the smallest range that contains both.
  fileprivate func union(_ other: Self) -> Self {
    Swift.min(lowerBound, other.lowerBound)...Swift.max(upperBound, other.upperBound)
  }
}
