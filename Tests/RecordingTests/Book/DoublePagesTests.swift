import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Double pages, such as scans of an open book, which become two pages.
@Suite final class DoublePagesTests {
  private let folder: TemporaryFolder
  private static let red: SIMD4<UInt8> = [200, 0, 0, 255]
  private static let blue: SIMD4<UInt8> = [0, 0, 200, 255]
  private static let gray: SIMD4<UInt8> = [90, 90, 90, 255]

  init() throws { folder = try TemporaryFolder() }

  /// A job of single pages, which are gray, and of double pages, which are red and blue.
  private func job(widths: [Int], height: Int = 60) throws -> BookJob {
    let paths = try widths.enumerated().map { index, width in
      var image = Image(width: width, height: height, filledWith: Self.gray)
      if width > 50 {
        image = Image(width: width, height: height, filledWith: Self.red)
        image.draw(
          Image(width: width / 2, height: height, filledWith: Self.blue), left: width - width / 2,
          top: 0)
      }
      let path = "\(folder.path)/\(index).png"
      try ImageFile.write(image, to: path)
      return path
    }
    var job = BookJob(pages: paths, output: .frames(folder: folder.path, name: "f-%04d.png"))
    job.layout = .spread
    return job
  }

  /// The colors in the middles of the pages, and the numbers of double pages that are whole.
  private func pages(of job: BookJob) throws -> ([SIMD4<UInt8>], whole: [Int]) {
    let selected = try job.selectedPages()
    let colors = try selected.pages.map { page in
      let image = try page.picture(for: PixelSize(40, 60))
      return image[20, 30]
    }
    return (colors, selected.whole)
  }

  @Test func halvesFollowTheReadingDirection() throws {
    var job = try job(widths: [40, 80, 80, 40])
    let (gray, red, blue) = (Self.gray, Self.red, Self.blue)
    #expect(try pages(of: job).0 == [gray, red, blue, red, blue, gray])
    job.direction = .rightToLeft
    #expect(try pages(of: job).0 == [gray, blue, red, blue, red, gray])
    job.selection = PageSelection("2-3")
    #expect(try pages(of: job).0 == [blue, red])
  }

  @Test func halvesReachTheirEdges() throws {
    let job = try job(widths: [40, 81, 80, 40])
    for (page, color) in zip(try job.selectedPages().pages, [Self.gray, Self.red, Self.blue]) {
      #expect(try page.naturalSize().height == 60)
      for size in [PixelSize(40, 60), PixelSize(201, 300)] {
        let image = try page.picture(for: size)
        #expect((image.width, image.height) == (size.width, size.height))
        // Scaling blends the halves where they meet, within two of their own pixels.
        let inset = 2 * size.width / 40 + 1
        for corner in [(inset, 1), (size.width - 1 - inset, size.height - 2)] {
          let off =
            SIMD4<Int>(truncatingIfNeeded: image[corner.0, corner.1])
            &- SIMD4<Int>(truncatingIfNeeded: color)
          #expect(max(off.max(), -off.min()) <= 16)
        }
      }
    }
  }

  /// Its halves would lie on the two sides of a leaf.
  @Test func aDoublePageThatBeginsNoOpeningStaysWhole() throws {
    var job = try job(widths: [40, 40, 80, 40])
    #expect(try pages(of: job).0.count == 4)
    #expect(try pages(of: job).whole == [3])
    job.cover = .none
    #expect(try pages(of: job).0.count == 5)
    job.cover = .auto
    job.split = .on
    #expect(try pages(of: job).0.count == 5)
    #expect(try pages(of: job).whole == [])
  }

  @Test func wideBooksAndPagesOnTheirSideStayWhole() throws {
    #expect(try pages(of: job(widths: [80, 80, 80, 80])).0.count == 4)
    // The first page is upright, the others are as large and lie on their side.
    var mixed = try job(widths: [40, 85, 85, 85], height: 60)
    let upright = Image(width: 60, height: 85, filledWith: Self.gray)
    try ImageFile.write(upright, to: mixed.pages[0])
    #expect(try pages(of: mixed).0.count == 4)
    mixed.split = .off
    #expect(try pages(of: mixed).0.count == 4)
    mixed.split = .on
    #expect(try pages(of: mixed).0.count == 7)
    var sheets = try job(widths: [40, 80, 80, 40])
    sheets.layout = .sheets
    #expect(try pages(of: sheets).0.count == 4)
  }

  @Test func aBookThatBeginsWithADoublePageLiesOpen() throws {
    var job = try job(widths: [80, 80, 80, 80])
    job.split = .on
    let selected = try job.selectedPages()
    #expect(selected.pages.count == 8 && selected.beginsOpening)
    #expect(job.startsOpen(pages: 8, beginsOpening: selected.beginsOpening))
    job.selection = PageSelection("2-4")
    #expect(try !job.selectedPages().beginsOpening)
    #expect(try job.plan().pageCount == 3)
  }

  @Test func textAndLinksAreOnTheirHalves() throws {
    func content(_ text: String) -> String { "BT /F 10 Tf 60 700 Td \(text) ET" }
    let resources = "/Resources << /Font << /F 7 0 R >> >>"
    let link =
      "/Annots [<< /Type /Annot /Subtype /Link /Rect [700 100 800 120] "
      + "/A << /S /URI /URI (https://example.org/) >> >>]"
    let file = pdfFile(of: [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R \(resources) >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1200 800] /Contents 6 0 R \(resources) "
        + "\(link) >>",
      pdfStream(content("(cover) Tj")),
      pdfStream(content("(left) Tj 600 0 Td (right) Tj")),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
    ])
    let path = "\(folder.path)/book.pdf"
    try AtomicFile.write(file, to: path)
    var job = BookJob(pages: [path], output: .webPage(path: "\(folder.path)/b.html", title: ""))
    job.layout = .spread
    let pages = try job.selectedPages().pages
    let contents = try WebContents(of: pages, shape: PixelSize(600, 800))
    let lines = contents.pages.map(\.text).map { $0["lines"].elements.map(\.elements) }
    #expect(
      lines.map { $0.map { $0[4].string } } == [["cover"], ["left"], ["right"]])
    // Each begins a tenth of its page's width from the left.
    #expect(lines.allSatisfy { $0.allSatisfy { abs(($0[0].number ?? 0) - 100) < 1 } })
    let links = contents.pages.map(\.text).map { $0["links"].elements.map(\.elements) }
    #expect(links.map(\.count) == [0, 0, 1])
    #expect(abs((links[2][0][0].number ?? 0) - 1000 / 6) < 1)
  }
}
