import GLMath

/// A visible part of a run, as triangles.
struct RunTriangles {
  private let run: VisibleRun
  private let range: ClosedRange<Double>
  private let leaf: PaperPicture.Leaf
  private let frame: SpineFrame
  private var spine: SpineFrame { leaf.geometry.spine }
  /// The coordinate of the eye along the rulings.
  private let eye: Double
  private let density: Double
  private let scale: Double
  private let isSmooth: Bool
  /// How far the paper's edge is seen beyond the run's last ruling, page pixels. The run goes on
  /// below it: where both covered a pixel in part, what lies behind them would shine through.
  private let beyond: Double
  /// The page that this is a part of, if it is the inside of a board.
  private let inside: PaperPicture.Leaf.Inside?

  /// What draws triangles, in this order.
  enum Kind: CaseIterable {
    /// Those of plane paper whose pixels cover a texel each.
    case plain
    /// Those that take one sample per pixel and no edge crosses.
    case single
    /// Those that take two samples per pixel and no edge crosses.
    case pairs
    /// The others.
    case smooth
  }

  /// The vertices of triangles, by what draws them.
  typealias Triangles = [Kind: Range<Int>]

  /// How many texels a pixel may cover that takes one sample, or two. See `ruled.frag`.
  private static let most = (single: 1.12, pairs: 2.12)

  init(
    _ run: VisibleRun, _ range: ClosedRange<Double>, of leaf: PaperPicture.Leaf,
    from eye: SIMD3<Double>, density: Double, scale: Double, isSmooth: Bool,
    beyond: Double = 0
  ) {
    self.run = run
    self.range = range
    self.leaf = leaf
    frame = leaf.geometry.frame
    self.eye = frame.local(eye).y
    self.density = density
    self.scale = scale
    self.isSmooth = isSmooth
    self.beyond = beyond
    inside = leaf.inside?.side == run.side ? leaf.inside : nil
  }

  /// A ruling, and what the pixels on it need to know.
  private struct Line {
    var ruling: VisibleRun.Ruling
    /// The part of the paper, across, that a pixel shows: its middle and its length.
    var middle: Double
    var reach: Double
    /// The mean size of that part on the target.
    var size: Double
    /// The slopes of the edges at the rulings' ends.
    var slopes: SIMD2<Double>
    /// The lowest and the highest place along the rulings that a pixel shows, seen from the eye.
    var extent: SIMD2<Double>
    /// The distances from what ends the paper on either side, pixels.
    var inside: SIMD2<Double>
    /// The share of the back's light that comes through the paper; see `through.glsl`.
    var through: Double
    /// The most that its ends dip into the gutter, target pixels.
    var dip: Double

    /// The magnitude of the steeper slope.
    var steepest: Double { max(slopes.max(), -slopes.min()) }
  }

  /// What a strip between two lines shows, which lie at places of a list.
  private struct Strip {
    var lines: (Int, Int)
    /// How far its paper is from that of an evenly lit plane at a share x of the way across it,
    /// divided by x (1 − x): the distance from the frame's origin, and in proportion the size and
    /// the light.
    var curve = SIMD3<Double>.zero
  }

  /// Adds the triangles.
  func cut(into vertices: inout [PaperPicture.Vertex]) -> Triangles {
    let pixel = 1 / scale
    // The run's own rulings, and where its edges begin and end to cover pixels in part.
    var places = run.rulings.map(\.seen) + [range.lowerBound, range.upperBound]
    var (low, high) = (range.lowerBound, range.upperBound)
    if isSmooth, run.ends.low, low == run.low {
      places += [low - pixel, low + pixel]
      low -= pixel
    }
    if isSmooth, run.ends.high, high == run.high {
      places += [high - pixel, high + pixel]
      high += pixel
    }
    var all: [Line] = []
    for place in places.sorted() where place >= low && place <= high {
      if let last = all.last, place <= last.ruling.seen { continue }
      all.append(self.line(at: place))
    }
    let strips = strips(all)
    let lines = (strips.map(\.lines.0) + strips.suffix(1).map(\.lines.1)).map { all[$0] }
    let rows = lines.indices.map { index in
      // Both strips beside a ruling end at the same points: in between, pixels could be missed.
      corners(
        on: lines[index], beside: lines[max(index - 1, 0)...min(index + 1, lines.count - 1)])
    }
    var parts: [Kind: [PaperPicture.Vertex]] = [:]
    for (index, strip) in strips.enumerated() {
      let kind = kind(lines[index], lines[index + 1], strip.curve)
      let sections = isSmooth ? 3 : 1
      let count = (rows[index].count - 1) / sections
      let slopes = leaf.geometry.tilt == 0 ? nil : slopes(from: lines[index], to: lines[index + 1])
      for row in 0..<rows[index].count - 1 {
        let four = [
          rows[index][row], rows[index + 1][row], rows[index][row + 1], rows[index + 1][row + 1],
        ]
        guard four[2].along > four[0].along || four[3].along > four[1].along else {
          continue
        }
        let six = [0, 1, 2, 2, 1, 3].map {
          var vertex = four[$0].vertex
          let along = strip.curve.y * (eye - four[$0].along)
          let way = strip.curve.x * frame.away + along * frame.along
          vertex.curve = SIMD4<Float>(SIMD4(Double($0 % 2), way.x, way.y, strip.curve.z))
          if let slopes { (vertex.extra.x, vertex.extra.y) = (slopes.x, slopes.y) }
          return vertex
        }
        parts[isSmooth && row / count != 1 ? .smooth : kind, default: []] += six
      }
    }
    var triangles: Triangles = [:]
    for kind in Kind.allCases {
      guard let part = parts[kind] else { continue }
      triangles[kind] = vertices.count..<vertices.count + part.count
      vertices += part
    }
    return triangles
  }

