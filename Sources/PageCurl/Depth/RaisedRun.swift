import GLMath

/// A part of a side of a raised page that faces the eye, between two of its rulings, whose edges
/// cover the texels of a layer in part.
///
/// Each ruling has one normal, so a silhouette is a ruling, and where a line of sight meets a page
/// twice, its back lies over its front: the page bends toward its front only.
struct RaisedRun {
  typealias Vertex = RuledMesh.Vertex

  /// The eye and the size of a layer's texel in page pixels.
  struct Grid {
    var eye: SIMD3<Double>
    var texel: Double

    /// Returns where a place is seen, in texels.
    func seen(_ place: SIMD3<Float>) -> SIMD2<Double> {
      SIMD3<Double>(place).seen(from: eye) / texel
    }

    /// Returns a vertex that is seen so many texels from another and lies as high.
    func moved(_ vertex: Vertex, by way: SIMD2<Double>) -> Vertex {
      var moved = vertex
      let z = Double(vertex.place.z)
      let shift = way * texel * (eye.z - z) / eye.z
      moved.place = SIMD3<Float>(SIMD3<Double>(vertex.place) + SIMD3(shift.x, shift.y, 0))
      return moved
    }
  }

  /// How a run begins or ends.
  enum End {
    /// Where other paper continues it.
    case seam
    /// At an edge of the page, a corner or a silhouette.
    case edge
    /// At a silhouette, below the page's other side: its rulings from the silhouette on.
    case below([Line])
  }

  /// A ruling: its vertices from one end of the paper to the other, and where these are seen.
  struct Line {
    var place: Double
    var vertices: [Vertex]
    var low: SIMD2<Double>
    var high: SIMD2<Double>
    /// How far from its ends edges cover texels in part.
    var inset = SIMD2<Double>(repeating: 1)

    init(place: Double, _ vertices: [Vertex], _ grid: Grid) {
      self.place = place
      self.vertices = vertices
      low = grid.seen(vertices[0].place)
      high = grid.seen(vertices[vertices.count - 1].place)
    }

    var middle: SIMD2<Double> { (low + high) / 2 }
    var length: Double { (high - low).length }
  }

  /// A line on the target: the distance of a point from it is `normal · point − offset`.
  private struct Border {
    var normal: SIMD2<Double>
    var offset: Double
    /// How far it is moved inward, below what hides it there.
    var hidden = 0.0
    /// The direction along it, and the places in this direction between which it is hidden.
    var way = SIMD2<Double>.zero
    var part = SIMD2<Double>.zero

    static let far = Border(normal: .zero, offset: -1e3)

    /// - Parameter inside: A direction to the inner side.
    init(from one: SIMD2<Double>, along way: SIMD2<Double>, inside: SIMD2<Double>) {
      let across = SIMD2(-way.y, way.x) / max(way.length, 1e-12)
      normal = across.dot(inside) < 0 ? -across : across
      offset = normal.dot(one)
    }

    private init(normal: SIMD2<Double>, offset: Double) {
      (self.normal, self.offset) = (normal, offset)
    }

    func distance(_ place: SIMD2<Double>) -> Double { normal.dot(place) - offset - hidden }
  }

  private let grid: Grid
  private var lines: [Line]
  /// The lines at which it begins and ends.
  private var borders = (low: Border.far, high: Border.far)
  /// The first and the last ruling at which it covers all of a texel.
  private var whole: ClosedRange<Int>
  /// Whether its edge covers texels in part beyond the first and the last ruling.
  private let isOpen: (low: Bool, high: Bool)

