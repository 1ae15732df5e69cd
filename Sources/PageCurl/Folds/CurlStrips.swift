import GLMath
import Glibc

/// A vertex of a piece of paper: its place, its point of the paper, and its light.
struct CurlVertex: BitwiseCopyable {
  var place: SIMD2<Float>
  var paper: SIMD2<Float>
  var light: SIMD4<Float>
}

/// The sheet as triangle strips, cut by lines along the fold.
///
/// The surface is ruled: it does not bend along such a line. Strips between lines that are near
/// enough are therefore as good as any mesh, with far fewer vertices. Drawn in order from the flat
/// part to the turned part, they also need no depth buffer.
struct CurlStrips {
  private(set) var vertices: [CurlVertex] = []
  /// The whole page, flat.
  private(set) var page = 0..<0
  /// The flat part of the front.
  private(set) var flat = 0..<0
  /// The front on the fold's lower half as far as its silhouette; what the back hides is left out.
  private(set) var rising = Half()
  /// The back on the fold's upper half, from its silhouette on.
  private(set) var falling = Half()
  /// The part that lies upside down: what is certainly inside the paper's edges, and the two sides
  /// of the frame of pixels around it that the edges may cross.
  private(set) var turned: (inside: Range<Int>, borders: [Range<Int>]) = (0..<0, [])

  /// All strips of what does not lie flat on the page.
  var raised: [Range<Int>] {
    [rising, falling].flatMap { $0.mild + $0.steep + $0.borders } + turned.borders
      + [turned.inside]
  }

  private var lines: [Double] = []

  /// The place of a line of the paper beyond the contact line, its angle to the ground, and the
  /// light on it.
  private typealias Ruling = (reach: Double, bend: Double, light: SIMD4<Float>)
  private var nearest: (SIMD2<Double>) -> SIMD2<Double> = { $0 }

  /// Cuts the sheet anew, reusing memory.
  ///
  /// - Parameter light: The effect of light on paper whose visible side has the given unit normal.
  mutating func cut(
    _ curl: CurlGeometry, _ cut: Cut, light: (SIMD3<Double>) -> SIMD4<Float>
  ) {
    vertices.removeAll(keepingCapacity: true)
    nearest = cut.nearest
    let plain = light(SIMD3(0, 0, 1))
    for corner in curl.corners {
      let place = SIMD2<Float>(corner)
      vertices.append(CurlVertex(place: place, paper: place, light: plain))
    }
    page = 0..<4
    let radius = curl.radius
    let turn = curl.turn
    let start = curl.extent.lowerBound - curl.contactOffset
    let end = curl.extent.upperBound - curl.contactOffset
    // A fold sharper than a pixel has no bend to anti-alias: the turned part overhangs.
    let sharp = radius == 0 || radius < cut.overhang
    // There the turned part hides the last pixel of the flat front, which would shine through the
    // half-covered pixels of the fold.
    let covered = sharp && cut.hides ? min(max(end - turn, 0), cut.pixel) : 0
    (rising, falling) = (Half(), Half())
    if !sharp {
      let steepest = cut.mildBend ?? 0
      func reach(_ s: Double) -> Double {
        if s == turn / 2 { return curl.reach + cut.overhang }
        // Exactly where the flat front ends, and where the turned part begins.
        guard s > 0, s < turn else { return 0 }
        let (reach, _) = curl.profile(at: s)
        // Half a pixel of the silhouette lies beyond the fold. The light in it is that of its
        // paper.
        let lit = reach + max(reach + cut.overhang / 2 - curl.reach, 0)
        // A chord lies inside the fold. Moved halfway out, it deviates by half as much either way.
        // Paper that is placed pixel by pixel starts from the fold itself.
        let bend = curl.bend(at: min(s, turn - s))
        let left = steepest - bend
        guard left > 0 else { return lit }
        let step = Self.step(curl, tolerance: cut.tolerance, bend: bend)
        let out = Self.sagitta(curl, step: step, bend: bend) / 2 * min(left / step, 1)
        return max(lit, reach + out)
      }
      rising = half(curl, cut, foot: 0) {
        let bend = curl.bend(at: $0)
        return (reach: reach($0), bend: bend, light: light(curl.normal(bend: bend)))
      }
      falling = half(curl, cut, foot: turn) {
        let bend = curl.bend(at: $0)
        return (reach: reach($0), bend: bend, light: light(-curl.normal(bend: bend)))
      }
    }
    let whole = InsetPage(curl: curl) { _ in -cut.flatMargin }
    placeLines(
      curl, from: max(start - cut.flatMargin, cut.flatFrom - curl.contactOffset),
      to: min(end + cut.flatMargin, -covered), corners: whole.cornerLines([-cut.flatMargin]),
      cuts: [])
    flat = strip(curl, { (reach: $0, bend: 0, light: plain) }, chord: whole.chord)
    if end > 0 { flat = joined(flat, curl, at: rising.feet) }
    if covered > 0 { flat = completed(flat, curl, beside: covered, whole) }
    let margin = cut.mildMargin
    let seam = max(start - margin, turn - (sharp ? curl.reach + cut.overhang : 0))
    let frame = EdgeFrame(curl, sizes: [margin]) { _ in margin }
    placeLines(curl, from: seam, to: end + margin, corners: frame.cornerLines, cuts: [])
    if margin > 0 { cutCrossings(frame.outer.chord, frame.inner.chord) }
    func form(_ line: Double) -> Ruling { (turn - line, .pi, plain) }
    turned.inside = strip(curl, form, chord: frame.inside)
    turned.borders =
      margin > 0 ? sides(curl, form, from: frame.outer.chord, to: frame.inner) : []
  }

