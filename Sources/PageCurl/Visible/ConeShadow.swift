import GLMath
import Glibc

/// The shadow of a page on a cone: the share of an area light that the page hides from each place.
///
/// A plane through a place and the apex meets a cone in two rulings at most, and the slopes of the
/// light's directions in a line. So the light is divided into lines, on which the page's ends are
/// known exactly, and the normal distribution between them, too. Places in one direction from the
/// apex have the same planes.
struct ConeShadow {
  let cone: ConeGeometry
  let look: CurlShadow
  /// The middle of the light's slopes in the cone's frame, and their spread.
  let slope: SIMD2<Double>
  private let spread: Double
  /// The angles at the apex, from the spine on, at which the page begins, has a corner and ends.
  private let edges: [Double]
  private let lines: ShadowLines

  /// The number of rulings along which the mesh on the page plane is made.
  private static let count = 48
  /// The number of lines that the light is divided into, a few more where edges are seen. Twice as
  /// many change no pixel by more than a step of 8-bit color.
  private static let planes = 16

  /// - Parameter pixel: The size of a target pixel in page pixels.
  init(_ cone: ConeGeometry, _ shadow: CurlShadow, pixel: Double) {
    (self.cone, look) = (cone, shadow)
    let frame = cone.frame
    slope = SIMD2(shadow.slope.dot(frame.away), shadow.slope.dot(frame.along))
    spread = shadow.spread
    edges = [0, cone.corner, cone.angles.upperBound]
    let highest = Self.angles(cone).map { cone.direction(at: $0).z * cone.ends(at: $0).y }.max()
    lines = ShadowLines(
      pixel: pixel, slope: slope.y, spread: spread, length: frame.length, highest: highest ?? 0)
  }

  /// Evenly spaced angles at the apex.
  static func angles(_ cone: ConeGeometry) -> [Double] {
    (0...count).map { cone.angles.upperBound * Double($0) / Double(count) }
  }

  /// The greatest height of the page in page pixels.
  var highest: Double { lines.highest }

  /// Returns the shares of the light that are hidden from places in page space. It takes less time
  /// for those in one direction from the apex.
  ///
  /// - Parameter own: The angle at the apex of the page's ruling on which the places lie, if they
  ///   do. It hides no light from itself.
  func darkness(from places: [SIMD3<Double>], on own: Double? = nil) -> [Double] {
    var known: (direction: SIMD3<Double>, view: View)?
    return places.map { place in
      let local = cone.frame.local(place) + SIMD3(0, cone.apexDepth, 0)
      let distance = local.length
      guard distance > PaperShadow.lowest else { return 0 }
      let direction = local / distance
      if let known, (direction - known.direction).length < 1e-9 {
        return known.view.darkness(at: distance)
      }
      let view = view(toward: direction, on: own)
      known = (direction, view)
      return view.darkness(at: distance)
    }
  }

  /// What is seen of the page from places in a direction from the apex.
  private struct View {
    /// The height of the places per distance from the apex.
    var height: Double
    var planes: [Plane]

    /// A plane through the apex: a line of the light's slopes. Coordinates along it are in standard
    /// deviations from its middle.
    struct Plane {
      /// The share of the light per length of the line, if it did not turn about the slope at
      /// which the apex lies, and where that is.
      var share: Double
      var apex: Double
      /// The middle of the light along the line, and how far the places are along it per distance
      /// from the apex.
      var middle: Double
      var across: Double
      /// The rulings in the plane: two at most.
      var one: Ruling
      var other: Ruling?

      /// How far a ruling goes along the line and up, per length of it, and where the page begins
      /// and ends on it.
      typealias Ruling = (across: Double, height: Double, ends: SIMD2<Double>)

      /// Returns where on the line the page is seen on a ruling.
      func chord(_ ruling: Ruling, from height: Double, _ across: Double) -> SIMD2<Double>? {
        // Only what lies higher than the place hides light from it.
        let least = (height + PaperShadow.lowest) / max(ruling.height, 1e-12)
        guard ruling.ends.y > least else { return nil }
        func position(_ end: Double) -> Double {
          (end * ruling.across - across) / max(end * ruling.height - height, PaperShadow.lowest)
            - middle
        }
        let (one, other) = (position(max(ruling.ends.x, least)), position(ruling.ends.y))
        return SIMD2(min(one, other), max(one, other))
      }

