import GLESKitSupport
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// The boards of a hard cover, which are larger than the pages.
@Suite struct HardCoverTests {
  private static let desk = SIMD4<UInt8>(200, 190, 180, 255)
  private static let (front, back) = (
    SIMD4<UInt8>(40, 60, 130, 255), SIMD4<UInt8>(130, 30, 40, 255)
  )
  private static let shapes = [PixelSize(240, 320), PixelSize(360, 240)]

  /// A book whose pages are white between its covers.
  private func shelf(_ size: PixelSize, pages count: Int = 8) throws -> Shelf {
    try Shelf(
      (0..<count).map { page in
        let color = page == 0 ? Self.front : page == 7 ? Self.back : [250, 250, 250, 255]
        return Image(width: size.width, height: size.height, filledWith: color)
      })
  }

  private func job(_ shelf: Shelf, _ binding: PageCurl.Binding = .left) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = nil
    job.style.profile = .paper
    job.hasStacks = true
    job.style.binding = binding
    job.style.background = Self.desk
    job.style.look.shadow = nil
    return job
  }

  /// The pixel at a place in pixels from the frame's lower left corner.
  private func pixel(_ image: Image, _ place: SIMD2<Double>) -> SIMD4<UInt8> {
    image[Int(place.x), image.height - 1 - Int(place.y)]
  }

  /// An open book shows the front cover's color on three sides of both stacks.
  @Test(arguments: Sweep.pairs(PageCurl.Binding.allCases, shapes))
  func boardsSurroundTheStacks(binding: PageCurl.Binding, page: PixelSize) throws {
    let shelf = try shelf(page)
    let job = job(shelf, binding)
    let still = try shelf.still(job, at: 1)
    let plan = try job.plan().frames
    let body = try #require(plan.body(at: Moment(turn: 0, times: [1])))
    #expect(plan.stage.squares.x > 2 && plan.stage.squares.y > 2)
    for (stack, out) in [(body.first, binding.away), (body.last, -binding.away)] {
      let board = try #require(stack.board)
      #expect(board.isThere)
      let (size, along) = (board.place.high - board.place.low, SIMD2(abs(out.y), abs(out.x)))
      let middle = (board.place.low + board.place.high) / 2
      // Inside the lit edge, and outside the edges of the sheets.
      let inset = 0.55 * Double(plan.stage.squares.y)
      for way in [along, -along, out] {
        let half = size * SIMD2(abs(way.x), abs(way.y)) / 2
        let place = middle + way * (half.sum() - inset)
        #expect(isNear(pixel(still, place), Self.front), "\(way): \(pixel(still, place))")
      }
      #expect(isNear(pixel(still, middle), [250, 250, 250, 255], within: 2))
    }
  }

  /// Without a body, and with a cover of paper or none, no board is seen.
  @Test(arguments: [
    (BookCover.hard, false), (.auto, false), (.soft, true), (.soft, false), (.none, true),
  ])
  func otherBooksHaveNoBoards(cover: BookCover, hasStacks: Bool) throws {
    let shelf = try shelf(Self.shapes[0])
    var job = job(shelf)
    (job.cover, job.hasStacks) = (cover, hasStacks)
    #expect(try job.plan().frames.stage.squares == .zero)
    // With no cover, the first page lies open until it is turned over.
    let still = try shelf.still(job, at: 1)
    for y in 0..<still.height {
      for x in 0..<still.width {
        #expect(!isNear(still[x, y], Self.front) && !isNear(still[x, y], Self.back))
      }
    }
  }

  /// A cover without a body turns as a board of the pages' size: around the page inside, no cloth
  /// is seen.
  @Test func aBoardOfThePagesSize() throws {
    let shelf = try shelf(Self.shapes[0])
    var job = job(shelf)
    (job.cover, job.hasStacks) = (.hard, false)
    let still = try shelf.still(job, at: 0.8)
    let row = still.height / 2
    let page = (0..<still.width).filter { still[$0, row] != Self.desk }
    let columns = try (#require(page.first) + 30)..<still.width / 2
    #expect(columns.count > 100)
    #expect(columns.allSatisfy { still[$0, row].x > 180 && still[$0, row].x == still[$0, row].y })
  }

  /// The frame has room for the boards, with 3 % of it around a book at rest.
  @Test(arguments: Sweep.pairs(PageCurl.Binding.allCases, shapes))
  func nothingIsClipped(binding: PageCurl.Binding, page: PixelSize) throws {
    let shelf = try shelf(page)
    var job = job(shelf, binding)
    let times = [(0, 0.03), (0.12, 0), (0.35, 0), (0.6, 0), (0.9, 0), (1, 0.03)]
    for ((time, margin), size) in Sweep.pairs(times, [nil, PixelSize(500, 400)]) {
      job.size = size
      let frame = try shelf.still(job, at: time)
      let room = max(Int(margin * Double(min(frame.width, frame.height))), 1)
      let (right, bottom) = (frame.width - room, frame.height - room)
      let isClear = (0..<frame.height).allSatisfy { y in
        let columns = y < room || y >= bottom ? [0..<frame.width] : [0..<room, right..<frame.width]
        return columns.allSatisfy { $0.allSatisfy { frame[$0, y] == Self.desk } }
      }
      #expect(isClear, "\(time), \(String(describing: size))")
    }
  }

  /// The cover fills its board when the book is closed.
  @Test(arguments: PageCurl.Binding.allCases)
  func theCoverFillsItsBoard(binding: PageCurl.Binding) throws {
    let shelf = try shelf(Self.shapes[0])
    let job = job(shelf, binding)
    let still = try shelf.still(job, at: 0)
    let stage = try job.plan().frames.stage
    let size = stage.boardSize(binding)
    let pixels = still.pixels.count / 4
    let covered = (0..<pixels).filter {
      isNear(still[$0 % still.width, $0 / still.width], Self.front, within: 2)
    }
    #expect(covered.count == size.width * size.height)
  }

  /// As the cover rises and as it lands, nothing changes at once.
  @Test(arguments: Sweep.pairs([PageCurl.Binding.left, .right, .top], [0.0, 1]))
  func nothingPops(binding: PageCurl.Binding, rest: Double) throws {
    let shelf = try shelf(Self.shapes[0])
    var job = job(shelf, binding)
    job.gutter = 0.8
    let still = try shelf.still(job, at: rest)
    let moving = try shelf.still(job, at: abs(rest - 1e-4))
    #expect(difference(still, moving).largest <= 3)
  }

  /// While a cover turns, the book moves, and the spine crosses pixels. Neither the desk nor the
  /// page below is seen there as a line between the board and what it hides.
  @Test(.long, arguments: Sweep.pairs(PageCurl.Binding.allCases, [nil, PixelSize(401, 299)]))
  func nothingShinesThroughAtTheSpine(binding: PageCurl.Binding, size: PixelSize?) throws {
    let shelf = try shelf(Self.shapes[0])
    var job = job(shelf, binding)
    job.size = size
    let plan = try job.plan().frames
    let axis = binding.away.x == 0 ? 1 : 0
    var crossed = 0
    for turn in [0, 3] {
      for time in [0.14, 0.23, 0.31, 0.375, 0.42, 0.55, 0.61, 0.68, 0.82] {
        let moment = Double(turn) + time
        job.style.background = [0, 0, 0, 255]
        let black = try shelf.still(job, at: moment)
        job.style.background = [255, 255, 255, 255]
        let white = try shelf.still(job, at: moment)
        let page = plan.stage.page(at: plan.placed(at: Moment(turn: turn, times: [time])).corner)
        let spine = binding.away[axis] > 0 ? page.low[axis] : page.high[axis]
        if spine != spine.rounded() { crossed += 1 }
        /// Returns how much of the desk is seen, and how much of the white pages.
        func seen(_ line: Int, _ along: Int) -> SIMD2<Int> {
          let (x, y) = axis == 0 ? (line, along) : (along, black.height - 1 - line)
          return SIMD2(Int(white[x, y].y) - Int(black[x, y].y), Int(black[x, y].x))
        }
        let length = axis == 0 ? black.height : black.width
        for line in Int(spine) - 2...Int(spine) + 2 {
          var lone = SIMD2(0, 0)
          for along in 0..<length {
            let beside = pointwiseMax(seen(line - 1, along), seen(line + 1, along))
            let more = seen(line, along) &- beside
            lone &+= SIMD2(more.x > 8 ? 1 : 0, more.y > 8 ? 1 : 0)
          }
          // At the ends, edges cross.
          #expect(lone.max() <= 6, "\(turn), \(time): \(line) of \(spine), \(lone)")
        }
      }
    }
    #expect(crossed > 6)
  }

  /// A board below a page is as wide as the cover that lands on it, beyond all edges of sheets.
  @Test func boardsAreWiderThanTheSheets() throws {
    let shelf = try Shelf(pages: 2, width: 150, height: 200)
    var job = job(shelf)
    job.pages = (0..<400).map { shelf.paths[$0 % 2] }
    let plan = try job.plan().frames
    for turn in [0, 100, 199] {
      for time in [0.0, 0.5, 1] {
        let body = try #require(plan.body(at: Moment(turn: turn, times: [time])))
        let right = try #require(body.first.board)
        #expect(body.first.page.high.x + body.first.edge + 1 < right.place.high.x)
        let left = try #require(body.last.board)
        #expect(body.last.page.low.x - body.last.edge - 1 > left.place.low.x)
      }
    }
  }

  /// Excerpts can be cut together, whether they show the cover or not.
  @Test(arguments: [nil, PixelSize(320, 180)])
  func excerptsHaveTheFrameOfTheBook(size: PixelSize?) throws {
    let shelf = try shelf(PixelSize(90, 120), pages: 24)
    var job = job(shelf)
    (job.cover, job.size, job.margin) = (.auto, size, nil)
    let whole = try job.plan()
    #expect(whole.frames.cover != nil)
    for selection in ["1-4", "4-9", "5-9", "20-24", "6"] {
      job.selection = PageSelection(selection)
      let plan = try job.plan()
      #expect(plan.frameSize == whole.frameSize && plan.pageSize == whole.pageSize, "\(selection)")
    }
    // A book without a cover has more room for its pages.
    (job.selection, job.cover) = (nil, .soft)
    #expect(try job.plan().pageSize != whole.pageSize || size == nil)
  }

  /// The leaves of an excerpt lie in the boards of the book, whether it shows a cover or not.
  @Test func excerptsLieInTheBoardsOfTheBook() throws {
    let shelf = try shelf(PixelSize(90, 120))
    var job = job(shelf)
    (job.cover, job.margin) = (.auto, nil)
    let whole = try #require(try job.plan().frames.cover)
    for selection in ["1-3", "2-5", "4-8"] {
      job.selection = PageSelection(selection)
      let plan = try job.plan()
      #expect(plan.frames.cover == whole && plan.coverProblem == nil, "\(selection)")
      let body = try #require(plan.frames.body(at: Moment(turn: 0, times: [0.5])))
      #expect(body.first.board?.cloth == whole.cloth && body.first.board?.isThere == true)
      #expect(body.last.board?.isThere == (selection != "1-3"))
    }
    let still = try shelf.still(job, at: 0)
    let red = (0..<still.width).filter { isNear(still[$0, still.height / 2], Self.back) }
    #expect(red.isEmpty, "the color of the back cover around the pages")
    // Both sides of an opening show the cloth of the front cover.
    job.selection = PageSelection("4-7")
    let opening = try shelf.still(job, at: 0)
    let cloth = (0..<opening.width).filter { isNear(opening[$0, opening.height / 2], Self.front) }
    #expect(cloth.contains { $0 < opening.width / 4 } && cloth.contains { $0 > opening.width / 2 })
    // Other covers, other jobs: a record must not take frames of one for those of the other.
    func hash() throws -> UInt64 {
      try JobHash.of(try job.plan().frames, compression: .balanced, quality: nil, name: "%d.png")
    }
    let before = try hash()
    try ImageFile.write(Image(width: 90, height: 120, filledWith: Self.back), to: shelf.paths[0])
    #expect(try hash() != before)
    // A cover that cannot be read is no reason to stop a job that doesn't show it.
    try AtomicFile.write(Array("no picture".utf8), to: shelf.paths[0])
    let blank = try job.plan()
    #expect(blank.coverProblem != nil)
    #expect(try #require(blank.frames.cover).cloth.min() > 0.97)
  }

  /// Parts of a job draw the frames of the whole.
  @Test(.long) func partsAreEqual() throws {
    let shelf = try shelf(PixelSize(90, 120))
    var job = job(shelf)
    job.style.look.shadow = CurlShadow()
    job.timing.turnFrames = 7
    func frames(_ shards: [Shard?]) throws -> [Image] {
      var count = 0
      for shard in shards {
        job.output = .frames(folder: "\(shelf.path)/\(shards.count)", name: "%02d.png")
        job.shard = shard
        let plan = try job.plan()
        count += plan.frameCount
        try plan.run { _ in }
      }
      return try (0..<count).map {
        try ImageFile.read("\(shelf.path)/\(shards.count)/\($0 < 10 ? "0" : "")\($0).png")
      }
    }
    let whole = try frames([nil])
    let parts = try frames(["3/3", "1/3", "2/3"].map { Shard($0) })
    #expect(whole.count > 20 && whole == parts)
  }

  /// The color of a board is the mean of the cover's border in linear light.
  @Test func theClothHasTheColorOfTheBorder() throws {
    var picture = Image(width: 40, height: 40, filledWith: [0, 200, 0, 255])
    for place in 0..<40 {
      for (x, y) in [(place, 0), (place, 39), (0, place), (39, place)] {
        picture[x, y] = x < 20 ? [0, 0, 0, 255] : [255, 255, 255, 255]
      }
    }
    let color = picture.borderColor
    #expect(abs(color.x - 188.0 / 255) < 0.01 && color.x == color.y && color.y == color.z)
    #expect(Image(width: 4, height: 4).borderColor == SIMD3(repeating: 1))
  }

  /// A book is bound in one cloth: that of the front cover or, if it starts open, of the back.
  @Test func bothBoardsHaveOneCloth() throws {
    let folder = try TemporaryFolder()
    func picture(_ color: SIMD4<UInt8>) throws -> PageSource {
      let path = "\(folder.path)/\(color.x).png"
      try ImageFile.write(Image(width: 6, height: 8, filledWith: color), to: path)
      return .picture(path: path)
    }
    let (red, green) = (try picture([255, 0, 0, 255]), try picture([0, 255, 0, 255]))
    var look = CurlLook()
    look.backTint = [0.5, 0.5, 0.5]
    for (front, back, cloth) in [
      (red, green, SIMD3<Double>(1, 0, 0)), (red, nil, [1, 0, 0]), (nil, green, [0, 0.5, 0]),
    ] as [(PageSource?, PageSource?, SIMD3<Double>)] {
      let cover = try HardCover(
        front: front, back: back, page: PixelSize(600, 800), look, isLevel: false, sheets: 4)
      #expect((cover.cloth - cloth).max() < 0.001 && (cloth - cover.cloth).max() < 0.001)
    }
  }

  /// Where the size of a page on paper isn't known, squares are a fixed share of its height.
  @Test(arguments: [false, true]) func squaresOfPictures(isLevel: Bool) throws {
    let squares = try HardCover(
      front: .blank(), back: nil, page: PixelSize(600, 800), CurlLook(), isLevel: isLevel, sheets: 0
    ).squares
    let (spine, reach) = isLevel ? (600.0, 800.0) : (800, 600)
    #expect(abs(squares.along * spine - 11.2) < 1e-6 && abs(squares.beyond * reach - 11.2) < 1e-6)
  }
}
