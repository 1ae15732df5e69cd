import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Each bad input: one line that names what is wrong, exit status 1 or 2, nothing left behind.
@Suite struct BadInputTests {
  /// Runs the tool on arguments in which `@` stands for a scratch folder that holds `page.png`, a
  /// good page, and what `prepare` puts there; checks that the folder is as before.
  private func refuse(
    _ arguments: [String], status: Int, saying words: String..., prefix: [String] = [],
    input: [UInt8] = [], prepare: (String) throws -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    try AtomicFile.write(Self.goodPage, to: "\(folder)/page.png")
    try prepare(folder)
    let before = try contents(of: folder)
    let run = try Pagecurl(
      arguments.map { $0.replacing("@", with: folder) }, prefix: prefix, input: input)
    #expect(run.status == status, "\(run.errors)", sourceLocation: location)
    #expect(run.complainsInOneLine, "\(run.errors)", sourceLocation: location)
    #expect(run.output == "", sourceLocation: location)
    for word in words {
      let word = word.replacing("@", with: folder)
      #expect(run.errors.contains(word), "\(word) in: \(run.errors)", sourceLocation: location)
    }
    let after = try contents(of: folder)
    #expect(before == after, "left behind: \(after.keys)", sourceLocation: location)
  }

  private static let goodPage = (try? Files.read(Pagecurl.page("title.png"))) ?? []

  @Test(.long, arguments: BadFile.all)
  func filesThatAreNoPages(_ file: BadFile) throws {
    for more in Sweep.isFull ? [[], ["--size", "30x40"]] : [[]] {
      try refuse(["@/bad", "-o", "@/out"] + more, status: 1, saying: "@/bad") {
        try AtomicFile.write(file.bytes, to: "\($0)/bad")
      }
    }
  }

  @Test(.long, arguments: BadPDF.refused)
  func booksThatAreNone(_ book: BadPDF) throws {
    for output in Sweep.isFull ? ["@/out", "@/out.mp4"] : ["@/out"] {
      try refuse(["@/bad.pdf", "-s", "20x30", "-o", output], status: 1, saying: "@/bad.pdf") {
        try AtomicFile.write(book.bytes, to: "\($0)/bad.pdf")
      }
    }
  }

  /// What poppler can mend is drawn whole.
  @Test(.long, arguments: BadPDF.mended)
  func booksThatAreMended(_ book: BadPDF) throws {
    let scratch = try TemporaryFolder()
    try AtomicFile.write(book.bytes, to: "\(scratch.path)/bad.pdf")
    let run = try Pagecurl([
      "\(scratch.path)/bad.pdf", "-s", "20x30", "-n", "1", "-o", "\(scratch.path)/out",
    ])
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    let frame = try ImageFile.read("\(scratch.path)/out/frame-0000.png")
    #expect(frame.width == 20 && frame.height == 30)
  }

  /// The back and the next page are read as carefully as the front, and so is standard input.
  @Test(.long, arguments: BadFile.truncated.prefix(5))
  func otherPlaces(_ file: BadFile) throws {
    let prepare: (String) throws -> Void = { try AtomicFile.write(file.bytes, to: "\($0)/bad") }
    try refuse(
      ["@/page.png", "@/bad", "-o", "@/out"], status: 1, saying: "@/bad", prepare: prepare)
    try refuse(
      ["@/page.png", "@/page.png", "@/bad", "-o", "@/out"], status: 1, saying: "@/bad",
      prepare: prepare)
    try refuse(
      ["-", "-t", "0.5", "-o", "@/a.png"], status: 1, saying: "'standard input'", input: file.bytes)
  }

  @Test(arguments: HugePage.allCases)
  func pagesThatNoFrameHolds(_ page: HugePage) throws {
    try refuse(["@/huge.png", "-o", "@/out/"], status: 1, saying: "100000") {
      try AtomicFile.write(page.bytes, to: "\($0)/huge.png")
    }
  }

