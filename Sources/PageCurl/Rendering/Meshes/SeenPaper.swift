import GLMath
import Glibc

/// The visible parts of pages that bend like paper, seen in perspective, as triangles for
/// `ruled.vert`.
///
/// Seen along the spine, paper and lines of sight are curves and lines in a plane. So what hides
/// what is decided here, and nothing hidden is drawn: no depth buffer is needed, and pixels can be
/// blended with what lies behind them.
struct SeenPaper {
  /// A vertex: see `ruled.vert`.
  struct Vertex: BitwiseCopyable {
    var place: SIMD4<Float>
    var paper: SIMD4<Float>
    var inside: SIMD4<Float>
    var slopes: SIMD2<Float>
  }

  /// One side of a part of a page.
  struct Part {
    /// The index of the page.
    var leaf: Int
    var side: PaperSide
    /// Whether it is the paper's edge, without a picture.
    var isEdge = false
    /// The run that it is a part of, and the places at which it is seen.
    var run: PaperRun
    var range: ClosedRange<Double>
    /// The triangles that take one sample per pixel and no edge crosses.
    var plain: Range<Int>
    /// The others.
    var smooth: Range<Int>
  }

  /// The vertices of all parts.
  private(set) var vertices: [Vertex] = []
  /// The parts in the order in which to draw them.
  private(set) var parts: [Part] = []

  /// A page to see.
  struct Leaf {
    var geometry: PaperGeometry
    var light: PaperLight
    /// Which sides are drawn, and how many texels of their pictures lie on a page pixel along the
    /// bend.
    var density: (front: Double?, back: Double?)
    /// Whether nothing shows through it.
    var isOpaque: Bool
    /// The paper's thickness in page pixels.
    var thickness: Double

    /// Returns the places across the spine at which the page hides the page plane along all of the
    /// spine, less the edges, which cover pixels in part.
    func covers(from eye: SIMD3<Double>, scale: Double) -> [ClosedRange<Double>] {
      guard hides(from: eye) else { return [] }
      let runs = PaperRun.runs(of: geometry, from: eye, light, tolerance: 1 / scale)
      return runs.compactMap { run in
        let (low, high) = (run.low + 2 / scale, run.high - 2 / scale)
        return low < high ? low...high : nil
      }
    }

    /// Whether the page hides all that lies below it where it is seen: higher paper is larger if
    /// the eye is above the page, and then covers the whole of each ruling below it.
    func hides(from eye: SIMD3<Double>) -> Bool {
      let along = geometry.frame.local(eye).y
      return isOpaque && geometry.lean == 0 && along >= 0 && along <= geometry.frame.length
    }
  }

  /// Cuts pages again, reusing memory.
  ///
  /// - Parameters:
  ///   - leaves: The pages, in the order in which they started.
  ///   - eye: The eye, in page space.
  ///   - scale: Target pixels per page pixel.
  ///   - isSmooth: Whether edges are anti-aliased and pictures filtered.
  mutating func cut(_ leaves: [Leaf], from eye: SIMD3<Double>, scale: Double, isSmooth: Bool) {
    vertices.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    var rest: [(leaf: Int, run: PaperRun)] = []
    for (index, leaf) in leaves.enumerated() {
      // Three hundredths of a pixel: less than the 0.1 px that the tests allow.
      let runs = PaperRun.runs(
        of: leaf.geometry, from: eye, leaf.light, tolerance: 0.03 / scale)
      rest += runs.map { (index, $0) }
    }
    // From the top down, what is left of each run.
    var over: [PaperRun] = []
    var drawn: [Part] = []
    while !rest.isEmpty {
      let top = rest.indices.first { one in
        rest.indices.allSatisfy { $0 == one || !Self.lies(rest[$0], over: rest[one], leaves) }
      }
      let (index, run) = rest.remove(at: top ?? 0)
      let leaf = leaves[index]
      if isSmooth, run.endsFreely(at: leaf.geometry.frame.breadth) {
        drawn += edge(of: leaf, index, from: eye, under: over, scale: scale)
      }
      let density = run.side == .front ? leaf.density.front : leaf.density.back
      if let density {
        for range in Self.visible(run, under: over, pixel: 1 / scale) {
          var strip = PaperStrip(
            run, range, of: leaf, from: eye, density: density, scale: scale,
            isSmooth: isSmooth)
          strip.cut(into: &vertices)
          drawn.append(
            Part(
              leaf: index, side: run.side, run: run, range: range, plain: strip.plain,
              smooth: strip.smooth))
        }
        if leaf.hides(from: eye) { over.append(run) }
      }
    }
    parts = drawn.reversed()
  }

