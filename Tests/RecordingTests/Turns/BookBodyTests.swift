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

  @Test(.long, arguments: Binding.allCases, [PixelSize(61, 83), PixelSize(128, 72)])
  func raisedPaperStaysInTheFrame(binding: Binding, page: PixelSize) throws {
    let shelf = try Shelf(pages: 4, width: page.width, height: page.height)
    var job = job(shelf, binding)
    job.style.look.shadow = nil
    for paper in [PaperMaterial.office, .card, .cover, .silk] {
      job.style.paper = paper
      for time in [0.05, 0.1, 0.15, 0.2, 0.3, 0.45, 0.6, 0.9] {
        let frame = try shelf.still(job, at: time)
        let (right, bottom) = (frame.width - 1, frame.height - 1)
        let border =
          (0...right).flatMap { [frame[$0, 0], frame[$0, bottom]] }
          + (0...bottom).flatMap { [frame[0, $0], frame[right, $0]] }
        #expect(border.allSatisfy { $0 == Self.desk }, "\(paper), \(time)")
      }
    }
  }

  /// Draws a turn of a book of 60 pages of 200×240 pixels, and checks that its stacks change
  /// nothing where its pages lie.
  private func bookWithStacks(front: Int, at time: Double) throws -> Image {
    let shelf = try Shelf(pages: 2, width: 200, height: 240)
    var job = job(shelf)
    job.pages = (0..<60).map { shelf.paths[$0 % 2] }
    job.margin = 40
    var turn = ScriptedTurn(TurnSettings())
    turn.front = front
    let stills = try [false, true].map { hasStacks in
      job.style.hasStacks = hasStacks
      turn.settings.style = job.style
      job.turns = [turn]
      return try shelf.still(job, at: time)
    }
    for y in 40..<280 {
      for x in 40..<440 where stills[0][x, y] != stills[1][x, y] {
        Issue.record("\(x), \(y)")
        return stills[1]
      }
    }
    return stills[1]
  }

  /// Where no page lies yet, or no longer, the desk shows the shadow of the leaf alone. That of a
  /// stack was a dark rectangle beside the leaf.
  @Test(arguments: [(1, 0.9), (1, 0.95), (59, 0.05), (59, 0.1)])
  func noStackIsSeenWhereNoPageLies(front: Int, time: Double) throws {
    _ = try bookWithStacks(front: front, at: time)
  }

  /// At rest, pages darken toward the spine only. The leaf that leaves and lands there has the
  /// same shade, so nothing pops.
  @Test(arguments: [Binding.left, .right, .top])
  func theGutterDoesNotPop(binding: Binding) throws {
    let gray = SIMD4<UInt8>(240, 240, 240, 255)
    let shelf = try Shelf(
      (0..<6).map { _ in Image(width: 200, height: 240, filledWith: gray) })
    var job = job(shelf, binding)
    job.margin = 40
    job.cover = .none
    var stills: [Image] = []
    for depth in [0, 1.0] {
      job.style.gutter = depth
      stills.append(try shelf.still(job, at: 0))
    }
    let (flat, bent) = (stills[0], stills[1])
    let isLevel = binding.isLevel
    let (across, along) = (isLevel ? 240 : 200, isLevel ? 100 : 120)
    func pixel(_ image: Image, _ place: Int) -> Int {
      Int(isLevel ? image[40 + along, 40 + place].x : image[40 + place, 40 + along].x)
    }
    for place in 0..<2 * across {
      let away = abs(Double(place) + 0.5 - Double(across)) / Double(across)
      if away > 0.135 {
        #expect(pixel(bent, place) == pixel(flat, place), "\(place)")
      } else {
        #expect(pixel(bent, place) <= pixel(flat, place), "\(place)")
      }
    }
    #expect(pixel(bent, across) < pixel(flat, across) - 40)
    // 0.002 of a turn later or earlier the leaf is hardly higher than the page below.
    for (time, rest) in [(0.002, 0.0), (0.998, 1)] {
      let (moving, resting) = (try shelf.still(job, at: time), try shelf.still(job, at: rest))
      for place in 5..<2 * across - 5 {
        #expect(abs(pixel(moving, place) - pixel(resting, place)) <= 4, "\(time): \(place)")
      }
    }
  }

  /// A closed cover has no gutter, at rest as little as in the air: nothing pops at its first and
  /// last moment.
  @Test(arguments: [(1, 0.0, 0.002, 200..<400), (3, 1.0, 0.998, 0..<200)])
  func aClosedCoverHasNoGutter(
    front: Int, rest: Double, moving: Double, columns: Range<Int>
  ) throws {
    let gray = Image(width: 200, height: 240, filledWith: [240, 240, 240, 255])
    let shelf = try Shelf([gray, gray, gray, gray])
    var job = job(shelf)
    job.margin = 40
    job.style.gutter = 1
    var turn = ScriptedTurn(TurnSettings())
    turn.front = front
    turn.settings.style = job.style
    job.turns = [turn]
    let (still, soon) = (try shelf.still(job, at: rest), try shelf.still(job, at: moving))
    for x in columns.dropFirst(5).dropLast(5) {
      #expect(abs(Int(still[40 + x, 160].x) - Int(soon[40 + x, 160].x)) <= 4, "\(x)")
    }
  }

  /// Stacks lie around the pages. The left one grows and the right one shrinks.
  @Test func stacksFollowTheLeaves() throws {
    func edges(_ turn: Int) throws -> (left: Int, right: Int) {
      let book = try bookWithStacks(front: turn, at: 0)
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
