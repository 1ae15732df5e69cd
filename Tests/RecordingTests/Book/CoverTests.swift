import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Which pages of a book lie side by side.
@Suite struct CoverTests {
  private func turns(
    pages count: Int, cover: BookCover = .auto, selection: String? = nil
  ) throws -> [BookTurn] {
    let shelf = try Shelf(pages: count, width: 3, height: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.cover = cover
    job.selection = selection.flatMap { PageSelection($0) }
    return try job.plan().frames.turns
  }

  @Test func theCoverIsAloneAtBothEnds() throws {
    let turns = try turns(pages: 12)
    #expect(turns.map(\.front) == [0, 2, 4, 6, 8, 10])
    #expect(turns.first?.facing == nil)
    #expect(turns.last?.back == 11 && turns.last?.below == nil)
  }

  /// Pages are the selected ones, from 0: page 4 of the book is 0.
  @Test(arguments: [("4-9", [1, 3], 5), ("4-8", [1, 3], nil), ("4,5,6", [1], nil)])
  func anExcerptKeepsItsSides(selection: String, fronts: [Int], last: Int?) throws {
    let turns = try turns(pages: 12, selection: selection)
    #expect(turns.map(\.front) == fronts)
    #expect(turns.first?.facing == 0)
    #expect(turns.last?.below == last)
  }

  @Test func anExcerptThatStartsOnTheRight() throws {
    let turns = try turns(pages: 12, selection: "5-10")
    #expect(turns.map(\.front) == [0, 2, 4] && turns.first?.facing == nil)
  }

  /// A lone page in the middle of a book would look like a cover.
  @Test(arguments: [
    ("1-12", "1-13", [13]), ("4-9", "4-9", []), ("4-10", "4-11", [11]), ("5-9", "4-9", [4]),
    ("5-8", "4-9", [4, 9]), ("15-", "14-20", [14]), ("19-20", "18-20", [18]), ("1-", "1-20", []),
    // A page by itself and pages in another order have no neighbors.
    ("5", "5", []), ("4-5", "4-5", []), ("5,8", "5,8", []), ("8,7", "8,7", []),
  ])
  func anExcerptIsCompletedToOpenings(selection: String, same: String, facing: [Int]) throws {
    let shelf = try Shelf(pages: 20, width: 3, height: 4)
    let job = spread(shelf, .openings, selection)
    let plan = try job.plan()
    #expect(plan.neighbors == facing)
    try expect(plan, like: spread(shelf, .none, same))
    // Only the cover of a spread is chosen automatically.
    for change in [{ $0.cover = .soft }, { $0.layout = .pages }, { $0.isEndless = true }]
      as [(inout BookJob) -> Void]
    {
      var other = job
      change(&other)
      #expect(try other.plan().neighbors == [])
    }
  }

  /// In a film, a page turns even if one opening is asked for.
  @Test(arguments: [
    ("4", "2-5", [2, 3, 5]), ("5", "2-5", [2, 3, 4]), ("4-5", "2-5", [2, 3]), ("2-3", "1-3", [1]),
    ("3", "1-3", [1, 2]), ("1", "1-3", [2, 3]), ("20", "18-20", [18, 19]),
    ("3-4", "2-5", [2, 5]), ("1-2", "1-3", [3]), ("5-8", "4-9", [4, 9]),
  ])
  func anExcerptHasATurn(selection: String, same: String, neighbors: [Int]) throws {
    let shelf = try Shelf(pages: 20, width: 3, height: 4)
    let plan = try spread(shelf, .turns, selection).plan()
    #expect(plan.neighbors == neighbors)
    #expect(plan.frames.turns.first?.facing != nil || plan.frames.turns[0].below != nil)
    try expect(plan, like: spread(shelf, .none, same))
  }

  /// A book of one page has no others.
  @Test(arguments: [1, 2]) func aShortBookStaysAsItIs(pages count: Int) throws {
    let shelf = try Shelf(pages: count, width: 3, height: 4)
    let plan = try withExtendedLifetime(shelf) { try spread(shelf, .turns, "1-").plan() }
    #expect(plan.neighbors == [])
    #expect(plan.turnCount == 1)
  }

  /// A book of which some pages are shown.
  private func spread(
    _ shelf: Shelf, _ completion: ExcerptCompletion, _ selection: String
  ) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.completion = completion
    job.selection = PageSelection(selection)
    return job
  }