  /// Returns what draws the middle of a strip between two lines.
  private func kind(
    _ line: Line, _ next: Line, _ curve: SIMD3<Double> = .zero
  ) -> Kind {
    guard isSmooth else { return .plain }
    let isInside =
      min(line.inside.min(), next.inside.min()) >= 1 - 1e-6
      && max(line.middle + line.reach, next.middle + next.reach) <= inside?.breadth ?? .infinity
    let texels = max(line.reach, next.reach) * density
    guard isInside, texels <= Self.most.pairs else { return .smooth }
    guard texels <= Self.most.single else { return .pairs }
    let isPlain = [line, next].allSatisfy { line in
      let widths = SIMD2(line.reach, 1 / (line.size * scale)) * density
      return (widths - 1).max() <= Self.least && (1 - widths).max() <= Self.least
        && abs(curve.x) <= 4 * Self.tolerance * line.reach
        && abs(curve.y) * farthest(line) <= 4 * Self.tolerance
        && abs(curve.z) <= 4 * Self.leastLight
    }
    return isPlain ? .plain : .single
  }

  /// How far from a texel's width a pixel may be to be drawn as if it had it: a weight of a texel
  /// is then wrong by half of this.
  private static let least = 0.015

  /// Returns strips that show what strips between all neighbors would show. Software drivers draw
  /// each block of 4×4 pixels again for every strip that touches it, which for narrow strips takes
  /// several times as long as for wide ones.
  private func strips(_ lines: [Line]) -> [Strip] {
    // Only all of them know the shade of pages with tilted rulings, and a shading's colors.
    guard !leaf.light.isShadedApart, leaf.look.shading == nil else {
      return lines.indices.dropLast().map { Strip(lines: ($0, $0 + 1)) }
    }
    let kinds = zip(lines, lines.dropFirst()).map { kind($0, $1) }
    var strips: [Strip] = []
    for next in lines.indices.dropFirst() {
      if let last = strips.last, kinds[next - 1] == kinds[last.lines.0],
        let wider = strip(lines, from: last.lines.0, to: next)
      {
        strips[strips.count - 1] = wider
      } else {
        strips.append(Strip(lines: (next - 1, next)))
      }
    }
    return strips
  }

  /// How far from its place on the target a strip may show a point of the paper, in pixels.
  private static let tolerance = 0.008
  /// How far from its place it may show the paper's edge.
  private static let edgeTolerance = 0.03
  /// How much the lengths of paper under a pixel may differ, in proportion, and the slopes of the
  /// edges.
  private static let leastChange = 0.03
  /// A quarter of a step of 8-bit color.
  private static let leastLight = 1.0 / 1024
  /// Half a step.
  private static let leastWhite = 1.0 / 512

  /// The distance of the farther end of a line from where the eye is, target pixels.
  private func farthest(_ line: Line) -> Double {
    max(abs(eye - line.ruling.chord.x), abs(line.ruling.chord.y - eye)) * scale
  }

