import GLMath
import Glibc

extension CurlShape {
  /// Returns the shapes of leaves that turn at the same time, so that those that bend like paper
  /// don't cross.
  ///
  /// - Parameter shapes: The shapes that each has alone, in the order in which they started.
  package static func following(_ shapes: [CurlShape]) -> [CurlShape] {
    // Each page follows the one before, which follows those before it.
    var last: PaperGeometry?
    return shapes.map { shape in
      guard case .paper(var page) = shape else { return shape }
      if let last { page = page.following(last) }
      last = page
      return .paper(page)
    }
  }
}

extension PaperGeometry {
  /// Returns this page as it lies under another one: where it would be steeper than that page, it
  /// follows it.
  ///
  /// The motion of each page is solved alone. A hand lifts the page that starts later by its edge
  /// while the other one bows under its weight, so that they would cross.
  ///
  /// - Parameter other: A page of the same book that started earlier.
  fileprivate func following(_ other: PaperGeometry) -> PaperGeometry {
    guard binding == other.binding else { return self }
    let profile =
      profile.bent(
        atMostAs: other.profile, unit: other.frame.breadth / frame.breadth,
        apart: Self.apart * min(other.profile.highest / Self.raised, 1)) ?? profile
    func bent(_ share: Double) -> PaperGeometry {
      PaperGeometry(page: page, binding: binding, profile: profile.bent(share), tilt: tilt)
    }
    // Where rulings cross, angles at the same distance are at different places.
    guard tilt != 0 || other.tilt != 0, bent(1).crosses(other) else { return bent(1) }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<14 {
      let middle = (low + high) / 2
      if bent(middle).crosses(other) { high = middle } else { low = middle }
    }
    return bent(low)
  }

  /// Returns whether the page reaches beyond one that lies above it.
  private func crosses(_ other: PaperGeometry) -> Bool {
    let (least, spine) = (Self.deepest * other.spine.breadth, other.spine)
    return [0.01, 0.25, 0.5, 0.75, 0.99].contains { share in
      let (own, above) = (
        section(of: spine, at: share * spine.length),
        other.section(of: spine, at: share * spine.length)
      )
      return own.dropFirst().contains { point in
        var (nearest, depth) = (Double.infinity, 0.0)
        for (start, end) in zip(above, above.dropFirst()) {
          let way = end - start
          let place = (point - start).dot(way) / way.dot(way)
          let apart = point - start - min(max(place, 0), 1) * way
          guard apart.dot(apart) < nearest else { continue }
          nearest = apart.dot(apart)
          // Points beyond the free edge are on neither side.
          let isBeyond = place > 1 && end == above[above.count - 1]
          depth = !isBeyond && way.x * apart.y > way.y * apart.x ? nearest : 0
        }
        return depth > least * least
      }
    }
  }

  /// Returns points of the page in a plane across a spine: their distances from it, and heights.
  private func section(of spine: SpineFrame, at place: Double) -> [SIMD2<Double>] {
    let way = SIMD2(frame.along.dot(spine.away), frame.along.dot(spine.along))
    return (0...Self.points).compactMap { step in
      let s = Double(step) / Double(Self.points)
      let (point, ends) = (profile.point(at: s), ends(at: s * frame.breadth))
      let foot = spine.local(frame.page(SIMD2(point.x * frame.breadth, 0)))
      let along = (place - foot.y) / way.y
      guard ends.x <= along, along <= ends.y else { return nil }
      return SIMD2(foot.x + along * way.x, point.z * frame.breadth)
    }
  }

  /// The number of parts of a section: chords of paper lie less than 1e-4 page widths off it.
  private static let points = 96
  /// How far pages may cross, in page widths.
  private static let deepest = 2e-4

  /// The angle between pages that meet at the spine, in radians, so that the one above hides the
  /// other.
  private static let apart = 0.00005
  /// The height of the page above, in page widths, from which on they lie so far apart. Where that
  /// page hardly rises, this one would lie below the stack.
  private static let raised = 0.4
}

extension CrossSection {
  /// Returns this curve with a share of its angles.
  fileprivate func bent(_ share: Double) -> CrossSection {
    guard share < 1 else { return self }
    return CrossSection(
      from: Point(angle: share * angle(at: 0)),
      pieces.map { ($0.length, (share * $0.first.curvature, share * $0.lastCurvature)) })
  }

  /// Returns this curve with the angles of another one, less an angle, where its own are greater;
  /// `nil` if none is.
  ///
  /// - Parameters:
  ///   - unit: The other curve's unit of length in units of this curve's.
  ///   - apart: The angle between them, radians.
  fileprivate func bent(atMostAs other: CrossSection, unit: Double, apart: Double)
    -> CrossSection?
  {
    // Between these, both curvatures are linear.
    let ends =
      (pieces.map(\.start) + other.pieces.map { $0.start * unit } + [other.length * unit])
      .filter { $0 < length }.sorted() + [length]
    /// Returns by how much the angle exceeds that of the other curve, less `apart`.
    func excess(_ s: Double) -> Double {
      angle(at: s) - other.angle(at: s / unit) + apart
    }
    var made: [(length: Double, curvatures: (Double, Double))] = []
    var follows = false
    func add(_ from: Double, _ to: Double) {
      guard to - from > 1e-9 else { return }
      let isBeyond = excess((from + to) / 2) > 0
      follows = follows || isBeyond
      let (low, high) = isBeyond ? other.curvatures(from / unit, to / unit) : curvatures(from, to)
      let scale = isBeyond ? 1 / unit : 1
      made.append((to - from, (low * scale, high * scale)))
    }
    for (from, to) in zip(ends, ends.dropFirst()) where to - from > 1e-9 {
      // The difference of the angles is a parabola: one that crosses twice within a piece is as
      // good as none.
      guard (excess(from) > 0) != (excess(to) > 0) else {
        add(from, to)
        continue
      }
      var (low, high) = (from, to)
      while high - low > 1e-9 {
        let middle = (low + high) / 2
        if (excess(middle) > 0) == (excess(from) > 0) { low = middle } else { high = middle }
      }
      add(from, low)
      add(low, to)
    }
    guard follows else { return nil }
    return CrossSection(
      from: Point(angle: min(angle(at: 0), other.angle(at: 0) - apart)), made)
  }

  /// Returns the curvatures at both ends of a part of a piece.
  private func curvatures(_ from: Double, _ to: Double) -> (Double, Double) {
    // At its ends another piece may begin, whose curvature differs.
    let inside = 1e-7 * (to - from)
    return (point(at: from + inside).curvature, point(at: to - inside).curvature)
  }
}