  /// Expects the pages and turns that a job with another selection has.
  private func expect(_ plan: BookPlan, like other: BookJob) throws {
    let other = try other.plan()
    #expect(other.frames.turns == plan.frames.turns)
    #expect(other.pageCount == plan.pageCount)
  }

  @Test func withoutACover() throws {
    let turns = try turns(pages: 6, cover: .none)
    #expect(turns.map(\.front) == [1, 3] && turns.first?.facing == 0)
    // Two pages side by side have nothing to turn to.
    #expect(try self.turns(pages: 2, cover: .none).map(\.front) == [0])
  }

  @Test(arguments: [
    (BookCover.auto, true, true), (.auto, false, false), (.hard, true, true), (.hard, false, true),
    (.soft, true, false), (.none, true, false),
  ])
  func boards(cover: BookCover, hasStacks: Bool, isBoard: Bool) throws {
    let shelf = try Shelf(pages: 6, width: 3, height: 4)
    var job = paperBook(shelf, cover)
    job.hasStacks = hasStacks
    let expected = cover == .none ? [false, false] : [isBoard, false, isBoard]
    #expect(try boards(of: job) == expected)
    // Pages as stiff as a board are not as thick.
    job.style.paper = .cover
    #expect(try boards(of: job) == expected)
  }

