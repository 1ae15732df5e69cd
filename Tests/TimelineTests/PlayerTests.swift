import Synchronization
import TestSupport
import Testing
import Timeline

@Suite struct PlayerTests {
  /// The names of the steps that have completed, in order.
  final class Diary: Sendable {
    private let lines = Mutex<[String]>([])
    func note(_ line: String) -> @Sendable () -> Void {
      { self.lines.withLock { $0.append(line) } }
    }
    var text: String { lines.withLock { $0.joined(separator: " ") } }
  }

  private func part(_ name: String, _ seconds: Double, _ diary: Diary) throws -> Step<Double> {
    try .animate(\.self, from: 0, to: 1, over: seconds).onCompletion(diary.note(name))
  }

  @Test func completionsComeInOrderOnceEach() throws {
    let diary = Diary()
    let step = Step.sequence([
      try part("a", 1, diary), .group([try part("b", 2, diary), try part("c", 0.5, diary)]),
    ]).onCompletion(diary.note("all"))
    var player = Player(step, from: 0)
    try player.advance(by: 0.9)
    #expect(diary.text == "")
    try player.advance(by: 0.1)
    #expect(diary.text == "a")
    try player.advance(by: 1)
    #expect(diary.text == "a c")
    #expect(!player.isFinished)
    try player.advance(by: 100)
    try player.advance(by: 100)
    #expect(diary.text == "a c b all")
    #expect(player.isFinished)
  }

  @Test func oneLargeMoveEqualsManySmallOnes() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      func play(_ moves: (inout Player<Double>) throws -> Void) throws -> String {
        let diary = Diary()
        let inner = Step.sequence([try part("x", 0.7, diary), try part("y", 0.4, diary)])
          .onCompletion(diary.note("pair"))
        let step = Step.sequence([
          try inner.repeated(3.5, alternating: true), try inner.reversed(),
          try inner.repeated(2).reversed(),
        ]).onCompletion(diary.note("end"))
        var player = Player(step, from: 0)
        try moves(&player)
        return diary.text
      }
      let large = try play { try $0.advance(by: 20) }
      let small = try play { player in
        while !player.isFinished {
          try player.advance(by: .random(in: 0...0.3, using: &random))
        }
      }
      #expect(large == small)
      #expect(large.hasSuffix("end"))
      #expect(large.split(separator: " ").filter { $0 == "pair" }.count == 6)
    }
  }

  @Test func endlessRepeatsReportOnlyWhatHasPassed() throws {
    let diary = Diary()
    var player = Player(try part("run", 0.25, diary).repeated(.infinity), from: 0)
    try player.advance(by: 1)
    #expect(diary.text == "run run run run")
    try player.seek(to: 1_000_000)
    try player.advance(by: 0.3)
    #expect(diary.text == "run run run run run")
    #expect(!player.isFinished)
  }

  @Test func stepsOfNoLengthCompleteWithTheFirstMove() throws {
    let diary = Diary()
    var player = Player(try part("now", 0, diary), from: 0)
    try player.advance(by: 0)
    try player.advance(by: 0)
    #expect(diary.text == "now")
    // At the start again, it ends again.
    try player.seek(to: 0)
    try player.advance(by: 0)
    #expect(diary.text == "now now")
  }

  @Test func clockRefusesToGoBackOrAway() throws {
    var player = Player(try Step<Double>.wait(1), from: 0)
    try player.advance(by: 0.5)
    for bad in [-0.1, .nan, .infinity] as [Double] {
      #expect(throws: TimelineError.self) { try player.advance(by: bad) }
      #expect(throws: TimelineError.self) { try player.seek(to: bad) }
    }
    #expect(player.time == 0.5)
    try player.seek(to: 0)
    #expect(player.state == 0)
  }
}
