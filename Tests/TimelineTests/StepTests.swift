import TestSupport
import Testing
import Timeline

@Suite struct StepTests {
  struct Pose: Equatable, Sendable {
    var x = 0.0
    var y = 0.0
  }

  private func moveX(_ seconds: Double = 1) throws -> Step<Pose> {
    try .animate(\.x, from: 0, to: 1, over: seconds)
  }

  private func moveY(_ seconds: Double = 1) throws -> Step<Pose> {
    try .animate(\.y, from: 10, to: 20, over: seconds)
  }

  @Test func sequenceRunsOneAfterTheOther() throws {
    let both = Step.sequence([try moveX(2), try moveY()])
    #expect(both.duration == 3)
    #expect(both.state(at: 1, from: Pose()) == Pose(x: 0.5, y: 0))
    #expect(both.state(at: 2, from: Pose()) == Pose(x: 1, y: 10))
    #expect(both.state(at: 2.5, from: Pose()) == Pose(x: 1, y: 15))
    #expect(both.state(at: 99, from: Pose()) == Pose(x: 1, y: 20))
  }

  @Test func groupRunsTogetherAndDelayWaits() throws {
    let both = Step.group([try moveX(2), try moveY().delayed(by: 0.5)])
    #expect(both.duration == 2)
    #expect(both.state(at: 0.25, from: Pose()) == Pose(x: 0.125, y: 0))
    #expect(both.state(at: 1, from: Pose()) == Pose(x: 0.5, y: 15))
    #expect(both.state(at: 2, from: Pose()) == Pose(x: 1, y: 20))
  }

  @Test func repeatsAlternateAndEndWhereTheyShould() throws {
    let twice = try moveX().repeated(2)
    #expect(twice.duration == 2)
    #expect(twice.state(at: 0.75, from: Pose()).x == 0.75)
    #expect(twice.state(at: 1.25, from: Pose()).x == 0.25)
    #expect(twice.state(at: 2, from: Pose()).x == 1)
    let swing = try moveX().repeated(2.5, alternating: true)
    #expect(swing.state(at: 1.25, from: Pose()).x == 0.75)
    #expect(swing.state(at: 2.25, from: Pose()).x == 0.25)
    #expect(swing.state(at: 80, from: Pose()).x == 0.5)
    #expect(try moveX().repeated(0).state(at: 1, from: Pose(x: 3)).x == 3)
    let endless = try moveX().repeated(.infinity)
    #expect(endless.duration == .infinity)
    #expect(endless.state(at: 1_000_000.25, from: Pose()).x == 0.25)
  }

  @Test func reversalIsTheFilmBackwards() throws {
    let film = Step.sequence([try moveX(), try .wait(0.5), try moveY(0.5)])
    let back = try film.reversed()
    for index in 0...200 {
      let time = Double(index) / 100
      #expect(back.state(at: time, from: Pose(y: 4)) == film.state(at: 2 - time, from: Pose(y: 4)))
    }
  }

  @Test func anyMomentCanBeAskedInAnyOrder() throws {
    let step = try Step.sequence([
      try moveX().repeated(3, alternating: true), .group([try moveY(), try moveX(0.3)]).reversed(),
    ])
    var random = SeededGenerator(seed: 3)
    let times = (0..<500).map { _ in Double.random(in: -1...6, using: &random) }
    let inOrder = Dictionary(
      uniqueKeysWithValues: times.sorted().map { ($0, step.state(at: $0, from: Pose())) })
    for time in times {
      #expect(step.state(at: time, from: Pose()) == inOrder[time])
      #expect(step.state(at: time, from: Pose()).x.isFinite)
    }
  }

  @Test func badNumbersAreRefused() throws {
    for bad in [-1, .nan, .infinity] as [Double] {
      #expect(throws: TimelineError.self) { try moveX(bad) }
      #expect(throws: TimelineError.self) { try Step<Pose>.wait(bad) }
    }
    #expect(throws: TimelineError.self) { try moveX().repeated(-1) }
    #expect(throws: TimelineError.self) { try moveX().repeated(.nan) }
    let endless = try moveX().repeated(.infinity)
    #expect(throws: TimelineError.reversedEndless) { try endless.reversed() }
    #expect(throws: TimelineError.reversedEndless) { try endless.repeated(2, alternating: true) }
    #expect(try moveX(0).state(at: 0, from: Pose()).x == 1)
    #expect(try moveX(0).repeated(.infinity).state(at: 5, from: Pose()).x == 1)
  }
}