  /// A book whose pages bend like paper, with a body.
  private func paperBook(_ shelf: Shelf, _ cover: BookCover) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.style.profile = .paper
    job.hasStacks = true
    job.cover = cover
    return job
  }

  /// Whether each turn is that of a board.
  private func boards(of job: BookJob) throws -> [Bool] {
    try job.plan().frames.turns.map { $0.settings.style.look.board != nil }
  }

  /// A page from the middle of a book is no cover, unless that is asked for.
  @Test(arguments: [
    ("1-6", BookCover.auto, [true, false, false]), ("5-10", .auto, [false, false, false]),
    ("7-12", .auto, [false, false, true]), ("8-12", .auto, [false, true]), ("1-3", .auto, [true]),
    ("10-12", .auto, [true]), ("8-11", .auto, [false]), ("5-10", .hard, [true, false, true]),
    ("1-2", .hard, [true]),
  ])
  func boardsOfExcerpts(selection: String, cover: BookCover, expected: [Bool]) throws {
    let shelf = try Shelf(pages: 12, width: 3, height: 4)
    var job = paperBook(shelf, cover)
    job.selection = PageSelection(selection)
    #expect(try boards(of: job) == expected)
  }

  /// The last turn of an endless book ends with the picture with which the first one starts, and
  /// every page is shown.
  @Test(arguments: BookLayout.allCases, [2, 4, 8])
  func endlessBooksEndAsTheyStart(layout: BookLayout, count: Int) throws {
    for (kind, start) in [(TurnStyle.Kind.sheet, 0), (.leaf, 0), (.leaf, 1)]
    where layout == .spread ? kind == .leaf : start == 0 {
      var settings = TurnSettings()
      settings.style.kind = kind
      let turns = BookTurn.all(
        pages: count, layout: layout, first: start, isEndless: true, settings: settings)
      let first = try #require(turns.first)
      let last = try #require(turns.last)
      #expect(
        first.rest(at: first.start, layout: layout) == last.rest(at: last.end, layout: layout))
      #expect(Set(turns.flatMap(\.pages)) == Set(0..<count))
      for (turn, next) in zip(turns, turns.dropFirst()) {
        #expect(
          turn.rest(at: turn.end, layout: layout) == next.rest(at: next.start, layout: layout))
      }
    }
  }

  /// The cover of an endless book lies on the right, beside the last page, as the outside of a book
  /// does, so that the pages face each other as in the book.
  @Test(arguments: [
    (nil, BookCover.auto, [0, 2, 4], [5, 1, 3]), (nil, .none, [1, 3, 5], [0, 2, 4]),
    ("2-5", .auto, [1, 3], [0, 2]), ("3-6", .auto, [0, 2], [3, 1]),
  ])
  func endlessBooksKeepTheirOpenings(
    selection: String?, cover: BookCover, fronts: [Int], facing: [Int]
  ) throws {
    let shelf = try Shelf(pages: 6, width: 3, height: 4)
    var job = paperBook(shelf, cover)
    job.isEndless = true
    job.selection = selection.flatMap { PageSelection($0) }
    let turns = try job.plan().frames.turns
    #expect(turns.map(\.front) == fronts && turns.map(\.facing) == facing)
    #expect(try boards(of: job).allSatisfy { !$0 })
  }

  /// After an odd number of pages, the back of the last leaf is blank.
  @Test(arguments: BookLayout.allCases, [1, 3, 7])
  func endlessBooksEndWithABlankBack(layout: BookLayout, count: Int) throws {
    let shelf = try Shelf(pages: count, width: 3, height: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = layout
    job.isEndless = true
    let plan = try job.plan()
    let frames = plan.frames
    let expected = [Bool](repeating: false, count: count)
    #expect(frames.pages.map(\.isBlank) == (layout == .pages ? expected : expected + [true]))
    #expect(Set(frames.turns.flatMap(\.pages)) == Set(frames.pages.indices))
    #expect(plan.turnCount == (layout == .pages ? count : (count + 1) / 2))
  }

  /// Paper that has one color at all edges of the last page is the paper of its back.
  @Test func blankBacksAreOfTheBooksPaper() throws {
    let cream: SIMD4<UInt8> = [250, 240, 214, 255]
    let white: SIMD4<UInt8> = [255, 255, 255, 255]
    let scratch = try TemporaryFolder()
    func back(of page: Image, _ name: String) throws -> Image {
      let path = "\(scratch.path)/\(name).png"
      try ImageFile.write(page, to: path)
      return try PageSource.blank(like: .picture(path: path)).picture(for: PixelSize(6, 8))
    }
    var page = Image(width: 60, height: 80, filledWith: cream)
    page.draw(Image(width: 30, height: 50, filledWith: [0, 0, 0, 255]), left: 15, top: 15)
    #expect(try back(of: page, "text") == Image(width: 6, height: 8, filledWith: cream))
    page.draw(Image(width: 60, height: 10, filledWith: [90, 140, 220, 255]), left: 0, top: 0)
    #expect(try back(of: page, "sky") == Image(width: 6, height: 8, filledWith: white))
    let none = try PageSource.blank().picture(for: PixelSize(6, 8))
    #expect(none == Image(width: 6, height: 8, filledWith: white))
  }

  /// The stacks stay as they are, too.
  @Test func endlessBooksRepeatWithoutAJump() throws {
    let shelf = try Shelf(pages: 4, width: 40, height: 50)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.isEndless = true
    job.style.profile = .paper
    job.hasStacks = true
    job.margin = 20
    job.timing.turnFrames = 3
    job.timing.holdFrames = 1
    let plan = try job.plan()
    try plan.run { _ in }
    #expect(try shelf.frame(0) == shelf.frame(plan.frameCount - 1))
    #expect(try shelf.frame(0) != shelf.frame(2))
  }

  @Test func theUsualLayout() throws {
    let scratch = try TemporaryFolder()
    let pdf = "\(scratch.path)/a"
    try AtomicFile.write(Array("%PDF-1.4".utf8), to: pdf)
    #expect(BookLayout.usual(for: [pdf]) == .spread)
    #expect(BookLayout.usual(for: [scratch.path]) == .spread)
    #expect(BookLayout.usual(for: ["a", "b", "c", "d"]) == .spread)
    #expect(BookLayout.usual(for: ["a", "b", "c"]) == .sheets)
    #expect(BookLayout.usual(for: ["a", "b"]) == .pages)
    #expect(BookLayout.usual(for: ["-"]) == .sheets)
    // A TIFF of several pages, such as a scan, is a book; one of a page is a picture.
    for (count, layout) in [(1, BookLayout.sheets), (2, .spread)] {
      let path = "\(scratch.path)/\(count).tif"
      let script = "image.save(path, save_all=True, append_images=[image] * \(count - 1))"
      let run = try Subprocess([
        "/usr/bin/python3", "-c",
        "import sys; from PIL import Image; path = sys.argv[1]; "
          + "image = Image.new('L', (3, 4)); \(script)", path,
      ])
      #expect(run.status == 0)
      #expect(BookLayout.usual(for: [path]) == layout)
    }
  }
}