  /// Returns a strip between two lines that shows those between them where they are; `nil` if there
  /// is none.
  private func strip(_ lines: [Line], from first: Int, to last: Int) -> Strip? {
    let (one, other) = (lines[first], lines[last])
    /// Returns the share of the way across the strip at which a line is seen, and its size there.
    func seen(_ line: Line) -> (share: Double, size: Double) {
      let way = (line.ruling.seen - one.ruling.seen) / (other.ruling.seen - one.ruling.seen)
      // In perspective, the farther half looks smaller.
      let size = one.ruling.size + way * (other.ruling.size - one.ruling.size)
      return (way * other.ruling.size / size, size)
    }
    /// Returns how far a line is from the evenly lit plane of the strip.
    func away(_ line: Line) -> SIMD3<Double> {
      let (share, size) = seen(line)
      let plane = one.middle + share * (other.middle - one.middle)
      let plain = light(one) + share * (light(other) - light(one))
      return SIMD3(
        line.middle - plane, 1 - size / line.ruling.size,
        plain > 0 ? light(line) / plain - 1 : 0)
    }
    var strip = Strip(lines: (first, last))
    if isSmooth {
      let middle = lines[(first + last) / 2]
      let share = seen(middle).share
      strip.curve = away(middle) / (share * (1 - share))
    }
    let fits = lines[first + 1..<last].allSatisfy { line in
      let (share, size) = seen(line)
      /// Returns how far values on the line are from those between the strip's ends.
      func error(_ value: KeyPath<Line, Double>) -> Double {
        let drawn = one[keyPath: value] + share * (other[keyPath: value] - one[keyPath: value])
        return abs(drawn - line[keyPath: value])
      }
      func error(_ value: KeyPath<Line, SIMD2<Double>>) -> Double {
        let drawn = one[keyPath: value] + share * (other[keyPath: value] - one[keyPath: value])
        let away = drawn - line[keyPath: value]
        return max(abs(away.x), abs(away.y))
      }
      let farthest = farthest(line)
      let left = away(line) - share * (1 - share) * strip.curve
      return abs(left.x) <= Self.tolerance * line.reach
        && abs(left.y) * farthest <= Self.tolerance
        && error(\.reach) <= Self.leastChange * line.reach
        && abs(size - line.ruling.size) * farthest <= Self.edgeTolerance
        && error(\.ruling.chord) * size * scale <= Self.tolerance
        && error(\.slopes) <= Self.leastChange
        && error(\.dip) <= Self.tolerance
        && abs(left.z) <= Self.leastLight
        && abs(white(one) + share * (white(other) - white(one)) - white(line)) <= Self.leastWhite
        && error(\.through) <= Self.leastWhite
    }
    return fits ? strip : nil
  }

  /// The factor of the color on a line.
  private func light(_ line: Line) -> Double {
    Double(run.side == .front ? line.ruling.light.x : line.ruling.light.y)
  }

  /// The highlight on a line.
  private func white(_ line: Line) -> Double {
    Double(run.side == .front ? line.ruling.light.z : line.ruling.light.w)
  }

  /// The most rows by which an edge rises in a pixel, so that a strip narrower than a pixel covers
  /// no more of them.
  private static let steepest: Float = 8

  /// Returns the slopes of the edges at the rulings' ends between two neighbors.
  ///
  /// Tilted rulings begin at another edge of the page on either side of a corner. Where one of the
  /// two is almost parallel to them, a mean of the slopes would cover pixels far from both.
  private func slopes(from line: Line, to next: Line) -> SIMD2<Float> {
    let (from, to) = (line.ruling, next.ruling)
    let slopes = SIMD2<Float>(
      ((to.chord - eye) * to.size - (from.chord - eye) * from.size) / (to.seen - from.seen))
    return slopes.clamped(
      lowerBound: SIMD2(repeating: -Self.steepest), upperBound: SIMD2(repeating: Self.steepest))
  }

