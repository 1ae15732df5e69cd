import GLMath
import Glibc
import TestSupport
import Testing

@testable import PageCurl

@Suite struct TurnMotionTests {
  /// Shapes of pages that a hand holds, by paper-shapes.py: the droop, the share of the hand's way,
  /// and the places at a quarter, a half, three quarters and the whole of the page.
  private static let shapes: [(droop: Double, share: Double, places: [Double])] = [
    (0.5, 0.15, [0.24377, 0.05545, 0.48465, 0.12219, 0.72061, 0.20467, 0.95244, 0.2982]),
    (0.5, 0.3, [0.24952, 0.00815, 0.47654, 0.1053, 0.61178, 0.3115, 0.6512, 0.55775]),
    (0.5, 0.45, [0.23561, 0.08032, 0.38634, 0.27151, 0.34648, 0.51178, 0.17993, 0.69681]),
    (0.5, 0.65, [0.03567, 0.24665, -0.04655, 0.47785, -0.25806, 0.60237, -0.50697, 0.61514]),
    (1.5, 0.15, [0.24999, -2e-05, 0.4975, 0.03049, 0.72409, 0.13343, 0.9182, 0.29059]),
    (1.5, 0.3, [0.24998, -0.00046, 0.48724, 0.0666, 0.6157, 0.27314, 0.6004, 0.52127]),
    (1.5, 0.45, [0.24443, 0.04518, 0.40439, 0.22586, 0.34999, 0.46146, 0.1616, 0.6239]),
    (1.5, 0.65, [0.07258, 0.23808, 0.00498, 0.47199, -0.21275, 0.58165, -0.46078, 0.55959]),
    (4.0, 0.15, [0.25, -0.00028, 0.49949, 0.00985, 0.72786, 0.10521, 0.89946, 0.28596]),
    (4.0, 0.3, [0.25, -0.00086, 0.49138, 0.05057, 0.61987, 0.25454, 0.58046, 0.49946]),
    (4.0, 0.45, [0.24654, 0.0298, 0.40797, 0.2076, 0.34741, 0.44146, 0.15544, 0.59978]),
    (4.0, 0.65, [0.08679, 0.23302, 0.02214, 0.4668, -0.19819, 0.5705, -0.44551, 0.54125]),
    (7.0, 0.15, [0.25, -5e-05, 0.49982, 0.00481, 0.72996, 0.09382, 0.89167, 0.28294]),
    (7.0, 0.3, [0.25, -0.00065, 0.49254, 0.04574, 0.62108, 0.24877, 0.57495, 0.49236]),
    (7.0, 0.45, [0.2471, 0.02605, 0.40916, 0.20247, 0.3458, 0.43559, 0.15362, 0.59381]),
    (7.0, 0.65, [0.09394, 0.22998, 0.02816, 0.46285, -0.19381, 0.5636, -0.44149, 0.53643]),
    (20.0, 0.15, [0.25, -2e-05, 0.49997, 0.00134, 0.7326, 0.08108, 0.88282, 0.27864]),
    (20.0, 0.3, [0.25, -0.0003, 0.49378, 0.03985, 0.62075, 0.24277, 0.57004, 0.48555]),
    (20.0, 0.45, [0.24826, 0.01819, 0.41015, 0.19203, 0.33893, 0.4235, 0.15203, 0.58854]),
    (20.0, 0.65, [0.11657, 0.21788, 0.03941, 0.44494, -0.18825, 0.53686, -0.43788, 0.53218]),
  ]

  @Test func heldPagesHaveTheShapesOfFiniteElements() {
    var worst = Worst()
    for (droop, share, places) in Self.shapes {
      var strip = HeavyElastica()
      var step = 0.0
      // As in the reference, each shape is the first guess of the next one.
      while step < share - 1e-9 {
        step += 0.01
        let across = cos(.pi * step)
        let reach = 0.96 + 0.04 * across * across * across * across
        strip.settle(
          HeavyElastica.Forces(
            bending: 1 / droop, rest: .pi * step, binding: 0.02 / droop,
            hand: SIMD2(reach * across, 0.62 * reach * sin(.pi * step)), grip: 200, contact: 4e4,
            drag: 0, friction: 0, previous: (strip.angles, strip.places)))
      }
      for quarter in 0..<4 {
        let place = strip.places[16 * quarter + 15]
        worst.include(abs(place.x - places[2 * quarter]))
        worst.include(abs(place.y - places[2 * quarter + 1]))
      }
    }
    #expect(worst.value < 1e-3)
  }

  private static let papers = [0.1, 0.5, 1.5, 3.75, 7, 12, 20, 30].map(PaperMaterial.init)

  /// The places of 33 points of the page at 257 times.
  private func motion(_ table: TurnMotion) -> [[SIMD2<Double>]] {
    (0...256).map { time in
      let profile = table.profile(at: Double(time) / 256)
      return (0...32).map {
        let point = profile.point(at: Double($0) / 32)
        return SIMD2(point.x, point.z)
      }
    }
  }

