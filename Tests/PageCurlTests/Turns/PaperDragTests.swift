import GLMath
import Glibc
import TestSupport
import Testing

@testable import PageCurl

/// Pages that bend like paper, held by a finger.
@Suite struct PaperDragTests {
  private static let size = SIMD2(100.0, 140)

  private func turn(
    _ binding: Binding = .left, _ paper: PaperMaterial = .office
  ) throws -> PaperTurn {
    try PaperTurn(width: Self.size.x, height: Self.size.y, binding: binding, paper: paper)
  }

  /// Where the page cannot lean as far as the finger pulls, the point is beside the finger along
  /// the rulings.
  @Test(arguments: Binding.allCases) func theHeldPointIsUnderTheFinger(binding: Binding) throws {
    let turn = try turn(binding)
    let spine = SpineFrame(
      binding, .first, page: PageRect(width: Self.size.x, height: Self.size.y))
    var random = SeededGenerator(seed: 5)
    var (leaning, judged) = (0, 0)
    for _ in 0..<60 {
      let held = SIMD2(
        spine.breadth * .random(in: 0.6...1, using: &random),
        spine.length * .random(in: 0...1, using: &random))
      let way = spine.breadth * Double.random(in: 0.1...0.5, using: &random)
      let angle = Double.random(in: -0.4...0.4, using: &random)
      let point = spine.page(held)
      let finger = spine.page(held - way * SIMD2(cos(angle), sin(angle)))
      let leaf = try turn.geometry(holding: point, at: finger)
      for end in [0, spine.length] {
        let foot = spine.page(SIMD2(0, end))
        let place = leaf.position(of: foot)
        #expect((SIMD2(place.x, place.y) - foot).length < 0.1 && abs(place.z) < 0.1)
      }
      let moment = try turn.moment(holding: point, at: finger)
      let freeEdge = spine.breadth * (1 - turn.motion.profile(at: moment.time).point(at: 1).x)
      guard freeEdge < PaperTurn.eagerness * way - 1e-3 else { continue }
      let place = leaf.position(of: point)
      let gap = SIMD2(place.x, place.y) - finger
      #expect(abs(gap.dot(leaf.frame.away)) < 1e-3, "\(held), \(way), \(angle)")
      judged += 1
      if abs(angle) < turn.motion.tiltLimit(at: moment.time) - 1e-3 {
        #expect(gap.length < 1e-3, "\(held), \(way), \(angle)")
        if abs(leaf.tilt) > 0.1 { leaning += 1 }
      }
    }
    #expect(judged > 20 && leaning > 5, "\(judged), \(leaning)")
  }

  /// However the finger moves, the page follows without a jump, also where it cannot reach.
  @Test(arguments: [PaperMaterial.card, .office, .silk]) func thePageFollowsWithoutAJump(
    paper: PaperMaterial
  ) throws {
    let turn = try turn(.left, paper)
    let points = [SIMD2(98.0, 138), SIMD2(100, 0), SIMD2(60, 70)]
    for point in points.prefix(Sweep(short: 1, sample: 3, full: 3).count) {
      for end in [SIMD2(-120.0, 20), SIMD2(-60, 300), SIMD2(40, -200), SIMD2(150, 60)] {
        func places(_ share: Double) throws -> [SIMD3<Double>] {
          let leaf = try turn.geometry(holding: point, at: point + (end - point) * share)
          return (0..<4).map {
            leaf.position(of: Self.size * SIMD2(Double($0 % 2), Double($0 / 2)))
          }
        }
        func step(_ one: [SIMD3<Double>], _ other: [SIMD3<Double>]) -> Double {
          zip(one, other).reduce(0) { max($0, ($1.1 - $1.0).length) }
        }
        // The quickest of 24 steps, and the quicker half of that, again and again: a jump stays.
        let path = try (0...24).map { try places(Double($0) / 24) }
        #expect(path[0].allSatisfy { abs($0.z) < 1e-6 })
        let quickest = (0..<24).max { step(path[$0], path[$0 + 1]) < step(path[$1], path[$1 + 1]) }
        var (low, high) = (Double(quickest ?? 0) / 24, Double((quickest ?? 0) + 1) / 24)
        for _ in 0..<16 {
          let middle = (low + high) / 2
          let half = try places(middle)
          if step(try places(low), half) > step(half, try places(high)) {
            high = middle
          } else {
            low = middle
          }
        }
        #expect(step(try places(low), try places(high)) < 2, "\(point) to \(end) at \(low)")
      }
    }
  }

