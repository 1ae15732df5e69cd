import Imaging
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
