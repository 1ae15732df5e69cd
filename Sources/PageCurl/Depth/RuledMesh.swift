import GLES
import GLESKitShaders
import GLMath
import Glibc

/// Sides of pages as strips of quads, cut along lines on which paper does not bend: its rulings.
///
/// Pages of every shape are ruled. Such lines stay straight and have one normal, so a few of them
/// are as good as any grid, where no shadow falls on them. `paper.vert` and `paper.frag` draw
/// the strips.
struct RuledMesh {
  struct Vertex: BitwiseCopyable {
    var place: SIMD3<Float>
    /// The point of the paper.
    var paper: SIMD2<Float>
    /// As ``CurlLook/effect(normal:)``.
    var light: SIMD4<Float>
    /// The color of the shadow on it, premultiplied, and the share of the light that it takes.
    var shade: SIMD4<Float>
    /// The distances from the edges at both ends of the rulings, and from those along them, in
    /// texels of a layer.
    var inside = SIMD4<Float>.zero
  }

  /// The triangles of a side: strips, and those along its edges.
  struct Side {
    var vertices: Range<Int>
    var edges: Range<Int>
    var isShaded: Bool
  }

  /// Triangle strips whose fronts wind counterclockwise where they are flat.
  private var vertices: [Vertex] = []
  private var programs: PaperPrograms<Vertex>

  init(_ context: Context) throws(GLESError) {
    programs = try PaperPrograms(
      context,
      [
        ("a_place", 3, \.place), ("a_paper", 2, \.paper), ("a_light", 4, \.light),
        ("a_shade", 4, \.shade), ("a_inside", 4, \.inside),
      ])
  }

  /// Removes all strips, keeping their memory.
  mutating func removeAll() { vertices.removeAll(keepingCapacity: true) }

  /// The part of the page plane on which an eye sees the strips; `nil` if there are none.
  func extent(from eye: SIMD3<Double>) -> PageRect? {
    PageRect(around: vertices.lazy.map { SIMD3<Double>($0.place).seen(from: eye) })
  }

  /// Uploads what has been cut since.
  func upload() throws(GLESError) { try programs.upload(vertices) }

  /// Draws a side that was uploaded.
  ///
  /// - Parameters:
  ///   - sample: The size of a sample in texels, for samples that may be smaller than a texel.
  ///   - edges: Whether its edges are drawn instead, which cover texels of the target in part.
  mutating func draw(
    _ side: Side, _ surface: PaperSurface, matrix: Matrix4, sample: SIMD2<Float>? = nil,
    edges: Bool = false
  ) throws(GLESError) {
    let program = try programs.program(
      "paper", vertex: Shaders.paperVertex, fragment: Shaders.paperFragment,
      (sample == nil ? [] : ["NARROW"]) + (side.isShaded ? ["SHADED"] : [])
        + (edges ? ["EDGE"] : []) + surface.macros)
    try program.set(surface)
    try program.set("u_matrix", matrix)
    if let sample { try program.set("u_sample", sample) }
    try program.draw(edges ? .triangles : .triangleStrip, edges ? side.edges : side.vertices)
  }

  /// Cuts a side of a page.
  ///
  /// - Parameters:
  ///   - tolerance: The largest distance of the strip from the paper, in page pixels.
  ///   - isRaised: Whether the part of a fold that lies on the ground is left out.
  ///   - shade: The shadows on the side, if it is that of a cone.
  ///   - grid: The texels that its edges cover in part; `nil` cuts the side as a whole, without
  ///     edges.
  mutating func cut(
    _ side: PaperSide, of shape: CurlShape, _ look: CurlLook, tolerance: Double,
    isRaised: Bool = false, _ shade: ConeShade? = nil, on grid: RaisedRun.Grid? = nil
  ) -> Side {
    let first = vertices.count
    let effect = Self.effect(of: look, on: side, of: shape)
    let rulings = Self.rulings(of: shape, tolerance, isRaised, shade)
    func points(_ ruling: Ruling) -> [Vertex] {
      let (low, high) = (shape.position(of: ruling.low), shape.position(of: ruling.high))
      let light = effect((ruling.low + ruling.high) / 2)
      let shades = shade?.shades(at: ruling.place) ?? [(0, .zero), (1, .zero)]
      return shades.map { share, shade in
        Vertex(
          place: SIMD3<Float>(low + share * (high - low)),
          paper: SIMD2<Float>(ruling.low + share * (ruling.high - ruling.low)), light: light,
          shade: shade)
      }
    }
    func add(_ strip: some Sequence<(Vertex, Vertex)>) {
      let strip = strip.flatMap { rulings.isMirrored ? [$1, $0] : [$0, $1] }
      // Repeated vertices connect the strips.
      if vertices.count > first { vertices += [vertices[vertices.count - 1], strip[0]] }
      vertices += strip
    }
    var edges: [Vertex] = []
    if let grid {
      for run in runs(side, of: shape, rulings, grid, hasBack: look.drawsBack, points) {
        let parts = run.cut()
        parts.strips.forEach(add)
        edges += parts.edges
      }
    } else {
      let lines = rulings.places.compactMap { rulings.ruling($0).map(points) }
      for (one, other) in zip(lines, lines.dropFirst()) { add(zip(one, other)) }
    }
    let last = vertices.count
    vertices += edges
    return Side(vertices: first..<last, edges: last..<vertices.count, isShaded: shade != nil)
  }

