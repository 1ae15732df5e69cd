import Glibc

/// A vertex of a piece of paper: where it is, which point of the paper it is, and its light.
struct CurlVertex: BitwiseCopyable {
  var place: SIMD2<Float>
  var paper: SIMD2<Float>
  var light: SIMD4<Float>
}

/// The sheet as triangle strips, cut by lines parallel to the cylinder's axis.
///
/// The surface is ruled: along such a line nothing bends, so strips between lines that are near enough
/// are as good as any mesh, with far fewer vertices. Drawn from the flat part to the turned part they also
/// hide one another rightly without a depth buffer.
struct CurlStrips {
  private(set) var vertices: [CurlVertex] = []
  /// The whole page, flat.
  private(set) var page = 0..<0
  /// The flat part of the front.
  private(set) var flat = 0..<0
  /// The front on the cylinder's lower quarter as far as its silhouette; what the back hides is left out.
  private(set) var rising = [0..<0, 0..<0]
  /// The back on the cylinder's upper quarter, from its silhouette on as far as it is steep.
  private(set) var steep = Framed()
  /// The rest of the upper quarter, where a pixel covers little more than a pixel's length of paper.
  private(set) var gentle = Framed()
  /// The part that lies upside down.
  private(set) var turned = Framed()

  private var lines: [Double] = []

  /// A part of the sheet, cut so that pixels which the paper's edges may cross are apart from the rest.
  struct Framed {
    /// Surely inside the paper's edges.
    var inside = 0..<0
    /// The two sides of the frame around it.
    var borders = [0..<0, 0..<0]
  }

  /// How finely, and how far beyond the paper's own edge.
  struct Cut {
    /// How far a strip may stray from the cylinder, page pixels.
    var tolerance: Double
    /// A page's pixel seen in the target, page pixels.
    var pixel: Double
    /// The `u` from which on the flat part is wanted; what lies before has been copied.
    var flatFrom = -Double.infinity
    /// By how much the curled and turned paper is extended on every side, and the silhouette beyond the
    /// cylinder, page pixels: room for the pixels that an edge only touches. 0 ends at the edges.
    var margin = 0.0
    /// The same for the flat part, which needs none where page pixels are target pixels.
    var flatMargin = 0.0
    /// The silhouette's share of the margin.
    var overhang = 0.0
    /// How far inside the edges the frame ends; 0 makes no frame.
    var inset = 0.0
    /// The paper's length under a pixel from which on it is steep, in pixels.
    var steepness = Double.infinity
    /// Whether the back hides what lies under it.
    var hides = false
    /// How far the flat front goes on under the rising, and the level back over the falling, page pixels.
    /// Neighbours need not share the corners at which they are cut, so that a pixel right on their seam might
    /// belong to neither.
    var lap = 0.0
  }

  /// Cuts the sheet anew, reusing memory.
  ///
  /// - Parameter light: the light on paper with a unit normal of its visible side.
  mutating func cut(
    _ curl: CurlGeometry, _ cut: Cut, light: (SIMD3<Double>) -> SIMD4<Float>
  ) {
    vertices.removeAll(keepingCapacity: true)
    let plain = light(SIMD3(0, 0, 1))
    for corner in curl.corners {
      let place = SIMD2<Float>(corner)
      vertices.append(CurlVertex(place: place, paper: place, light: plain))
    }
    page = 0..<4
    let radius = curl.radius
    let quarter = .pi / 2 * radius
    let turn = 2 * quarter
    let start = curl.extent.lowerBound - curl.contact
    let end = curl.extent.upperBound - curl.contact
    flat = strip(
      curl, from: max(start - cut.flatMargin, cut.flatFrom - curl.contact),
      to: min(end + cut.flatMargin, cut.lap),
      margin: cut.flatMargin
    ) {
      ($0, plain)
    }
    rising = [0..<0, 0..<0]
    (steep, gentle) = (Framed(), Framed())
    // A fold that is sharper than a pixel has no cylinder to anti-alias: the turned part overhangs.
    let sharp = radius < cut.overhang
    if !sharp {
      let beyond = radius + cut.overhang
      let bends = Self.bends(radius: radius, tolerance: cut.tolerance)
      // Where there is a frame, what is steep and what rises is put in its place pixel by pixel.
      let few = cut.inset > 0 ? Self.bends(radius: radius, tolerance: .infinity) : bends
      let (first, last) = (start - cut.margin, end + cut.margin)
      rise(curl, cut, from: max(first, 0), to: min(last, quarter), bends: few) { s in
        let bend = s / radius
        let reach = s == quarter ? beyond : radius * sin(bend)
        return (reach, light(curl.normal(bend: bend)))
      }
      let fall = { (s: Double) -> (Double, SIMD4<Float>) in
        let bend = s / radius
        let reach = s == quarter ? beyond : radius * sin(bend)
        return (reach, light(-curl.normal(bend: bend)))
      }
      let edge = turn - radius * acos(min(1 / cut.steepness, 1))
      steep = framed(
        curl, from: max(first, quarter), to: min(last, edge), cut,
        cuts: few.map { turn - $0 * radius }, form: fall)
      gentle = framed(
        curl, from: max(first, edge), to: min(last, turn), cut,
        cuts: bends.map { turn - $0 * radius }, form: fall)
    }
    // Level paper is not foreshortened: a narrow frame will do.
    var level = cut
    level.margin = min(cut.margin, 2 * cut.overhang)
    level.inset = min(cut.inset, 2 * cut.overhang)
    let seam = max(start - level.margin, turn - (sharp ? radius + cut.overhang : 0))
    turned = framed(
      curl, from: seam - (sharp ? 0 : cut.lap), to: end + level.margin, level, cuts: [seam],
      bordersFrom: seam
    ) {
      (turn - $0, plain)
    }
  }

