import Glibc

/// The vertices at which the shadow is worked out: a grid along and across the cylinder, dense where the
/// shadow changes, and with a gap where the sheet's back hides the ground.
///
/// Vertices are (distance beyond the contact line, place along the cylinder). One index buffer serves every
/// frame.
struct CurlShadowMesh {
  /// Lines of equal distance from the contact line: as many as there may be.
  static let mostRows = 80
  /// Lines across the cylinder: half of them on either side of the gap.
  static let columns = 20

  /// Row by row.
  private(set) var vertices: [SIMD2<Float>] = []
  /// The rows that have the gap.
  private(set) var gap = 0..<0
  /// The rows over the cylinder's lower quarter; none where the back hides all of it.
  private(set) var raised = 0..<0
  /// All rows; none if the sheet casts no shadow.
  var rows: Range<Int> { vertices.isEmpty ? 0..<0 : 0..<lines.count }
  private var lines: [Double] = []

  /// Two triangles for each cell of the grid: row by row those on either side of the gap, then row by row
  /// those in it.
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

  /// The cells between a range of rows, as positions in ``indices``.
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

  /// Places the vertices anew, reusing memory; none if the sheet casts no shadow.
  ///
  /// - Parameter inset: how far inside its edges the back hides the ground, page pixels; `nil` where
  ///   something is seen through it.
  mutating func build(_ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy inset: Double?) {
    vertices.removeAll(keepingCapacity: true)
    (gap, raised) = (0..<0, 0..<0)
    let end = curl.extent.upperBound - curl.contact
    guard curl.radius > 0, end > 0, shadow.strength(for: curl) > 0 else { return }
    let columns = Columns(curl, shadow)
    let isCovered =
      columns.isStraight && inset.map { end - $0 >= .pi * curl.radius } ?? false
    placeRows(curl, shadow, inset)
    for (index, row) in lines.enumerated() {
      let hidden = inset.flatMap { curl.hidden(at: row, inset: $0) }
      if hidden != nil { gap = (gap.isEmpty ? index : gap.lowerBound)..<(index + 1) }
      if row > 0, row <= curl.radius, !isCovered {
        raised = (raised.isEmpty ? index : raised.lowerBound)..<(index + 1)
      }
      let reach = columns.reach(on: row)
      for column in 0..<Self.columns {
        let place = columns.place(of: column, on: reach, around: hidden)
        vertices.append(SIMD2(Float(row), Float(place)))
      }
    }
    // The index buffer names the vertices of as many rows as there may be.
    let unused = (Self.mostRows - lines.count) * Self.columns
    vertices.append(contentsOf: repeatElement(.zero, count: unused))
  }

  /// How many standard deviations the light reaches from its middle: what is left beyond is less than half a
  /// step of 8-bit colour where the shadow is half black.
  fileprivate static let lightReach = 2.7

  /// The slopes of the light along `way`, as far as they count.
  fileprivate static func slopes(
    _ shadow: CurlShadow, along way: SIMD2<Double>
  ) -> (low: Double, high: Double) {
    let middle = (shadow.slope * way).sum()
    return (middle - lightReach * shadow.spread, middle + lightReach * shadow.spread)
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
    // Beyond the cylinder until the tangent to it, (R² − d²)/2Rd, is flatter than any light; denser near
    // the cylinder, where the shadow is sharper.
    let far = radius * ((light.low * light.low + 1).squareRoot() - light.low)
    for step in 0...12 {
      let share = Double(step) / 12
      lines.append(radius + max(far - radius, 0.5 * radius) * share * share)
    }
    // Before the contact line the sheet's end, thrown by every slope of the light. The corners between
    // change the shadow less abruptly.
    let turn = .pi * radius
    let last = curl.extent.upperBound - curl.contact
    for corner in curl.corners {
      let s = curl.distance(of: corner)
      guard s > 0 else { continue }
      let bend = min(s / radius, .pi)
      let across = s < turn ? radius * sin(bend) : turn - s
      let height = radius * (1 - cos(bend))
      let steps = s > last - 1e-6 * radius ? 8 : 4
      spread(across - height * light.high, across - height * light.low, steps)
    }
    // The shadow jumps at the contact line: a row on either side.
    settleRows(
      apart: 0.5 * shadow.spread * radius,
      keeping: [-1e-5 * radius, 1e-5 * radius] + (inset.map { gapLines(curl, inset: $0) } ?? []))
  }

  /// The lines at which the gap begins, changes its way and ends, each with its neighbours: an edge
  /// along the cylinder begins or ends the gap at a stroke.
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

  /// Sorts the rows, thins them where they are less than `least` apart, and adds `kept` to them; were they
  /// too many, the narrowest gaps are closed.
  private mutating func settleRows(apart least: Double, keeping kept: [Double]) {
    lines.sort()
    var last = -Double.infinity
    lines.removeAll { line in
      guard line - last >= least else { return true }
      last = line
      return false
    }
    while lines.count + kept.count > Self.mostRows {
      var narrowest = 1
      for index in 1..<(lines.count - 1)
      where lines[index + 1] - lines[index] < lines[narrowest + 1] - lines[narrowest] {
        narrowest = index
      }
      lines.remove(at: narrowest)
    }
    lines += kept
    lines.sort()
  }
}

