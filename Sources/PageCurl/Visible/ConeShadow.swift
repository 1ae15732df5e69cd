import GLESKitSupport
import GLMath
import Glibc

/// The shadow of a page on a cone on the page plane: the share of an area light that the page hides
/// from each place.
///
/// The apex lies in the page plane, so from a place there all rulings are seen as parallel lines
/// among the slopes of the light's directions, and places in one direction from the apex see them
/// in the same shares. So the shadow is that of ``PaperShadow``, with directions from the apex
/// instead of distances from the spine.
struct ConeShadow {
  private let cone: ConeGeometry
  /// The middle of the light's slopes in the cone's frame, and their spread.
  private let slope: SIMD2<Double>
  private let spread: Double
  private let rulings: [Ruling]
  private let lines: ShadowLines

  /// A ruling, in the cone's frame as seen from its apex: the unit vector away from it, and where
  /// the page begins and ends.
  private typealias Ruling = (direction: SIMD3<Double>, ends: SIMD2<Double>)

  /// The number of rulings. Twice as many change no pixel by more than a step of 8-bit color.
  private static let count = 48

  /// - Parameter pixel: The size of a target pixel in page pixels.
  init(_ cone: ConeGeometry, _ shadow: CurlShadow, pixel: Double) {
    self.cone = cone
    let frame = cone.frame
    slope = SIMD2(shadow.slope.dot(frame.away), shadow.slope.dot(frame.along))
    spread = shadow.spread
    let corner = atan2(frame.breadth, frame.length + cone.apexDepth)
    let widest = cone.angles.upperBound
    let angles = (0...Self.count).map { widest * Double($0) / Double(Self.count) } + [corner]
    rulings = angles.sorted().map { (cone.direction(at: $0), cone.ends(at: $0)) }
    lines = ShadowLines(
      pixel: pixel, slope: slope.y, spread: spread, length: frame.length,
      highest: rulings.map { $0.direction.z * $0.ends.y }.max() ?? 0)
  }

  /// A ruling as seen from places in a direction from the apex.
  private struct Seen {
    /// Whether any of it is above the page plane.
    var isRaised: Bool
    /// The slope across the rulings at which it is seen, in standard deviations from the middle of
    /// the light, and where among the shares that is.
    var across: Double
    var share: Double
    /// The heights of its ends in page pixels, and how far they are from the apex in the direction,
    /// less what the light's middle moves over these heights, in page pixels per ``spread``.
    var heights: SIMD2<Double>
    var chord: SIMD2<Double>
  }

  private func seen(_ ruling: Ruling, toward way: SIMD2<Double>) -> Seen {
    let (direction, flat) = (ruling.direction, SIMD2(ruling.direction.x, ruling.direction.y))
    let height = max(direction.z, 1e-9)
    let across = (flat / height - slope).dot(SIMD2(way.y, -way.x)) / spread
    let heights = pointwiseMax(ruling.ends * height, SIMD2(repeating: PaperShadow.lowest))
    return Seen(
      isRaised: ruling.ends.y * direction.z > PaperShadow.lowest, across: across,
      share: Double(PaperShadow.shares) * NormalDistribution.below(across), heights: heights,
      chord: (ruling.ends * flat.dot(way) - heights * slope.dot(way)) / spread)
  }

  /// Returns what the light's shares meet, as seen from places in a direction from the apex.
  private func layers(toward way: SIMD2<Double>) -> PaperShadow.Layers {
    /// The sums of parts of a share, and of what is known of the rulings' ends, times these parts.
    typealias Layer = (part: Double, heights: SIMD2<Double>, chords: SIMD2<Double>)
    var sums = [Layer](repeating: (0, .zero, .zero), count: 2 * PaperShadow.shares)
    let lines = rulings.map { seen($0, toward: way) }
    for (start, end) in zip(lines, lines.dropFirst()) where start.isRaised || end.isRaised {
      // Layers that face the light, and layers that face away from it.
      let first = end.share > start.share ? 0 : PaperShadow.shares
      PaperShadow.divide(start.share, end.share) { share, part, _ in
        // How far the ends that are seen at this slope are from the one ruling to the other.
        let (low, high) = (min(start.across, end.across), max(start.across, end.across))
        let passed = min(max(PaperShadow.middles[share], low), high) - start.across
        let left = end.across - start.across - passed
        let (one, other) = (passed * start.heights, left * end.heights)
        let middle = one / (one + other)
        sums[first + share].part += part
        sums[first + share].heights +=
          part * (start.heights + middle * (end.heights - start.heights))
        sums[first + share].chords += part * (start.chord + middle * (end.chord - start.chord))
      }
    }
    func pane(_ sum: Layer) -> PaperShadow.Pane? {
      guard sum.part > 0 else { return nil }
      return PaperShadow.Pane(
        part: min(sum.part, 1), ends: sum.chords / sum.heights,
        fall: sum.part / (sum.heights * spread))
    }
    return (0..<PaperShadow.shares).compactMap { share in
      let (one, other) = (pane(sums[share]), pane(sums[share + PaperShadow.shares]))
      return (one ?? other).map { ($0, one == nil ? nil : other) }
    }
  }