  @Test(arguments: [
    (["@/none.png", "-o", "@/out"], "@/none.png"),
    (["@/page.png", "@/none.png", "-o", "@/out"], "@/none.png"),
    (["@/empty", "-o", "@/out"], "@/empty"),
    (["@/page.png/", "-o", "@/out"], "@/page.png/"),
    (["@/page.png/x", "-o", "@/out"], "@/page.png/x"),
    (["/dev/null", "-o", "@/out"], "/dev/null"),
    (["/proc/self/mem", "-o", "@/out"], "/proc/self/mem"),
    (["-", "-o", "@/out"], "'standard input' is empty"),
    (["@/loop", "-o", "@/out"], "@/loop"),
    (["@/no\nline", "-o", "@/out"], "no\\nline"),
    (["@/gone.png", "-o", "@/out"], "is a link to a file that doesn't exist"),
    (["join", "@/a.mp4", "@/b.mp4", "-o", "@/c.mp4"], "leave it out if it has no frames"),
  ])
  func pathsThatCannotBeRead(_ arguments: [String], _ words: String) throws {
    try refuse(arguments, status: 1, saying: words) { folder in
      try #require(symlink("loop", "\(folder)/loop") == 0)
      try #require(symlink("none.png", "\(folder)/gone.png") == 0)
      try Files.createFolders("\(folder)/empty")
    }
  }