  /// - Parameters:
  ///   - lines: Two or more of its rulings in order.
  ///   - line: Returns the ruling at a place.
  init(
    _ lines: [Line], from low: End, to high: End, on grid: Grid, line: (Double) -> Line
  ) {
    self.grid = grid
    self.lines = lines
    whole = 0...lines.count - 1
    func isOpen(_ end: End) -> Bool { if case .edge = end { true } else { false } }
    self.isOpen = (isOpen(low), isOpen(high))
    borders.low = border(low, lines[0])
    borders.high = border(high, lines[lines.count - 1])
    // The first and the last ruling that are a texel from the run's ends.
    let first = inner(from: 0, by: 1, borders.low, line)
    let last = inner(from: self.lines.count - 1, by: -1, borders.high, line)
    whole = first <= last ? first...last : first...first
    for index in self.lines.indices {
      setInset(index)
      let line = self.lines[index]
      for border in [borders.low, borders.high]
      where border.hidden > 0 && border.distance(line.middle) < 1.5 {
        let shown = SIMD2(
          border.part.x - line.low.dot(border.way), line.high.dot(border.way) - border.part.y)
        self.lines[index].inset = pointwiseMax(self.lines[index].inset, shown)
      }
    }
  }

  /// Returns the border at a ruling where the run ends.
  private func border(_ end: End, _ line: Line) -> Border {
    // At a corner the rulings' ends are the border.
    guard line.length > 0.01 else { return .far }
    let inside = lines.reduce(SIMD2.zero) { $0 + ($1.middle - line.middle) }
    var border = Border(from: line.low, along: line.high - line.low, inside: inside)
    switch end {
    case .seam: return .far
    case .edge: break
    case .below(let others):
      func width(_ other: Line) -> Double { border.distance(other.middle) }
      guard
        let over = others.first(where: { width($0) >= 1.5 })
          ?? others.max(by: { width($0) < width($1) })
      else { break }
      // At its ends the edges of both sides touch the silhouette, and neither hides the other.
      let way = (line.high - line.low) / line.length
      border.way = way
      border.part = SIMD2(over.low.dot(way) + 1, over.high.dot(way) - 1)
      border.hidden = min(max(width(over) - 0.5, 0), 1)
    }
    return border
  }

  /// Inserts the ruling from which on the run is a texel from its border, and returns its number.
  private mutating func inner(
    from start: Int, by step: Int, _ border: Border, _ line: (Double) -> Line
  ) -> Int {
    func isInside(_ line: Line) -> Bool {
      min(border.distance(line.low), border.distance(line.high)) >= 1
    }
    var index = start
    while lines.indices.contains(index), !isInside(lines[index]) { index += step }
    guard lines.indices.contains(index) else { return step > 0 ? lines.count - 1 : 0 }
    guard index != start else { return index }
    var (out, inside) = (lines[index - step].place, lines[index].place)
    for _ in 0..<12 {
      let middle = (out + inside) / 2
      if isInside(line(middle)) { inside = middle } else { out = middle }
    }
    let place = step > 0 ? index : index + 1
    lines.insert(line(inside), at: place)
    return place
  }

  /// Notes how far from a ruling's ends the edges that meet there cover texels in part.
  private mutating func setInset(_ index: Int) {
    let line = lines[index]
    let way = direction(index)
    func needed(_ end: KeyPath<Line, SIMD2<Double>>) -> Double {
      [index - 1, index + 1].filter(lines.indices.contains).reduce(1) { most, next in
        let edge = lines[next][keyPath: end] - line[keyPath: end]
        let length = edge.length
        let across = abs(way.x * edge.y - way.y * edge.x)
        return max(most, min(length / max(across, 1e-9), 1 + length))
      }
    }
    lines[index].inset = SIMD2(needed(\.low), needed(\.high))
  }

  /// Returns the direction in which a ruling is seen, from its low end to its high one.
  private func direction(_ index: Int) -> SIMD2<Double> {
    func isSeen(_ index: Int) -> Bool { lines[index].length > 0.01 }
    let nearest =
      isSeen(index)
      ? index : lines.indices.filter(isSeen).min { abs($0 - index) < abs($1 - index) }
    guard let line = nearest.map({ lines[$0] }) else { return SIMD2(1, 0) }
    return (line.high - line.low) / line.length
  }

  /// A vertex and where it is seen.
  private typealias Corner = (vertex: Vertex, seen: SIMD2<Double>)