  /// Cuts the lower quarter, without what the back hides.
  private mutating func rise(
    _ curl: CurlGeometry, _ cut: Cut, from start: Double, to end: Double, bends: [Double],
    form: (Double) -> (Double, SIMD4<Float>)
  ) {
    let cuts = bends.map { $0 * curl.radius }
    let turn = .pi * curl.radius
    guard cut.hides else {
      rising[0] = strip(
        curl, from: start, to: end, margin: cut.margin, cuts: cuts, form: form)
      return
    }
    // Over a pixel that an edge of the back may cross something of the front is seen.
    let inset = max(cut.inset, cut.pixel)
    if curl.lift.x == 0 || curl.lift.y == 0 {
      // The sheet's sides lie above one another: where there is a back it hides all.
      let rest = turn - (curl.extent.upperBound - curl.contact - inset)
      rising[0] = strip(
        curl, from: start, to: min(end, rest), margin: cut.margin, cuts: cuts, form: form)
      return
    }
    let corners = curl.corners(margin: -inset)
    rising =
      framed(
        curl, from: start, to: end, margin: cut.margin, cuts: cuts,
        around: corners.map { (turn - curl.distance(of: $0), ($0 * curl.axis).sum()) }, form: form
      ) { curl.chord(at: curl.contact + turn - $0, margin: -inset) }.borders
  }

  /// The angles at which a quarter of the cylinder is cut, from the ground up to below its silhouette.
  ///
  /// A chord over the angle a strays by R a² / 8 sideways from where its paper is, seen from above that times the
  /// sine of the slope: flat paper needs few cuts. Light between two cuts is interpolated, so that no two
  /// are too far apart.
  static func bends(radius: Double, tolerance: Double) -> [Double] {
    let mostBends = 4096
    var bends: [Double] = []
    var bend = Double.pi / 2
    while true {
      bend -= min((8 * tolerance / (radius * sin(bend))).squareRoot(), 0.15)
      // A roll that needs more is so large that no page reaches around it as far as its first cut.
      guard bend > 0.02, bends.count < mostBends else { break }
      bends.append(bend)
    }
    return bends.reversed()
  }

  /// One strip of quads from distance `start` to `end` beyond the contact line, cut at `cuts` and at the
  /// page's corners; `form` says how far beyond the contact line the paper comes to lie, and its light.
  private mutating func strip(
    _ curl: CurlGeometry, from start: Double, to end: Double, margin: Double,
    cuts: [Double] = [], form: (Double) -> (Double, SIMD4<Float>)
  ) -> Range<Int> {
    let corners = curl.corners(margin: margin).map { curl.distance(of: $0) }
    placeLines(curl, from: start, to: end, corners: corners, cuts: cuts)
    return strip(curl, form) { curl.chord(at: curl.contact + $0, margin: margin) }
  }

  /// As ``strip(_:from:to:margin:cuts:form:)``, parted in a frame and what it surrounds.
  private mutating func framed(
    _ curl: CurlGeometry, from start: Double, to end: Double, _ cut: Cut, cuts: [Double],
    bordersFrom seam: Double = -.infinity, form: (Double) -> (Double, SIMD4<Float>)
  ) -> Framed {
    guard cut.inset > 0 else {
      let whole = strip(
        curl, from: start, to: end, margin: cut.margin, cuts: cuts, form: form)
      return Framed(inside: whole)
    }
    let corners = curl.corners(margin: -cut.inset)
    return framed(
      curl, from: start, to: end, margin: cut.margin, cuts: cuts,
      around: corners.map { (curl.distance(of: $0), ($0 * curl.axis).sum()) },
      bordersFrom: seam, form: form
    ) { curl.chord(at: curl.contact + $0, margin: -cut.inset) }
  }