  /// A page that is let go falls from where it was, back or on, and then lies flat.
  @Test(arguments: [PaperMaterial.cover, .card, .office, .silk]) func aReleasedPageFalls(
    paper: PaperMaterial
  ) throws {
    var rests: Set<Double> = []
    for end in [SIMD2(60.0, 20), SIMD2(20, 5), SIMD2(-60, 30), SIMD2(-90, 0)] {
      let drag = try PaperDragTurn(
        try turn(.left, paper), path: [SIMD2(99, 10), SIMD2(80, 20), end], releases: true)
      var last: [SIMD3<Double>] = []
      var (step, sink) = (Worst(), Worst())
      for index in 0...300 {
        let leaf = try drag.geometry(at: 0.59 + 0.41 * Double(index) / 300)
        let places = (0..<9).map {
          leaf.position(of: Self.size * SIMD2(Double($0 % 3), Double($0 / 3)) / 2)
        }
        for (one, other) in zip(last, places) { step.include((one - other).length) }
        for place in places { sink.include(-place.z) }
        last = places
      }
      #expect(step.value < 6, "\(end): \(step.value)")
      #expect(sink.value < 0.5)
      let rest = try #require(drag.rest(at: 1))
      rests.insert(rest)
      let side = rest == 0 ? 1.0 : -1
      for (index, place) in last.enumerated() {
        let flat = Self.size * SIMD2(side * Double(index % 3), Double(index / 3)) / 2
        #expect((place - SIMD3(flat, 0)).length < 1e-9)
      }
      #expect(abs(drag.progress(at: 1) - rest) < 1e-9 && drag.progress(at: 0) < 1e-9)
      #expect(drag.rest(at: 0) == 0 && drag.rest(at: 0.8) == nil)
    }
    #expect(rests == [0, 1])
  }

  /// The page that an app lets go begins as the finger held it, and takes its time from the turn's.
  @Test(arguments: [SIMD2(60.0, 20), SIMD2(-60, 30), SIMD2(-90, 0)]) func aHandLetsGo(
    finger: SIMD2<Double>
  ) throws {
    let turn = try turn()
    let point = SIMD2(99.0, 10)
    let held = try turn.geometry(holding: point, at: finger)
    let release = try turn.release(holding: point, at: finger)
    #expect(try (release.position(point, 0) - held.position(of: point)).length < 0.01)
    #expect(try release.finishes == (release.position(point, release.duration).x < 0))
    #expect(try release.position(point, release.duration) == release.position(point, 100))
    #expect(try abs(release.position(point, release.duration).z) < 1e-9)
    #expect((0.05...1).contains(release.duration))
    let slow = try turn.release(holding: point, at: finger, turnDuration: 3)
    #expect(abs(slow.duration - 3 * release.duration) < 1e-9)
    #expect(try slow.position(point, 0.3) == release.position(point, 0.1))
    #expect(throws: PageCurlError.time) { try release.geometry(at: .nan) }
    #expect(throws: PageCurlError.path) {
      try turn.release(holding: point, at: finger, turnDuration: 0)
    }
  }

  @Test func impossibleDragsAreRefused() throws {
    #expect(throws: PageCurlError.path) { try PaperDragTurn(try turn(), path: []) }
    #expect(throws: PageCurlError.position) {
      try PaperDragTurn(try turn(), path: [SIMD2(1, .nan)])
    }
    #expect(throws: PageCurlError.position) {
      try turn().geometry(holding: SIMD2(1, 1), at: SIMD2(.infinity, 0))
    }
    #expect(throws: PageCurlError.tilt(2)) {
      try PaperTurn(width: 1, height: 1, tilt: 2)
    }
  }
}

extension PaperRelease {
  fileprivate func position(_ point: SIMD2<Double>, _ seconds: Double) throws -> SIMD3<Double> {
    try geometry(at: seconds).position(of: point)
  }
}
