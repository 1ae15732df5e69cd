import GLMath

/// The shadow of a page that bends like paper: the share of an area light that the page hides from
/// each place on the page plane or on another page.
///
/// The slopes of the light's directions (sideways per upwards) have a normal distribution. Those
/// across the rulings are divided into equal shares, of which each place across the rulings sees
/// some through paper, at heights that are known exactly. The share that passes the rulings' ends
/// is then known exactly too.
struct PaperShadow {
  private let leaf: PaperGeometry
  private let frame: SpineFrame
  /// The middle of the light's slopes, across the rulings and along them, and their spread.
  private let slope: SIMD2<Double>
  private let spread: Double
  /// Points of the paper, seen along the rulings.
  private let points: [SIMD2<Double>]
  /// Where the page begins and ends on the rulings through these points.
  private let chords: [SIMD2<Double>]
  private let lines: ShadowLines

  /// The number of shares that the light is divided into. Twice as many change no pixel by more
  /// than a step of 8-bit color.
  private static let shares = 24
  /// The middles of the shares of a normal distribution.
  private static let middles = (0..<shares).map {
    NormalDistribution.value(above: (Double($0) + 0.5) / Double(shares))
  }
  /// The number of segments of the paper.
  private static let segments = 64
  /// The least height of paper that casts a shadow, in page pixels.
  static let lowest = 1e-3

  /// - Parameter pixel: The size of a target pixel in page pixels.
  init(_ leaf: PaperGeometry, _ shadow: CurlShadow, pixel: Double) {
    self.leaf = leaf
    frame = leaf.frame
    slope = SIMD2(shadow.slope.dot(frame.away), shadow.slope.dot(frame.along))
    spread = shadow.spread
    let breadth = frame.breadth
    let places = ((0...Self.segments).map { Double($0) / Double(Self.segments) } + leaf.corners)
      .sorted()
    points = places.map {
      let point = leaf.profile.point(at: $0)
      // Paper on the ground may be a little below it.
      return SIMD2(point.x * breadth, max(point.z, 0) * breadth)
    }
    chords = places.map { leaf.ends(at: $0 * breadth) }
    // Where rulings are tilted, what casts the shadow on a ruling begins and ends elsewhere.
    lines = ShadowLines(
      pixel: pixel, slope: slope.y, spread: spread, length: frame.length,
      highest: points.map(\.y).max() ?? 0, most: leaf.tilt == 0 ? .infinity : frame.length / 24)
  }

  /// A layer of paper before a share of the light's slopes across the rulings.
  private struct Layer {
    /// The part of the share that meets the paper.
    var part = 0.0
    /// The sums of the paper's heights, and of the ends of its rulings, times the parts that meet
    /// them.
    var heights = 0.0
    var chords = SIMD2<Double>.zero

    mutating func add(_ part: Double, at height: Double, _ chord: SIMD2<Double>) {
      self.part += part
      heights += part * height
      chords += part * chord
    }
  }

  /// A layer as seen from a place: the slopes along the rulings of its ends.
  private struct Pane {
    /// The part of the share that meets the paper, at most 1.
    var part: Double
    /// The slopes from where the coordinate along the rulings is 0, in standard deviations from the
    /// middle of the light, and by how much they fall per page pixel.
    var ends: SIMD2<Double>
    var fall: SIMD2<Double>

    /// Returns the shares of the slopes along the rulings below the two ends.
    func shares(at y: Double) -> (low: Double, high: Double) {
      let slopes = ends - y * fall
      return (NormalDistribution.below(slopes.x), NormalDistribution.below(slopes.y))
    }
  }

  /// The paper before the shares that meet any: two layers, one after the other. Where the light
  /// passes paper more often, the others count as the one of the two that faces the same way.
  private typealias Layers = [(Pane, Pane?)]

  /// An end of a segment of the paper, as seen from a place, and where among the shares.
  private typealias End = (place: SIMD2<Double>, chord: SIMD2<Double>, share: Double)

