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
  }

  private let moments: [Moment]

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
    var moments = [Moment(angle: 0, curvatures: [Double](repeating: 0, count: Self.pieces + 1))]
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
    moments[moments.count - 1] = Moment(
      angle: .pi, curvatures: [Double](repeating: 0, count: Self.pieces + 1))
    self.moments = moments
  }

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
