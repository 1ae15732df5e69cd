import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

/// What comes out of a command without options for the look: no frame is blank, clipped, fringed
/// or white on white.
@Suite struct DefaultFilmTests {
  /// The desk of the default background.
  private static let desk: SIMD4<UInt8> = [0xCF, 0xC9, 0xBE, 255]

  struct Book: CustomTestStringConvertible {
    var testDescription: String
    /// The pages: PDFs of one page that show this drawing.
    var box = "0 0 595.276 841.89"
    var drawing = ""
    var count = 5
    /// The sample pages instead.
    var isSample = false
    var size = "160x120"
    /// Frames of a turn.
    var frames = 5
    var options: [String] = []
  }

  static let books = [
    Book(testDescription: "text", drawing: "0 g 60 100 400 8 re 60 300 470 8 re f", count: 6),
    Book(testDescription: "photos", isSample: true),
    Book(testDescription: "black", drawing: "0 g -9 -9 1000 1000 re f"),
    Book(testDescription: "leaflet", drawing: "0 g 60 700 400 80 re f", count: 2),
    Book(
      testDescription: "slides", box: "0 0 960 540", drawing: "0 0 1 rg 60 60 300 80 re f",
      count: 4, size: "180x60"),
    // A closing cover is nearest to the edge of the frame after a third of its turn.
    Book(
      testDescription: "album", box: "0 0 960 540", drawing: "1 0 0 rg 60 60 300 80 re f",
      count: 4, size: "240x110", frames: 24),
    // The corner of a leaf swings past the end of the spine.
    Book(
      testDescription: "cone", drawing: "0 g -9 -9 1000 1000 re f", count: 4, size: "240x160",
      frames: 24, options: ["--profile", "cone"]),
    Book(
      testDescription: "album on a cone", box: "0 0 960 540", drawing: "0 g -9 -9 1000 1000 re f",
      count: 4, size: "240x110", frames: 24, options: ["--profile", "cone"]),
  ]

  private func pages(of book: Book, in folder: String) throws -> [String] {
    if book.isSample {
      return ["cover.jpg", "title.png", "page-1.png", "cover.jpg"].map(Pagecurl.page)
    }
    let path = "\(folder)/page.pdf"
    let text = BadPDF.pdf(
      page: BadPDF.page(box: book.box), content: BadPDF.stream(book.drawing))
    try AtomicFile.write(Array(text.utf8), to: path)
    return Array(repeating: path, count: book.count)
  }