  /// Returns the vertices on a ruling, from one of its ends to the other.
  ///
  /// - Parameter neighbors: The rulings beside it, and itself.
  private func corners(
    on line: Line, beside neighbors: ArraySlice<Line>
  ) -> [(along: Double, vertex: PaperPicture.Vertex)] {
    let (low, high) = (line.ruling.chord.x, line.ruling.chord.y)
    var ends = [low, high]
    if isSmooth {
      let slope = neighbors.reduce(0) { max($0, $1.steepest) }
      let size = neighbors.reduce(.infinity) { min($0, $1.ruling.size) }
      // How far beyond the ruling's ends their edges cover pixels in part, and how far inside.
      let pad = (1 + 0.5 * slope) / scale
      // Where an edge turns, as at a corner, they end before.
      let lowest = neighbors.reduce(.infinity) { min($0, $1.extent.x) }
      let highest = neighbors.reduce(-.infinity) { max($0, $1.extent.y) }
      let far = eye + SIMD2(lowest, highest) / line.ruling.size + SIMD2(-1, 1) / scale
      let covered =
        max(2, 1.5 + 0.5 * slope, 1 + neighbors.reduce(0) { max($0, $1.dip) })
        / (scale * size)
      let inset = min((inside?.square ?? 0) + covered, (high - low) / 2)
      ends = [max(low - pad, far.x), low + inset, high - inset, min(high + pad, far.y)]
    }
    let cuts = cuts(on: line)
    let rows = zip(ends, ends.dropFirst()).flatMap { from, to in
      [from] + cuts.map { min(max($0, from), to) }
    }
    return (rows + [ends[ends.count - 1]]).map { ($0, vertex(line, $0)) }
  }

  /// Returns the places along a ruling between which the light is linear, in order.
  private func cuts(on line: Line) -> [Double] {
    guard leaf.light.isShadedApart else { return [] }
    // The ruling's points at the distances from the spine at which the shade is known.
    let step = spine.away.dot(frame.along)
    let start = spine.local(frame.page(SIMD2(line.middle, 0))).x
    let cuts = Gutter.places.map { ($0 * spine.breadth - start) / step }
    return step > 0 ? cuts : cuts.reversed()
  }

  private func line(at place: Double) -> Line {
    let pixel = 1 / scale
    var ruling = run.ruling(at: place)
    // Beyond the edge the paper goes on level.
    ruling.x += (place - ruling.seen) / ruling.size
    ruling.seen = place
    // What a pixel here shows, which ends where the run does.
    let (from, to) = (run.ruling(at: place - pixel / 2), run.ruling(at: place + pixel / 2))
    let middle = (from.s + to.s) / 2
    let size = (from.size + to.size) / 2
    let ends = [from, ruling, to].map { ($0.chord - eye) * $0.size }
    return Line(
      ruling: ruling, middle: middle, reach: abs(to.s - from.s), size: size,
      slopes: (ends[2] - ends[0]) * scale,
      extent: SIMD2(
        ends.reduce(.infinity) { min($0, $1.x) }, ends.reduce(-.infinity) { max($0, $1.y) }),
      inside: SIMD2(
        run.ends.low ? (place - run.low) * scale : 1e3,
        run.ends.high ? (run.high + beyond - place) * scale : 1e3),
      through: run.side == .front ? 0 : through(ruling),
      dip: leaf.light.dip(of: run.side, at: middle / frame.breadth) * spine.breadth * size * scale)
  }

  /// Returns the share of the back's light that comes through the paper; see `through.glsl`. Below
  /// a tenth of the page's width it falls with the height, so that nothing changes as a page lands.
  private func through(_ ruling: VisibleRun.Ruling) -> Double {
    guard leaf.lightThrough > 0 else { return 0 }
    let share =
      PaperLight.share(of: leaf.lightThrough, SIMD2(ruling.light.y, ruling.light.x))
      * min(max(10 * ruling.z / frame.breadth, 0), 1)
    return leaf.look.flip(of: .paper(leaf.geometry)) == .sideways ? share : -share
  }

  private func vertex(_ line: Line, _ along: Double) -> PaperPicture.Vertex {
    let place = frame.page(SIMD3(line.ruling.x, along, line.ruling.z))
    let paper = frame.page(SIMD2(line.middle, along))
    var lights = line.ruling.light
    if leaf.light.isShadedApart {
      lights *= leaf.light.shade(at: spine.local(SIMD2(paper.x, paper.y)).x / spine.breadth)
    }
    let (light, white) = run.side == .front ? (lights.x, lights.z) : (lights.y, lights.w)
    let unit = line.size * scale
    return PaperPicture.Vertex(
      place: SIMD4(SIMD3<Float>(place), light),
      paper: SIMD4<Float>(SIMD4(paper.x, paper.y, line.reach, 1 / unit)),
      inside: SIMD4<Float>(
        SIMD4(
          (along - line.ruling.chord.x) * unit, (line.ruling.chord.y - along) * unit,
          line.inside.x, line.inside.y)),
      extra: SIMD4(lowHalf: SIMD2<Float>(line.slopes), highHalf: SIMD2(white, Float(line.through))),
      tint: leaf.light.tint(of: run.side, at: line.middle / frame.breadth))
  }
}
