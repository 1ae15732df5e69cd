import GLMath
import Glibc

/// A moment of pages that bend like paper, as an eye sees it: their visible parts as triangles for
/// `ruled.vert`, and the shadows below them and on them.
///
/// Seen along the spine, paper and lines of sight are curves and lines in a plane. So what hides
/// what is decided here, and nothing hidden is drawn: no depth buffer is needed, and pixels can be
/// blended with what lies behind them. No driver is needed either, so any thread can make it ahead
/// of drawing.
package struct PaperPicture: Sendable {
  /// A vertex: see `ruled.vert`.
  struct Vertex: BitwiseCopyable {
    var place: SIMD4<Float>
    var paper: SIMD4<Float>
    var inside: SIMD4<Float>
    var extra: SIMD4<Float>
    var curve = SIMD4<Float>.zero
    var tint = SIMD3<Float>(1, 1, 1)
  }

  /// One side of a part of a page.
  struct Part: Sendable {
    /// The index of the page.
    var leaf: Int
    var side: PaperSide
    /// Whether it is the paper's edge, without a picture.
    var isEdge = false
    /// The run that it is a part of, and the places at which it is seen.
    var run: VisibleRun
    var range: ClosedRange<Double>
    /// The part's triangles.
    var triangles: RunTriangles.Triangles
    /// The shadows on it.
    var shadows: [ShadowGrid.Shadow] = []
  }

  /// The vertices of all parts.
  private(set) var vertices: [Vertex] = []
  /// The parts in the order in which to draw them.
  private(set) var parts: [Part] = []
  private(set) var shades = ShadowGrid()
  /// The shadows on the page plane.
  private(set) var ground: [ShadowGrid.Shadow] = []
  /// A part of the page plane on which all of it is seen, and two pixels around that; `nil` if
  /// nothing is.
  private(set) var extent: PageRect?

  /// A page to see.
  struct Leaf: Sendable {
    var geometry: PaperGeometry
    var look: CurlLook
    /// Before ``lit()``, the paper has its own color everywhere.
    var light: PaperLight
    /// Which sides are drawn, and how many texels of their pictures lie on a page pixel along the
    /// bend.
    var density: (front: Double?, back: Double?)
    /// Whether nothing of what lies below shows through it.
    var isOpaque: Bool
    /// The share of the light on the front that passes the paper to a printed back.
    var lightThrough = 0.0
    /// The paper's thickness in page pixels.
    var thickness: Double
    /// The page on the inside of a board; `nil` if the leaf is a page.
    var inside: Inside?

    /// A page on a side of a board.
    struct Inside {
      var side: PaperSide
      /// The page's extent from the spine.
      var breadth: Double
      /// How far the board extends beyond both ends of the spine.
      var square: Double

      init(_ side: PaperSide, of board: CoverBoard, _ frame: SpineFrame) {
        self.side = side
        breadth = abs(board.page.dot(frame.away))
        square = (frame.length - abs(board.page.dot(frame.along))) / 2
      }
    }

    /// Returns the places across the spine at which the page hides the page plane along all of the
    /// spine, less the edges, which cover pixels in part.
    ///
    /// - Parameter runs: The page's runs.
    func covers(
      _ runs: [VisibleRun], from eye: SIMD3<Double>, scale: Double
    ) -> [ClosedRange<Double>] {
      guard hides(from: eye) else { return [] }
      return runs.compactMap { run in
        let (low, high) = (run.low + 2 / scale, run.high - 2 / scale)
        return low < high ? low...high : nil
      }
    }

    /// Whether the page hides all that lies below it where it is seen: higher paper is larger if
    /// the eye is above the page, and then covers the whole of each ruling below it.
    func hides(from eye: SIMD3<Double>) -> Bool {
      let along = geometry.frame.local(eye).y
      return isOpaque && geometry.tilt == 0 && along >= 0 && along <= geometry.frame.length
    }
  }

  /// - Parameters:
  ///   - leaves: The pages, in the order in which they started.
  ///   - eye: The eye, in page space, above the paper.
  ///   - scale: Target pixels per page pixel.
  init(_ leaves: [Leaf], from eye: SIMD3<Double>, scale: Double) {
    let leaves = leaves.map { $0.lit() }
    // Three hundredths of a pixel, as in web pages: less than the 0.1 px that the tests allow.
    // Strips leave out some of these rulings.
    let runs = leaves.map {
      VisibleRun.runs(of: $0.geometry, from: eye, $0.light, tolerance: 0.03 / scale)
    }
    cut(leaves, runs, from: eye, scale: scale)
    shade(leaves, runs, from: eye, scale: scale)
    let paper = vertices.lazy.map { vertex in
      SIMD3(Double(vertex.place.x), Double(vertex.place.y), Double(vertex.place.z)).seen(from: eye)
    }
    let shaded = shades.vertices.lazy.map { SIMD2(Double($0.x), Double($0.y)) }
    extent = [PageRect(around: paper), PageRect(around: shaded)].compactMap(\.self)
      .reduce(nil) { $0?.union($1) ?? $1 }?.padded(by: 2 / scale)
  }

  /// Adds the shadows of pages, given the runs of each.
  private mutating func shade(
    _ leaves: [Leaf], _ runs: [[VisibleRun]], from eye: SIMD3<Double>, scale: Double
  ) {
    let casts = leaves.map { leaf -> (shadow: PaperShadow, look: CurlShadow)? in
      leaf.shadow.map { (PaperShadow(leaf.geometry, $0, pixel: 1 / scale), $0) }
    }
    for (index, leaf) in leaves.enumerated() {
      guard let (shadow, look) = casts[index] else { continue }
      let bounds = look.bounds ?? leaf.geometry.page
      let vertices = shadow.add(
        to: &shades, within: bounds, strength: look.strength,
        hiddenBy: leaf.covers(runs[index], from: eye, scale: scale))
      ground.append(
        ShadowGrid.Shadow(
          vertices: vertices, color: look.color, bounds: bounds, coversGround: true))
    }
    for (index, part) in parts.enumerated() {
      // Pages that started earlier lie over a page's front, and later ones over its back.
      let over = part.side == .front ? 0..<part.leaf : part.leaf + 1..<casts.count
      for (shadow, look) in casts[over].compactMap(\.self) {
        let vertices = shadow.add(
          to: &shades, on: part.run, part.range, of: leaves[part.leaf].geometry, from: eye,
          strength: look.strength)
        parts[index].shadows.append(ShadowGrid.Shadow(vertices: vertices, color: look.color))
      }
    }
  }

  /// Cuts pages, given the runs of each.
  private mutating func cut(
    _ leaves: [Leaf], _ runs: [[VisibleRun]], from eye: SIMD3<Double>, scale: Double
  ) {
    // Edges are anti-aliased, and pictures filtered.
    let isSmooth = leaves.first?.look.quality != .draft
    var rest: [(leaf: Int, run: VisibleRun)] = runs.enumerated().flatMap { index, runs in
      runs.map { (index, $0) }
    }
    // From the top down, what is left of each run.
    var over: [(leaf: Int, run: VisibleRun)] = []
    var drawn: [Part] = []
    while !rest.isEmpty {
      let top = rest.indices.first { one in
        rest.indices.allSatisfy { $0 == one || !Self.lies(rest[$0], over: rest[one], leaves) }
      }
      let (index, run) = rest.remove(at: top ?? 0)
      let leaf = leaves[index]
      // A page hides only the middle of a board, which is longer.
      let length = leaf.geometry.frame.length
      let hiding = over.filter { leaves[$0.leaf].geometry.frame.length >= length }.map(\.run)
      /// Adds the triangles of what is seen of a run.
      func add(_ run: VisibleRun, density: Double, isEdge: Bool = false, beyond: Double = 0) {
        for range in Self.visible(run, under: hiding, pixel: 1 / scale) {
          let strip = RunTriangles(
            run, range, of: leaf, from: eye, density: density, scale: scale, isSmooth: isSmooth,
            beyond: beyond)
          drawn.append(
            Part(
              leaf: index, side: run.side, isEdge: isEdge, run: run, range: range,
              triangles: strip.cut(into: &vertices)))
        }
      }
      var beyond = 0.0
      if isSmooth, leaf.geometry.tilt != 0 {
        drawn.append(obliqueEdge(of: leaf, index, run, from: eye, scale: scale))
      } else if isSmooth, run.endsFreely(at: leaf.geometry.frame.breadth),
        let edge = VisibleRun.edge(
          of: leaf.geometry, from: eye, leaf.light, thickness: leaf.thickness, least: 0.02 / scale)
      {
        add(edge, density: 0, isEdge: true)
        if run.side == .front { beyond = edge.high - edge.low }
      }
      let density = run.side == .front ? leaf.density.front : leaf.density.back
      if let density {
        add(run, density: density, beyond: beyond)
        if leaf.hides(from: eye) { over.append((index, run)) }
      }
    }
    parts = drawn.reversed()
  }

  /// Adds the triangles of the edge at the free end of a page with tilted rulings, as far as it
  /// ends a run: a ribbon on the page plane.
  private mutating func obliqueEdge(
    of leaf: Leaf, _ index: Int, _ run: VisibleRun, from eye: SIMD3<Double>, scale: Double
  ) -> Part {
    let (page, frame) = (leaf.geometry, leaf.geometry.frame)
    let local = frame.local(eye)
    let start = frame.breadth - page.spine.length * abs(sin(page.tilt))
    // The edge's upper and lower line.
    let lines = run.rulings.filter { $0.s >= start }.map { ruling in
      let angle = page.profile.point(at: ruling.s / frame.breadth).angle
      let place = SIMD3(ruling.x, page.tilt > 0 ? ruling.chord.x : ruling.chord.y, ruling.z)
      let out = SIMD3(cos(page.tilt) * cos(angle), -sin(page.tilt), cos(page.tilt) * sin(angle))
      let isSeen = (local - place).dot(out) > 0
      let depth = isSeen ? leaf.thickness : 0
      let below = place + depth * SIMD3(sin(angle), 0, -cos(angle))
      return (place.seen(from: local), below.seen(from: local))
    }
    let first = vertices.count
    let pad = 1 / scale
    let sides = lines.indices.map { at -> [Vertex] in
      let (upper, lower) = lines[at]
      let way = lines[min(at + 1, lines.count - 1)].0 - lines[max(at - 1, 0)].0
      let length = way.length
      guard length > 0 else { return [] }
      var normal = SIMD2(-way.y, way.x) / length
      var width = (lower - upper).dot(normal)
      if width < 0 { (normal, width) = (-normal, -width) }
      return [(upper - pad * normal, -pad), (upper + (width + pad) * normal, width + pad)].map {
        let (place, inside) = $0
        return Vertex(
          place: SIMD4(SIMD3<Float>(SIMD3(frame.page(place), 0)), leaf.light.edge), paper: .zero,
          inside: SIMD4<Float>(
            SIMD4(1e3, 1e3, inside * scale, (width - inside) * scale)),
          extra: .zero)
      }
    }
    for (one, next) in zip(sides, sides.dropFirst()) where !one.isEmpty && !next.isEmpty {
      vertices += [one[0], next[0], one[1], one[1], next[0], next[1]]
    }
    return Part(
      leaf: index, side: .front, isEdge: true, run: run, range: run.low...run.low,
      triangles: [.smooth: first..<vertices.count])
  }

  /// Returns whether a run lies over another where both are seen.
  private static func lies(
    _ one: (leaf: Int, run: VisibleRun), over other: (leaf: Int, run: VisibleRun), _ leaves: [Leaf]
  ) -> Bool {
    if leaves[one.leaf].geometry.tilt != leaves[other.leaf].geometry.tilt {
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
    _ run: VisibleRun, under others: [VisibleRun], pixel: Double
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

extension PaperPicture.Leaf {
  /// `nil` unless the page bends like paper. It is not ``lit()``.
  init?(_ leaf: CurlLeaf) {
    guard case .paper(let geometry) = leaf.shape else { return nil }
    func surface(_ side: PaperSide) -> PaperSurface? {
      PaperSurface.of(side, leaf.shape, leaf.pages, leaf.look)
    }
    func density(_ surface: PaperSurface?) -> Double? {
      guard let surface else { return nil }
      let texels = surface.page.texels * surface.mapping.lowHalf * SIMD2<Float>(geometry.frame.away)
      return Double((texels * texels).sum().squareRoot())
    }
    let (front, back) = (surface(.front), surface(.back))
    var unlit = leaf.look
    (unlit.light, unlit.shading) = (nil, nil)
    self.init(
      geometry: geometry, look: leaf.look, light: PaperLight(geometry, unlit),
      density: (density(front), density(back)),
      isOpaque: [front, back].allSatisfy { $0?.board != nil || $0?.page.isOpaque == true },
      lightThrough: leaf.pages.back == nil ? 0 : leaf.look.lightThrough,
      thickness: PaperGeometry.thickness(isBoard: leaf.look.board != nil) * geometry.frame.breadth,
      inside: front?.board.map { Inside(.front, of: $0, geometry.frame) }
        ?? back?.board.map { Inside(.back, of: $0, geometry.frame) })
  }

  /// Returns the page in its look's light, which takes a while to compute.
  func lit() -> PaperPicture.Leaf {
    var leaf = self
    leaf.light = PaperLight(geometry, look)
    return leaf
  }

  /// The shadow that it casts, if any.
  var shadow: CurlShadow? {
    guard var shadow = look.cast else { return nil }
    shadow.strength = shadow.strength(for: .paper(geometry))
    return shadow.strength > 0 ? shadow : nil
  }
}