/// Where the columns of a ``CurlShadowMesh`` go.
private struct Columns {
  /// The places that the lower and the upper half of the columns are spread over.
  typealias Reach = (low: ClosedRange<Double>, high: ClosedRange<Double>)

  private let curl: CurlGeometry
  /// The light's middle slope along the lift and along the cylinder.
  private let slope: SIMD2<Double>
  /// How far from there its slopes count.
  private let reach: Double
  /// Where all columns go if the sheet's sides lie along the travel and throw straight lines. Askew they sweep, and
  /// the columns go everywhere.
  private let straight: Reach?
  /// Whether the sheet's sides lie above one another.
  let isStraight: Bool

  init(_ curl: CurlGeometry, _ shadow: CurlShadow) {
    self.curl = curl
    slope = SIMD2((shadow.slope * curl.lift).sum(), (shadow.slope * curl.axis).sum())
    reach = CurlShadowMesh.lightReach * shadow.spread
    isStraight = curl.lift.x == 0 || curl.lift.y == 0
    guard isStraight else {
      straight = nil
      return
    }
    let ends = curl.corners.map { ($0 * curl.axis).sum() }
    let light = CurlShadowMesh.slopes(shadow, along: curl.axis)
    let height = 2 * curl.radius
    // High paper throws its edge as far as the light is slanted, paper near the ground straight down.
    func thrown(_ edge: Double) -> ClosedRange<Double> {
      min(edge, edge - height * light.high)...max(edge, edge - height * light.low)
    }
    let both = (thrown(ends.min() ?? 0), thrown(ends.max() ?? 0))
    straight = both.0.upperBound < both.1.lowerBound ? both : nil
  }

  /// Where the columns go on a line: as far as paper throws its shadow there.
  func reach(on line: Double) -> Reach {
    if let straight { return straight }
    let radius = curl.radius
    var low = Double.infinity
    var high = -Double.infinity
    func add(_ s: Double, margin: Double, height: Double, width: Double) {
      guard let chord = curl.chord(at: curl.contact + s, margin: margin) else { return }
      low = min(low, chord.lowerBound - height * slope.y - width)
      high = max(high, chord.upperBound - height * slope.y + width)
    }
    // Level paper: its edges, thrown by a round light, are as far outwards on all sides.
    let thrown = line + 2 * radius * slope.x
    if thrown < 2 * radius * reach {
      add(.pi * radius - thrown, margin: 2 * radius * reach, height: 2 * radius, width: 0)
    }
    let steps = 12
    for step in 1...steps {
      let bend = .pi * Double(step) / Double(steps)
      let height = radius * (1 - cos(bend))
      let off = (radius * sin(bend) - line) / height - slope.x
      guard abs(off) < reach else { continue }
      add(
        radius * bend, margin: 0, height: height,
        width: height * (reach * reach - off * off).squareRoot())
    }
    if low > high {
      // No paper: the columns need only be in order.
      low = (0.5 * SIMD2(curl.width, curl.height) * curl.axis).sum()
      high = low
    }
    // Both halves end in the middle: a cell there would be cut from one of its corners, which its mirror
    // image is not.
    let parting = 0.5 * (low + high)
    return (low...parting, parting...high)
  }

  /// The place of a column along the cylinder, on a line of which the back hides a part.
  func place(of column: Int, on reach: Reach, around hidden: ClosedRange<Double>?) -> Double {
    let half = CurlShadowMesh.columns / 2
    let isLow = column < half
    var range = isLow ? reach.low : reach.high
    let share = Double(isLow ? column : column - half) / Double(half - 1)
    if let hidden {
      let edge = isLow ? hidden.lowerBound : hidden.upperBound
      // Askew the columns share what is left; else they stay, as far as there is room.
      if isLow {
        let end = straight != nil && column < half - 1 ? min(range.upperBound, edge) : edge
        range = min(range.lowerBound, end)...end
      } else {
        let start = straight != nil && column > half ? max(range.lowerBound, edge) : edge
        range = start...max(range.upperBound, start)
      }
    }
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }
}

extension CurlGeometry {
  /// The distance beyond the contact line up to which the falling back surely covers whole pixels, page
  /// pixels, for an inset as of the paper's edges.
  fileprivate func silhouette(inset: Double) -> Double { max(radius - inset, 0) }

  /// What the back hides of the ground at `distance` beyond the contact line, as places along the cylinder.
  fileprivate func hidden(at distance: Double, inset: Double) -> ClosedRange<Double>? {
    guard distance <= silhouette(inset: inset) else { return nil }
    let s =
      distance > 0 ? radius * (.pi - asin(min(distance / radius, 1))) : .pi * radius - distance
    return chord(at: contact + s, margin: -inset)
  }
}