  /// Divides the end of the flat strip, the last one made, where strips beyond it have corners.
  ///
  /// Drivers round corners to parts of a pixel (1/256 in llvmpipe, 1/16 in SwiftShader). A side
  /// that ends at other corners than its neighbor's is then another line, and a pixel between them
  /// belongs to neither strip or to both.
  ///
  /// - Parameter line: Where the strip ends, as a distance beyond the contact line.
  private mutating func joined(
    _ strip: Range<Int>, _ curl: CurlGeometry, at feet: [Double], on line: Double = 0
  ) -> Range<Int> {
    guard strip.count > 3, let last = feet.last else { return strip }
    let ruling: Ruling = (line, 0, vertices[strip.lowerBound].light)
    func foot(_ along: Double) -> CurlVertex { corner(curl, line, ruling, along: along) }
    vertices.removeLast(2)
    // A fan around a corner of the line before, as a strip whose other triangles have no area.
    let center = vertices[vertices.count - 2]
    vertices += [foot(last), foot(last)]
    for along in feet.dropLast().reversed() { vertices += [center, foot(along)] }
    return strip.lowerBound..<vertices.count
  }

  /// Adds to the flat strip, the last one made, what it leaves out before a sharp fold though the
  /// turned part does not hide it: pieces at ends of the fold where the page's edge runs outward.
  private mutating func completed(
    _ strip: Range<Int>, _ curl: CurlGeometry, beside covered: Double, _ page: InsetPage
  ) -> Range<Int> {
    guard strip.count > 3, let near = page.chord(-covered), let tip = page.chord(0),
      let fold = curl.chord(at: curl.contactOffset + curl.turn),
      let back = curl.chord(at: curl.contactOffset + curl.turn + covered)
    else { return strip }
    let light = vertices[strip.lowerBound].light
    func corner(_ line: Double, _ along: Double) -> CurlVertex {
      self.corner(curl, line, (reach: line, bend: 0, light: light), along: along)
    }
    let pieces = [(\ClosedRange<Double>.lowerBound, 1.0), (\.upperBound, -1)].compactMap {
      end, inward -> (from: Double, tip: Double, to: Double, fold: Double)? in
      let (from, to) = (near[keyPath: end], back[keyPath: end])
      guard (to - from) * inward > 0 else { return nil }
      // Its edges cover pixels in part, further along the fold the flatter they run, to its end.
      let slope = SIMD2(covered, (to - from) / 2)
      let overlap = inward * min(1.5 * slope.length, back.upperBound - back.lowerBound)
      return (from, tip[keyPath: end], to + overlap, fold[keyPath: end] + overlap)
    }
    let feet = [near.lowerBound, near.upperBound] + pieces.map(\.to).filter(near.contains)
    let strip = joined(strip, curl, at: feet.sorted(), on: -covered)
    for piece in pieces {
      // The triangles in between have no area.
      let first = corner(-covered, piece.from)
      vertices += [vertices[vertices.count - 1], first, first, corner(0, piece.tip)]
      vertices += [corner(-covered, piece.to), corner(0, piece.fold)]
    }
    return strip.lowerBound..<vertices.count
  }

