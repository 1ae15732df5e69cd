import Glibc
import Synchronization

/// All moments of the turn of a bound page of one paper: a heavy elastic strip that a hand lifts
/// over the spine and lets go, and that the air slows as it falls.
///
/// The motion depends on its past, so it is solved once, in steps that do not depend on the frames.
/// A frame then depends on its time only. The formulas are those of ``HeavyElastica``.
package struct TurnMotion: Hashable, Sendable {
  /// The number of pieces of a profile.
  package static let pieces = 32
  /// The number of steps of the hand's motion. Twice as many move a point by at most 0.005 widths.
  private static let steps = 256
  /// How long a bend lags behind its force, in turns. Without it, paper that the hand lets go
  /// unrolls within a frame of a film, twice as fast as anything else in the turn. With 0.04, limp
  /// paper is still bent when it has landed.
  private static let friction = 0.03

  /// The strip at one moment: the angle at the spine, and the curvatures at the pieces' ends.
  fileprivate struct Moment: Hashable {
    var angle: Double
    var curvatures: [Double]
    /// The share of the paper, from the spine on, that lies on the pages below.
    var flat: Double
    /// Whether the free edge lies on them.
    var isEdgeDown: Bool
  }

  private let moments: [Moment]
  /// The time from which the page no longer lies on the pages below beside the spine.
  private let liftOff: Double
  /// How far the page may tilt at each moment before that time, radians.
  private let tiltLimits: [Double]
  /// The greatest tilt at the start of a turn, radians; see ``tilt(of:at:)``.
  private let mostTilt: Double

  /// The tables of the last papers, at most 16: a program may make a turn for each frame.
  private static let solved = Mutex<[(paper: PaperMaterial, table: TurnMotion)]>([])

  /// Returns the table of a paper, which is solved when it is first asked for.
  package static func of(_ paper: PaperMaterial) -> TurnMotion {
    solved.withLock { solved in
      if let found = solved.first(where: { $0.paper == paper }) { return found.table }
      if solved.count == 16 { solved.removeFirst() }
      let table = TurnMotion(paper)
      solved.append((paper, table))
      return table
    }
  }

  /// Solves the turn of a paper. It takes a few milliseconds.
  package init(_ paper: PaperMaterial) {
    var strip = HeavyElastica()
    let bending = 1 / paper.droop
    var moments = [Moment(lyingAt: 0)]
    for step in 1...Self.steps {
      let share = Double(step) / Double(Self.steps)
      let phi = .pi * share
      // The hand moves on a low arc and stays within reach. It lets go after half of the turn.
      let across = cos(phi)
      let reach = 0.96 + 0.04 * across * across * across * across
      let release = min(max((share - 0.55) / 0.15, 0), 1)
      strip.settle(
        Self.forces(
          on: strip, bending, rest: phi, hand: SIMD2(reach * across, 0.62 * reach * sin(phi)),
          grip: 200 * (1 - release * release * (3 - 2 * release))))
      moments.append(Moment(strip))
      if step > Self.steps / 2, strip.isDown { break }
    }
    moments[moments.count - 1] = Moment(lyingAt: .pi)
    self.init(moments)
  }

  /// Solves the fall of a page that a hand lets go: back, or on to the other side.
  ///
  /// - Parameters:
  ///   - profile: The cross-section of the page at that moment, with the length 1.
  package init(_ paper: PaperMaterial, fallingFrom profile: CrossSection) {
    var strip = HeavyElastica(profile)
    let start = Moment(
      angle: profile.point(at: 0).angle,
      curvatures: (0...Self.pieces).map {
        profile.point(at: Double($0) / Double(Self.pieces)).curvature
      }, flat: strip.flatShare, isEdgeDown: strip.isEdgeDown)
    let bending = 1 / paper.droop
    var moments = [start]
    // Paper that stands upright takes long to decide; it falls in less than four turns of the hand.
    for _ in 0..<4 * Self.steps where !strip.isDown {
      let isOver = strip.places.reduce(0) { $0 + $1.x } < 0
      strip.settle(
        Self.forces(on: strip, bending, rest: isOver ? .pi : 0, hand: .zero, grip: 0))
      moments.append(Moment(strip))
    }
    let isOver = strip.places.reduce(0) { $0 + $1.x } < 0
    moments.append(Moment(lyingAt: isOver ? .pi : 0))
    self.init(moments)
  }

  private init(_ moments: [Moment]) {
    self.moments = moments
    let span = Double(moments.count - 1)
    let last = moments.lastIndex { $0.flat >= Self.leastFlat && $0.angle < .pi / 2 } ?? 0
    let liftOff = Double(last) / span
    self.liftOff = liftOff
    // The limit does not rise again: a page that a finger holds would jump.
    var limit = Self.steepest
    tiltLimits = moments[..<last].enumerated().map { index, moment in
      // The rulings through the nearer end of the spine and the leading corner are 1 − cos(tilt)
      // apart, in page widths and from the start of the profile.
      limit = min(limit, acos(1 - moment.flat))
      return limit * Self.tiltShare(at: Double(index) / span, until: liftOff).squareRoot()
    }
    mostTilt = tiltLimits.enumerated().dropFirst().reduce(Self.steepest) { least, limit in
      min(least, limit.element / Self.tiltShare(at: Double(limit.offset) / span, until: liftOff))
    }
  }

  /// Returns the forces on a strip a moment after it had its shape.
  private static func forces(
    on strip: HeavyElastica, _ bending: Double, rest: Double, hand: SIMD2<Double>, grip: Double
  ) -> HeavyElastica.Forces {
    HeavyElastica.Forces(
      bending: bending, rest: rest, binding: 0.02 * bending, hand: hand, grip: grip, contact: 1.8e5,
      drag: 0.25 * Double(steps), friction: friction * Double(steps),
      previous: (strip.angles, strip.places))
  }

  /// The greatest tilt of all papers, radians: beyond it, hardly more than a corner would bend.
  private static let steepest = Double.pi / 3

  /// Returns how far a page may tilt at a time, radians.
  func tiltLimit(at time: Double) -> Double {
    let place = max(time, 0) * Double(moments.count - 1)
    let index = Int(min(place, Double(tiltLimits.count)))
    guard index < tiltLimits.count else { return 0 }
    let next = index + 1 < tiltLimits.count ? tiltLimits[index + 1] : 0
    return tiltLimits[index] + (place - Double(index)) * (next - tiltLimits[index])
  }

  /// The share of the paper that must lie flat while the rulings are tilted.
  private static let leastFlat = 0.02

  /// Returns the share of a tilt that is left: a page that a corner leads straightens as it rises.
  private static func tiltShare(at time: Double, until end: Double) -> Double {
    guard time < end else { return 0 }
    let square = time * time / (end * end)
    return (1 - square) * (1 - square)
  }

  /// Returns how far the rulings are tilted from the spine, radians.
  ///
  /// The spine lies on the pages below, so the rulings can be tilted only while the paper beside it
  /// lies there, too: the tilt falls to 0 until it lifts off.
  ///
  /// - Parameter tilt: The tilt at the start, radians. It is limited to what the paper allows:
  ///   about 50° for office paper, and a few degrees for card, which lifts off at once.
  package func tilt(of tilt: Double, at time: Double) -> Double {
    min(max(tilt, -mostTilt), mostTilt) * Self.tiltShare(at: time, until: liftOff)
  }

  /// Returns how far the rulings are tilted from the spine while a page falls whose rulings were
  /// tilted when it was let go, radians.
  func fallingTilt(of tilt: Double, at time: Double) -> Double {
    let rest = abs(tilt) * Self.tiltShare(at: time, until: 1)
    return min(rest, tiltLimit(at: time)) * (tilt < 0 ? -1 : 1)
  }

  /// Returns the page's cross-section at a time of 0 (flat) … 1 (landed), with the length 1.
  ///
  /// Angle and curvature are interpolated and then integrated, so that the paper does not stretch.
  package func profile(at time: Double) -> CrossSection {
    let place = min(max(time, 0), 1) * Double(moments.count - 1)
    let index = min(Int(place), moments.count - 2)
    let share = place - Double(index)
    // A cubic through four moments, so that no point of the paper jerks. Where the free edge hits
    // the pages it stops at once: a cubic across that moment would lead it into them.
    func mixed(_ value: (Moment) -> Double) -> Double {
      let (start, end) = (value(moments[index]), value(moments[index + 1]))
      guard share > 0 else { return start }
      guard share < 1 else { return end }
      let before = stops(at: index) ? 2 * start - end : value(moments[index - 1])
      let after = stops(at: index + 1) ? 2 * end - start : value(moments[index + 2])
      let (first, last) = ((end - before) / 2, (after - start) / 2)
      let rest = 1 - share
      return start * (1 + 2 * share) * rest * rest + first * share * rest * rest
        + end * (3 - 2 * share) * share * share - last * share * share * rest
    }
    return CrossSection(
      length: 1, angle: mixed { $0.angle },
      curvatures: (0...Self.pieces).map { node in mixed { $0.curvatures[node] } })
  }

  /// Whether the motion starts or ends at a moment, or the free edge lies on the pages.
  private func stops(at index: Int) -> Bool {
    index == 0 || index == moments.count - 1 || moments[index].isEdgeDown
  }

  /// The number of moments, for tests of the motion.
  package var count: Int { moments.count }

  /// How many times as long as a hand's whole turn it takes.
  var turns: Double { Double(moments.count - 1) / Double(Self.steps) }
}