  /// Returns the corners on a ruling, from beyond one of its ends to beyond the other.
  private func corners(_ index: Int) -> [Corner] {
    let line = lines[index]
    let way = direction(index)
    let length = max(line.length, 1e-9)
    let (first, last) = (line.vertices[0], line.vertices[line.vertices.count - 1])
    let span = last.place - first.place
    let least = min(line.inset.x / length, 0.5)
    let most = 1 - min(line.inset.y / length, 0.5)
    let inner = line.vertices.map { vertex -> Corner in
      let share = Double(
        ((vertex.place - first.place) * span).sum() / max((span * span).sum(), 1e-12))
      let part = Float(min(max(share, least), most))
      var moved = vertex
      moved.place = first.place + part * span
      moved.paper = first.paper + part * (last.paper - first.paper)
      return (moved, grid.seen(moved.place))
    }
    func outer(_ vertex: Vertex, _ pad: Double) -> Corner {
      var moved = grid.moved(vertex, by: pad * way)
      if length > 1 { moved.paper += Float(pad / length) * (last.paper - first.paper) }
      return (moved, grid.seen(moved.place))
    }
    return [outer(first, -min(line.inset.x, 4))] + inner + [outer(last, min(line.inset.y, 4))]
  }

  /// Returns the strip in which it covers texels entirely, as pairs of vertices for each two
  /// rulings, and the triangles along its edges.
  func cut() -> (strips: [[(Vertex, Vertex)]], edges: [Vertex]) {
    var rows = lines.indices.map(corners)
    var ends = lines.indices.dropLast().map { (first: $0, next: $0 + 1) }
    var whole = whole.lowerBound..<whole.upperBound
    func beyond(_ index: Int, _ border: Border, _ other: Int) -> [Corner] {
      var out = -border.normal
      if out == .zero {
        let way = direction(index)
        out = -Border(
          from: .zero, along: way, inside: lines[other].middle - lines[index].middle
        ).normal
      }
      return rows[index].map { corner in
        let moved = grid.moved(corner.vertex, by: out)
        return (moved, grid.seen(moved.place))
      }
    }
    if isOpen.high {
      rows.append(beyond(lines.count - 1, borders.high, 0))
      ends.append(ends[ends.count - 1])
    }
    if isOpen.low {
      rows.insert(beyond(0, borders.low, lines.count - 1), at: 0)
      ends.insert(ends[0], at: 0)
      whole = whole.lowerBound + 1..<whole.upperBound + 1
    }
    var strips: [[(Vertex, Vertex)]] = []
    var edges: [Vertex] = []
    for (strip, (first, next)) in ends.enumerated() {
      let (one, other) = (lines[first], lines[next])
      func border(_ from: SIMD2<Double>, _ to: SIMD2<Double>, _ inside: SIMD2<Double>) -> Border {
        var way = to - from
        if way.length < 1e-6 { way = other.middle - one.middle }
        return Border(from: from, along: way, inside: inside)
      }
      let inward = one.high + other.high - one.low - other.low
      let low = border(one.low, other.low, inward)
      let high = border(one.high, other.high, -inward)
      func put(_ corner: Corner, _ isOuter: Bool) -> Vertex {
        func distance(_ border: Border) -> Double {
          border.distance(corner.seen) + (isOuter ? 2 * border.hidden : 0)
        }
        var vertex = corner.vertex
        vertex.inside = SIMD4<Float>(
          SIMD4(
            low.distance(corner.seen), high.distance(corner.seen), distance(borders.low),
            distance(borders.high)))
        return vertex
      }
      let (here, there) = (rows[strip], rows[strip + 1])
      let isWhole = whole.contains(strip)
      for row in here.indices.dropLast() where !isWhole || row == 0 || row == here.count - 2 {
        let four = [row, row + 1].flatMap { row -> [Vertex] in
          let isOuter = row == 0 || row == here.count - 1
          return [put(here[row], isOuter), put(there[row], isOuter)]
        }
        edges += [0, 1, 2, 2, 1, 3].map { four[$0] }
      }
      if isWhole {
        strips.append(
          zip(here, there).dropFirst().dropLast().map { ($0.vertex, $1.vertex) })
      }
    }
    return (strips, edges)
  }
}
