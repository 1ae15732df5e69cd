import Glibc
import Synchronization

/// All moments of the turn of a bound page of one paper: a heavy elastic strip that a hand lifts
/// over the spine and lets go, and that the air slows as it falls.
///
/// The motion depends on its past, so it is solved once, in steps that do not depend on the frames.
/// A frame then depends on its time only. The formulas are those of ``HeavyStrip``.
package struct PaperTable: Hashable, Sendable {
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
  }

  private let moments: [Moment]
  /// The time from which the page no longer lies on the pages below beside the spine.
  private let liftOff: Double
  /// The greatest lean at the start of a turn, radians; see ``lean(of:at:)``.
  private let mostLean: Double

  /// The tables of the last papers, at most 16: a program may make a turn for each frame.
  private static let solved = Mutex<[(paper: PaperMaterial, table: PaperTable)]>([])

  /// Returns the table of a paper, which is solved when it is first asked for.
  package static func of(_ paper: PaperMaterial) -> PaperTable {
    solved.withLock { solved in
      if let found = solved.first(where: { $0.paper == paper }) { return found.table }
      if solved.count == 16 { solved.removeFirst() }
      let table = PaperTable(paper)
      solved.append((paper, table))
      return table
    }
  }

  /// Solves the turn of a paper. It takes a few milliseconds.
  package init(_ paper: PaperMaterial) {
    var strip = HeavyStrip()
    let bending = 1 / paper.droop
    let straight = [Double](repeating: 0, count: Self.pieces + 1)
    var moments = [Moment(angle: 0, curvatures: straight, flat: 1)]
    for step in 1...Self.steps {
      let share = Double(step) / Double(Self.steps)
      let phi = .pi * share
      // The hand moves on a low arc and stays within reach. It lets go after half of the turn.
      let lean = cos(phi)
      let reach = 0.96 + 0.04 * lean * lean * lean * lean
      let release = min(max((share - 0.55) / 0.15, 0), 1)
      strip.settle(
        HeavyStrip.Forces(
          bending: bending, rest: phi, binding: 0.02 * bending,
          hand: SIMD2(reach * lean, 0.62 * reach * sin(phi)),
          grip: 200 * (1 - release * release * (3 - 2 * release)), contact: 4e4,
          drag: 0.25 * Double(Self.steps), friction: Self.friction * Double(Self.steps),
          previous: (strip.angles, strip.places)))
      moments.append(Moment(strip))
      let highest = strip.places.reduce(0) { max($0, $1.y) }
      if step > Self.steps / 2, highest < 1e-3 { break }
    }
    moments[moments.count - 1] = Moment(angle: .pi, curvatures: straight, flat: 0)
    self.moments = moments
    let span = Double(moments.count - 1)
    let last = moments.lastIndex { $0.flat >= Self.leastFlat && $0.angle < .pi / 2 } ?? 0
    let liftOff = Double(last) / span
    self.liftOff = liftOff
    // The rulings through the nearer end of the spine and the leading corner are 1 − cos(lean)
    // apart, in page widths and from the start of the profile.
    mostLean = moments[..<last].enumerated().dropFirst().reduce(.pi / 3) { least, moment in
      let share = Self.leanShare(at: Double(moment.offset) / span, until: liftOff)
      return min(least, acos(1 - moment.element.flat) / share)
    }
  }

  /// The share of the paper that must lie flat while the rulings lean.
  private static let leastFlat = 0.02
  /// Where paper is lower than this, in page widths, it lies flat: the solver's pages below give
  /// way by up to 6.5e−4.
  private static let level = 1e-3

  /// Returns the share of a lean that is left: a page that a corner leads straightens as it rises.
  private static func leanShare(at time: Double, until end: Double) -> Double {
    guard time < end else { return 0 }
    let square = time * time / (end * end)
    return (1 - square) * (1 - square)
  }

  /// Returns how far the rulings lean from the spine, radians.
  ///
  /// The spine lies on the pages below, so the rulings can lean only while the paper beside it does:
  /// the lean falls to 0 until it lifts off.
  ///
  /// - Parameter lean: The lean at the start, radians. It is limited to what the paper allows: about
  ///   50° for office paper, and a few degrees for card, which lifts off at once.
  package func lean(of lean: Double, at time: Double) -> Double {
    min(max(lean, -mostLean), mostLean) * Self.leanShare(at: time, until: liftOff)
  }

  /// Returns the cross-section of a page whose rulings lean, scaled to the length 1.
  ///
  /// - Parameters:
  ///   - start: Where it begins, measured along the profile of a page that does not lean.
  ///   - flat: Where the nearer end of the spine is, likewise: up to there the paper lies flat.
  ///   - straightness: How nearly the rulings are parallel to the spine: 0, or up to 1 just before
  ///     the lean ends, so that the page does not jump.
  func profile(
    at time: Double, from start: Double, flat: Double, straightness: Double
  ) -> PageProfile {
    let whole = profile(at: time)
    let length = 1 - start
    return PageProfile(
      length: 1, angle: straightness * whole.point(at: 0).angle,
      curvatures: (0...Self.pieces).map { node in
        let s = start + length * Double(node) / Double(Self.pieces)
        let way = min(max((s - flat) / Self.easing, 0), 1)
        let eased = way * way * (3 - 2 * way)
        return whole.point(at: s).curvature * length * (eased + straightness * (1 - eased))
      })
  }

  /// The distance beyond the spine's end over which the paper takes on its curvature, page widths.
  private static let easing = 0.1

  /// Returns the page's cross-section at a time of 0 (flat) … 1 (landed), with the length 1.
  ///
  /// Angle and curvature are interpolated and then integrated, so that the paper does not stretch.
  package func profile(at time: Double) -> PageProfile {
    let place = min(max(time, 0), 1) * Double(moments.count - 1)
    let index = min(Int(place), moments.count - 2)
    let share = place - Double(index)
    // A cubic through four moments, so that no point of the paper jerks.
    func mixed(_ value: (Moment) -> Double) -> Double {
      let (start, end) = (value(moments[index]), value(moments[index + 1]))
      guard share > 0 else { return start }
      guard share < 1 else { return end }
      let before = index > 0 ? value(moments[index - 1]) : 2 * start - end
      let after = index + 2 < moments.count ? value(moments[index + 2]) : 2 * end - start
      let (first, last) = ((end - before) / 2, (after - start) / 2)
      let rest = 1 - share
      return start * (1 + 2 * share) * rest * rest + first * share * rest * rest
        + end * (3 - 2 * share) * share * share - last * share * share * rest
    }
    return PageProfile(
      length: 1, angle: mixed { $0.angle },
      curvatures: (0...Self.pieces).map { node in mixed { $0.curvatures[node] } })
  }

  /// The number of moments, for tests of the motion.
  package var count: Int { moments.count }
}

