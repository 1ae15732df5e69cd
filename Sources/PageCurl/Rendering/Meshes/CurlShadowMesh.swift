import GLMath
import Glibc

/// The vertices at which the shadow is computed: a grid along and across the cylinder, dense where
/// the shadow changes, and with a gap where the sheet's back hides the ground.
///
/// Vertices are (distance beyond the contact line, place along the cylinder). One index buffer
/// serves every frame.
struct CurlShadowMesh {
  /// The most lines of equal distance from the contact line: 5 over the rising paper, 13 beyond the
  /// cylinder, 9 for each of 4 corners, 3 at the contact line and the silhouette, and 2 for each of
  /// the gap's 5 lines make 67.
  static let mostRows = 67
  /// The number of lines across the cylinder, half of them on either side of the gap. With these
  /// rows and columns the shadow is within an RMS error of 3/255 of one found by casting rays
  /// (`theShadowIsThatOfAnAreaLight`).
  static let columns = 24

  /// Row by row.
  private(set) var vertices: [SIMD2<Float>] = []
  /// The rows that have the gap.
  private(set) var gap = 0..<0
  /// The rows over the cylinder's lower quarter; none if the back hides all of it.
  private(set) var raised = 0..<0
  /// All rows; none if the sheet casts no shadow.
  var rows: Range<Int> { vertices.isEmpty ? 0..<0 : 0..<lines.count }
  private var lines: [Double] = []
  private var columns = Columns()

  /// Two triangles for each cell of the grid: first those on either side of the gap, row by row,
  /// then those in it, row by row.
  static var indices: [UInt16] {
    let middle = columns / 2 - 1
    func cells(_ columns: [Int]) -> [UInt16] {
      (0..<(mostRows - 1)).flatMap { row in
        columns.flatMap { column -> [UInt16] in
          let corner = UInt16(row * Self.columns + column)
          let above = corner + UInt16(Self.columns)
          // Mirrored on the other side of the gap, so that mirrored curls have mirrored shadows.
          return column <= middle
            ? [corner, corner + 1, above, above, corner + 1, above + 1]
            : [corner + 1, above + 1, corner, corner, above + 1, above]
        }
      }
    }
    return cells((0..<(columns - 1)).filter { $0 != middle }) + cells([middle])
  }

  /// Returns the cells between a range of rows, as positions in ``indices``.
  func cells(_ rows: Range<Int>) -> [Range<Int>] {
    guard rows.count > 1 else { return [] }
    let (first, last) = (rows.lowerBound, rows.upperBound - 1)
    let sides = (Self.columns - 2) * 6
    let middles = (Self.mostRows - 1) * sides
    func middle(_ from: Int, _ to: Int) -> [Range<Int>] {
      from < to ? [(middles + from * 6)..<(middles + to * 6)] : []
    }
    // A cell in the gap is left out if both of its rows have the gap.
    let closed =
      gap.count > 1
      ? middle(first, min(gap.lowerBound, last))
        + middle(max(gap.upperBound - 1, first), last) : middle(first, last)
    return [(first * sides)..<(last * sides)] + closed
  }

  /// Places the vertices again, reusing memory; none if the sheet casts no shadow.
  ///
  /// - Parameters:
  ///   - inset: How far inside its edges the back hides the ground, in page pixels; `nil` if
  ///     something is visible through it.
  ///   - pixel: The size of a target pixel in page pixels.
  mutating func build(
    _ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy inset: Double?, pixel: Double
  ) {
    vertices.removeAll(keepingCapacity: true)
    (gap, raised) = (0..<0, 0..<0)
    let end = curl.extent.upperBound - curl.contactOffset
    guard curl.radius > 0, end > 0, shadow.strength(for: curl) > 0 else { return }
    columns = Columns(curl, shadow)
    let isCovered =
      curl.isStraight && inset.map { end - $0 >= .pi * curl.radius } ?? false
    placeRows(curl, shadow, inset, pixel)
    let hidden = inset.map { inset in
      lines.indices.map { curl.hidden(at: lines[$0] + side(of: $0, curl), inset: inset) }
    }
    let (first, last) = (hidden?.firstIndex { $0 != nil }, hidden?.lastIndex { $0 != nil })
    if let first, let last { gap = first..<(last + 1) }
    let foremost = curl.isStraight ? nil : inset.flatMap { curl.foremost(inset: $0) }
    for (index, row) in lines.enumerated() {
      if row > 0, row <= curl.radius, !isCovered {
        raised = (raised.isEmpty ? index : raised.lowerBound)..<(index + 1)
      }
      var part = hidden?[index]
      if part == nil, let hidden, let first, let last, let foremost {
        // Thin cells must not be sheared: the columns meet where the gap begins, and close slowly,
        // over a radius, where it ends.
        part =
          index < first
          ? foremost...foremost
          : hidden[last]?.narrowed(by: min((row - lines[last]) / curl.radius, 1))
      }
      for column in 0..<Self.columns {
        vertices.append(SIMD2(Float(row), Float(columns.place(of: column, around: part))))
      }
    }
    // The index buffer refers to the vertices of the most rows.
    let unused = (Self.mostRows - lines.count) * Self.columns
    vertices.append(contentsOf: repeatElement(.zero, count: unused))
  }

