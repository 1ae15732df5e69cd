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
  private(set) var rising = Quarter()
  /// The back on the cylinder's upper quarter, from its silhouette on.
  private(set) var falling = Quarter()
  /// The part that lies upside down.
  private(set) var turned = Framed()

  /// All strips of what does not lie flat on the page.
  var raised: [Range<Int>] {
    [rising, falling].flatMap { $0.mild.joined() + $0.steep + $0.borders } + turned.borders
      + [turned.inside]
  }

  private var lines: [Double] = []

  /// A part of the sheet, cut so that pixels which the paper's edges may cross are apart from the rest.
  struct Framed {
    /// Surely inside the paper's edges.
    var inside = 0..<0
    /// The two sides of the frame around it.
    var borders = [0..<0, 0..<0]
  }

  /// A quarter of the cylinder, cut by how much paper a pixel covers. Each part is a strip, or two where the
  /// back hides what lies between.
  struct Quarter {
    /// What is less steep than each of ``Cut/lengths`` and steeper than the one before.
    var mild: [[Range<Int>]] = []
    /// The rest, as far as the silhouette.
    var steep: [Range<Int>] = []
    /// What the paper's edges may cross, of the whole quarter.
    var borders: [Range<Int>] = []
  }

  /// How finely, and how far beyond the paper's own edge.
  struct Cut {
    /// How deep a chord may lie in the cylinder, page pixels: it strays half as far.
    var tolerance: Double
    /// A page's pixel seen in the target, page pixels.
    var pixel: Double
    /// The `u` from which on the flat part is wanted; what lies before has been copied.
    var flatFrom = -Double.infinity
    /// How far beyond the edges of steep paper the frame begins, and how far inside them it ends, page
    /// pixels: room for the pixels that an edge touches. Paper that is less steep has a narrower one. 0 makes
    /// no frame.
    var margin = 0.0
    /// How far the flat part goes beyond its edges: not at all where page pixels are target pixels.
    var flatMargin = 0.0
    /// How far the silhouette goes beyond the cylinder.
    var overhang = 0.0
    /// The paper's lengths under a pixel at which mild paper is parted, in pixels, ascending; beyond the last it
    /// is steep. From the first on paper is put in its place pixel by pixel.
    var lengths = [Double.infinity]
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
    let turn = .pi * radius
    let start = curl.extent.lowerBound - curl.contactOffset
    let end = curl.extent.upperBound - curl.contactOffset
    flat = strip(
      curl, from: max(start - cut.flatMargin, cut.flatFrom - curl.contactOffset),
      to: min(end + cut.flatMargin, cut.lap), margin: cut.flatMargin
    ) { Ruling(reach: $0, light: plain) }
    (rising, falling) = (Quarter(), Quarter())
    // A fold that is sharper than a pixel has no cylinder to anti-alias: the turned part overhangs.
    let sharp = radius == 0 || radius < cut.overhang
    if !sharp {
      let silhouette = .pi / 2 * radius
      let steepest = acos(min(cut.lengths.first.map { 1 / $0 } ?? 1, 1))
      func reach(_ s: Double) -> Double {
        if s == silhouette { return radius + cut.overhang }
        let reach = radius * sin(s / radius)
        // A chord lies inside the cylinder: put half outside, it strays half as far either way. Where paper
        // is put in its place pixel by pixel it starts from the cylinder.
        let bend = max(min(s, turn - s) / radius, 0)
        let left = steepest - bend
        guard left > 0 else { return reach }
        let step = Self.step(radius: radius, tolerance: cut.tolerance, bend: bend)
        return reach + reach * step * step / 16 * min(left / step, 1)
      }
      rising = quarter(curl, cut, foot: 0) {
        Ruling(reach: reach($0), light: light(curl.normal(bend: $0 / radius)))
      }
      falling = quarter(curl, cut, foot: turn) {
        Ruling(reach: reach($0), light: light(-curl.normal(bend: $0 / radius)))
      }
    }
    // Level paper is not foreshortened: a narrow frame will do.
    let margin = min(cut.margin, 2 * cut.overhang)
    let seam = max(start - margin, turn - (sharp ? radius + cut.overhang : 0))
    let frame = Frame(curl, sizes: [margin]) { _ in margin }
    placeLines(
      curl, from: seam - (sharp ? 0 : cut.lap), to: end + margin, corners: frame.cornerLines,
      cuts: [seam])
    if margin > 0 { cutCrossings(frame.outer.chord, frame.inner.chord) }
    let form = { (line: Double) in Ruling(reach: turn - line, light: plain) }
    turned.inside = strip(curl, form, chord: frame.inside)
    turned.borders = margin > 0 ? borders(curl, frame, from: seam, form) : []
  }

  /// Cuts a quarter of the cylinder, the lower one without what the back hides.
  ///
  /// - Parameter foot: where it is level, as a distance beyond the contact line: 0 or πR.
  private mutating func quarter(
    _ curl: CurlGeometry, _ cut: Cut, foot: Double, _ form: (Double) -> Ruling
  ) -> Quarter {
    let radius = curl.radius
    let turn = .pi * radius
    let isRising = foot == 0
    /// The distance beyond the contact line of paper that is bent away from level.
    func line(_ bend: Double) -> Double { isRising ? bend * radius : foot - bend * radius }
    // A pixel covers 1 / cos(bend) of its own length.
    let bends = cut.lengths.map { acos(min(1 / $0, 1)) }
    let margins = cut.lengths.map { min(2 * $0 * cut.pixel, cut.margin) }
    // From one to the next on a pixel's way, so that strips meet in shared corners.
    let ramp = cut.pixel / radius
    let frame = Frame(curl, sizes: margins + [cut.margin]) { line in
      let bend = abs(line - foot) / radius
      guard let index = bends.firstIndex(where: { bend < $0 }) else { return cut.margin }
      let next = index + 1 < margins.count ? margins[index + 1] : cut.margin
      return margins[index] + (next - margins[index]) * max(1 - (bends[index] - bend) / ramp, 0)
    }
    let start = curl.extent.lowerBound - curl.contactOffset - cut.margin
    var end = curl.extent.upperBound - curl.contactOffset + cut.margin
    var back: HiddenPaper?
    if isRising, cut.hides {
      // Over a pixel that an edge of the back may cross something of the front is seen.
      let inset = max(cut.margin, cut.pixel)
      if curl.isStraight {
        // The sheet's sides lie above one another: where there is a back it hides all.
        end = min(end, turn - (curl.extent.upperBound - curl.contactOffset - inset))
      } else {
        back = HiddenPaper(curl, inset: inset)
      }
    }
    placeLines(
      curl, from: max(start, isRising ? 0 : turn / 2), to: min(end, isRising ? turn / 2 : turn),
      corners: frame.cornerLines + (back?.corners(near: 0).map(\.line) ?? []),
      cuts: bends.map(line) + bends.map { line($0 - ramp) }
        + Self.cuts(radius: radius, tolerance: cut.tolerance, exactFrom: bends.first ?? 0)
        .map(line))
    if cut.margin > 0 { cutCrossings(frame.outer.chord, frame.inner.chord) }
    if let back { cutCrossings(frame.inside, back.chord) }
    func part(from low: Double, to high: Double) -> [Range<Int>] {
      guard high > low else { return [] }
      let rows = isRising ? line(low)...line(high) : line(high)...line(low)
      guard let back else { return [strip(curl, form, rows: rows, chord: frame.inside)] }
      return [
        strip(curl, form, rows: rows) { line in
          frame.inside(line).map { $0.lowerBound...back.part(of: $0, on: line).lowerBound }
        },
        strip(curl, form, rows: rows) { line in
          frame.inside(line).map { back.part(of: $0, on: line).upperBound...$0.upperBound }
        },
      ]
    }
    return Quarter(
      mild: zip([-1] + bends, bends).map { part(from: $0, to: $1) },
      steep: part(from: bends.last ?? -1, to: 2),
      borders: cut.margin > 0 ? borders(curl, frame, from: -.infinity, form) : [])
  }

  /// The two sides of a frame, on the lines from `start` on.
  private mutating func borders(
    _ curl: CurlGeometry, _ frame: Frame, from start: Double, _ form: (Double) -> Ruling
  ) -> [Range<Int>] {
    [
      strip(curl, form, rows: start...(.infinity)) { line in
        frame.outer.chord(line).map {
          $0.lowerBound...frame.inner.part(of: $0, on: line).lowerBound
        }
      },
      strip(curl, form, rows: start...(.infinity)) { line in
        frame.outer.chord(line).map {
          frame.inner.part(of: $0, on: line).upperBound...$0.upperBound
        }
      },
    ]
  }

  /// The largest angle between two cuts: light is interpolated between them.
  private static let widest = 0.15

  /// The angle from a cut to the next one down.
  ///
  /// A chord over the angle a strays by R a² / 8 sideways from where its paper is, seen from above that times the
  /// sine of the slope: flat paper needs few cuts.
  private static func step(radius: Double, tolerance: Double, bend: Double) -> Double {
    min((8 * tolerance / (radius * sin(bend))).squareRoot(), widest)
  }

  /// The angles at which a quarter of the cylinder is cut, from below its silhouette down to the ground; paper
  /// that is put in its place pixel by pixel, from the angle `limit` on, just for its light.
  private static func cuts(radius: Double, tolerance: Double, exactFrom limit: Double) -> [Double] {
    let mostCuts = 4096
    var cuts: [Double] = []
    var bend = Double.pi / 2
    while true {
      bend =
        bend > limit
        ? max(bend - widest, limit) : bend - step(radius: radius, tolerance: tolerance, bend: bend)
      // A roll that needs more is so large that no page reaches around it as far as its first cut.
      guard bend > 0.02, cuts.count < mostCuts else { break }
      cuts.append(bend)
    }
    return cuts
  }

  /// One strip of quads from distance `start` to `end` beyond the contact line, cut at the page's corners.
  private mutating func strip(
    _ curl: CurlGeometry, from start: Double, to end: Double, margin: Double,
    _ form: (Double) -> Ruling
  ) -> Range<Int> {
    let page = InsetPage(curl) { _ in -margin }
    placeLines(curl, from: start, to: end, corners: page.cornerLines([-margin]), cuts: [])
    return strip(curl, form, chord: page.chord)
  }

  /// Fills ``lines`` with where a strip is cut.
  private mutating func placeLines(
    _ curl: CurlGeometry, from start: Double, to end: Double, corners: [Double], cuts: [Double]
  ) {
    lines.removeAll(keepingCapacity: true)
    guard end > start else { return }
    lines += [start, end]
    lines += corners
    if curl.isStraight {
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

  /// A quad between each two neighbours of ``lines`` in a range, as wide as `chord` says.
  private mutating func strip(
    _ curl: CurlGeometry, _ form: (Double) -> Ruling,
    rows: ClosedRange<Double> = -Double.infinity...(.infinity),
    chord: (Double) -> ClosedRange<Double>?
  ) -> Range<Int> {
    let first = vertices.count
    for line in lines where rows.contains(line) {
      guard let chord = chord(line) else { continue }
      let ruling = form(line)
      for along in [chord.lowerBound, chord.upperBound] {
        let place = (curl.contactOffset + ruling.reach) * curl.lift + along * curl.axis
        let paper = (curl.contactOffset + line) * curl.lift + along * curl.axis
        vertices.append(
          CurlVertex(
            place: SIMD2<Float>(place), paper: SIMD2<Float>(paper), light: ruling.light))
      }
    }
    return first..<vertices.count
  }
}

/// Where a line of the paper comes to lie beyond the contact line, and the light on it.
private struct Ruling {
  var reach: Double
  var light: SIMD4<Float>
}

/// What pixels the paper's edges may cross: a band around the edges, as wide outwards as inwards.
private struct Frame {
  let outer: InsetPage
  let inner: InsetPage
  let cornerLines: [Double]

  /// - Parameters:
  ///   - sizes: all sizes that there are.
  ///   - size: by the line.
  init(_ curl: CurlGeometry, sizes: [Double], _ size: @escaping (Double) -> Double) {
    outer = InsetPage(curl) { -size($0) }
    inner = InsetPage(curl, inset: size)
    cornerLines = outer.cornerLines(sizes.map(-)) + inner.cornerLines(sizes)
  }

  /// The stretch of a line that no edge's pixels reach; where they reach all of it, the place at which the two
  /// sides of the frame meet.
  func inside(_ line: Double) -> ClosedRange<Double>? {
    outer.chord(line).map { inner.part(of: $0, on: line) }
  }
}
