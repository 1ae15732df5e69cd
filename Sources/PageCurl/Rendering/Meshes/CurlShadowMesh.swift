import GLMath
import Glibc

/// The vertices at which the shadow is computed: a grid along and across the cylinder, dense where
/// the shadow changes, and with a gap where the sheet's back hides the ground.
///
/// Vertices are (distance beyond the contact line, place along the cylinder). One index buffer
/// serves every frame.
struct CurlShadowMesh {
  /// The most lines of equal distance from the contact line: 5 over the rising paper, 13 beyond the
  /// cylinder, 9 for each of 4 corners, 3 at the contact line and the silhouette, and 3 for each of
  /// the gap's 5 lines make 72.
  static let mostRows = 72
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
  /// - Parameter inset: How far inside its edges the back hides the ground, in page pixels; `nil`
  ///   if something is visible through it.
  mutating func build(_ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy inset: Double?) {
    vertices.removeAll(keepingCapacity: true)
    (gap, raised) = (0..<0, 0..<0)
    let end = curl.extent.upperBound - curl.contactOffset
    guard curl.radius > 0, end > 0, shadow.strength(for: curl) > 0 else { return }
    columns = Columns(curl, shadow)
    let isCovered =
      curl.isStraight && inset.map { end - $0 >= .pi * curl.radius } ?? false
    placeRows(curl, shadow, inset)
    for (index, row) in lines.enumerated() {
      let hidden = inset.flatMap { curl.hidden(at: row, inset: $0) }
      if hidden != nil { gap = (gap.isEmpty ? index : gap.lowerBound)..<(index + 1) }
      if row > 0, row <= curl.radius, !isCovered {
        raised = (raised.isEmpty ? index : raised.lowerBound)..<(index + 1)
      }
      for column in 0..<Self.columns {
        vertices.append(SIMD2(Float(row), Float(columns.place(of: column, around: hidden))))
      }
    }
    // The index buffer refers to the vertices of the most rows.
    let unused = (Self.mostRows - lines.count) * Self.columns
    vertices.append(contentsOf: repeatElement(.zero, count: unused))
  }

  /// Returns the slopes of the light along `way` within 2.7 standard deviations. The 0.35 % beyond
  /// them on one side is less than half a step of 8-bit colour if the shadow is half black.
  fileprivate static func slopes(
    _ shadow: CurlShadow, along way: SIMD2<Double>
  ) -> (low: Double, high: Double) {
    let middle = shadow.slope.dot(way)
    return (middle - 2.7 * shadow.spread, middle + 2.7 * shadow.spread)
  }

  private mutating func placeRows(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ inset: Double?
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
    // The shadow changes abruptly at the contact line, so there is a row on either side. The shadow
    // on the rising paper ends at the silhouette.
    let kept = [-1e-5 * radius, 1e-5 * radius, radius]
    settleRows(
      apart: 0.5 * shadow.spread * radius,
      keeping: kept + (inset.map { gapLines(curl, inset: $0) } ?? []))
  }

  /// Returns the lines at which the gap begins, turns and ends, each with its neighbours: an edge
  /// along the cylinder begins or ends the gap abruptly.
  private func gapLines(_ curl: CurlGeometry, inset: Double) -> [Double] {
    let corners = curl.corners(margin: -inset).compactMap { corner -> Double? in
      let bend = curl.distance(of: corner) / curl.radius
      guard bend > .pi / 2 else { return nil }
      return bend < .pi ? curl.radius * sin(bend) : curl.radius * (.pi - bend)
    }
    return (corners + [curl.silhouette(inset: inset)]).flatMap { line in
      [-1e-4, 0, 1e-4].map { line + $0 }
    }
  }

  /// Sorts the rows, thins them where they are less than `least` apart, and adds `kept` to them.
  private mutating func settleRows(apart least: Double, keeping kept: [Double]) {
    lines.sort()
    var last = -Double.infinity
    lines.removeAll { line in
      guard line - last >= least else { return true }
      last = line
      return false
    }
    lines += kept
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

  /// Returns the part of the ground at `distance` beyond the contact line that the back hides, as
  /// places along the cylinder.
  fileprivate func hidden(at distance: Double, inset: Double) -> ClosedRange<Double>? {
    guard distance <= silhouette(inset: inset) else { return nil }
    let s =
      distance > 0 ? radius * (.pi - asin(min(distance / radius, 1))) : .pi * radius - distance
    return chord(at: contactOffset + s, margin: -inset)
  }
}