  /// Returns what the light's shares meet, as seen from a place across the rulings. Heights are
  /// measured from that place.
  private func layers(from place: SIMD2<Double>) -> Layers {
    var layers = [(Layer, Layer)](repeating: (Layer(), Layer()), count: Self.shares)
    let count = Double(Self.shares)
    /// Returns where among the shares paper is seen in a direction.
    func share(of way: SIMD2<Double>) -> Double {
      guard way.y > Self.lowest else { return way.x > 0 ? count : 0 }
      return count * NormalDistribution.below((way.x / way.y - slope.x) / spread)
    }
    /// Returns where the page begins and ends on the ruling that is seen along a slope.
    func chord(from start: End, to end: End, _ slope: Double) -> SIMD2<Double> {
      let way = end.place - start.place
      let closing = slope * way.y - way.x
      guard closing != 0 else { return start.chord }
      let part = (start.place.x - slope * start.place.y) / closing
      return start.chord + min(max(part, 0), 1) * (end.chord - start.chord)
    }
    func add(_ start: End, _ end: End) {
      let (before, after) = (start.share, end.share)
      Self.divide(before, after) { share, part, middle in
        let height = max(start.place.y + middle * (end.place.y - start.place.y), Self.lowest)
        let chord =
          leaf.tilt == 0
          ? start.chord : chord(from: start, to: end, Self.middles[share] * spread + slope.x)
        if after > before {
          layers[share].0.add(part, at: height, chord)
        } else {
          layers[share].1.add(part, at: height, chord)
        }
      }
    }
    var start: End = (points[0] - place, chords[0], share(of: points[0] - place))
    for (point, chord) in zip(points, chords).dropFirst() {
      let way = point - place
      let end: End = (way, chord, share(of: way))
      switch (start.place.y < -Self.lowest, way.y < -Self.lowest) {
      case (false, false): add(start, end)
      case (true, true): break
      case (true, false), (false, true):
        // Only what lies higher than the place hides light from it.
        let part = start.place.y / (start.place.y - way.y)
        let level = start.place + part * (way - start.place)
        let edge: End = (
          level, start.chord + part * (chord - start.chord), share(of: level)
        )
        if start.place.y < way.y { add(edge, end) } else { add(start, edge) }
      }
      start = end
    }
    /// Returns a layer's pane; `nil` if it has no paper.
    func pane(_ layer: Layer) -> Pane? {
      guard layer.part > 0 else { return nil }
      let unit = 1 / (layer.heights * spread)
      return Pane(
        part: min(layer.part, 1), ends: layer.chords * unit - slope.y / spread,
        fall: SIMD2(repeating: layer.part * unit))
    }
    return layers.compactMap { one, other in
      let (one, other) = (pane(one), pane(other))
      guard let first = one ?? other else { return nil }
      return (first, one == nil ? nil : other)
    }
  }

  /// Calls `body` with each share between two places among the shares, the part of it that lies
  /// there, and how far the part's middle is from the first place to the second, 0…1.
  private static func divide(
    _ before: Double, _ after: Double,
    _ body: (_ share: Int, _ part: Double, _ middle: Double) -> Void
  ) {
    let (from, to) = (min(before, after), max(before, after))
    guard to - from > 1e-9 else { return }
    for share in Int(from)...min(Int(to), shares - 1) {
      let part = min(to, Double(share) + 1) - max(from, Double(share))
      guard part > 0 else { continue }
      body(share, part, (max(from, Double(share)) + part / 2 - before) / (after - before))
    }
  }

  /// Returns how much of the light is hidden from a place along the rulings.
  private static func darkness(_ layers: Layers, at y: Double) -> Double {
    var sum = 0.0
    for (one, other) in layers {
      let first = one.shares(at: y)
      guard let other else {
        sum += one.part * (first.high - first.low)
        continue
      }
      // The smaller part lies before the larger one: both end at the same line of sight.
      let second = other.shares(at: y)
      let larger = one.part > other.part ? first : second
      let common = max(min(first.high, second.high) - max(first.low, second.low), 0)
      sum +=
        min(one.part, other.part)
        * (first.high - first.low + second.high - second.low - common)
      sum += abs(one.part - other.part) * (larger.high - larger.low)
    }
    return sum / Double(shares)
  }

  /// Returns how much of the light is hidden from a grid of places, one row along the rulings after
  /// the other for each place across.
  func darkness(across: [Double], along: [Double]) -> [Double] {
    across.flatMap { x in
      let layers = layers(from: SIMD2(x, 0))
      return along.map { Self.darkness(layers, at: $0) }
    }
  }

