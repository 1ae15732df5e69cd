import Glibc
import PageCurl
import TestSupport
import Testing
import Timeline

@Suite struct LeafTurnTests {
  @Test(arguments: Binding.allCases)
  func itLandsAsTheMirrorImageAboutItsSpine(binding: Binding) throws {
    var make = RandomCurls(seed: 41)
    for _ in 0..<500 {
      let (width, height) = (make.side(), make.side())
      let turn = try LeafTurn(
        width: width, height: height, binding: binding, radius: make.radius(width),
        tilt: make.number(-1.4...1.4), fold: .cylinder)
      let start = try turn.geometry(at: 0)
      let end = try turn.geometry(at: 1)
      let p = make.point(on: start)
      #expect(start.position(of: p) == SIMD3(p.x, p.y, 0))
      let mirrored =
        switch binding {
        case .left: SIMD2(-p.x, p.y)
        case .right: SIMD2(2 * width - p.x, p.y)
        case .top: SIMD2(p.x, 2 * height - p.y)
        case .bottom: SIMD2(p.x, -p.y)
        }
      let place = end.position(of: p)
      #expect(length(place - SIMD3(mirrored.x, mirrored.y, 0)) < 1e-9)
      #expect(end.normal(at: p) == SIMD3(0, 0, -1))
    }
  }

  @Test func theSpineNeverMovesAndNothingTears() throws {
    var make = RandomCurls(seed: 42)
    var worst = Worst()
    for index in Sweep(sample: 1_000, full: 100_000).numbers {
      let (width, height) = (make.side(), make.side())
      let binding = Binding.allCases[index % 4]
      let turn = try LeafTurn(
        width: width, height: height, binding: binding, radius: make.radius(width),
        tilt: make.number(-1.5...1.5), fold: .cylinder)
      let curl = try turn.geometry(at: make.number(-0.1...1.1))
      let ends = binding.spineEnds(width: width, height: height)
      let p = ends.0 + (ends.1 - ends.0) * make.number(0...1)
      worst.include(length(curl.position(of: p) - SIMD3(p.x, p.y, 0)))
    }
    #expect(worst.value < 1e-8)
  }

  @Test func aStraightTurnMovesItsContactLineOneWay() throws {
    let turn = try LeafTurn(width: 400, height: 600, binding: .right, radius: 60, fold: .cylinder)
    let contacts = try (0...1000).map { try turn.geometry(at: Double($0) / 1000).contactOffset }
    #expect(zip(contacts, contacts.dropFirst()).allSatisfy { $0 > $1 })
  }

  @Test func impossibleTurnsAreRefused() {
    #expect(throws: PageCurlError.tilt(.pi / 2)) {
      try LeafTurn(width: 10, height: 10, radius: 1, tilt: .pi / 2, fold: .cylinder)
    }
    #expect(throws: PageCurlError.landing(tilt: 0.25)) {
      try LeafTurn(
        width: 10, height: 10, binding: .right, radius: 1, angles: Keyframes(from: 0, to: 0.25),
        fold: .cylinder)
    }
    let steep = #expect(throws: PageCurlError.self) {
      try LeafTurn(width: 10, height: 10, radius: 1, tilt: 100 * .pi / 180, fold: .cylinder)
    }
    #expect(
      steep?.description == "a bound leaf cannot lean by 100°: use an angle less than 90° from the "
        + "direction in which it turns")
    #expect(throws: PageCurlError.radius(-1)) {
      try LeafTurn(width: 10, height: 10, radius: -1, fold: .cylinder)
    }
    #expect(throws: PageCurlError.time) {
      try LeafTurn(width: 10, height: 10, radius: 1, fold: .cylinder).geometry(at: .nan)
    }
  }
}
