import GLESKitSupport
import ImageCoding
import Imaging
import Testing

@testable import Recording

@Suite struct BadPagesTests {
  /// Pages of which some cannot be read: damaged in their header, only in their pixels, or not
  /// there.
  private func job(_ policy: BadPagePolicy) throws -> (shelf: Shelf, job: BookJob) {
    let shelf = try Shelf(pages: 3)
    let bytes = try Files.read(shelf.paths[0])
    try AtomicFile.write([1, 2, 3], to: "\(shelf.path)/header.png")
    try AtomicFile.write(Array(bytes.prefix(bytes.count / 2)), to: "\(shelf.path)/pixels.png")
    try AtomicFile.write(Array("%PDF-1.4 nonsense".utf8), to: "\(shelf.path)/book.pdf")
    let bad = ["header.png", "pixels.png", "none.png", "book.pdf"].map { "\(shelf.path)/\($0)" }
    var job = BookJob(
      pages: [bad[0], shelf.paths[0], bad[1], shelf.paths[1], bad[2], bad[3], shelf.paths[2]],
      output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 2
    job.onBadPage = policy
    return (shelf, job)
  }

  @Test func badPagesAreLeftOut() throws {
    let (shelf, job) = try job(.skip)
    let plan = try job.plan()
    #expect(plan.pageCount == 3 && plan.turnCount == 2)
    let names = ["header.png", "pixels.png", "none.png", "book.pdf"]
    #expect(plan.badPages.count == 4)
    for (error, name) in zip(plan.badPages, names) {
      #expect(error.description.contains(name), "\(error)")
    }
    try plan.run { _ in }
    // The end of one turn is the start of the next.
    #expect(try [0, 1, 3].map { try shelf.frame($0) } == shelf.pages)
  }

  @Test func badPagesAreBlank() throws {
    let (shelf, job) = try job(.blank)
    let plan = try job.plan()
    #expect(plan.pageCount == 7 && plan.badPages.count == 4)
    #expect(plan.pageSize == PixelSize(shelf.pages[0].width, shelf.pages[0].height))
    try plan.run { _ in }
    let white = Image(
      width: shelf.pages[0].width, height: shelf.pages[0].height,
      filledWith: [255, 255, 255, 255])
    let expected = [
      white, shelf.pages[0], white, shelf.pages[1], white, white, shelf.pages[2],
    ]
    #expect(try shelf.frame(0) == expected[0])
    for (turn, page) in expected.dropFirst().enumerated() {
      #expect(try shelf.frame(2 * turn + 1) == page, "turn \(turn)")
    }
  }

  /// Numbers of pages are those of the pages that were given, bad ones included.
  @Test func theSelectionComesFirst() throws {
    let (shelf, made) = try job(.skip)
    var job = made
    defer { withExtendedLifetime(shelf) {} }
    job.selection = PageSelection("2-4")
    let plan = try job.plan()
    #expect(plan.pageCount == 2 && plan.badPages.count == 1)
  }

  /// The bad pages of a PDF, one without area and one that is not in the file, are named, and the
  /// others are pages.
  @Test func otherPagesOfAPDFAreRead() throws {
    let shelf = try Shelf(pages: 1)
    let path = "\(shelf.path)/book.pdf"
    func page(_ box: String) -> String {
      "<< /Type /Page /Parent 2 0 R /MediaBox [\(box)] >>"
    }
    let kids = "<< /Type /Pages /Kids [3 0 R 4 0 R 9 0 R 5 0 R] /Count 4 >>"
    let bytes = pdfFile(of: [
      "<< /Type /Catalog /Pages 2 0 R >>", kids, page("0 0 20 30"), page("0 0 0 30"),
      page("0 0 20 30"),
    ])
    try AtomicFile.write(bytes, to: path)
    var job = BookJob(pages: [path], output: shelf.frames)
    let error = #expect(throws: RecordingError.self) { _ = try job.plan() }
    let words = error?.description ?? ""
    #expect(words.contains("page 2 of '\(path)': it is 0.0 by 30.0 points"), "\(words)")
    #expect(words.hasSuffix("or leave the page out: set BookJob.onBadPage"), "\(words)")
    job.onBadPage = .skip
    var plan = try job.plan()
    #expect(plan.pageCount == 2 && plan.badPages.count == 2)
    // poppler moves the pages after one that is missing.
    #expect(plan.badPages.last?.description.contains("page 4 of '\(path)'") == true)
    job.onBadPage = .stop
    job.selection = PageSelection("1,3")
    plan = try job.plan()
    #expect(plan.pageCount == 2 && plan.badPages.isEmpty)
  }

  @Test func aJobStopsAtABadPage() throws {
    let (shelf, made) = try job(.stop)
    var job = made
    // A missing file and a PDF that cannot be opened are known before anything is drawn.
    #expect { try job.plan() } throws: { "\($0)".contains("none.png") }
    job.pages.remove(at: 4)
    #expect { try job.plan() } throws: { "\($0)".contains("book.pdf") }
    var pictures = job
    pictures.pages = Array(job.pages[1...3])
    #expect { try pictures.plan().run { _ in } } throws: { "\($0)".contains("pixels.png") }
    #expect(Files.kind(of: shelf.out) == nil)
  }

  @Test(arguments: [BadPagePolicy.skip, .blank])
  func noPageIsLeft(_ policy: BadPagePolicy) throws {
    let (shelf, made) = try job(policy)
    var job = made
    defer { withExtendedLifetime(shelf) {} }
    job.pages = [job.pages[0], job.pages[4]]
    #expect { try job.plan() } throws: { "\($0)".contains("header.png") }
  }
}
