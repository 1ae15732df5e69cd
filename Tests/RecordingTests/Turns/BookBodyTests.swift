import Imaging
import PageCurl
import Testing

@testable import Recording

/// Open books whose pages bend like paper: the room around them, their stacks and shadows.
@Suite struct BookBodyTests {
  private static let desk = SIMD4<UInt8>(200, 190, 180, 255)

  private func job(_ shelf: Shelf, _ binding: Binding = .left) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = nil
    job.style.form = .paper
    job.style.binding = binding
    job.style.background = Self.desk
    return job
  }

  @Test(arguments: Binding.allCases) func raisedPaperStaysInTheFrame(binding: Binding) throws {
    let shelf = try Shelf(pages: 4)
    var job = job(shelf, binding)
    job.style.look.shadow = nil
    for paper in [PaperMaterial.office, .card, .silk] {
      job.style.paper = paper
      for time in [0.3, 0.45, 0.6] {
        let frame = try shelf.still(job, at: time)
        let (right, bottom) = (frame.width - 1, frame.height - 1)
        let border =
          (0...right).flatMap { [frame[$0, 0], frame[$0, bottom]] }
          + (0...bottom).flatMap { [frame[0, $0], frame[right, $0]] }
        #expect(border.allSatisfy { $0 == Self.desk }, "\(paper), \(time)")
      }
    }
  }

  /// Stacks lie around the pages and change nothing on them. The left one grows and the right one
  /// shrinks.
  @Test func stacksFollowTheLeaves() throws {
    let shelf = try Shelf(pages: 60, width: 200, height: 240)
    var job = job(shelf)
    job.margin = 40
    func edges(_ turn: Int) throws -> (left: Int, right: Int) {
      job.turns = [ScriptedTurn(TurnSettings())]
      job.turns[0].settings.style = job.style
      job.turns[0].front = turn
      job.style.hasStacks = false
      job.turns[0].settings.style.hasStacks = false
      let flat = try shelf.still(job, at: 0)
      job.turns[0].settings.style.hasStacks = true
      let book = try shelf.still(job, at: 0)
      for y in 0..<240 {
        for x in 40..<440 where book[x, 40 + y] != flat[x, 40 + y] {
          Issue.record("\(x), \(40 + y)")
        }
      }
      // Paper is brighter than the desk, and the shadow darker.
      #expect((0..<480).contains { book[$0, 282].x < Self.desk.x - 10 })
      func bright(_ columns: Range<Int>) -> Int {
        columns.reduce(0) { $0 + max(Int(book[$1, 160].x) - Int(Self.desk.x), 0) }
      }
      return (bright(0..<40), bright(440..<480))
    }
    let (early, late) = (try edges(5), try edges(55))
    #expect(early.left < late.left)
    #expect(early.right > late.right)
    #expect(early.left > 0 && late.right > 0)
  }
}