extension TurnMotion.Moment {
  /// A page that lies flat at an angle of 0 or π.
  fileprivate init(lyingAt angle: Double) {
    self.init(
      angle: angle, curvatures: [Double](repeating: 0, count: TurnMotion.pieces + 1),
      flat: angle == 0 ? 1 : 0, isEdgeDown: true)
  }

  /// Takes the curvatures from a strip's joints, and the angle at the spine from its angles.
  fileprivate init(_ strip: HeavyElastica) {
    let h = HeavyElastica.step
    let perPiece = HeavyElastica.segments / TurnMotion.pieces
    let angles = strip.anglesOnPages
    flat = strip.flatShare
    isEdgeDown = strip.isEdgeDown
    curvatures = (0...TurnMotion.pieces).map { node in
      let joint = node * perPiece
      // The binding is weak and the free edge is free: neither bends the paper.
      guard joint > 0, joint < HeavyElastica.segments else { return 0 }
      // The mean of the joint and its neighbors, half of which belong to this piece's end: the
      // paper turns by the same angle.
      let after = angles[min(joint + 1, HeavyElastica.segments - 1)]
      return (after + angles[joint] - angles[joint - 1] - angles[joint - 2]) / (4 * h)
    }
    // The angle that puts the middle of each piece at the strip's angle there, on average.
    var (sum, turned) = (0.0, 0.0)
    for piece in 0..<TurnMotion.pieces {
      let (first, last) = (curvatures[piece], curvatures[piece + 1])
      let length = h * Double(perPiece)
      let middle = turned + length * (3 * first + last) / 8
      let seen = (0..<perPiece).reduce(0) { $0 + angles[piece * perPiece + $1] } / Double(perPiece)
      sum += seen - middle
      turned += length * (first + last) / 2
    }
    angle = sum / Double(TurnMotion.pieces)
  }
}

