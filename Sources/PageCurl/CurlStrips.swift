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
  /// The front on the cylinder's lower quarter, as far as its silhouette, or as it is not hidden.
  private(set) var rising = 0..<0
  /// The back on the cylinder's upper quarter, from its silhouette on.
  private(set) var falling = Framed()
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
    /// Whether the back hides what lies under it.
    var hides = false
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
    let start = curl.extent.lowerBound - curl.contact
    let end = curl.extent.upperBound - curl.contact
    flat = strip(
      curl, from: max(start - cut.flatMargin, cut.flatFrom - curl.contact),
      to: min(end + cut.flatMargin, 0),
      margin: cut.flatMargin
    ) {
      ($0, plain)
    }
    let steps = Self.steps(radius: radius, tolerance: cut.tolerance)
    let arc = (1..<steps).map { quarter * Double($0) / Double(steps) }
    let beyond = radius + cut.overhang
    let last = end + cut.margin
    let seen = cut.hides ? hiddenFrom(curl, cut, arc: arc + [quarter]) : quarter
    rising = strip(
      curl, from: max(start - cut.margin, 0), to: min(last, seen), margin: cut.margin, cuts: arc
    ) { s in
      let bend = s / radius
      let reach = s == quarter ? beyond : radius * sin(bend)
      return (reach, light(curl.normal(bend: bend)))
    }
    falling = framed(
      curl, from: max(start - cut.margin, quarter), to: min(last, 2 * quarter), cut,
      cuts: arc.map { $0 + quarter }
    ) { s in
      let bend = s / radius
      let reach = s == quarter ? beyond : radius * sin(bend)
      return (reach, light(-curl.normal(bend: bend)))
    }
    // A fold that is sharper than a pixel has no cylinder to anti-alias: the turned part overhangs.
    let sharp = radius < cut.overhang
    let first = 2 * quarter - (sharp ? beyond : 0)
    // Level paper is not foreshortened: a narrow frame will do.
    var level = cut
    level.margin = min(cut.margin, 2 * cut.overhang)
    level.inset = min(cut.inset, 2 * cut.overhang)
    turned = framed(curl, from: max(start - level.margin, first), to: end + level.margin, level) {
      (2 * quarter - $0, plain)
    }
    if sharp {
      rising = 0..<0
      falling = Framed()
    }
  }

  /// The distance from which on the rising paper is hidden by the falling paper above it.
  private func hiddenFrom(_ curl: CurlGeometry, _ cut: Cut, arc: [Double]) -> Double {
    let turn = .pi * curl.radius
    var seen = turn / 2
    for s in arc.reversed() {
      guard
        let front = curl.chord(at: curl.contact + s, margin: cut.margin),
        let back = curl.chord(at: curl.contact + turn - s, margin: -cut.overhang),
        // The page's own side edges coincide; the pixels that they cross belong to the back.
        back.lowerBound <= front.lowerBound + cut.margin + 2 * cut.overhang,
        back.upperBound >= front.upperBound - cut.margin - 2 * cut.overhang
      else { break }
      seen = s
    }
    return seen
  }

  /// Strips for a quarter of the cylinder: a chord over the angle 2a strays by R(1 − cos a).
  static func steps(radius: Double, tolerance: Double) -> Int {
    guard radius > tolerance else { return 2 }
    return max(2, Int((.pi / 4 / acos(1 - tolerance / radius)).rounded(.up)))
  }

  /// One strip of quads from distance `start` to `end` beyond the contact line, cut at `cuts` and at the
  /// page's corners; `form` says how far beyond the contact line the paper comes to lie, and its light.
  private mutating func strip(
    _ curl: CurlGeometry, from start: Double, to end: Double, margin: Double,
    cuts: [Double] = [], form: (Double) -> (Double, SIMD4<Float>)
  ) -> Range<Int> {
    placeLines(curl, from: start, to: end, margins: [margin], cuts: cuts)
    return strip(curl, form) { curl.chord(at: curl.contact + $0, margin: margin) }
  }

  /// As ``strip(_:from:to:margin:cuts:form:)``, parted in a frame and what it surrounds.
  private mutating func framed(
    _ curl: CurlGeometry, from start: Double, to end: Double, _ cut: Cut, cuts: [Double] = [],
    form: (Double) -> (Double, SIMD4<Float>)
  ) -> Framed {
    guard cut.inset > 0 else {
      let whole = strip(
        curl, from: start, to: end, margin: cut.margin, cuts: cuts, form: form)
      return Framed(inside: whole)
    }
    placeLines(curl, from: start, to: end, margins: [cut.margin, -cut.inset], cuts: cuts)
    func outer(_ line: Double) -> ClosedRange<Double>? {
      curl.chord(at: curl.contact + line, margin: cut.margin)
    }
    func inner(_ line: Double) -> ClosedRange<Double>? {
      curl.chord(at: curl.contact + line, margin: -cut.inset)
    }
    // Where the inside begins and ends the two borders meet at its outermost corners.
    let corners = curl.corners(margin: -cut.inset)
      .map { (line: curl.distance(of: $0), along: ($0 * curl.axis).sum()) }
      .sorted { $0.line < $1.line }
    func parting(_ line: Double, _ whole: ClosedRange<Double>) -> ClosedRange<Double> {
      if let inside = inner(line) { return inside.clamped(to: whole) }
      let meeting = line < corners[1].line ? corners[0].along : corners[3].along
      let place = min(max(meeting, whole.lowerBound), whole.upperBound)
      return place...place
    }
    return Framed(
      inside: strip(curl, form, chord: inner),
      borders: [
        strip(curl, form) { line in
          outer(line).map { $0.lowerBound...parting(line, $0).lowerBound }
        },
        strip(curl, form) { line in
          outer(line).map { parting(line, $0).upperBound...$0.upperBound }
        },
      ])
  }

  /// Fills ``lines`` with where a strip is cut.
  private mutating func placeLines(
    _ curl: CurlGeometry, from start: Double, to end: Double, margins: [Double], cuts: [Double]
  ) {
    lines.removeAll(keepingCapacity: true)
    guard end > start else { return }
    lines += [start, end]
    for margin in margins {
      for corner in curl.corners(margin: margin) {
        // On both sides: an edge along the cylinder begins or ends a chord at a stroke.
        let line = curl.distance(of: corner)
        lines += [line - 1e-6, line, line + 1e-6]
      }
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
