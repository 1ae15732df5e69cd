import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

@Suite struct PDFTests {
  /// A page of a PDF: its size in points, how it is turned, and the color of its upper left
  /// quarter on white paper (before it is turned).
  private struct Page {
    var width: Int
    var height: Int
    var rotation = 0
    var color: (red: Int, green: Int, blue: Int)
  }

  /// A PDF after ISO 32000, section 7.5, with uncompressed pages.
  private func pdf(_ pages: [Page]) -> [UInt8] {
    let kids = pages.indices.map { "\(3 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
    ]
    for (index, page) in pages.enumerated() {
      let (width, height) = (page.width, page.height)
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Rotate \(page.rotation) "
          + "/Resources << >> /Contents \(4 + 2 * index) 0 R >>")
      let drawing =
        "\(page.color.red) \(page.color.green) \(page.color.blue) rg "
        + "0 \(height / 2) \(width / 2) \(height / 2) re f"
      objects.append("<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream")
    }
    return pdfFile(of: objects)
  }

  private let red: SIMD4<UInt8> = [255, 0, 0, 255]
  private let green: SIMD4<UInt8> = [0, 255, 0, 255]
  private let blue: SIMD4<UInt8> = [0, 0, 255, 255]
  private let white: SIMD4<UInt8> = [255, 255, 255, 255]

  /// The boards of a hard cover extend 3 mm beyond pages whose size on paper is known.
  @Test func boardsAreAsLargeAsInPrint() throws {
    let shelf = try Shelf(pages: 1)
    let book = "\(shelf.path)/book.pdf"
    // 200×300 mm.
    let page = Page(width: 567, height: 850, color: (1, 0, 0))
    try AtomicFile.write(pdf([page, page, page, page]), to: book)
    var job = BookJob(pages: [book], output: shelf.frames)
    (job.layout, job.style.profile, job.hasStacks) = (.spread, .paper, true)
    let frames = try job.plan().frames
    let squares = try #require(frames.cover).squares
    #expect(abs(squares.along * 300 - 3) < 0.01)
    #expect(abs(Double(frames.stage.squares.y) - squares.along * 1080) <= 1)
  }

  @Test func pagesComeInOrderUprightAndLargeEnough() throws {
    let shelf = try Shelf(pages: 1)
    let book = "\(shelf.path)/a book.pdf"
    let pages = [
      Page(width: 200, height: 300, color: (1, 0, 0)),
      Page(width: 300, height: 200, rotation: 90, color: (0, 1, 0)),
      Page(width: 200, height: 300, color: (0, 0, 1)),
      Page(width: 300, height: 200, rotation: 270, color: (1, 0, 0)),
    ]
    try AtomicFile.write(pdf(pages), to: book)
    var job = BookJob(pages: [book], output: shelf.frames)
    #expect(try job.plan().frameSize == PixelSize(720, 1080))
    job.size = PixelSize(400, 600)
    job.layout = .pages
    job.timing.turnFrames = 2
    let plan = try job.plan()
    #expect(plan.pageCount == 4 && plan.turnCount == 3)
    try plan.run { _ in }
    let (first, second, third) = (
      try shelf.frame(0), try shelf.frame(1), try shelf.frame(3)
    )
    // Sharp to the pixel: drawn at this size, not scaled to it.
    for (x, y, color) in [(0, 0, red), (199, 299, red), (200, 299, white), (199, 300, white)] {
      #expect(first[x, y] == color, "\(x), \(y)")
    }
    // Turned clockwise by a quarter, the upper left is the upper right.
    #expect(second[399, 0] == green && second[200, 299] == green && second[199, 0] == white)
    #expect(third[0, 0] == blue && third[399, 599] == white)
    // Turned the other way, it is the lower left.
    let fourth = try shelf.frame(5)
    #expect(fourth[0, 599] == red && fourth[199, 300] == red && fourth[0, 299] == white)

    job.selection = PageSelection("3,1")
    try job.plan().run { _ in }
    #expect(try shelf.frame(0) == third && shelf.frame(1) == first)
    job.selection = PageSelection("2-5")
    #expect { try job.plan() } throws: { "\($0)".contains("page 5, but the book has 4") }
  }

  /// Twice the page's size of 835×1080, as in web pages. By its shape it is 1669 pixels wide.
  @Test func aPageThatIsNearlyAsLargeAsItsBoxFillsIt() throws {
    let shelf = try Shelf(pages: 1)
    let path = "\(shelf.path)/letter.pdf"
    try AtomicFile.write(pdf([Page(width: 612, height: 792, color: (1, 0, 0))]), to: path)
    let page = try PDFFile(path).picture(of: 1, for: PixelSize(1670, 2160))
    #expect(PixelSize(page.width, page.height) == PixelSize(1670, 2160))
    #expect(page[834, 1079] == red && page[835, 1079] == white && page[834, 1080] == white)
  }

  /// As mail programs and web servers leave them. Another file with the signature in it is none.
  @Test func bytesMayPrecedeAPDF() throws {
    let shelf = try Shelf(pages: 1)
    let bytes =
      Array("Content-Type: x\r\n\r\n".utf8)
      + pdf([
        Page(width: 300, height: 400, color: (1, 0, 0))
      ])
    let path = "\(shelf.path)/saved.PDF"
    try AtomicFile.write(bytes, to: path)
    #expect(try PageSource.pages(at: [path]).pages[0].naturalSize() == PixelSize(810, 1080))
    try AtomicFile.write(bytes, to: "\(shelf.path)/saved.txt")
    #expect(!PDFFile.isPDF("\(shelf.path)/saved.txt") && !PDFFile.isPDF(shelf.paths[0]))
  }

  /// `pdftocairo` draws with the same library. It rounds sizes up: of this page it makes a column
  /// too many.
  @Test func pagesLookAsPopplersToolDrawsThem() throws {
    let shelf = try Shelf(pages: 1)
    let path = "\(shelf.path)/page.pdf"
    let drawing =
      "0.2 0.4 0.9 rg 30.3 40.7 m 300 700 l 560 90 l f 3 w 1 0 0 RG 10 10 m 580 820 l S "
      + "BT /F 40 Tf 60 500 Td (Text) Tj ET"
    let file = pdfFile(of: [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595.276 841.89] "
        + "/Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>", pdfStream(drawing),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ])
    try AtomicFile.write(file, to: path)
    let size = PixelSize(636, 900)
    let run = try Subprocess([
      "pdftocairo", "-png", "-singlefile", "-scale-to-x", "636", "-scale-to-y", "900", path, "-",
    ])
    let judge = try ImageFile.decode(run.output, name: "pdftocairo").cut(to: size)
    let page = try PDFFile(path).picture(of: 1, for: size)
    #expect(page.width == 636 && page.height == 900)
    #expect(difference(page, judge).largest <= 1)
    #expect(Set(page.pixels).count > 50)
  }

  @Test func aFolderIsReadInTheOrderOfItsNumbers() throws {
    let shelf = try Shelf(pages: 3)
    let folder = "\(shelf.path)/scans"
    try Files.createFolders(folder)
    for (name, page) in [("page-10.png", 2), ("page-9.png", 1), ("cover.PNG", 0)] {
      try AtomicFile.write(try Files.read(shelf.paths[page]), to: "\(folder)/\(name)")
    }
    try AtomicFile.write([1], to: "\(folder)/notes.txt")
    try AtomicFile.write([1], to: "\(folder)/.hidden.png")
    var job = BookJob(pages: [folder], output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 2
    try job.plan().run { _ in }
    #expect(try shelf.frame(0) == shelf.pages[0] && shelf.frame(1) == shelf.pages[1])
    #expect(try shelf.frame(3) == shelf.pages[2])
  }

  /// What can be read only once is read once.
  @Test func aPageMayComeFromAPipe() throws {
    let shelf = try Shelf(pages: 1)
    let pipe = "\(shelf.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = try Files.read(shelf.paths[0])
    let writer = try TestSupport.Thread { try AtomicFile.write(bytes, to: pipe) }
    let job = BookJob(pages: [pipe], output: shelf.frames)
    #expect(try shelf.still(job, at: 0) == shelf.pages[0])
    try writer.join()
  }

  /// A page with dashes without length, at which cairo gives up, and one without area.
  @Test(arguments: [
    ("[0 0 20 30]", "cairo cannot draw it"), ("[0 0 0 30]", "correct its MediaBox"),
  ])
  func pagesThatCannotBeDrawnAreNamed(box: String, reason: String) throws {
    let shelf = try Shelf(pages: 1)
    let path = "\(shelf.path)/bad.pdf"
    let bytes = pdfFile(of: [
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox \(box) /Contents 4 0 R >>",
      pdfStream("[0 0] 0 d 0 0 m 20 30 l S"),
    ])
    try AtomicFile.write(bytes, to: path)
    let error = #expect(throws: RecordingError.self) {
      _ = try PDFFile(path).picture(of: 1, for: PixelSize(20, 30))
    }
    let words = error?.description ?? ""
    #expect(words.contains(path) && words.contains(reason), "\(words)")
  }

  @Test func damagedPDFsAreRefused() throws {
    let shelf = try Shelf(pages: 1)
    let good = pdf([Page(width: 20, height: 30, color: (1, 0, 0))])
    var random = SeededGenerator(seed: 3)
    let path = "\(shelf.path)/bad.pdf"
    var refused = 0
    for index in 0..<25 {
      var bytes = good
      if index < 10 {
        bytes = Array(bytes.prefix(bytes.count * index / 10))
      } else {
        for _ in 0..<40 {
          bytes[Int.random(in: 5..<bytes.count, using: &random)] = UInt8.random(
            in: 0...255, using: &random)
        }
      }
      try AtomicFile.write(bytes, to: path)
      var job = BookJob(pages: [path], output: shelf.frames)
      job.size = PixelSize(20, 30)
      job.timing.turnFrames = 1
      do {
        // What poppler can mend is drawn.
        try job.plan().run { _ in }
        #expect(try Files.list(shelf.out).count == 1)
        try Files.list(shelf.out).forEach { unlink("\(shelf.out)/\($0)") }
        rmdir(shelf.out)
      } catch {
        #expect("\(error)".contains(path), "\(error)")
        #expect(Files.kind(of: shelf.out) == nil)
        refused += 1
      }
    }
    #expect(refused >= 10)
  }
}