      /// Returns the share of the light in a part of the line.
      func share(of chord: SIMD2<Double>) -> Double {
        func below(_ x: Double) -> Double {
          NormalDistribution.density(x) + apex * NormalDistribution.below(x)
        }
        return share * abs(below(chord.y) - below(chord.x))
      }
    }

    /// Returns the share of the light that is hidden from a place at a distance from the apex.
    func darkness(at distance: Double) -> Double {
      var sum = 0.0
      let height = distance * self.height
      for plane in planes {
        let across = distance * plane.across
        let one = plane.chord(plane.one, from: height, across)
        if let one { sum += plane.share(of: one) }
        guard let ruling = plane.other, let other = plane.chord(ruling, from: height, across)
        else { continue }
        sum += plane.share(of: other)
        guard let one else { continue }
        let both = SIMD2(max(one.x, other.x), min(one.y, other.y))
        if both.x < both.y { sum -= plane.share(of: both) }
      }
      return sum
    }
  }

  /// Returns what is seen of the page from places in a direction from the apex.
  ///
  /// - Parameters:
  ///   - direction: A unit vector in the cone's frame.
  ///   - own: The angle at the apex of the page's ruling in this direction, if the places lie on
  ///     it. It hides no light from itself.
  private func view(toward direction: SIMD3<Double>, on own: Double?) -> View {
    // From the page plane, the apex is seen at an infinite slope.
    var direction = direction
    direction.z = max(direction.z, 1e-6)
    let flat = SIMD2(direction.x, direction.y)
    let apex = (flat / direction.z - slope) / spread
    let away = apex.length
    let toward = away > 0 ? apex / away : SIMD2(1, 0)
    let beside = SIMD2(-toward.y, toward.x)
    /// Returns the angle by which the line of a plane turns from the middle of the light.
    func turn(_ normal: SIMD3<Double>) -> Double {
      var way = SIMD2(normal.y, -normal.x)
      if way.dot(toward) < 0 { way = -way }
      return atan2(way.dot(beside), way.dot(toward))
    }
    // Beyond 3.2 standard deviations on either side lies 0.0014 of the light.
    let widest = away > 3.2 ? asin(3.2 / away) : .pi / 2
    var ends = edges.map { turn(direction.cross(cone.direction(at: $0))) }
    if let own {
      ends.append(turn(cone.localNormal(at: SIMD2(sin(own), cos(own) - cone.apexDepth))))
    }
    ends += cone.tangents(toward: direction).map(turn)
    let places = ([-widest, widest] + ends.filter { abs($0) < widest }).sorted()
    var planes: [View.Plane] = []
    for (from, to) in zip(places, places.dropFirst()) where to > from {
      let count = ((to - from) / (2 * widest) * Double(Self.planes)).rounded(.up)
      for index in 0..<Int(count) {
        let angle = from + (to - from) * (Double(index) + 0.5) / count
        let way = cos(angle) * toward + sin(angle) * beside
        let across = SIMD2(-way.y, way.x)
        let offset = -away * sin(angle)
        let normal = SIMD3(across.x, across.y, -across.dot(slope) - spread * offset)
        let rulings = cone.rulings(in: normal, but: own).compactMap(\.self).map {
          ruling -> View.Plane.Ruling in
          let direction = cone.direction(at: ruling)
          return (
            across: SIMD2(direction.x, direction.y).dot(way) / spread, height: direction.z,
            ends: cone.ends(at: ruling)
          )
        }
        guard let first = rulings.first else { continue }
        planes.append(
          View.Plane(
            share: NormalDistribution.density(offset) * (to - from) / count,
            apex: away * cos(angle), middle: slope.dot(way) / spread,
            across: flat.dot(way) / spread, one: first, other: rulings.dropFirst().first))
      }
    }
    return View(height: direction.z, planes: planes)
  }