  /// Cuts a half of the fold, the lower one without what the back hides.
  ///
  /// - Parameter foot: Where it is level, as a distance beyond the contact line: 0 or the fold's
  ///   length.
  private mutating func half(
    _ curl: CurlGeometry, _ cut: Cut, foot: Double, _ form: (Double) -> Ruling
  ) -> Half {
    let turn = curl.turn
    let isRising = foot == 0
    /// Returns the distance beyond the contact line of paper that is bent away from level.
    func line(_ bend: Double) -> Double {
      let distance = curl.fold.distance(bend: bend) * curl.radius
      return isRising ? distance : foot - distance
    }
    let limit = cut.mildBend ?? 0
    var mild = cut.mildBend.map { curl.fold.distance(bend: $0) * curl.radius }
    let mildMargin = cut.mildMargin
    // The frame widens within a pixel, or on mild paper, so that the strips have corners in common.
    let ramp = min(cut.pixel * curl.fold.sharpest / curl.radius, limit)
    let frame = EdgeFrame(curl, sizes: [mildMargin, cut.margin]) { line in
      // Where it begins, it is as wide as the flat part's: they have all corners in common.
      if isRising, line <= 0 { return cut.flatMargin }
      let bend = curl.bend(at: abs(line - foot))
      guard bend < limit else { return cut.margin }
      return mildMargin + (cut.margin - mildMargin) * max(1 - (limit - bend) / ramp, 0)
    }
    // Between the contact line and the first line with a wider frame only cuts at its corners keep
    // all of the page inside.
    let page = InsetPage(curl: curl) { _ in -cut.flatMargin }
    let start = curl.extent.lowerBound - curl.contactOffset - cut.margin
    var end = curl.extent.upperBound - curl.contactOffset + cut.margin
    // The part of the rising front that the back hides.
    var back: InsetPage?
    var hidden: [Double] = []
    if isRising, cut.hides {
      // In a pixel that an edge of the back may cross, the front is partly visible.
      let inset = max(cut.margin, cut.pixel)
      if curl.isStraight {
        // The sheet's sides lie above one another: where there is a back, it hides everything. Of
        // a pixel that its end crosses, the front shows only the rest, which fold.frag finds.
        let last = turn - (curl.extent.upperBound - curl.contactOffset)
        end = min(end, last + inset)
        if cut.margin > 0 { mild = mild.map { min($0, last - mildMargin) } }
      } else {
        back = InsetPage(curl: curl, isAbove: true) { _ in inset }
        hidden = back?.cornerLines([inset]) ?? []
      }
    }
    placeLines(
      curl, from: max(start, isRising ? 0 : turn / 2), to: min(end, isRising ? turn / 2 : turn),
      corners: frame.cornerLines + (isRising ? page.cornerLines([-cut.flatMargin]) : []) + hidden,
      cuts: (mild.map { [isRising ? $0 : foot - $0] } ?? [])
        + (cut.mildBend.map { $0 > ramp ? [line($0), line($0 - ramp)] : [line($0)] } ?? [])
        + (Self.cuts(curl, tolerance: cut.tolerance, exactFrom: limit) + cut.kinks).map(line))
    if cut.margin > 0 { cutCrossings(frame.outer.chord, frame.inner.chord) }
    if let back { cutCrossings(frame.inside, back.chord) }
    /// Cuts the part between two distances from the foot.
    func part(from low: Double, to high: Double) -> [Range<Int>] {
      guard high > low else { return [] }
      let rows = isRising ? low...high : (foot - high)...(foot - low)
      return back.map { sides(curl, form, rows: rows, from: frame.inside, to: $0) }
        ?? [strip(curl, form, rows: rows, chord: frame.inside)]
    }
    var feet: [Double] = []
    if isRising, lines.first == 0, let whole = frame.outer.chord(0) {
      let parts = [whole, frame.inner.part(of: whole, on: 0)]
      feet = (parts + (back.map { [$0.part(of: parts[1], on: 0)] } ?? []))
        .flatMap { [$0.lowerBound, $0.upperBound] }.sorted()
    }
    return Half(
      mild: mild.map { part(from: -turn, to: $0) } ?? [],
      steep: part(from: mild ?? -turn, to: turn),
      borders: cut.margin > 0
        ? sides(curl, form, from: frame.outer.chord, to: frame.inner) : [], feet: feet)
  }

