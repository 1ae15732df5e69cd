import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// Books whose pages don't all bend in the same way: their gutter and stacks stay.
@Suite struct MixedTurnsTests {
  private static let profiles: [TurnStyle.Profile] = [.paper, .elastica, .cone, .cylinder, .paper]

  private func job(_ shelf: Shelf, _ profiles: [TurnStyle.Profile]) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = 40
    job.style.background = [200, 190, 180, 255]
    job.turns = profiles.enumerated().map { index, profile in
      var turn = ScriptedTurn(TurnSettings())
      turn.front = 2 * index + 3
      turn.settings.style = job.style
      turn.settings.style.profile = profile
      (turn.settings.timing.turnFrames, turn.settings.timing.holdFrames) = (3, 0)
      return turn
    }
    job.timing.holdFrames = 0
    return job
  }

  private func grayShelf(pages: Int) throws -> Shelf {
    let gray = Image(width: 200, height: 240, filledWith: [240, 240, 240, 255])
    return try Shelf((0..<pages).map { _ in gray })
  }

  /// The last picture of a turn is the first one of the next, and in each the pages are darker at
  /// the spine than their own gray, and the edges of both stacks are seen.
  @Test func allTurnsHaveTheGutterAndTheStacks() throws {
    let shelf = try grayShelf(pages: 16)
    let job = job(shelf, Self.profiles)
    try job.plan().run { _ in }
    for turn in Self.profiles.indices {
      let frames = try (0..<3).map { try shelf.frame(3 * turn + $0) }
      for (time, frame) in frames.enumerated() {
        // The leaf in the air hides the spine of some.
        for x in time == 1 ? [] : [239, 240] { #expect(frame[x, 160].x < 200, "\(turn), \(time)") }
        for x in [39, 440] {
          #expect(frame[x, 160] != [200, 190, 180, 255], "\(turn), \(time), \(x)")
        }
      }
      if turn > 0 { #expect(try shelf.frame(3 * turn - 1) == frames[0], "\(turn)") }
    }
  }

  /// Next to the spine, pages have the same shade just after a turn begins and just before it ends
  /// as at rest, both ends of the spine included.
  @Test(arguments: TurnStyle.Profile.allCases, [0.0, 1])
  func theShadeMovesWithThePaper(profile: TurnStyle.Profile, end: Double) throws {
    let shelf = try grayShelf(pages: 6)
    var job = job(shelf, [profile])
    (job.hasStacks, job.gutter) = (true, 1)
    let rest = try shelf.still(job, at: end)
    let moving = try shelf.still(job, at: abs(end - 1e-4))
    for y in Array(41..<60) + [160] + Array(260..<279) {
      for x in 200..<280 {
        #expect(abs(Int(rest[x, y].x) - Int(moving[x, y].x)) <= 6, "\(x), \(y)")
      }
    }
    #expect(rest[240, 160].x < 190)
  }

  /// Without pages that bend like paper, a book is flat unless its job says otherwise.
  @Test func theDefaultFollowsAllTurns() throws {
    let shelf = try grayShelf(pages: 2)
    func defaults(_ profiles: [TurnStyle.Profile]) -> [Double?] {
      let job = self.job(shelf, profiles).settled
      return [job.hasStacks.map { $0 ? 1 : 0 }, job.gutter]
    }
    #expect(defaults([.elastica, .cylinder]) == [0, 0])
    #expect(defaults([.elastica, .cone]) == [1, 0])
    #expect(defaults([.elastica, .paper]) == [1, 0.8])
    var job = self.job(shelf, [.elastica, .paper])
    job.hasStacks = false
    #expect(job.settled.gutter == 0)
  }

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func aGutterOutsideItsRangeIsAnError(gutter: Double) throws {
    let shelf = try grayShelf(pages: 6)
    var job = job(shelf, [.paper])
    job.gutter = gutter
    let error = #expect(throws: RecordingError.self) { try job.plan() }
    #expect(error?.description.contains("gutter of \(gutter)") == true)
  }
}