  /// Parts a strip in what lies inside a convex shape and what lies outside it.
  ///
  /// - Parameters:
  ///   - corners: the shape's, as distances beyond the contact line and places along the cylinder.
  ///   - seam: where the borders begin; the inside may begin before.
  ///   - inner: the stretch along the cylinder that is inside, on the line at a distance.
  private mutating func framed(
    _ curl: CurlGeometry, from start: Double, to end: Double, margin: Double, cuts: [Double],
    around corners: [(line: Double, along: Double)], bordersFrom seam: Double = -.infinity,
    form: (Double) -> (Double, SIMD4<Float>), inner: (Double) -> ClosedRange<Double>?
  ) -> Framed {
    placeLines(
      curl, from: start, to: end,
      corners: curl.corners(margin: margin).map { curl.distance(of: $0) } + corners.map(\.line),
      cuts: cuts)
    func outer(_ line: Double) -> ClosedRange<Double>? {
      curl.chord(at: curl.contact + line, margin: margin)
    }
    cutCrossings(outer, inner)
    // Where the inside begins and ends the two borders meet at its outermost corners.
    let corners = corners.sorted { $0.line < $1.line }
    func parting(_ line: Double, _ whole: ClosedRange<Double>) -> ClosedRange<Double> {
      if let inside = inner(line) { return inside.clamped(to: whole) }
      let meeting = line < corners[1].line ? corners[0].along : corners[3].along
      let place = min(max(meeting, whole.lowerBound), whole.upperBound)
      return place...place
    }
    return Framed(
      inside: strip(curl, form) { line in
        inner(line).flatMap { inside in outer(line).map { inside.clamped(to: $0) } }
      },
      borders: [
        strip(curl, form) { line in
          line < seam ? nil : outer(line).map { $0.lowerBound...parting(line, $0).lowerBound }
        },
        strip(curl, form) { line in
          line < seam ? nil : outer(line).map { parting(line, $0).upperBound...$0.upperBound }
        },
      ])
  }

  /// Fills ``lines`` with where a strip is cut.
  private mutating func placeLines(
    _ curl: CurlGeometry, from start: Double, to end: Double, corners: [Double], cuts: [Double]
  ) {
    lines.removeAll(keepingCapacity: true)
    guard end > start else { return }
    lines += [start, end]
    lines += corners
    if curl.lift.x == 0 || curl.lift.y == 0 {
      // An edge along the cylinder begins or ends a chord at a stroke. Oblique quads as narrow as this must not
      // be: what a driver makes of a pixel in one is far from what lies around it.
      for line in corners { lines += [line - 1e-6, line + 1e-6] }
    }
    lines += cuts
    lines.sort()
    var last = -Double.infinity
    lines.removeAll { line in
      guard line >= start, line <= end, line > last else { return true }
      last = line
      return false
    }
  }

  /// Adds the lines on which the inner stretch comes in at one end of the outer or leaves at the other.
  private mutating func cutCrossings(
    _ outer: (Double) -> ClosedRange<Double>?, _ inner: (Double) -> ClosedRange<Double>?
  ) {
    // How far the two overlap, seen from either end: linear between neighbours.
    func overlaps(_ line: Double) -> [Double] {
      guard let outer = outer(line), let inner = inner(line) else { return [] }
      return [outer.upperBound - inner.lowerBound, inner.upperBound - outer.lowerBound]
    }
    let count = lines.count
    for index in 1..<max(count, 1) {
      let (low, high) = (lines[index - 1], lines[index])
      for (before, after) in zip(overlaps(low), overlaps(high)) where before * after < 0 {
        lines.append(low + (high - low) * before / (before - after))
      }
    }
    if lines.count > count { lines.sort() }
  }

  /// A quad between each two neighbours of ``lines``, as wide as `chord` says.
  private mutating func strip(
    _ curl: CurlGeometry, _ form: (Double) -> (Double, SIMD4<Float>),
    chord: (Double) -> ClosedRange<Double>?
  ) -> Range<Int> {
    let first = vertices.count
    for line in lines {
      guard let chord = chord(line) else { continue }
      let (reach, light) = form(line)
      for along in [chord.lowerBound, chord.upperBound] {
        let place = (curl.contact + reach) * curl.lift + along * curl.axis
        let paper = (curl.contact + line) * curl.lift + along * curl.axis
        vertices.append(
          CurlVertex(place: SIMD2<Float>(place), paper: SIMD2<Float>(paper), light: light))
      }
    }
    return first..<vertices.count
  }
}

extension CurlGeometry {
  /// The page's four corners, page pixels.
  var corners: [SIMD2<Double>] { corners(margin: 0) }

  /// The corners of a page that is larger by `margin` on every side.
  func corners(margin: Double) -> [SIMD2<Double>] {
    let (left, right) = (-margin, width + margin)
    let (bottom, top) = (-margin, height + margin)
    return [
      SIMD2(left, bottom), SIMD2(right, bottom), SIMD2(left, top), SIMD2(right, top),
    ]
  }
}
