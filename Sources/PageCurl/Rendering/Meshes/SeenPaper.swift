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
      let local = geometry.frame.local(eye)
      // Seen from above the page, higher paper is larger.
      guard isOpaque, local.y >= 0, local.y <= geometry.frame.length else { return [] }
      let runs = PaperRun.runs(of: geometry, from: eye, light, tolerance: 1 / scale)
      return runs.compactMap { run in
        let (low, high) = (run.low + 2 / scale, run.high - 2 / scale)
        return low < high ? low...high : nil
      }
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
        rest.indices.allSatisfy { $0 == one || !Self.lies(rest[$0], over: rest[one]) }
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
            run, range, of: leaf.geometry, from: eye, density: density, scale: scale,
            isSmooth: isSmooth)
          strip.cut(into: &vertices)
          drawn.append(
            Part(
              leaf: index, side: run.side, run: run, range: range, plain: strip.plain,
              smooth: strip.smooth))
        }
        let local = leaf.geometry.frame.local(eye)
        // Higher paper is larger, and hides all that lies below it if the eye is above the page.
        if leaf.isOpaque, local.y >= 0, local.y <= leaf.geometry.frame.length { over.append(run) }
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
        run, range, of: leaf.geometry, from: eye, density: 0, scale: scale, isSmooth: true)
      strip.cut(into: &vertices)
      return Part(
        leaf: index, side: .front, isEdge: true, run: run, range: range, plain: strip.plain,
        smooth: strip.smooth)
    }
  }

  /// Returns whether a run lies over another where both are seen.
  private static func lies(
    _ one: (leaf: Int, run: PaperRun), over other: (leaf: Int, run: PaperRun)
  ) -> Bool {
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
  private let frame: SpineFrame
  /// The coordinate of the eye along the spine.
  private let eye: Double
  private let density: Double
  private let scale: Double
  private let isSmooth: Bool
  private(set) var plain = 0..<0
  private(set) var smooth = 0..<0

  /// How many texels a pixel may cover that takes one sample. See `ruled.frag`.
  private static let mildest = 1.12

  init(
    _ run: PaperRun, _ range: ClosedRange<Double>, of leaf: PaperGeometry,
    from eye: SIMD3<Double>, density: Double, scale: Double, isSmooth: Bool
  ) {
    self.run = run
    self.range = range
    frame = leaf.frame
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
    let lines = places.filter { $0 >= low && $0 <= high }.sorted().map(line)
    let start = vertices.count
    var edges: [SeenPaper.Vertex] = []
    for (line, next) in zip(lines, lines.dropFirst()) where next.ruling.seen > line.ruling.seen {
      guard isSmooth else {
        add(line, next, 0, frame.length, to: &vertices)
        continue
      }
      let inset = min(2 / (scale * min(line.ruling.size, next.ruling.size)), frame.length / 2)
      let slope = max(line.steepest, next.steepest)
      // How far beyond the rulings' ends their edges cover pixels in part.
      let pad = (1 + 0.5 * slope) / scale
      let rows = [-pad, inset, frame.length - inset, frame.length + pad]
      let isPlain =
        max(line.reach, next.reach) * density <= Self.mildest && slope <= 1
        && min(line.inside.min(), next.inside.min()) >= 1 - 1e-6
      if isPlain {
        add(line, next, rows[0], rows[1], to: &edges)
        add(line, next, rows[1], rows[2], to: &vertices)
        add(line, next, rows[2], rows[3], to: &edges)
      } else {
        add(line, next, rows[0], rows[3], to: &edges)
      }
    }
    plain = start..<vertices.count
    vertices += edges
    smooth = plain.upperBound..<vertices.count
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
      slopes: SIMD2(-eye, frame.length - eye) * ((to.size - from.size) * scale),
      inside: SIMD2(
        run.ends.low ? (place - run.low) * scale : 1e3,
        run.ends.high ? (run.high - place) * scale : 1e3))
  }

  /// Adds the two triangles between two rulings, from one place along them to another.
  private func add(
    _ line: Line, _ next: Line, _ low: Double, _ high: Double,
    to vertices: inout [SeenPaper.Vertex]
  ) {
    let corners = [
      vertex(line, low), vertex(next, low), vertex(line, high), vertex(next, high),
    ]
    vertices += [corners[0], corners[1], corners[2], corners[2], corners[1], corners[3]]
  }

  private func vertex(_ line: Line, _ along: Double) -> SeenPaper.Vertex {
    let place = frame.page(SIMD3(line.ruling.x, along, line.ruling.z))
    let paper = frame.page(SIMD2(line.middle, along))
    let light = run.side == .front ? line.ruling.light.x : line.ruling.light.y
    let unit = line.size * scale
    return SeenPaper.Vertex(
      place: SIMD4(SIMD3<Float>(place), light),
      paper: SIMD4<Float>(SIMD4(paper.x, paper.y, line.reach, 0)),
      inside: SIMD4<Float>(
        SIMD4(along * unit, (frame.length - along) * unit, line.inside.x, line.inside.y)),
      slopes: SIMD2<Float>(line.slopes))
  }
}