  /// Adds the two strips on either side of a shape, in a range of the lines' places.
  private mutating func sides(
    _ curl: CurlGeometry, _ form: (Double) -> Ruling,
    rows: ClosedRange<Double> = -Double.infinity...(.infinity),
    from outer: (Double) -> ClosedRange<Double>?, to inner: InsetPage
  ) -> [Range<Int>] {
    [
      strip(curl, form, rows: rows) { line in
        outer(line).map { $0.lowerBound...inner.part(of: $0, on: line).lowerBound }
      },
      strip(curl, form, rows: rows) { line in
        outer(line).map { inner.part(of: $0, on: line).upperBound...$0.upperBound }
      },
    ]
  }

  /// Returns the largest angle from a cut to the next one down. Light is interpolated between cuts.
  ///
  /// The error of a cosine over 9° is at most 0.15² / 8 = 0.003, less than a step of 8-bit color
  /// (1/255). The default highlight, which only paper that leans less shows, bends 9 times as
  /// much: its error over 4° is 9 · 0.07² / 8 = 0.006.
  private static func widest(below bend: Double) -> Double { bend > 0.5 ? 0.15 : 0.07 }

  /// Returns how far a chord over an angle deviates from paper of a bend, seen from above: by
  /// a² / 8κ times the sine of the slope, with the curvature κ.
  private static func sagitta(_ curl: CurlGeometry, step: Double, bend: Double) -> Double {
    curl.radius * curl.fold.across(bend: bend) / curl.fold.power * step * step / 8
  }

  /// Returns the angle from a cut to the next one down: flat paper needs few cuts.
  private static func step(_ curl: CurlGeometry, tolerance: Double, bend: Double) -> Double {
    min((tolerance / sagitta(curl, step: 1, bend: bend)).squareRoot(), widest(below: bend))
  }

  /// Returns the angles at which a half of the fold is cut, from below its silhouette down to the
  /// ground. Paper above the angle `limit` is placed pixel by pixel and cut only for its light.
  private static func cuts(
    _ curl: CurlGeometry, tolerance: Double, exactFrom limit: Double
  ) -> [Double] {
    var cuts: [Double] = []
    var bend = Double.pi / 2
    while true {
      bend =
        bend > limit
        ? max(bend - widest(below: bend), limit)
        : bend - step(curl, tolerance: tolerance, bend: bend)
      // A roll that needs more is so large that no page reaches its first cut. Below 0.02 rad the
      // next cut is the ground.
      guard bend > 0.02, cuts.count < 4096 else { break }
      cuts.append(bend)
    }
    // Where paper bends slowly at first, its highlight does not grow evenly up to the last cut.
    return curl.fold.power > 1 ? cuts + [0.02] : cuts
  }

  /// Fills ``lines`` with the places at which a strip is cut.
  private mutating func placeLines(
    _ curl: CurlGeometry, from start: Double, to end: Double, corners: [Double], cuts: [Double]
  ) {
    lines.removeAll(keepingCapacity: true)
    guard end > start else { return }
    lines += [start, end]
    lines += corners
    if curl.isStraight {
      // An edge along the cylinder begins or ends a chord abruptly. Oblique quads must not be as
      // narrow as this: drivers interpolate a pixel in one of them far from its neighbors.
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

  /// Adds the lines on which the inner range enters or leaves the outer one.
  private mutating func cutCrossings(
    _ outer: (Double) -> ClosedRange<Double>?, _ inner: (Double) -> ClosedRange<Double>?
  ) {
    // The overlap of the two, from either end, is linear between neighbors.
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

  /// Adds a quad between each two neighbors of ``lines`` in a range, as wide as `chord` returns.
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
        vertices.append(corner(curl, line, ruling, along: along))
      }
    }
    return first..<vertices.count
  }

  /// Returns the corner on a line of the paper, moved to the grid with its point of the paper.
  private func corner(
    _ curl: CurlGeometry, _ line: Double, _ ruling: Ruling, along: Double
  ) -> CurlVertex {
    let across = curl.contactOffset + ruling.reach
    let place = nearest(across * curl.lift + along * curl.axis)
    // Near the silhouette this much paper lies under a pixel that shows it in draft.
    let length = min(max(1 / cos(ruling.bend), -20), 20)
    let moved = length * (place.dot(curl.lift) - across)
    let paper =
      (curl.contactOffset + line + moved) * curl.lift + place.dot(curl.axis) * curl.axis
    return CurlVertex(place: SIMD2<Float>(place), paper: SIMD2<Float>(paper), light: ruling.light)
  }
}