  /// Returns the parts of a side that face the eye.
  private func runs(
    _ side: PaperSide, of shape: CurlShape, _ rulings: Rulings, _ grid: RaisedRun.Grid,
    hasBack: Bool, _ points: (Ruling) -> [Vertex]
  ) -> [RaisedRun] {
    /// Returns how much a ruling shows the front, or else the back.
    func front(_ ruling: Ruling) -> Double {
      let middle = (ruling.low + ruling.high) / 2
      return shape.normal(at: middle).dot(grid.eye - shape.position(of: middle))
    }
    let isBack = side == .back
    var all = rulings.places.compactMap(rulings.ruling).map { ($0, front($0) <= 0) }
    // Silhouettes belong to both sides.
    for index in all.indices.dropFirst().reversed() where all[index].1 != all[index - 1].1 {
      var (one, other) = (all[index - 1].0.place, all[index].0.place)
      for _ in 0..<40 {
        let middle = (one + other) / 2
        guard let ruling = rulings.ruling(middle) else { break }
        if (front(ruling) <= 0) == all[index].1 { other = middle } else { one = middle }
      }
      guard let ruling = rulings.ruling(one) else { continue }
      all.insert(contentsOf: [(ruling, all[index - 1].1), (ruling, all[index].1)], at: index)
    }
    func line(_ ruling: Ruling) -> RaisedRun.Line {
      RaisedRun.Line(place: ruling.place, points(ruling), grid)
    }
    let parts = all.split { $0.1 != isBack }
    return parts.compactMap { part -> RaisedRun? in
      guard part.count > 1 else { return nil }
      let lines = part.map { line($0.0) }
      func end(_ index: Int, _ isSeam: Bool) -> RaisedRun.End {
        guard all.indices.contains(index) else { return isSeam ? .seam : .edge }
        guard !isBack, hasBack else { return .edge }
        let backs = index > part.startIndex ? Array(all[index...]) : all[...index].reversed()
        return .below(backs.map { line($0.0) })
      }
      let isSeam = if case .fold = shape { part[part.startIndex].0.place == 0 } else { false }
      return RaisedRun(
        lines, from: end(part.startIndex - 1, isSeam),
        to: end(part.endIndex, false), on: grid
      ) { place in
        rulings.ruling(place).map(line) ?? lines[0]
      }
    }
  }

  /// Returns the effect of the light on a side at points of the paper.
  private static func effect(
    of look: CurlLook, on side: PaperSide, of shape: CurlShape
  ) -> (SIMD2<Double>) -> SIMD4<Float> {
    let facing = side == .front ? 1.0 : -1
    func plain(_ paper: SIMD2<Double>) -> SIMD4<Float> {
      look.effect(normal: facing * shape.normal(at: paper))
    }
    guard look.shading == nil else { return plain }
    switch shape {
    case .flat, .fold: return plain
    case .cone:
      // As on pages that bend like paper: colors are stored for a gamma of 2.2. A cone has no roll
      // that would look flat in this light.
      return { paper in
        let effect = plain(paper)
        let factor = Float(CurlLight.shown(Double(effect.x)))
        return SIMD4(factor, factor, factor, effect.w)
      }
    case .paper(let leaf):
      // It depends on the whole page.
      let light = PaperLight(leaf, look)
      return { paper in
        let all = light.factors(at: leaf.frame.local(paper).x / leaf.frame.breadth)
        let (factor, white) = side == .front ? (all.x, all.z) : (all.y, all.w)
        return SIMD4(factor, factor, factor, white)
      }
    }
  }

  /// A ruling: what says which one it is, and its two ends on the paper.
  private typealias Ruling = (place: Double, low: SIMD2<Double>, high: SIMD2<Double>)