  /// Returns the slopes of the light along `way` within 2.7 standard deviations. The 0.35 % beyond
  /// them on one side is less than half a step of 8-bit color if the shadow is half black.
  fileprivate static func slopes(
    _ shadow: CurlShadow, along way: SIMD2<Double>
  ) -> (low: Double, high: Double) {
    let middle = shadow.slope.dot(way)
    return (middle - 2.7 * shadow.spread, middle + 2.7 * shadow.spread)
  }

  /// Returns the way from a row to the ground that it stands for. Of two rows in the same place,
  /// one stands for the ground before it and one for that behind it.
  private func side(of row: Int, _ curl: CurlGeometry) -> Double {
    if abs(lines[row]) < 2e-5 * curl.radius { return -lines[row] }
    if row + 1 < lines.count, lines[row + 1] == lines[row] { return -1e-4 }
    return row > 0 && lines[row - 1] == lines[row] ? 1e-4 : 0
  }

  private mutating func placeRows(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ inset: Double?, _ pixel: Double
  ) {
    lines.removeAll(keepingCapacity: true)
    let radius = curl.radius
    let light = Self.slopes(shadow, along: curl.lift)
    func spread(_ from: Double, _ to: Double, _ count: Int) {
      for step in 0...count { lines.append(from + (to - from) * Double(step) / Double(count)) }
    }
    spread(0.1 * radius, 0.9 * radius, 4)
    // Beyond the cylinder until the slope of the tangent to it, (R² − d²)/2Rd, is less than any of
    // the light's; denser near the cylinder, where the shadow is sharper.
    let far = radius * ((light.low * light.low + 1).squareRoot() - light.low)
    for step in 0...12 {
      let share = Double(step) / 12
      lines.append(radius + max(far - radius, 0.5 * radius) * share * share)
    }
    // Before the contact line the sheet's end, projected by every slope of the light. The other
    // corners change the shadow less abruptly.
    let turn = .pi * radius
    let last = curl.extent.upperBound - curl.contactOffset
    for corner in curl.corners {
      let s = curl.distance(of: corner)
      guard s > 0 else { continue }
      let bend = min(s / radius, .pi)
      let across = s < turn ? radius * sin(bend) : turn - s
      let height = radius * (1 - cos(bend))
      let steps = s > last - 1e-6 * radius ? 8 : 4
      spread(across - height * light.high, across - height * light.low, steps)
    }
    // The shadow on the rising paper ends at the silhouette.
    let gapLines = inset.map { self.gapLines(curl, inset: $0) } ?? []
    settleRows(
      apart: 0.5 * shadow.spread * radius, atLeast: pixel / 4, keeping: [radius] + gapLines)
    // An edge along the cylinder begins or ends the gap abruptly: two rows in the same place.
    for line in curl.isStraight ? gapLines : [] {
      if let index = lines.firstIndex(of: line) { lines.insert(line, at: index) }
    }
    // The shadow changes abruptly at the contact line, so there is a row on either side, which
    // shadow.vert puts into the same place.
    lines.removeAll { abs($0) < pixel / 4 }
    lines.insert(
      contentsOf: [-1e-5 * radius, 1e-5 * radius], at: lines.firstIndex { $0 > 0 } ?? lines.count)
  }

  /// Returns the lines at which the gap begins, turns and ends.
  private func gapLines(_ curl: CurlGeometry, inset: Double) -> [Double] {
    let corners = curl.corners(margin: -inset).compactMap { corner -> Double? in
      let bend = curl.distance(of: corner) / curl.radius
      guard bend > .pi / 2 else { return nil }
      return bend < .pi ? curl.radius * sin(bend) : curl.radius * (.pi - bend)
    }
    return corners + [curl.silhouette(inset: inset)]
  }

