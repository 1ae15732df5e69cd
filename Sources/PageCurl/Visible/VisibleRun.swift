import GLESKitSupport
import GLMath
import Glibc

/// A part of a page that bends like paper which shows one side to the eye, from one line of sight
/// that touches the paper, or from one end of the page, to the next.
///
/// A ruling stays a straight line in every view, and on the target it has the direction that it has
/// on the page. All that is known of it depends on one coordinate: its place across the target.
struct VisibleRun {
  /// A line of the paper that does not bend.
  struct Ruling {
    /// The distance from the frame's origin on the paper.
    var s: Double
    /// The place in the page's frame.
    var x: Double
    var z: Double
    /// Where the page begins and ends on it.
    var chord: SIMD2<Double>
    /// Where it meets the page plane, seen from the eye.
    var seen: Double
    /// Its size on the target relative to that on the page.
    var size: Double
    /// As ``PaperLight/factors``.
    var light: SIMD4<Float>
  }

  /// The rulings in the order in which they are seen, away from the spine's side.
  private(set) var rulings: [Ruling]
  let side: PaperSide
  /// Whether paper ends at the first and at the last ruling, or turns away from the eye.
  let ends: (low: Bool, high: Bool)

  /// The places that it covers.
  var low: Double { rulings[0].seen }
  var high: Double { rulings[rulings.count - 1].seen }

  /// Whether it ends at the free end of a page of this breadth.
  func endsFreely(at breadth: Double) -> Bool {
    max(rulings[0].s, rulings[rulings.count - 1].s) >= breadth
  }

  /// Returns the ruling that is seen at a place, which is clamped to those of the run.
  func ruling(at place: Double) -> Ruling {
    guard place > low else { return rulings[0] }
    let index = rulings.partitioningIndex { $0.seen >= place }
    guard index < rulings.count else { return rulings[rulings.count - 1] }
    let (before, after) = (rulings[index - 1], rulings[index])
    let share = (place - before.seen) / (after.seen - before.seen)
    func mixed(_ value: KeyPath<Ruling, Double>) -> Double {
      before[keyPath: value] + share * (after[keyPath: value] - before[keyPath: value])
    }
    return Ruling(
      s: mixed(\.s), x: mixed(\.x), z: mixed(\.z),
      chord: before.chord + share * (after.chord - before.chord), seen: place, size: mixed(\.size),
      light: before.light + Float(share) * (after.light - before.light))
  }

  /// Cuts a page into its runs.
  ///
  /// - Parameters:
  ///   - eye: The eye, in page space, higher than the paper.
  ///   - light: The light on the paper.
  ///   - tolerance: The largest distance between chords of the rulings and the paper, page pixels.
  static func runs(
    of leaf: PaperGeometry, from eye: SIMD3<Double>, _ light: PaperLight, tolerance: Double
  ) -> [VisibleRun] {
    let frame = leaf.frame
    let eye = frame.local(eye)
    /// Returns the ruling at an arc length, and how fast its place on the target changes along the
    /// paper; 0 is a line of sight that touches the paper.
    func ruling(_ s: Double) -> (ruling: Ruling, facing: Double) {
      let point = leaf.profile.point(at: s)
      let (x, z) = (point.x * frame.breadth, point.z * frame.breadth)
      let size = eye.z / (eye.z - z)
      let facing = (eye.z - z) * cos(point.angle) + (x - eye.x) * sin(point.angle)
      let ruling = Ruling(
        s: s * frame.breadth, x: x, z: z, chord: leaf.ends(at: s * frame.breadth),
        seen: eye.x + (x - eye.x) * size, size: size, light: light.factors(at: s))
      return (ruling, facing)
    }
    var runs: [VisibleRun] = []
    var rulings: [Ruling] = []
    /// Ends a run, which shows its front if `facing` is positive.
    func end(_ facing: Double) {
      defer { rulings.removeAll() }
      guard rulings.count > 1 else { return }
      // At the spine the paper goes on.
      let isBeyondSpine = !runs.isEmpty
      runs.append(
        facing > 0
          ? VisibleRun(rulings: rulings, side: .front, ends: (isBeyondSpine, true))
          : VisibleRun(rulings: rulings.reversed(), side: .back, ends: (true, isBeyondSpine)))
    }
    var (last, before) = (0.0, 0.0)
    // The page's corners, too: between them the rulings' ends lie on straight lines.
    let lines =
      (leaf.profile.lines(tolerance: tolerance / frame.breadth) + light.places + leaf.corners)
      .sorted()
    for (index, s) in lines.enumerated() where index == 0 || s > lines[index - 1] {
      let (next, facing) = ruling(s)
      if before * facing < 0 {
        // A line of sight touches the paper between the two.
        let side = before
        let place = root(between: last, s) { (-side * ruling($0).facing, 0) }
        let touching = ruling(place).ruling
        rulings.append(touching)
        end(before)
        rulings.append(touching)
      }
      rulings.append(next)
      last = s
      if facing != 0 { before = facing }
    }
    end(before)
    return runs
  }
}

extension VisibleRun {
  /// Returns the edge of the paper at its free end; `nil` if it isn't seen.
  ///
  /// - Parameters:
  ///   - thickness: The thickness of the paper in page pixels. It lies below the front.
  ///   - least: The least width of an edge on the page plane, page pixels.
  static func edge(
    of leaf: PaperGeometry, from eye: SIMD3<Double>, _ light: PaperLight, thickness: Double,
    least: Double
  ) -> VisibleRun? {
    let frame = leaf.frame
    let eye = frame.local(eye)
    let end = leaf.profile.point(at: leaf.profile.length)
    let out = SIMD2(cos(end.angle), sin(end.angle))
    let front = SIMD2(end.x, end.z) * frame.breadth
    let back = front + thickness * SIMD2(out.y, -out.x)
    guard out.dot(SIMD2(eye.x, eye.z) - front) > 0 else { return nil }
    let rulings = [front, back].map { place in
      let size = eye.z / (eye.z - place.y)
      return Ruling(
        s: frame.breadth, x: place.x, z: place.y, chord: leaf.ends(at: frame.breadth),
        seen: eye.x + (place.x - eye.x) * size, size: size,
        light: SIMD4(light.edge, light.edge, 0, 0))
    }
    guard rulings[1].seen - rulings[0].seen > least else { return nil }
    return VisibleRun(rulings: rulings, side: .front, ends: (true, true))
  }
}

extension CrossSection {
  /// Returns the arc lengths at which chords of the curve deviate by at most a tolerance: the
  /// pieces' ends, and places between them.
  func lines(tolerance: Double) -> [Double] {
    var lines = [0.0]
    for piece in pieces {
      // A chord of length l deviates by κ l² / 8.
      let curvature = max(abs(piece.first.curvature), abs(piece.lastCurvature))
      let parts = (piece.length * (curvature / (8 * tolerance)).squareRoot()).rounded(.up)
      let count = Int(min(max(parts, 1), 16))
      for part in 1...count {
        lines.append(piece.start + piece.length * Double(part) / Double(count))
      }
    }
    return lines
  }
}
