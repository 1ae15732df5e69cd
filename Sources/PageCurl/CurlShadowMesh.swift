import Glibc

/// The vertices at which the shadow is worked out: a grid along and across the cylinder, dense where the
/// shadow changes.
///
/// Vertices are (distance beyond the contact line, place along the cylinder). There are always as many, so
/// that one index buffer serves every frame.
struct CurlShadowMesh {
  /// Lines of equal distance from the contact line.
  static let rows = 128
  /// Lines across the cylinder.
  static let columns = 64

  /// Row by row.
  private(set) var vertices: [SIMD2<Float>] = []
  private var lines: [Double] = []

  /// Two triangles for each cell of the grid.
  static var indices: [UInt16] {
    var indices: [UInt16] = []
    for row in 0..<(rows - 1) {
      for column in 0..<(columns - 1) {
        let corner = UInt16(row * columns + column)
        let above = corner + UInt16(columns)
        indices += [corner, corner + 1, above, above, corner + 1, above + 1]
      }
    }
    return indices
  }

  /// The whole grid, as positions in ``indices``.
  var indexRange: Range<Int> { 0..<((Self.rows - 1) * (Self.columns - 1) * 6) }

  /// The rows over the cylinder's lower quarter.
  func raisedIndexRange(_ curl: CurlGeometry) -> Range<Int> {
    let inside = lines.indices.filter { lines[$0] > 0 && lines[$0] <= curl.radius }
    guard let first = inside.first, let last = inside.last, last > first else { return 0..<0 }
    let row = (Self.columns - 1) * 6
    return (first * row)..<(last * row)
  }

  /// Places the vertices anew, reusing memory; none if the sheet casts no shadow.
  mutating func build(_ curl: CurlGeometry, _ shadow: CurlShadow) {
    vertices.removeAll(keepingCapacity: true)
    let end = curl.extent.upperBound - curl.contact
    guard curl.radius > 0, end > 0 else {
      lines.removeAll(keepingCapacity: true)
      return
    }
    let across = columnPlaces(curl, shadow)
    placeRows(curl, shadow)
    for row in lines {
      for column in across { vertices.append(SIMD2(Float(row), Float(column))) }
    }
  }

  /// The slopes of the light along `way`, as far as they count: a little over three standard deviations.
  private static func slopes(
    _ shadow: CurlShadow, along way: SIMD2<Double>
  ) -> (low: Double, high: Double) {
    let middle = (shadow.slope * way).sum()
    return (middle - 3.2 * shadow.spread, middle + 3.2 * shadow.spread)
  }

  private mutating func placeRows(_ curl: CurlGeometry, _ shadow: CurlShadow) {
    lines.removeAll(keepingCapacity: true)
    let radius = curl.radius
    let light = Self.slopes(shadow, along: curl.lift)
    func spread(_ from: Double, _ to: Double, _ count: Int) {
      for step in 0...count { lines.append(from + (to - from) * Double(step) / Double(count)) }
    }
    // The shadow jumps at the contact line: a row on either side.
    lines += [-1e-5 * radius, 1e-5 * radius]
    spread(0.1 * radius, 0.9 * radius, 8)
    // Beyond the cylinder until the tangent to it, (R² − d²)/2Rd, is flatter than any light; denser near
    // the cylinder, where the shadow is sharper.
    let far = radius * ((light.low * light.low + 1).squareRoot() - light.low)
    for step in 0...24 {
      let share = Double(step) / 24
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
      let steps = s > last - 1e-6 * radius ? 18 : 6
      spread(across - height * light.high, across - height * light.low, steps)
    }
    lines.sort()
    settleRows()
  }

  /// Brings the rows to their fixed number: the widest gaps are halved, the narrowest closed.
  private mutating func settleRows() {
    while lines.count > Self.rows {
      var narrowest = 1
      for index in 1..<(lines.count - 1)
      where lines[index + 1] - lines[index] < lines[narrowest + 1] - lines[narrowest] {
        narrowest = index
      }
      lines.remove(at: narrowest)
    }
    while lines.count < Self.rows {
      var widest = 0
      for index in 0..<(lines.count - 1)
      where lines[index + 1] - lines[index] > lines[widest + 1] - lines[widest] { widest = index }
      lines.insert((lines[widest] + lines[widest + 1]) / 2, at: widest + 1)
    }
  }

  private func columnPlaces(_ curl: CurlGeometry, _ shadow: CurlShadow) -> [Double] {
    let light = Self.slopes(shadow, along: curl.axis)
    let height = 2 * curl.radius
    let ends = curl.corners.map { ($0 * curl.axis).sum() }
    let (low, high) = (ends.min() ?? 0, ends.max() ?? 0)
    // High paper throws its edge as far as the light is slanted, paper near the ground straight down.
    func reach(_ edge: Double) -> (Double, Double) {
      (min(edge, edge - height * light.high), max(edge, edge - height * light.low))
    }
    func spread(_ from: Double, _ to: Double, _ count: Int) -> [Double] {
      (0..<count).map { from + (to - from) * Double($0) / Double(count - 1) }
    }
    let (first, last) = (reach(low), reach(high))
    // Sides along the travel throw straight lines: all columns go where those are. Askew they sweep.
    let straight = curl.lift.x == 0 || curl.lift.y == 0
    guard straight, first.1 < last.0 else { return spread(first.0, last.1, Self.columns) }
    return spread(first.0, first.1, Self.columns / 2) + spread(last.0, last.1, Self.columns / 2)
  }
}