  /// Adds the shadow to a mesh: its columns pass the apex, and its rows follow the page's edges,
  /// projected from the middle of the light.
  ///
  /// - Parameter bounds: The part of the page plane on which it may be seen.
  func add(to mesh: inout ShadowGrid, within bounds: PageRect, strength: Double) -> Range<Int> {
    guard lines.highest > PaperShadow.lowest else { return 0..<0 }
    let apex = cone.frame.page(SIMD2(0, -cone.apexDepth))
    let distance = bounds.corners.map { ($0 - apex).length }.max() ?? 0
    // The rulings from the middle of the light: their directions on the page plane, their ends, and
    // the angle by which the light spreads them.
    let middles = rulings.map { ruling -> (angle: Double, ends: SIMD2<Double>, spread: Double) in
      let height = ruling.direction.z
      let way = SIMD2(ruling.direction.x, ruling.direction.y) - height * slope
      // Beyond four standard deviations no light comes.
      let share = 4 * spread * abs(height) / max(way.length, 1e-9)
      return (atan2(way.x, way.y), ruling.ends * way.length, share < 1 ? asin(share) : .pi)
    }
    let low = max(middles.map { $0.angle - $0.spread }.min() ?? 0, -.pi)
    let high = min(middles.map { $0.angle + $0.spread }.max() ?? 0, .pi)
    // Where the directions turn back, other rulings begin to cast shadows at the same angles.
    var runs: [[(angle: Double, ends: SIMD2<Double>)]] = [[]]
    for (one, other) in zip(middles, middles.dropFirst()) where one.angle != other.angle {
      if let start = runs[runs.count - 1].dropLast().last,
        (start.angle < one.angle) != (one.angle < other.angle)
      {
        runs.append([])
      }
      if runs[runs.count - 1].isEmpty { runs[runs.count - 1] = [(one.angle, one.ends)] }
      runs[runs.count - 1].append((other.angle, other.ends))
    }
    for index in runs.indices {
      runs[index].sort { $0.angle < $1.angle }
      // Where an edge is almost parallel to the columns, the rows go on without it.
      let middle = runs[index].count / 2
      for at in runs[index].indices.dropFirst(middle + 1) { runs[index].limit(at, beside: at - 1) }
      for at in runs[index].indices.prefix(middle).reversed() {
        runs[index].limit(at, beside: at + 1)
      }
    }
    /// Returns where a column passes the page's edges, in order. Beyond its last ruling a run goes
    /// on as it ends: rows that jumped would show a mixture of distant places.
    func ends(_ angle: Double) -> [Double] {
      runs.flatMap { run in
        let next = run.partitioningIndex { $0.angle > angle }
        let (one, other) = (run[max(next - 1, 0)], run[min(next, run.count - 1)])
        let part = one.angle < other.angle ? (angle - one.angle) / (other.angle - one.angle) : 0
        let ends = one.ends + min(max(part, 0), 1) * (other.ends - one.ends)
        return [ends.x, ends.y]
      }.sorted()
    }
    var lines = lines
    lines.parts = 2 * runs.count - 1
    let whole = Double(lines.parts) * lines.length
    // The first row reaches the apex wherever the page begins.
    let first = runs.joined().map(\.ends.x).max() ?? 0
    let rows = lines.rows(from: -first, to: whole + distance)
    func along(_ row: Double, _ ends: [Double]) -> Double {
      if row <= 0 { return max(ends[0] + row, 0) }
      if row >= whole { return ends[lines.parts] + (row - whole) }
      let part = min(Int(row / lines.length), lines.parts - 1)
      return ends[part] + (row / lines.length - Double(part)) * (ends[part + 1] - ends[part])
    }
    var finest = lines
    finest.pixel /= distance
    let columns = finest.columns(from: low, to: high, and: middles.map(\.angle)) { angle in
      let layers = layers(toward: SIMD2(sin(angle), cos(angle)))
      let ends = ends(angle)
      return rows.map { Float(strength * PaperShadow.darkness(layers, at: along($0, ends))) }
    }
    return mesh.add(rows: rows, columns) { angle, row in
      let way = along(row, ends(angle)) * SIMD2(sin(angle), cos(angle))
      return cone.frame.page(way - SIMD2(0, cone.apexDepth))
    }
  }
}

extension [(angle: Double, ends: SIMD2<Double>)] {
  /// Moves the ends at an angle to within reach of those beside it: in cells that are slanted by
  /// more, a pixel would show a mixture of distant places.
  fileprivate mutating func limit(_ index: Int, beside other: Int) {
    let most = 8 * abs(self[index].angle - self[other].angle) * self[other].ends.y
    self[index].ends.clamp(
      lowerBound: self[other].ends - most, upperBound: self[other].ends + most)
  }
}
