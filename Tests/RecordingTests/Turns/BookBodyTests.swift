import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// Open books whose pages bend like paper: the room around them, their stacks and shadows.
@Suite struct BookBodyTests {
  private static let desk = SIMD4<UInt8>(200, 190, 180, 255)

  private func job(_ shelf: Shelf, _ binding: Binding = .left) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = nil
    job.style.profile = .paper
    (job.hasStacks, job.gutter) = (false, 0)
    job.style.binding = binding
    job.style.background = Self.desk
    return job
  }

  @Test(.long, arguments: Sweep.pairs(Binding.allCases, [PixelSize(61, 83), PixelSize(128, 72)]))
  func raisedPaperStaysInTheFrame(binding: Binding, page: PixelSize) throws {
    let shelf = try Shelf(pages: 4, width: page.width, height: page.height)
    var job = job(shelf, binding)
    job.style.look.shadow = nil
    // Usual, and almost as near as is allowed.
    let reach = Double(binding.isLevel ? page.height : page.width)
    let eyes = [nil, 1.6 * reach / Double(page.height)]
    for (paper, eye) in Sweep.pairs([PaperMaterial.office, .cover, .card, .silk], eyes) {
      (job.style.paper, job.style.eye) = (paper, eye)
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
  /// nothing where its pages lie, a few pixels at the sides apart.
  private func bookWithStacks(front: Int, at time: Double) throws -> Image {
    let shelf = try Shelf(pages: 2, width: 200, height: 240)
    var job = job(shelf)
    job.pages = (0..<60).map { shelf.paths[$0 % 2] }
    job.margin = 40
    var turn = ScriptedTurn(TurnSettings())
    turn.front = front
    let stills = try [false, true].map { hasStacks in
      job.hasStacks = hasStacks
      turn.settings.style = job.style
      job.turns = [turn]
      return try shelf.still(job, at: time)
    }
    for y in 40..<280 {
      for x in 45..<435 where stills[0][x, y] != stills[1][x, y] {
        Issue.record("\(x), \(y)")
        return stills[1]
      }
    }
    return stills[1]
  }

  /// Where no page lies yet, or no longer, the desk shows no shadow of the stack that will lie
  /// there: it was a dark rectangle beside the leaf.
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
      job.gutter = depth
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
    // Both pages end in the same dark.
    #expect(abs(pixel(bent, across) - pixel(bent, across - 1)) <= 4)
    // The ends of the pages dip at the spine, and nowhere else.
    func end(_ image: Image, _ place: Int, _ row: Int) -> Int {
      Int(isLevel ? image[40 + row, 40 + place].x : image[40 + place, 40 + row].x)
    }
    let length = isLevel ? 200 : 240
    for row in [0, length - 1] {
      #expect(end(bent, across, row) < 100 && end(bent, across - 1, row) < 100)
      #expect(end(bent, across + across / 4, row) == 240)
      #expect(end(bent, across - across / 4, row) == 240)
    }
    // 0.002 of a turn later or earlier the leaf is hardly higher than the page below. Its ends are
    // seen a tenth of a pixel further out.
    for (time, rest) in [(0.002, 0.0), (1e-4, 0), (1 - 1e-4, 1), (0.998, 1)] {
      let (moving, resting) = (try shelf.still(job, at: time), try shelf.still(job, at: rest))
      let isNear = min(time, 1 - time) < 0.001
      for row in isNear ? [0, 1, 2, 3, length - 3, length - 2, length - 1] : [along] {
        for place in 5..<2 * across - 5 {
          #expect(
            abs(end(moving, place, row) - end(resting, place, row)) <= 4,
            "\(time): \(place), \(row)")
        }
      }
    }
  }

  /// Where the ends of pages dip, the cloth of the boards is seen in the shade: at rest, and beside
  /// a cover that is about to land.
  @Test(arguments: [Binding.left, .top]) func theClothIsSeenWherePagesDip(binding: Binding) throws {
    let cover = Image(width: 200, height: 240, filledWith: [220, 40, 40, 255])
    let page = Image(width: 200, height: 240, filledWith: [240, 240, 240, 255])
    let shelf = try Shelf([cover, page, page, page, page, page, page, cover])
    var job = job(shelf, binding)
    job.margin = 40
    job.cover = .hard
    job.gutter = 1
    job.hasStacks = true
    for time in [1, 0.9999] {
      let still = try shelf.still(job, at: time)
      let isLevel = binding.isLevel
      let middle = (isLevel ? still.height : still.width) / 2
      for place in [middle - 1, middle] {
        // From the desk over the board and the dark gap to the page.
        let line = (0..<(isLevel ? still.width : still.height) / 2).map {
          isLevel ? still[$0, place] : still[place, $0]
        }
        let first = try #require(line.lastIndex { Int($0.x) > 2 * Int($0.z) })
        #expect(Int(line[first].x) < 100, "\(time): \(line[first])")
        #expect(line[(first + 3)...].allSatisfy { abs(Int($0.x) - Int($0.z)) <= 3 }, "\(time)")
      }
      let reds = (0..<6).map { step in
        let away = middle + 2 * step
        return (0..<(isLevel ? still.width : still.height) / 2).count {
          let pixel = isLevel ? still[$0, away] : still[away, $0]
          return Int(pixel.x) > 2 * Int(pixel.z)
        }
      }
      // The gap is deepest at the spine.
      #expect(reds[0] > reds[5], "\(time): \(reds)")
    }
  }

  /// A closed cover has no gutter, at rest as little as in the air: nothing pops at its first and
  /// last moment.
  @Test(arguments: [(1, 0.0, 0.002), (3, 1.0, 0.998)])
  func aClosedCoverHasNoGutter(front: Int, rest: Double, moving: Double) throws {
    let gray = Image(width: 200, height: 240, filledWith: [240, 240, 240, 255])
    let shelf = try Shelf([gray, gray, gray, gray])
    var job = job(shelf)
    job.margin = 40
    job.gutter = 1
    var turn = ScriptedTurn(TurnSettings())
    turn.front = front
    turn.settings.style = job.style
    job.turns = [turn]
    let (still, soon) = (try shelf.still(job, at: rest), try shelf.still(job, at: moving))
    // It lies in the middle of the frame.
    for x in 105..<295 {
      #expect(abs(Int(still[40 + x, 160].x) - Int(soon[40 + x, 160].x)) <= 4, "\(x)")
    }
  }

  /// A closed book lies in the middle of the frame, and an open one with its spine there.
  @Test(arguments: Binding.allCases)
  func aClosedBookLiesInTheMiddle(binding: Binding) throws {
    let page = Image(width: 60, height: 80, filledWith: [240, 240, 240, 255])
    let shelf = try Shelf([page, page, page, page])
    var job = job(shelf, binding)
    job.margin = 20
    job.style.look.shadow = nil
    /// The sums of the first and the last column, and of the first and the last row, with paper.
    func ends(front: Int, at time: Double) throws -> SIMD2<Int> {
      var turn = ScriptedTurn(TurnSettings())
      turn.front = front
      turn.settings.style = job.style
      job.turns = [turn]
      let still = try shelf.still(job, at: time)
      let columns = (0..<still.width).filter { x in
        (0..<still.height).contains { still[x, $0] != Self.desk }
      }
      let rows = (0..<still.height).filter { y in
        (0..<still.width).contains { still[$0, y] != Self.desk }
      }
      let size = SIMD2(still.width, still.height)
      return try SIMD2(
        #require(columns.first) + #require(columns.last),
        #require(rows.first) + #require(rows.last)) &- (size &- 1)
    }
    #expect(try ends(front: 1, at: 0) == .zero)
    #expect(try ends(front: 1, at: 1) == .zero)
    #expect(try ends(front: 3, at: 0) == .zero)
    #expect(try ends(front: 3, at: 1) == .zero)
  }

  /// A transparent frame over any color is the frame with that background, in every quality.
  @Test(.long, arguments: CurlQuality.allCases)
  func transparentFramesHoldTheShadows(quality: CurlQuality) throws {
    let shelf = try Shelf(pages: 8, width: 150, height: 200)
    var job = job(shelf)
    job.hasStacks = true
    job.style.look.quality = quality
    let background = SIMD4<UInt8>(90, 140, 60, 255)
    for time in [0, 0.15, 0.4, 0.9] {
      job.style.background = background
      let opaque = try shelf.still(job, at: time)
      job.style.background = .zero
      let clear = try shelf.still(job, at: time)
      var worst = 0
      for y in 0..<opaque.height {
        for x in 0..<opaque.width {
          let (one, other) = (opaque[x, y], clear[x, y])
          let share = Double(other.w) / 255
          worst = max(worst, 255 - Int(one.w))
          for channel in 0..<3 {
            let shown = Double(other[channel]) + (1 - share) * Double(background[channel])
            worst = max(worst, abs(Int(shown.rounded()) - Int(one[channel])))
          }
        }
      }
      #expect(worst <= 2, "\(time)")
    }
  }

  /// A closed book doesn't jump as it begins to move, or before it rests.
  @Test func aClosedBookDoesNotJump() throws {
    for binding in [Binding.left, .right, .top] {
      for width in 60..<75 {
        let shelf = try Shelf(pages: 8, width: width, height: 81)
        for cover in [BookCover.hard, .soft] {
          var job = job(shelf, binding)
          job.hasStacks = true
          job.cover = cover
          let plan = try job.plan().frames
          for (turn, rest, moving) in [(0, 0.0, 0.002), (plan.turns.count - 1, 1.0, 0.998)] {
            let places = [rest, moving].map { plan.placed(at: Moment(turn: turn, times: [$0])) }
            let (rest, moving) = (places[0].corner, places[1].corner)
            let what = "\(width), \(binding), \(cover)"
            #expect(rest == rest.rounded(.toNearestOrEven), "\(what)")
            #expect((moving - rest).length < 0.01, "\(what)")
          }
        }
      }
    }
  }

  /// A closed book moves by fractions of a pixel: in whole pixels, a slow motion shakes.
  @Test(.long, arguments: [false, true])
  func aClosedBookSlidesSmoothly(hasBoards: Bool) throws {
    let page = Image(width: 61, height: 80, filledWith: [255, 255, 255, 255])
    let shelf = try Shelf([page, page, page, page])
    var job = job(shelf)
    job.style.background = [0, 0, 0, 255]
    job.style.look.shadow = nil
    job.gutter = 0
    job.hasStacks = hasBoards
    job.cover = hasBoards ? .hard : .soft
    let plan = try job.plan().frames
    for time in stride(from: 0.3, to: 0.7, by: 0.02) {
      let still = try shelf.still(job, at: time)
      let moment = Moment(turn: 0, times: [time])
      let corner = plan.placed(at: moment).corner
      // The board's cloth, which is darker, ends at a place of its own.
      let place = try hasBoards ? #require(plan.body(at: moment)?.first.board?.place) : nil
      let y = still.height / 2
      let edge = place?.high.x ?? corner.x + 61
      let inside = Double(still[Int(edge) - 1, y].x)
      let covered = (Int(edge) - 1..<still.width).reduce(0) { $0 + Double(still[$1, y].x) } / inside
      #expect(abs(Double(Int(edge) - 1) + covered - edge) < 0.05, "\(time)")
    }
  }

  /// A closed book casts its shadow on the desk beside its spine, too, along all of it.
  @Test(arguments: [BookCover.hard, .soft])
  func aClosedBookCastsAShadowBesideItsSpine(cover: BookCover) throws {
    let shelf = try Shelf(pages: 40, width: 200, height: 240)
    var job = job(shelf)
    job.hasStacks = true
    job.cover = cover
    // From the right, so that the shadow falls beside the spine.
    job.style.look.shadow?.direction = SIMD3(0.6, 0.2, 0.8)
    let still = try shelf.still(job, at: 0)
    let plan = try job.plan().frames
    let body = try #require(plan.body(at: Moment(turn: 0, times: [0])))
    let box = body.first.board?.place ?? body.first.page
    for y in stride(from: box.low.y + 20, to: box.high.y - 20, by: 7) {
      let dark = Int(still[Int(box.low.x) - 2, still.height - 1 - Int(y)].x)
      #expect(dark < Int(Self.desk.x) - 20, "\(y): \(dark)")
    }
  }

  /// From above, the boards of a closed book hide its sheets, being larger. Beside a paper cover
  /// they are seen.
  @Test(arguments: [true, false])
  func boardsCoverTheSheetsOfAClosedBook(isBoard: Bool) throws {
    let shelf = try Shelf(pages: 8, width: 60, height: 80)
    var job = job(shelf)
    job.hasStacks = true
    job.cover = isBoard ? .hard : .soft
    let plan = try job.plan().frames
    let bodies = try [(0, 0.0), (0, 1), (3, 0), (3, 1)].map { turn, time in
      try #require(plan.body(at: Moment(turn: turn, times: [time])))
    }
    #expect(bodies.allSatisfy { $0.first.edge > 0 || $0.last.edge > 0 })
    #expect(bodies[1].first.edge > 0 && bodies[2].last.edge > 0)
    for (closed, out) in [(bodies[0].first, 1.0), (bodies[3].last, -1)] {
      #expect((closed.board != nil) == isBoard)
      let end = max(closed.page.low.x * out, closed.page.high.x * out) + closed.edge
      let cover = closed.board?.place ?? closed.page
      #expect((end > max(cover.low.x * out, cover.high.x * out)) == !isBoard)
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

  /// A painter keeps the picture of what lies below the leaves. A frame is the same without those
  /// before it: in another turn, with other stacks or with another shade toward the spine.
  @Test func framesDoNotDependOnThoseBefore() throws {
    let shelf = try Shelf(pages: 6)
    var job = job(shelf)
    (job.margin, job.cover, job.threads) = (20, .none, 1)
    (job.hasStacks, job.gutter) = (true, 0.8)
    (job.timing.turnFrames, job.timing.holdFrames) = (5, 1)
    let plan = try job.plan()
    try plan.run { _ in }
    let whole = try (0..<plan.frameCount).map { try shelf.frame($0) }
    #expect(Set(whole.map(\.pixels)).count > 8)
    job.output = .frames(folder: shelf.out + "/parts", name: "%02d.png")
    for number in 1...whole.count {
      job.shard = Shard("\(number)/\(whole.count)")
      let part = try job.plan()
      #expect(part.frameCount == 1)
      try part.run { _ in }
    }
    for (index, frame) in whole.enumerated() {
      let name = "\(index < 10 ? "0" : "")\(index).png"
      #expect(try ImageFile.read("\(shelf.out)/parts/\(name)") == frame, "\(name)")
    }
  }
}