  /// Adds the shadow on a part of page space to a mesh.
  ///
  /// - Parameter hidden: The places across the rulings at which opaque paper hides the page plane
  ///   along all of the spine. No shadow is drawn there.
  @discardableResult
  func add(
    to mesh: inout ShadowGrid, within bounds: PageRect, strength: Double,
    hiddenBy hidden: [ClosedRange<Double>] = []
  ) -> Range<Int> {
    let local = PageRect(around: bounds.corners.map { frame.local($0) })
    let (low, high) = (local?.low ?? .zero, local?.high ?? .zero)
    // The rows follow the page's edges, beyond which they lie that much farther out.
    let (first, last) = (guides(at: 0), guides(at: frame.breadth))
    let rows = lines.rows(
      from: low.y - max(first.x, last.x, 0),
      to: high.y + frame.length - min(first.y, last.y, frame.length))
    // Where paper that lies on the ground ends, the shadow does too.
    let ends = [points[0].x, points[points.count - 1].x].flatMap {
      [$0 - ShadowLines.brink * lines.pixel, $0 + ShadowLines.brink * lines.pixel]
    }
    let columns = lines.columns(
      from: low.x, to: high.x,
      and: ends + leaf.corners.map { $0 * frame.breadth }
        + hidden.flatMap { [$0.lowerBound, $0.upperBound] }
    ) { x in
      let layers = layers(from: SIMD2(x, 0))
      let ends = guides(at: x)
      let isHidden = hidden.contains { $0.lowerBound < x && x < $0.upperBound }
      return rows.map { row in
        // Below paper the shadow changes fast, and many columns would follow it unseen.
        if isHidden, 0 < row, row < frame.length { return .nan }
        return Float(strength * Self.darkness(layers, at: along(row, ends)))
      }
    }
    let covers = hidden.map {
      PageRect(low: SIMD2($0.lowerBound, 0), high: SIMD2($0.upperBound, frame.length))
    }
    return mesh.add(rows: rows, columns, hiddenBy: covers) { x, row in
      frame.page(SIMD2(x, along(row, guides(at: x))))
    }
  }

  /// Returns where the rows that follow the page's edges begin and end on a ruling.
  ///
  /// Edges that are almost parallel to the rulings cross many rows within a pixel: there the others
  /// go on, or that pixel would show a mixture of distant places.
  private func guides(at x: Double) -> SIMD2<Double> {
    guard leaf.tilt != 0, leaf.spine.length * abs(leaf.tilt) < 8 * lines.pixel else {
      return leaf.ends(at: x)
    }
    let (middle, way) = (frame.breadth / 2, leaf.spine.away)
    return leaf.ends(at: middle) + (x - middle) * (way.dot(frame.along) / way.dot(frame.away))
  }

  /// Returns the coordinate along a ruling of a row: 0 and the frame's length are where the page
  /// begins and ends on it.
  private func along(_ row: Double, _ ends: SIMD2<Double>) -> Double {
    if row <= 0 { return ends.x + row }
    if row >= frame.length { return ends.y + (row - frame.length) }
    return ends.x + row * ((ends.y - ends.x) / frame.length)
  }

  /// Adds the shadow on another page of the same book to a mesh, as the eye sees it on the page
  /// plane.
  ///
  /// - Parameters:
  ///   - run: A part of the other page.
  ///   - range: The places at which it is seen.
  ///   - page: The other page.
  @discardableResult
  func add(
    to mesh: inout ShadowGrid, on run: VisibleRun, _ range: ClosedRange<Double>,
    of page: PaperGeometry, from eye: SIMD3<Double>, strength: Double
  ) -> Range<Int> {
    let own = page.frame
    let eye = own.local(eye).y
    let rows = lines.rows(from: 0, to: frame.length)
    let columns = lines.columns(from: range.lowerBound, to: range.upperBound) { seen in
      let ruling = run.ruling(at: seen)
      let height = max(ruling.z, 0)
      guard own != frame else {
        let layers = layers(from: SIMD2(ruling.x, height))
        return rows.map { Float(strength * Self.darkness(layers, at: along($0, ruling.chord))) }
      }
      // The two pages' rulings cross.
      return rows.map { row in
        let place = frame.local(own.page(SIMD2(ruling.x, along(row, ruling.chord))))
        return Float(
          strength * Self.darkness(layers(from: SIMD2(place.x, height)), at: place.y))
      }
    }
    return mesh.add(rows: rows, columns) { seen, row in
      let ruling = run.ruling(at: seen)
      return own.page(SIMD2(seen, eye + (along(row, ruling.chord) - eye) * ruling.size))
    }
  }
}