  @Test(.long, arguments: papers) func thePageMovesSmoothly(paper: PaperMaterial) {
    let places = motion(TurnMotion(paper))
    var (step, sink) = (Worst(), Worst())
    var changes: [Double] = []
    for time in 1...255 {
      var change = Worst()
      for index in 0...32 {
        let (before, here, after) = (
          places[time - 1][index], places[time][index], places[time + 1][index]
        )
        step.include((here - before).length)
        change.include((after - 2 * here + before).length)
        sink.include(-here.y)
      }
      changes.append(change.value)
    }
    #expect(step.value < 0.022)
    #expect(sink.value < 5e-4)
    for index in 3..<(changes.count - 3) {
      let near = (changes[index - 3..<index] + changes[index + 1...index + 3]).sorted()
      #expect(changes[index] <= 4 * near[3] + 5e-4, "second difference at \(index + 1) / 256")
    }
  }

  @Test(.long, arguments: papers) func thePageIsFlatAtBothEnds(paper: PaperMaterial) {
    let table = TurnMotion(paper)
    let (flat, landed) = (table.profile(at: 0), table.profile(at: 1))
    for index in 0...32 {
      let s = Double(index) / 32
      #expect(flat.point(at: s).z == 0 && abs(flat.point(at: s).x - s) < 1e-14)
      #expect(abs(landed.point(at: s).z) < 1e-15 && abs(landed.point(at: s).x + s) < 1e-14)
    }
    #expect(table.profile(at: 0.4) == TurnMotion(paper).profile(at: 0.4))
  }

  /// The greatest curvature of a page bent by its weight lies in the middle, and it has no jumps.
  @Test(.long, arguments: papers) func curvatureIsContinuous(paper: PaperMaterial) {
    let table = TurnMotion(paper)
    for time in stride(from: 0.05, to: 1, by: 0.05) {
      let profile = table.profile(at: time)
      var (greatest, jump) = (Worst(), Worst())
      for index in 1..<TurnMotion.pieces {
        let s = Double(index) / Double(TurnMotion.pieces)
        let (before, after) = (profile.point(at: s - 1e-9), profile.point(at: s + 1e-9))
        greatest.include(abs(before.curvature))
        jump.include(abs(after.curvature - before.curvature))
      }
      #expect(jump.value <= 0.01 * greatest.value)
    }
  }

  /// The wide and the high page whose corners lead in the tests.
  private static let pages = [SIMD2(1.0, 1.4), SIMD2(1, 0.35)]

  /// A page that a corner leads moves as smoothly as one that does not, and its spine stays.
  @Test(arguments: [PaperMaterial.card, .office, .silk]) func cornersLeadSmoothly(
    paper: PaperMaterial
  ) throws {
    for (size, tilt) in Sweep.pairs(Self.pages, [0.7, -0.7, 1.5]) {
      let turn = try PaperTurn(width: size.x, height: size.y, paper: paper, tilt: tilt)
      let points = (0..<9).map { size * SIMD2(Double($0 % 3), Double($0 / 3)) / 2 }
      let places = try (0...256).map { time in
        let leaf = try turn.geometry(at: Double(time) / 256)
        return points.map { leaf.position(of: $0) }
      }
      var (step, sink, spine) = (Worst(), Worst(), Worst())
      var changes: [Double] = []
      for time in 1...255 {
        var change = Worst()
        for (index, point) in points.enumerated() {
          let (before, here, after) = (
            places[time - 1][index], places[time][index], places[time + 1][index]
          )
          step.include((here - before).length)
          change.include((after - 2 * here + before).length)
          sink.include(-here.z)
          if point.x == 0 { spine.include((here - SIMD3(point.x, point.y, 0)).length) }
        }
        changes.append(change.value)
      }
      #expect(step.value < 0.05)
      #expect(sink.value < 5e-4)
      #expect(spine.value < 1e-3)
      for index in 3..<(changes.count - 3) {
        let near = (changes[index - 3..<index] + changes[index + 1...index + 3]).sorted()
        #expect(changes[index] <= 4 * near[3] + 5e-4, "second difference at \(index + 1) / 256")
      }
    }
  }

  /// The corner that a turn comes from rises first, for every binding.
  @Test(arguments: Binding.allCases) func theCornerThatATurnComesFromLeads(binding: Binding) throws
  {
    let size = SIMD2(100.0, 140)
    for tilt in [0.6, -0.6] {
      let leaf = try PaperTurn(width: size.x, height: size.y, binding: binding, tilt: tilt)
        .geometry(at: 0.2)
      let travel = SIMD2(cos(binding.angle + tilt), sin(binding.angle + tilt))
      let corners = (0..<4).map { size * SIMD2(Double($0 % 2), Double($0 / 2)) }
      let heights = corners.map { leaf.position(of: $0).z }
      let first = corners.indices.min { corners[$0].dot(travel) < corners[$1].dot(travel) }
      #expect(heights.indices.max { heights[$0] < heights[$1] } == first)
      #expect(heights.max() ?? 0 > 20)
      #expect(heights.count { abs($0) < 1 } >= 2, "the spine rises: \(heights)")
    }
  }

  /// Distances on the paper are those in space, for points that are near each other.
  @Test func leaningPaperDoesNotStretch() throws {
    let leaf = try PaperTurn(width: 100, height: 140, tilt: 0.6).geometry(at: 0.25)
    var random = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let paper = SIMD2(
        Double.random(in: 1...99, using: &random), Double.random(in: 1...139, using: &random))
      let angle = Double.random(in: 0...(2 * .pi), using: &random)
      let next = paper + 1e-3 * SIMD2(cos(angle), sin(angle))
      let way = leaf.position(of: next) - leaf.position(of: paper)
      #expect(abs(way.length - 1e-3) < 1e-8)
    }
  }
}