  /// The rulings of a page.
  private struct Rulings {
    /// Those between which it is cut, in order.
    var places: [Double]
    /// Whether the way from the first to the last one is left of their direction instead of right
    /// of it.
    var isMirrored = false
    /// Returns a ruling; `nil` beside the page.
    var ruling: (Double) -> Ruling?
  }

  private static func rulings(
    of shape: CurlShape, _ tolerance: Double, _ isRaised: Bool, _ shade: ConeShade?
  ) -> Rulings {
    switch shape {
    case .flat(let page): return rulings(of: page.curl, tolerance, isRaised)
    case .fold(let curl): return rulings(of: curl, tolerance, isRaised)
    case .cone(let cone):
      let frame = cone.frame
      return Rulings(
        places: angles(of: cone, tolerance, shade), isMirrored: frame.handedness < 0
      ) { angle in
        let (ends, way) = (cone.ends(at: angle), SIMD2(sin(angle), cos(angle)))
        let apex = SIMD2(0, -cone.apexDepth)
        return (angle, frame.page(apex + ends.x * way), frame.page(apex + ends.y * way))
      }
    case .paper(let leaf):
      let frame = leaf.frame
      let lines = leaf.profile.lines(tolerance: tolerance / frame.breadth) + leaf.corners
      return Rulings(
        places: lines.sorted().map { $0 * frame.breadth }, isMirrored: frame.handedness < 0
      ) { s in
        let ends = leaf.ends(at: s)
        return (s, frame.page(SIMD2(s, ends.x)), frame.page(SIMD2(s, ends.y)))
      }
    }
  }

  private static func rulings(
    of curl: CurlGeometry, _ tolerance: Double, _ isRaised: Bool
  ) -> Rulings {
    let (low, last) = (
      curl.extent.lowerBound - curl.contactOffset, curl.extent.upperBound - curl.contactOffset
    )
    let count = 2 * steps(radius: curl.radius / curl.fold.sharpest, tolerance: tolerance)
    let arc = curl.turn / count
    // Of a huge roll's many strips the page contains only a few.
    let ends = (max(low / arc, 0).rounded(.down), min(last / arc, count).rounded(.up))
    var lines = curl.corners.map { curl.distance(of: $0) }
    if curl.turn == 0 {
      // Level paper on both sides of a sharp fold.
      lines += [-1e-6 * curl.width, 1e-6 * curl.width]
    } else if ends.1 > ends.0 {
      lines += (0...Int(ends.1 - ends.0)).map { curl.turn * (ends.0 + Double($0)) / count }
    }
    return Rulings(places: sorted(lines, from: isRaised ? max(low, 0) : low, to: last)) { s in
      let u = curl.contactOffset + s
      return curl.chord(at: u).map { chord in
        let base = u * curl.lift
        return (s, base + chord.lowerBound * curl.axis, base + chord.upperBound * curl.axis)
      }
    }
  }

  private static func angles(
    of cone: ConeGeometry, _ tolerance: Double, _ shade: ConeShade?
  ) -> [Double] {
    let widest = cone.angles.upperBound
    // The curvature at the far end is at least that of a circle of this radius.
    let far = cone.frame.length + cone.frame.breadth + cone.apexDepth
    let quarter = steps(radius: far * tan(cone.halfAngle), tolerance: tolerance)
    let wound = widest / sin(cone.halfAngle)
    // The radius of an almost flat leaf is unbounded, so the number of strips is limited.
    let steps = Int(min(max((quarter * wound / (.pi / 2)).rounded(.up), 8), 1024))
    let even = (0...steps).map { widest * Double($0) / Double(steps) }
    return sorted(even + (shade?.angles ?? []) + [cone.corner], from: 0, to: widest)
  }

  /// Returns the places inside a range, sorted, with both ends of the range.
  private static func sorted(
    _ places: [Double], from first: Double, to last: Double
  ) -> [Double] {
    guard last > first else { return [] }
    return ([first] + places.filter { $0 > first && $0 < last } + [last]).sorted()
  }

  /// Returns the number of strips for a quarter of a roll: a chord over the angle 2a deviates by
  /// R(1 − cos a) = 2R sin²(a/2). Between their ends light is linear: with 12, to a step of 8-bit
  /// color.
  private static func steps(radius: Double, tolerance: Double) -> Double {
    guard radius > tolerance else { return 12 }
    return max(12, (.pi / 8 / asin((tolerance / (2 * radius)).squareRoot())).rounded(.up))
  }
}