  /// Sorts the rows, thins them where they are less than `apart` apart, and adds those of `kept`
  /// that are at least `least` apart.
  ///
  /// Drivers round places to 1/256 of a pixel, but not the places from which they interpolate. In a
  /// triangle narrower than that, a pixel gets a value far from those at its corners.
  private mutating func settleRows(
    apart: Double, atLeast least: Double, keeping kept: [Double]
  ) {
    lines.thin(apart: apart)
    var fixed = kept
    fixed.thin(apart: least)
    lines.removeAll { line in fixed.contains { abs(line - $0) < least } }
    lines += fixed
    lines.sort()
    assert(lines.count <= Self.mostRows)
  }
}

/// The places of the columns of a ``CurlShadowMesh``.
private struct Columns {
  /// The places that the lower and the upper half of the columns are spread over.
  private var low = 0.0...0.0
  private var high = 0.0...0.0
  /// Whether the sheet's sides lie along the travel. Their shadows are then straight lines, and all
  /// columns go there. The shadows of oblique sides sweep, and the columns go everywhere.
  private var isStraight = false

  init() {}

  init(_ curl: CurlGeometry, _ shadow: CurlShadow) {
    let light = CurlShadowMesh.slopes(shadow, along: curl.axis)
    let height = 2 * curl.radius
    let ends = curl.corners.map { $0.dot(curl.axis) }
    // The shadow of an edge is shifted by its height times the light's slope, and not at all near
    // the ground.
    func reach(_ edge: Double) -> ClosedRange<Double> {
      min(edge, edge - height * light.high)...max(edge, edge - height * light.low)
    }
    (low, high) = (reach(ends.min() ?? 0), reach(ends.max() ?? 0))
    isStraight =
      curl.isStraight && low.upperBound < high.lowerBound
    if !isStraight {
      // Both halves end in the middle. A cell there would be divided along one diagonal, and its
      // mirror image along the other.
      let middle = 0.5 * (low.lowerBound + high.upperBound)
      (low, high) = (low.lowerBound...middle, middle...high.upperBound)
    }
  }

  /// Returns the place of a column along the cylinder, on a line of which the back hides a part.
  func place(of column: Int, around hidden: ClosedRange<Double>?) -> Double {
    let half = CurlShadowMesh.columns / 2
    let isLow = column < half
    var range = isLow ? low : high
    let share = Double(isLow ? column : column - half) / Double(half - 1)
    if let hidden {
      let edge = isLow ? hidden.lowerBound : hidden.upperBound
      // Oblique, the columns share the rest of the line. Otherwise they stay if there is room.
      if isLow {
        let end = isStraight && column < half - 1 ? min(range.upperBound, edge) : edge
        range = min(range.lowerBound, end)...end
      } else {
        let start = isStraight && column > half ? max(range.lowerBound, edge) : edge
        range = start...max(range.upperBound, start)
      }
    }
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}

extension CurlGeometry {
  /// Returns the distance beyond the contact line, in page pixels, up to which the falling back
  /// certainly covers whole pixels, for an inset as of the paper's edges.
  fileprivate func silhouette(inset: Double) -> Double { max(radius - inset, 0) }

  /// Returns the place along the cylinder of the corner of the back that reaches furthest.
  fileprivate func foremost(inset: Double) -> Double? {
    corners(margin: -inset).max { distance(of: $0) < distance(of: $1) }?.dot(axis)
  }

  /// Returns the part of the ground at `distance` beyond the contact line that the back hides, as
  /// places along the cylinder.
  fileprivate func hidden(at distance: Double, inset: Double) -> ClosedRange<Double>? {
    guard distance <= silhouette(inset: inset) else { return nil }
    let s =
      distance > 0 ? radius * (.pi - asin(min(distance / radius, 1))) : .pi * radius - distance
    return chord(at: contactOffset + s, margin: -inset)
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
  /// Returns the range without a share of it, half of that on either side.
  fileprivate func narrowed(by share: Double) -> ClosedRange<Double> {
    let less = (upperBound - lowerBound) / 2 * share
    let low = lowerBound + less
    return low...Swift.max(low, upperBound - less)
  }
}