  /// Links of a folder without pages that lead back to it are not followed again and again.
  @Test func foldersThatContainThemselves() throws {
    let scratch = try TemporaryFolder()
    let folder = scratch.path
    for name in ["a", "b", "c"] { try #require(symlink(".", "\(folder)/\(name)") == 0) }
    let run = try Pagecurl(
      [folder, "-o", "\(folder)/out"],
      prefix: ["sh", "-c", "ulimit -t 20; exec \"$0\" \"$@\""])
    #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
    #expect(run.errors.contains("contains no picture"), "\(run.errors)")
  }

  @Test(
    .long,
    arguments: [
      (["-o", "@/page.png/out"], "@/page.png/out"),
      (["-o", "@/notes"], "@/notes"),
      (["-o", "/proc/gleskit"], "/proc/gleskit"),
      (["-o", "@/taken"], "@/taken/frame-0000.png"),
      (["-o", "@/out", "--contact-sheet", "@/none/sheet.png"], "@/none/sheet.png"),
      (["-o", "@/out", "--contact-sheet", "@/full.png"], "@/full.png"),
      (["-t", "0.5", "-o", "@/none/a.png"], "@/none/a.png"),
      (["-t", "0.5", "-o", "@/folder.png"], "@/folder.png"),
      (["-t", "0.5", "-o", "@/full.png"], "@/full.png"),
    ])
  func pathsThatCannotBeWritten(_ options: [String], _ words: String) throws {
    let size = ["--size", "30x40", "--frames", "3"]
    try refuse(
      ["@/page.png"] + options + (options[0] == "-t" ? Array(size.prefix(2)) : size), status: 1,
      saying: words
    ) { folder in
      try Files.createFolders("\(folder)/taken/frame-0000.png")
      try Files.createFolders("\(folder)/folder.png")
      try AtomicFile.write([1], to: "\(folder)/notes")
      try #require(symlink("/dev/full", "\(folder)/full.png") == 0)
    }
  }

  @Test(
    .long,
    arguments: [
      "--time nan", "--time inf", "--time 1.5", "--time -0.1", "--time x", "--time=",
      "--angle nan", "--angle -inf", "--angle 1e999", "--angle lefd", "--angle=",
      "--radius nan", "--radius -1", "--radius inf", "--radius 1e9",
      "--frames 0", "--frames -3", "--frames 2.5", "--frames 99999999999999999999", "--frames x",
      "--size 0x0", "--size 30", "--size 30x", "--size 99999x2", "--size nanxnan", "--size -3x4",
      "--margin -1", "--margin 1e3", "--margin 99999",
      "--background red!", "--background #12", "--background=",
      "--output", "--contact-sheet", "--angel 3", "--quiet=yes", "-z",
      "--fps 0", "--fps 999", "--fps 1/0", "--fps x", "--duration 0", "--hold -1", "--pages 0",
      "--pages 5-3", "--pages x", "--layout book",
      "--direction up", "--set easing=bouncy", "--threads 0", "--shard 0/2", "--shard 3/2",
      "--compress 9", "--format tiff", "--loop -1", "--loop 70000",
    ])
  func wordsThatAreNoOptions(_ line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let named = words[0].prefix { $0 != "=" }
    try refuse(["@/page.png", "-o", "@/out"] + words, status: 2, saying: String(named))
  }

  @Test(arguments: [
    ([], "no pages: name a PDF"),
    (["@/page.png"], "--output"),
    (["-o", "@/out"], "no pages: name a PDF"),
    (["", "-o", "@/out"], "PAGE"),
    (["-", "-", "-o", "@/out"], "standard input"),
    (["@/page.png", "-o", "@/out.png"], "@/out.png"),
    (["@/page.png", "-t", "0.5", "-o", "@/out"], "--output"),
    (["@/page.png", "-t", "0.5", "-o", "@/out.gif"], "--output"),
    (["@/page.png", "-t", "0.5", "-o", "@/out.png", "--loop", "2"], "--loop"),
    (["@/page.png", "-o", "@/out.mp4", "--loop", "2"], "--loop"),
    (["@/page.png", "-o", "@/out", "--format", "png"], "--format png"),
    (["@/page.png", "-o", "-"], "--format"),
    (
      ["@/page.png", "-t", "0.5", "-o", "@/a.png", "--contact-sheet", "@/b.png"], "--contact-sheet"
    ),
    (["@/page.png", "-o", "@/a.y4m", "--resume"], "--resume"),
    (["@/page.png", "-o", "@/a.rgba", "--shard", "1/2"], "--shard"),
    (["@/page.png", "-o", "-", "--format", "mp4", "--shard", "1/2"], "--shard"),
    (["join", "-o", "@/out"], "PART"),
    (["join", "@/page.png"], "--output"),
    (
      ["@/page.png", "-o", "@/a", "--shard", "1/2", "--contact-sheet", "@/b.png"], "--contact-sheet"
    ),
    (["@/page.png", "-o", "@/a.mp4", "-l", "spread", "-a", "90"], "angle of 90"),
    (["@/page.png", "-o", "@/a.html", "--time", "0.5"], "--time"),
    (["@/page.png", "-o", "@/a.html", "--margin", "9"], "--margin"),
    (["@/page.png", "-o", "@/a.html", "--hold", "1"], "--hold"),
    (["@/page.png", "-o", "@/a.html", "--shard", "1/2"], "--shard"),
    (["@/page.png", "-o", "@/a.html", "--contact-sheet", "@/b.png"], "--contact-sheet"),
    (["@/page.png", "-o", "@/a.html", "--stats"], "--stats"),
    (["@/page.png", "-o", "@/a.mp4", "--title", "Book"], "--title"),
    (["@/page.png", "-o", "@/a.html", "--corner", "top-right"], "--corner"),
    (["@/page.png", "-o", "@/a.html", "--profile", "cone"], "--profile"),
    (["@/page.png", "-o", "@/a.html", "--profile", "paper", "-l", "pages"], "--profile paper"),
    (["@/page.png", "-o", "@/a.html", "--set", "perspective=3"], "--set perspective"),
    (["doctor", "--angle", "3"], "--angle"),
    (["doctor", "@/page.png"], "@/page.png"),
  ])
  func linesThatMakeNoSense(_ arguments: [String], _ words: String) throws {
    try refuse(arguments, status: 2, saying: words)
  }

  /// What a person gets wrong at first, and the remedy.
  @Test(arguments: [
    (["@/page.png", "@/film.mp4"], "--output is required; did you mean '-o @/film.mp4'?"),
    (["@/none.pdf"], "cannot read '@/none.pdf'"),
    (["@/page.png", "-crf", "18", "-o", "@/a.mp4"], "unknown option -crf; use --quality"),
    (["transition", "-i", "@/page.png"], "name the inputs without an option"),
    (["@/page.png", "-o", "@/a.mp4", "--format", "gif"], "--format gif contradicts the extension"),
    (["@/page.png", "-t", "0", "-o", "@/a.jpg", "--format", "png"], "--format png contradicts"),
    (["@/page.png", "-o", "@/a.mp4", "-o", "@/b.mp4"], "--output is given twice"),
    (["@/page.png", "-o", "-"], "needs --format, such as --format webm"),
    (["@/page.png", "-o", "@/a.mp4", "-p", "0"], "has page 0, but pages start at 1"),
    (["@", "-o", "@"], "the folder '@' holds the pages; choose another folder for the frames"),
    (["@/page.png", "-o", "@/out", "--name", "x.png"], "--name 'x.png': use exactly one number"),
    (
      ["@/page.png", "-o", "@/out", "--contact-sheet", "@/cs.txt"], "use .png, .jpg, .jpeg or .webp"
    ),
    (
      ["@/page.png", "-o", "@/a.mp4", "--manifest", "@/a.mp4"],
      "the manifest '@/a.mp4' would overwrite the output"
    ),
    (["@/page.png", "--sound-only", "@/x.mp3"], "use a name that ends in .wav"),
    (["--script", "@/none.json"], "No such file or directory (check the name)\n"),
    (["verify", "@/page.json"], "page.json' is not a manifest; use a file that "),
  ])
  func callsThatNeedARemedy(_ arguments: [String], _ words: String) throws {
    try refuse(arguments, status: 2, saying: words) {
      try AtomicFile.write(Array("{}".utf8), to: "\($0)/page.json")
    }
  }

  @Test(arguments: [
    (["https://example.org/book.pdf", "-o", "@/a.mp4"], "download it first; URLs are not read"),
    (["@/p-0*.png", "-o", "@/a.mp4"], "the shell expands wildcards only outside quotes"),
    (["@/page.png", "-o", "/proc/out.mp4"], "'/proc/out.mp4': No such file"),
    (["@/page.png", "-s", "16384x16384", "-o", "@/a.mp4"], "for mp4; use at most 16254 a side"),
    (["@/page.png", "-s", "16384x200", "-o", "@/a.webp"], "for webp; use at most 16383 a side"),
    (["transition", "@", "@/page.png", "-o", "@/a.mp4"], "'@' is a folder; use a video"),
    (["transition", "@/a.pdf", "@/page.png", "-o", "@/a.mp4"], "draw its page first: pagecurl '"),
    (["transition", "@/cut.mp4", "@/page.png", "-o", "@/a.mp4"], "or an incomplete one; copy"),
  ])
  func inputsThatNeedARemedy(_ arguments: [String], _ words: String) throws {
    try refuse(arguments, status: 1, saying: words) {
      try AtomicFile.write(Array("%PDF-1.4\n".utf8), to: "\($0)/a.pdf")
      let cut =
        "\0\0\0\u{10}ftypisom\0\0\u{2}\0\0\0\0\u{40}mdat".utf8 + Array(repeating: 0, count: 56)
      try AtomicFile.write(Array(cut), to: "\($0)/cut.mp4")
    }
  }

  @Test(arguments: [
    "frame.png", "%d-%d.png", "%s.png", "%5d.png", "a/%d.png", "%d", "%d.gif", "%", "%d.png/",
  ])
  func namesThatNameNoFrames(_ pattern: String) throws {
    try refuse(["@/page.png", "-o", "@/out", "--name", pattern], status: 2, saying: pattern)
  }

  @Test(arguments: ["nonsense", "device:x", "device:99", "gbm:/none"])
  func driversThatAreNotThere(_ route: String) throws {
    let scratch = try TemporaryFolder()
    let run = try Pagecurl(
      [Pagecurl.page("title.png"), "-o", "\(scratch.path)/out"],
      prefix: ["env", "GLESKIT_DISPLAY=\(route)"])
    #expect(run.status == 1)
    // The one case with more than a line: below it stands what was tried.
    #expect(run.errors.hasPrefix("pagecurl: ") && run.errors.contains(route), "\(run.errors)")
    #expect(try Files.list(scratch.path) == [])
  }

  /// A terabyte of frames would be asked for: refused by the driver's limit, not by the kernel.
  @Test func framesBeyondTheDriver() throws {
    try refuse(
      ["@/page.png", "--size", "16384x16384", "--margin", "8192", "-o", "@/out"], status: 1,
      saying: "16384")
  }
}
