import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

@Suite struct BookPagesTests {
  @Test func pagesComeInOrderAtTheAskedSize() throws {
    let shelf = try Shelf(pages: 3)
    let pages = try BookPages(at: [shelf.paths[2], shelf.paths[0]])
    #expect(pages.count == 2)
    #expect(try pages.naturalSize(of: 1) == PixelSize(61, 83))
    // At its own size a page keeps every bit.
    #expect(try pages.picture(of: 0, size: PixelSize(61, 83)) == shelf.pages[2])
    let small = try pages.picture(of: 1, size: PixelSize(30, 41))
    #expect((small.width, small.height) == (30, 41))
  }

  /// Pages with a column or row of each color, on leaves of another shape: what is left is the
  /// middle, without white, at the scale at which it just covers the leaf.
  @Test(arguments: [PixelSize(90, 30), PixelSize(30, 90), PixelSize(900, 300)])
  func aPageFillsALeafOfAnotherShape(own: PixelSize) throws {
    let scratch = try TemporaryFolder()
    let isWide = own.width > own.height
    var page = Image(width: own.width, height: own.height, filledWith: [255, 0, 0, 255])
    let third = Image(
      width: isWide ? own.width / 3 : own.width, height: isWide ? own.height : own.height / 3,
      filledWith: [0, 0, 255, 255])
    page.draw(third, left: isWide ? own.width / 3 : 0, top: isWide ? 0 : own.height / 3)
    let path = "\(scratch.path)/page.png"
    try ImageFile.write(page, to: path)
    let pages = try BookPages(at: [path])

    let square = try pages.picture(of: 0, size: PixelSize(60, 60), fit: .fill)
    #expect((square.width, square.height) == (60, 60))
    #expect(square[30, 30] == [0, 0, 255, 255])
    // Exactly the middle third, but for the filter at the ends.
    let blue = square[30, 30]
    #expect((4..<56).allSatisfy { square[$0, 30] == blue && square[30, $0] == blue })
    let bars = try pages.picture(of: 0, size: PixelSize(60, 60))
    #expect(bars[0, 0] == [255, 255, 255, 255])
    // Wide on wide: as high as the leaf, with a part of both sides.
    let size = isWide ? PixelSize(60, 30) : PixelSize(30, 60)
    let strip = try pages.picture(of: 0, size: size, fit: .fill)
    #expect(
      strip[0, 0] == [255, 0, 0, 255] && strip[size.width - 1, size.height - 1] == strip[0, 0])
    let middle = strip[size.width / 2, size.height / 2]
    #expect(middle == [0, 0, 255, 255])
    // A page of the leaf's shape is as ever.
    #expect(
      try pages.picture(of: 0, size: own, fit: .fill) == pages.picture(of: 0, size: own))
  }

  /// What a strip shows of itself is next to nothing; enlarged as a whole it would fill the memory.
  @Test func aStripFillsALeaf() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/strip.png"
    try ImageFile.write(Image(width: 2, height: 3000, filledWith: [9, 8, 7, 255]), to: path)
    let page = try BookPages(at: [path]).picture(of: 0, size: PixelSize(900, 1200), fit: .fill)
    #expect((page.width, page.height) == (900, 1200))
    #expect(page[0, 0] == [9, 8, 7, 255] && page[899, 1199] == page[0, 0])
  }

  /// Upright (0) and wide pages (1, and a larger 2). Two or three may be loose pictures, of which
  /// the first has its own size.
  @Test(arguments: [
    ([0, 1, 2, 1], 1), ([1, 0, 0, 1], 1), ([2, 0, 1, 0, 1], 2), ([0, 1, 1], 0), ([0, 1], 0),
    ([1], 1),
  ])
  func leavesHaveTheShapeOfMostPages(pages: [Int], first: Int) throws {
    let sizes = [PixelSize(30, 40), PixelSize(40, 30), PixelSize(80, 60)]
    let shelf = try Shelf(pages.map { Image(width: sizes[$0].width, height: sizes[$0].height) })
    let job = BookJob(pages: shelf.paths, output: shelf.frames)
    #expect(try job.plan().pageSize == sizes[first])
    // A damaged page has no shape.
    if pages.count > 3 {
      try AtomicFile.write([1, 2, 3], to: shelf.paths[3])
      #expect(try job.plan().pageSize == sizes[pages == [1, 0, 0, 1] ? 0 : first])
    }
  }

  @Test func aPageThatIsNotThereIsNamed() throws {
    let shelf = try Shelf(pages: 1)
    let pages = try BookPages(at: ["\(shelf.path)/gone.png", shelf.paths[0]])
    let error = #expect(throws: RecordingError.self) {
      try pages.picture(of: 0, size: PixelSize(8, 8))
    }
    #expect(error?.description.contains("gone.png") == true)
    #expect(throws: RecordingError.self) { try BookPages(at: []) }
  }
}

/// Planning stops between two pages: a book may have a million.
@Test(arguments: BadPagePolicy.allCases.map(\.rawValue))
func planningStopsWhenInterrupted(_ policy: String) throws {
  try inOwnProcess(passing: policy) { policy in
    let path = repositoryFile("Tests/PagecurlToolTests/Pages/page-1.png")
    var job = BookJob(
      pages: [path, path, path, path], output: .video(path: "book.y4m", format: .y4m))
    job.onBadPage = try #require(BadPagePolicy(rawValue: policy))
    _ = try job.plan()
    Interruption.watch()
    // Not `raise`: threads of tests block signals.
    kill(getpid(), SIGTERM)
    while Interruption.pending == nil { usleep(1_000) }
    #expect(throws: RecordingError.self) { try job.plan() }
  }
}