  /// Adds the shadow to a mesh: its columns pass the apex, and its rows follow the page's edges,
  /// projected from the middle of the light.
  ///
  /// - Parameter bounds: The part of the page plane on which it may be seen.
  func add(to mesh: inout ShadowGrid, within bounds: PageRect) -> Range<Int> {
    guard lines.highest > PaperShadow.lowest else { return 0..<0 }
    let apex = cone.apex
    let distance = bounds.corners.map { ($0 - apex).length }.max() ?? 0
    // The rulings from the middle of the light: their directions on the page plane, their ends, and
    // the angle by which the light spreads them.
    let angles = (Self.angles(cone) + [cone.corner]).sorted()
    let middles = angles.map { angle -> (angle: Double, ends: SIMD2<Double>, spread: Double) in
      let (direction, ends) = (cone.direction(at: angle), cone.ends(at: angle))
      let height = direction.z
      let way = SIMD2(direction.x, direction.y) - height * slope
      // Beyond four standard deviations no light comes.
      let share = 4 * spread * abs(height) / max(way.length, 1e-9)
      return (atan2(way.x, way.y), ends * way.length, share < 1 ? asin(share) : .pi)
    }
    let low = max(middles.map { $0.angle - $0.spread }.min() ?? 0, -.pi)
    let high = min(middles.map { $0.angle + $0.spread }.max() ?? 0, .pi)
    // Where the directions turn back, other rulings begin to cast shadows at the same angles.
    var runs: [ShadowEdges.Run] = [[]]
    for (one, other) in zip(middles, middles.dropFirst()) where one.angle != other.angle {
      if let start = runs[runs.count - 1].dropLast().last,
        (start.angle < one.angle) != (one.angle < other.angle)
      {
        runs.append([])
      }
      if runs[runs.count - 1].isEmpty { runs[runs.count - 1] = [(one.angle, one.ends)] }
      runs[runs.count - 1].append((other.angle, other.ends))
    }
    let edges = ShadowEdges(runs)
    var lines = lines
    lines.parts = edges.count - 1
    // The first row reaches the apex wherever the page begins.
    let first = edges.runs.joined().map(\.ends.x).max() ?? 0
    let rows = lines.rows(from: -first, to: Double(lines.parts) * lines.length + distance)
    func place(_ angle: Double, _ row: Double, _ ends: [Double]) -> SIMD2<Double> {
      apex + max(lines.along(row, ends), 0)
        * (sin(angle) * cone.frame.away + cos(angle) * cone.frame.along)
    }
    var finest = lines
    finest.pixel /= distance
    let columns = finest.columns(from: low, to: high, and: middles.map(\.angle)) { angle in
      let ends = edges.ends(at: angle)
      let places = rows.map { SIMD3(place(angle, $0, ends), 0) }
      return darkness(from: places).map { Float(look.strength(for: .cone(cone)) * $0) }
    }
    return mesh.add(rows: rows, columns) { angle, row in place(angle, row, edges.ends(at: angle)) }
  }
}

extension ConeGeometry {
  /// Returns the angles at the apex of the two rulings in a plane through it; `nil` where the page
  /// has none.
  ///
  /// - Parameter own: One of them, which is left out.
  func rulings(in normal: SIMD3<Double>, but own: Double?) -> [Double?] {
    let (way, rest) = wound(normal)
    let (middle, length) = (atan2(way.x, way.y), way.length)
    var found = [2 * middle - (own ?? 0) / sin(halfAngle)]
    if own == nil {
      guard abs(rest) <= length, length > 0 else { return [nil, nil] }
      let apart = acos(-rest / length)
      found = [middle - apart, middle + apart]
    }
    return found.map { angle in
      let turns = (angle / (2 * .pi)).rounded(.down)
      let ruling = (angle - 2 * .pi * turns) * sin(halfAngle)
      return angles.contains(ruling) ? ruling : nil
    }
  }

  /// Returns x, y and z so that `x sin β + y cos β + z` is 0 for the rulings in a plane through the
  /// apex, which are wound by β.
  private func wound(_ normal: SIMD3<Double>) -> (SIMD2<Double>, Double) {
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    let normal = unswung(normal)
    let across = s * normal.y - c * normal.z
    return (SIMD2(s * normal.x, s * across), normal.y - s * across)
  }

  /// Returns the normals of the planes through a line through the apex that touch the cone.
  fileprivate func tangents(toward direction: SIMD3<Double>) -> [SIMD3<Double>] {
    // The two planes through the line that are at right angles span the others.
    let direction = unswung(direction)
    let (s, c) = (sin(halfAngle), cos(halfAngle))
    // A plane touches the cone about the axis if its normal n is at the angle θ to the plane across
    // the axis: (n·a)² = s² n·n.
    let axis = SIMD3(0, c, s)
    let out = axis - axis.dot(direction) / direction.dot(direction) * direction
    guard out.length > 1e-9 else { return [] }
    let unit = out / out.length
    // n = cos t unit + sin t side, and side is at a right angle to the axis.
    let side = (direction / direction.length).cross(unit)
    let cosine = s / axis.dot(unit)
    guard cosine < 1 else { return [] }
    let sine = (1 - cosine * cosine).squareRoot()
    return [swung(cosine * unit + sine * side), swung(cosine * unit - sine * side)]
  }
}