extension PaperTable.Moment {
  /// Takes the curvatures from a strip's joints, and the angle at the spine from its angles.
  fileprivate init(_ strip: HeavyStrip) {
    let h = HeavyStrip.step
    let perPiece = HeavyStrip.segments / PaperTable.pieces
    let angles = strip.angles
    let joints = strip.places.map(\.y)
    if let first = joints.firstIndex(where: { abs($0) > PaperTable.level }) {
      // Between two joints, the height is as good as linear.
      let before = first > 0 ? abs(joints[first - 1]) : 0
      let way = (PaperTable.level - before) / (abs(joints[first]) - before)
      flat = (Double(first) + way) * h
    } else {
      flat = 1
    }
    curvatures = (0...PaperTable.pieces).map { node in
      let joint = node * perPiece
      // The binding is weak and the free edge is free: neither bends the paper.
      guard joint > 0, joint < HeavyStrip.segments else { return 0 }
      return (angles[joint] - angles[joint - 1]) / h
    }
    // The angle that puts the middle of each piece at the strip's angle there, on average.
    var (sum, turned) = (0.0, 0.0)
    for piece in 0..<PaperTable.pieces {
      let (first, last) = (curvatures[piece], curvatures[piece + 1])
      let length = h * Double(perPiece)
      let middle = turned + length * (3 * first + last) / 8
      let seen = (0..<perPiece).reduce(0) { $0 + angles[piece * perPiece + $1] } / Double(perPiece)
      sum += seen - middle
      turned += length * (first + last) / 2
    }
    angle = sum / Double(PaperTable.pieces)
  }
}