extension HeavyElastica {
  /// Where paper is lower than this it lies flat: the solver's pages below give way by up to 8e−4.
  private static let level = 1e-3

  /// Whether all of it lies on pages.
  fileprivate var isDown: Bool { places.allSatisfy { $0.y < Self.level } }

  /// Whether the free edge lies on them.
  fileprivate var isEdgeDown: Bool { places[Self.segments - 1].y < Self.level }

  /// How far paper may be drawn below the pages.
  private static let deepest = 1.5e-4

  /// The segments' angles with what is below the pages raised.
  ///
  /// Stiff paper that a hand lifts levers itself into the pages by up to 8e−4. If they gave way
  /// less, its motion would jerk when it begins to lift off.
  fileprivate var anglesOnPages: [Double] {
    var before = 0.0
    return zip(angles, places).map { angle, place in
      defer { before = place.y }
      let depth = (before + place.y) / 2
      // Heights below 0 are drawn as −deepest · (1 − exp(height / deepest)).
      guard depth < 0 else { return angle }
      let level = cos(angle) > 0 ? 0 : Double.pi
      return level + (angle - level) * exp(depth / Self.deepest)
    }
  }

  /// The share of the paper, from the spine on, that lies flat.
  fileprivate var flatShare: Double {
    guard let first = places.firstIndex(where: { abs($0.y) > Self.level }) else { return 1 }
    // Between two joints, the height is as good as linear.
    let before = first > 0 ? abs(places[first - 1].y) : 0
    let way = (Self.level - before) / (abs(places[first].y) - before)
    return (Double(first) + way) * Self.step
  }
}