  @Test(.long, arguments: books) func everyFrameShowsPagesOnADesk(book: Book) throws {
    let scratch = try TemporaryFolder()
    let out = "\(scratch.path)/out"
    let run = try Pagecurl(
      try pages(of: book, in: scratch.path)
        + ["-s", book.size, "-n", "\(book.frames)", "-q", "-o", out, "--name", "%d.jpg"]
        + book.options)
    #expect(run.status == 0, "\(run.errors)")
    let names = try Files.list(out)
    #expect(names.count >= 5)
    for name in names {
      let frame = try ImageFile.read("\(out)/\(name)")
      var (covered, brightest) = (0, 0)
      for y in 0..<frame.height {
        for x in 0..<frame.width {
          let isDesk = Self.isDesk(frame[x, y])
          if !isDesk { covered += 1 }
          brightest = max(brightest, Int(frame[x, y].x))
          let isBorder = min(x, y, frame.width - 1 - x, frame.height - 1 - y) < 2
          if isBorder && !isDesk { Issue.record("\(name) is clipped at \(x), \(y)") }
        }
      }
      let share = Double(covered) / Double(frame.width * frame.height)
      #expect(share > 0.1, "\(name) is blank: \(share)")
      // JPEG overshoots at the edges of black pages.
      if book.testDescription == "black" { #expect(brightest < 0xCF + 30, "\(name)") }
    }
  }

  /// One slide fills a frame, in which two would leave most of it empty.
  @Test(.long) func slidesAreShownOneAtATime() throws {
    let scratch = try TemporaryFolder()
    func film(_ box: String, _ options: String...) throws -> PlannedJob {
      let book = Book(testDescription: "", box: box, drawing: "0 g 60 60 300 80 re f", count: 4)
      let pages = try pages(of: book, in: scratch.path)
      return try PlannedJob(pages + options + ["-o", "\(scratch.path)/a.mp4"])
    }
    let note = "the pages are slides, shown one at a time; --layout spread makes a book of them"
    let slides = try film("0 0 960 540")
    #expect(slides.output.contains("4 of 1920×1080 pixels\nturns:     3\n"), "\(slides.output)")
    #expect(slides.notes == [note])
    // A frame of 16:9 has room beside slides of 16:10.
    let others = try film("0 0 960 600")
    #expect(others.output.contains("4 of 1728×1080 pixels"), "\(others.output)")
    #expect(others.output.contains("of 1920×1080 pixels"), "\(others.output)")
    for box in ["0 0 842 595", "0 0 800 600", "0 0 595 842"] {
      let book = try film(box)
      #expect(book.output.contains("turns:     2\n") && book.notes == [], "\(book.output)")
    }
    for options in [
      ["--layout", "spread"], ["--cover", "soft"], ["-s", "1280x480"], ["--set", "gutter=0.5"],
      ["--set", "paper=card"], ["--set", "droop=2"], ["--set", "body=none"],
    ] {
      let run = try film("0 0 960 540", options[0], options[1])
      #expect(run.notes == [] && run.output.contains("turns:     2\n"), "\(options)")
    }
    let script = #"{"input": ["page.pdf", "page.pdf", "page.pdf", "page.pdf"]}"#
    try AtomicFile.write(Array(script.utf8), to: "\(scratch.path)/film.json")
    let scripted = try PlannedJob([
      "--script", "\(scratch.path)/film.json", "-o", "\(scratch.path)/a.mp4",
    ])
    #expect(scripted.output.contains("turns:     3\n") && scripted.notes == [note])
  }

  /// Pictures with transparency are on the white paper of a book.
  @Test(.long, arguments: ["0", "0.3", "0.6", "1"])
  func transparentPicturesAreOnPaper(time: String) throws {
    let scratch = try TemporaryFolder()
    let stills = try [SIMD4<UInt8>(0, 0, 0, 0), [255, 255, 255, 255]].map { color in
      let picture = Image(width: 90, height: 120, filledWith: color)
      let path = "\(scratch.path)/\(color.w).png"
      try ImageFile.write(picture, to: path)
      let pages = Array(repeating: path, count: 8)
      let run = try Pagecurl(
        pages + ["--pages", "2-7", "-s", "320x240", "-t", time, "-q", "-o", "\(path)-still.png"])
      #expect(run.status == 0, "\(run.errors)")
      return try ImageFile.read("\(path)-still.png")
    }
    let isSame = stills[0] == stills[1]
    #expect(isSame)
  }

  /// Of coated paper, on which slides and pictures are printed, hardly anything shows through.
  @Test(.long, arguments: [(0, "0.1"), (1, "0.02"), (4, "0.02")])
  func littleShowsThroughCoatedPaper(book: Int, share: String) throws {
    let scratch = try TemporaryFolder()
    let half = try pages(of: Self.books[book], in: scratch.path)
    let pages = half + half
    let stills = try [[], ["0.1"], ["0.02"]].enumerated().map { index, shares in
      let path = "\(scratch.path)/\(index).png"
      let run = try Pagecurl(
        pages + ["-t", "0.6", "-b", "desk", "--pages", "2-", "-q", "-o", path]
          + shares.flatMap { ["--set", "show-through=\($0)"] })
      #expect(run.status == 0, "\(run.errors)")
      return try Files.read(path)
    }
    let (much, little) = (stills[0] == stills[1], stills[0] == stills[2])
    #expect(much != little && much == (share == "0.1"))
  }

  /// Frames, stills and animations of slides are as large as those of books, and on the desk.
  @Test(.long) func slidesHaveAUsualFrameInEachFormat() throws {
    let scratch = try TemporaryFolder()
    let slide = try scratch.ffmpeg(
      "-f lavfi -i color=blue:s=2000x1250 -frames:v 1", to: "slide.png")
    let pages = Array(repeating: slide, count: 4)
    for (options, size) in [
      (["out/"], "1920×1080"), (["a.png", "-t", "0.5"], "1920×1080"), (["a.webp"], "960×600"),
    ] {
      let plan = try PlannedJob(pages + ["-o"] + options)
      #expect(plan.output.contains("of \(size) pixels"), "\(plan.output)")
    }
    let path = "\(scratch.path)/a.png"
    let still = try Pagecurl(pages + ["-q", "-t", "0", "-o", path])
    #expect(still.status == 0, "\(still.errors)")
    #expect(Self.isDesk(try ImageFile.read(path)[0, 0]))
  }

  /// What comes through a pipe can be read only once: not to tell slides from the pages of a book.
  @Test func standardInputMayBeTheFirstPage() throws {
    let page = Pagecurl.page("page-1.png")
    let run = try Pagecurl(
      ["-", page, page, page, "--dry-run", "-o", "a.mp4"], input: try Files.read(page))
    #expect(run.status == 0 && run.output.contains("pages:     4 of"), "\(run.errors)")
  }

  /// Whether a color is that of the desk, in the light or in the shadow of the book.
  private static func isDesk(_ color: SIMD4<UInt8>) -> Bool {
    let light = min(Double(color.y) / Double(desk.y), 1)
    guard light > 0.55 else { return false }
    let shaded = (0..<3).map { UInt8((Double(desk[$0]) * light).rounded()) }
    return distance(color, [shaded[0], shaded[1], shaded[2], 255]) <= 24
  }

  /// White pages are visible on the desk, whose color the frames above have at their borders.
  @Test func whitePagesStandOut() {
    #expect(Self.distance(Self.desk, [255, 255, 255, 255]) > 40)
  }

  /// A4 is 595.276 points wide; at this size pdftocairo writes a row more than it draws.
  @Test(arguments: ["600x800", "300x400", "764x1080"]) func blackPDFsHaveNoFringe(size: String)
    throws
  {
    let scratch = try TemporaryFolder()
    let pages = try pages(of: Self.books[2], in: scratch.path)
    let path = "\(scratch.path)/a.png"
    let run = try Pagecurl([pages[0], "--layout", "pages", "-s", size, "-t", "0", "-o", path])
    #expect(run.status == 0, "\(run.errors)")
    let page = try ImageFile.read(path)
    // Transparent beside the page, black on it.
    let isBlack = stride(from: 0, to: page.pixels.count, by: 4).allSatisfy {
      page.pixels[$0] == 0 && page.pixels[$0 + 1] == 0 && page.pixels[$0 + 2] == 0
    }
    #expect(isBlack)
  }

  @Test(arguments: [["title.png", "page-1.png"], ["title.png", "cover.jpg", "page-1.png"]])
  func looseImagesAreExactAtBothEnds(names: [String]) throws {
    let scratch = try TemporaryFolder()
    let run = try Pagecurl(
      names.map(Pagecurl.page) + ["-n", "3", "-q", "-o", scratch.path, "--name", "%d.png"])
    #expect(run.status == 0, "\(run.errors)")
    for (frame, page) in [("0.png", names[0]), ("2.png", names[names.count - 1])] {
      let drawn = try ImageFile.read("\(scratch.path)/\(frame)")
      #expect(drawn == (try ImageFile.read(Pagecurl.page(page))), "\(frame)")
    }
    let plan = try PlannedJob(names.map(Pagecurl.page) + ["-o", "a.mp4"])
    #expect(plan.output.contains(" of 150×200 pixels\n"), "\(plan.output)")
  }

  @Test func aNoteNamesThePagesThatFaceAnExcerpt() throws {
    let scratch = try TemporaryFolder()
    let names = ["cover.jpg", "title.png", "page-1.png", "cover.jpg", "title.png", "page-1.png"]
    let job = names.map(Pagecurl.page) + ["-s", "60x40", "-n", "1", "--pages", "3-4"]
    let run = try Pagecurl(job + ["--dry-run", "-o", "\(scratch.path)/out"])
    #expect(run.output.contains("pages:     4 of"), "\(run.output)")
    #expect(
      run.errors == """
        pagecurl: note: page 2 is shown, too, because it faces page 3; --cover none leaves it out
        pagecurl: note: page 5 is shown, too, because it faces page 4; --cover none leaves it out

        """)
    let web = try PlannedJob(job.filter { $0 != "-n" && $0 != "1" } + ["-o", "a.html"])
    #expect(web.output.contains("pages:     4 of"), "\(web.output)")
    let opening = try PlannedJob(
      names.map(Pagecurl.page) + ["-s", "60x40", "--pages", "2-3", "-o", "a.gif"])
    #expect(
      opening.notes == ["page 1 is shown, too, so that a page turns; --cover none leaves it out"])
  }

  /// A book that would be larger than full HD fills it, so that players show it without bars of
  /// their own; animations only become smaller.
  @Test func largeBooksHaveAUsualFrame() throws {
    let scratch = try TemporaryFolder()
    let pages = try pages(of: Self.books[0], in: scratch.path)
    let cases: [([String], String)] = [
      (["a.mp4"], "1920×1080"), (["a.mp4", "--margin", "0"], "1528×1080"), (["a.gif"], "910×720"),
    ]
    for (options, size) in cases {
      let plan = try PlannedJob(pages + ["-o"] + options)
      #expect(plan.output.contains("of \(size) pixels"), "\(plan.output)")
    }
  }

  /// A still of a book looks like a frame of its video, unless transparency is asked for.
  @Test func stillsOfBooksLieOnTheDesk() throws {
    let scratch = try TemporaryFolder()
    let pages = try pages(of: Self.books[0], in: scratch.path)
    let path = "\(scratch.path)/a.png"
    for (background, alpha) in [([], 255), (["-b", "transparent"], 0)] as [([String], UInt8)] {
      let still = try Pagecurl(pages + ["-s", "300x220", "-t", "0", "-o", path] + background)
      #expect(still.status == 0, "\(still.errors)")
      #expect(try ImageFile.read(path)[0, 0].w == alpha)
    }
  }

  private static func distance(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> Int {
    (0..<3).map { abs(Int(first[$0]) - Int(second[$0])) }.max() ?? 0
  }
}
