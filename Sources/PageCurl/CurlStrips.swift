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
  /// The front on the cylinder's lower quarter, as far as its silhouette.
  private(set) var rising = 0..<0
  /// The back on the cylinder's upper quarter, from its silhouette on.
  private(set) var falling = 0..<0
  /// The part that lies upside down.
  private(set) var turned = 0..<0

  private var lines: [Double] = []

  /// How finely, and how far beyond the paper's own edge.
  struct Cut {
    /// How far a strip may stray from the cylinder, page pixels.
    var tolerance: Double
    /// By how much the curled and turned paper is extended on every side, and the silhouette beyond the
    /// cylinder, page pixels: room for the pixels that an edge only touches. 0 ends at the edges.
    var margin = 0.0
    /// The same for the flat part, which needs none where page pixels are target pixels.
    var flatMargin = 0.0
    /// The silhouette's share of the margin.
    var overhang = 0.0
  }

  /// Cuts the sheet anew, reusing memory.
  ///
  /// - Parameter light: the light on paper with a unit normal of its visible side.
  mutating func cut(
    _ curl: CurlGeometry, _ cut: Cut, light: (SIMD3<Double>) -> SIMD4<Float>
  ) {
    vertices.removeAll(keepingCapacity: true)
    let level = light(SIMD3(0, 0, 1))
    for corner in curl.corners {
      let place = SIMD2<Float>(corner)
      vertices.append(CurlVertex(place: place, paper: place, light: level))
    }
    page = 0..<4
    let radius = curl.radius
    let quarter = .pi / 2 * radius
    let start = curl.extent.lowerBound - curl.contact
    let end = curl.extent.upperBound - curl.contact
    flat = strip(
      curl, from: start - cut.flatMargin, to: min(end + cut.flatMargin, 0),
      margin: cut.flatMargin
    ) {
      ($0, level)
    }
    let steps = Self.steps(radius: radius, tolerance: cut.tolerance)
    let arc = (1..<steps).map { quarter * Double($0) / Double(steps) }
    let beyond = radius + cut.overhang
    let last = end + cut.margin
    rising = strip(
      curl, from: max(start - cut.margin, 0), to: min(last, quarter), margin: cut.margin, cuts: arc
    ) {
      s in
      let bend = s / radius
      let reach = s == quarter ? beyond : radius * sin(bend)
      return (reach, light(curl.normal(bend: bend)))
    }
    falling = strip(
      curl, from: max(start - cut.margin, quarter), to: min(last, 2 * quarter), margin: cut.margin,
      cuts: arc.map { $0 + quarter }
    ) { s in
      let bend = s / radius
      let reach = s == quarter ? beyond : radius * sin(bend)
      return (reach, light(-curl.normal(bend: bend)))
    }
    // A fold that is sharper than a pixel has no cylinder to anti-alias: the turned part overhangs.
    let sharp = radius < cut.overhang
    let first = 2 * quarter - (sharp ? beyond : 0)
    turned = strip(curl, from: max(start - cut.margin, first), to: last, margin: cut.margin) {
      (2 * quarter - $0, level)
    }
    if sharp {
      rising = 0..<0
      falling = 0..<0
    }
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
    let first = vertices.count
    guard end > start else { return first..<first }
    lines.removeAll(keepingCapacity: true)
    lines += [start, end]
    for corner in curl.corners(margin: margin) { lines.append(curl.distance(of: corner)) }
    lines += cuts
    lines.sort()
    var last = -Double.infinity
    for line in lines where line >= start && line <= end && line > last {
      last = line
      guard let chord = curl.chord(at: curl.contact + line, margin: margin) else { continue }
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