  /// Adds the triangles of the edge at a page's free end.
  private mutating func edge(
    of leaf: Leaf, _ index: Int, from eye: SIMD3<Double>, under over: [PaperRun], scale: Double
  ) -> [Part] {
    let run = PaperRun.edge(
      of: leaf.geometry, from: eye, leaf.light, thickness: leaf.thickness, least: 0.02 / scale)
    guard let run else { return [] }
    return Self.visible(run, under: over, pixel: 1 / scale).map { range in
      var strip = PaperStrip(
        run, range, of: leaf, from: eye, density: 0, scale: scale, isSmooth: true)
      strip.cut(into: &vertices)
      return Part(
        leaf: index, side: .front, isEdge: true, run: run, range: range, plain: strip.plain,
        smooth: strip.smooth)
    }
  }

  /// Returns whether a run lies over another where both are seen.
  private static func lies(
    _ one: (leaf: Int, run: PaperRun), over other: (leaf: Int, run: PaperRun), _ leaves: [Leaf]
  ) -> Bool {
    if leaves[one.leaf].geometry.lean != leaves[other.leaf].geometry.lean {
      // Their rulings cross. A page that started earlier is before the front of a later one, and
      // hides it unless it is seen from its back, which is then behind the later one's.
      return one.leaf < other.leaf
        ? one.run.side == .front || other.run.side == .front
        : one.run.side == .back && other.run.side == .back
    }
    let (low, high) = (max(one.run.low, other.run.low), min(one.run.high, other.run.high))
    guard high > low else { return false }
    var gap = 0.0
    for step in 0..<5 {
      let place = low + (high - low) * (Double(step) + 0.5) / 5
      gap += one.run.ruling(at: place).z - other.run.ruling(at: place).z
    }
    // Where pages touch, the front of the one that started first and the back of the one that
    // started last lie on top.
    if abs(gap) < 1e-3 * (high - low), one.leaf != other.leaf {
      return (one.leaf < other.leaf) == (one.run.side == .front)
    }
    return gap > 0
  }

  /// Returns the parts of a run that other runs do not hide. They reach a little below the others'
  /// edges, which do not cover their pixels.
  private static func visible(
    _ run: PaperRun, under others: [PaperRun], pixel: Double
  ) -> [ClosedRange<Double>] {
    var parts = [run.low...run.high]
    for other in others {
      // Where two runs meet, the edge is that of both.
      let low = other.low + (other.ends.low && other.low != run.low ? 1.5 * pixel : 0)
      let high = other.high - (other.ends.high && other.high != run.high ? 1.5 * pixel : 0)
      guard high > low else { continue }
      parts = parts.flatMap { part -> [ClosedRange<Double>] in
        guard low < part.upperBound, high > part.lowerBound else { return [part] }
        return (part.lowerBound < low ? [part.lowerBound...low] : [])
          + (part.upperBound > high ? [high...part.upperBound] : [])
      }
    }
    return parts
  }
}

/// A visible part of a run, as triangles.
struct PaperStrip {
  private let run: PaperRun
  private let range: ClosedRange<Double>
  private let leaf: SeenPaper.Leaf
  private let frame: SpineFrame
  /// The frame of a page whose rulings are parallel to its spine.
  private let spine: SpineFrame
  /// The coordinate of the eye along the rulings.
  private let eye: Double
  private let density: Double
  private let scale: Double
  private let isSmooth: Bool
  private(set) var plain = 0..<0
  private(set) var smooth = 0..<0

  /// How many texels a pixel may cover that takes one sample. See `ruled.frag`.
  private static let mildest = 1.12

  init(
    _ run: PaperRun, _ range: ClosedRange<Double>, of leaf: SeenPaper.Leaf,
    from eye: SIMD3<Double>, density: Double, scale: Double, isSmooth: Bool
  ) {
    self.run = run
    self.range = range
    self.leaf = leaf
    let page = leaf.geometry
    frame = page.frame
    spine = SpineFrame(page.binding, .first, width: page.width, height: page.height)
    self.eye = frame.local(eye).y
    self.density = density
    self.scale = scale
    self.isSmooth = isSmooth
  }

  /// A ruling, and what the pixels on it need to know.
  private struct Line {
    var ruling: PaperRun.Ruling
    /// The part of the paper, across, that a pixel shows: its middle and its length.
    var middle: Double
    var reach: Double
    /// The mean size of that part on the target.
    var size: Double
    /// The slopes of the edges at the rulings' ends.
    var slopes: SIMD2<Double>
    /// The distances from what ends the paper on either side, pixels.
    var inside: SIMD2<Double>

    /// The magnitude of the steeper slope.
    var steepest: Double { max(slopes.max(), -slopes.min()) }
  }

  /// Adds the triangles.
  mutating func cut(into vertices: inout [SeenPaper.Vertex]) {
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
    var lines: [Line] = []
    for place in places.sorted() where place >= low && place <= high {
      if let last = lines.last, place <= last.ruling.seen { continue }
      lines.append(self.line(at: place))
    }
    let rows = lines.indices.map { index in
      // Both strips beside a ruling end at the same points: in between, pixels could be missed.
      corners(
        on: lines[index], beside: lines[max(index - 1, 0)...min(index + 1, lines.count - 1)])
    }
    let start = vertices.count
    var edges: [SeenPaper.Vertex] = []
    for index in lines.indices.dropLast() {
      let (line, next) = (lines[index], lines[index + 1])
      let isPlain =
        max(line.reach, next.reach) * density <= Self.mildest
        && max(line.steepest, next.steepest) <= 1
        && min(line.inside.min(), next.inside.min()) >= 1 - 1e-6
      let sections = isSmooth ? 3 : 1
      let count = (rows[index].count - 1) / sections
      for row in 0..<rows[index].count - 1 {
        let four = [
          rows[index][row], rows[index + 1][row], rows[index][row + 1], rows[index + 1][row + 1],
        ]
        guard four[2].along > four[0].along || four[3].along > four[1].along else {
          continue
        }
        let six = [0, 1, 2, 2, 1, 3].map { four[$0].vertex }
        if !isSmooth || isPlain && row / count == 1 { vertices += six } else { edges += six }
      }
    }
    plain = start..<vertices.count
    vertices += edges
    smooth = plain.upperBound..<vertices.count
  }

  /// Returns the vertices on a ruling, from one of its ends to the other.
  ///
  /// - Parameter neighbors: The rulings beside it, and itself.
  private func corners(
    on line: Line, beside neighbors: ArraySlice<Line>
  ) -> [(along: Double, vertex: SeenPaper.Vertex)] {
    let (low, high) = (line.ruling.chord.x, line.ruling.chord.y)
    var ends = [low, high]
    if isSmooth {
      let slope = neighbors.reduce(0) { max($0, $1.steepest) }
      let size = neighbors.reduce(.infinity) { min($0, $1.ruling.size) }
      // How far beyond the ruling's ends their edges cover pixels in part, and how far inside.
      let pad = (1 + 0.5 * slope) / scale
      let inset = min(2 / (scale * size), (high - low) / 2)
      ends = [low - pad, low + inset, high - inset, high + pad]
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
    return Line(
      ruling: ruling, middle: (from.s + to.s) / 2, reach: abs(to.s - from.s),
      size: (from.size + to.size) / 2,
      slopes: ((to.chord - eye) * to.size - (from.chord - eye) * from.size) * scale,
      inside: SIMD2(
        run.ends.low ? (place - run.low) * scale : 1e3,
        run.ends.high ? (run.high - place) * scale : 1e3))
  }

  private func vertex(_ line: Line, _ along: Double) -> SeenPaper.Vertex {
    let place = frame.page(SIMD3(line.ruling.x, along, line.ruling.z))
    let paper = frame.page(SIMD2(line.middle, along))
    var lights = line.ruling.light
    if leaf.light.isShadedApart {
      lights *= leaf.light.shade(at: spine.local(SIMD2(paper.x, paper.y)).x / spine.breadth)
    }
    let light = run.side == .front ? lights.x : lights.y
    let unit = line.size * scale
    return SeenPaper.Vertex(
      place: SIMD4(SIMD3<Float>(place), light),
      paper: SIMD4<Float>(SIMD4(paper.x, paper.y, line.reach, 0)),
      inside: SIMD4<Float>(
        SIMD4(
          (along - line.ruling.chord.x) * unit, (line.ruling.chord.y - along) * unit,
          line.inside.x, line.inside.y)),
      slopes: SIMD2<Float>(line.slopes))
  }
}
