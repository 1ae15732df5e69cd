import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

@Suite struct BookJobTests {
  /// One thread per processor, but no more than the documentation says.
  @Test func threadsAreLimited() {
    #expect(
      [-1, 1, 2, 8, 9, 64].map { BookJob.defaultThreads(processors: $0, memory: 4 << 30) }
        == [1, 1, 2, 8, 9, 16])
    #expect(BookJob.defaultThreads(each: 1 << 30, processors: 8, memory: 4 << 30) == 4)
    #expect(BookJob.defaultThreads(each: 8 << 30, processors: 8, memory: 4 << 30) == 1)
  }

  /// The environment belongs to the program.
  @Test func theEnvironmentStaysAsItIs() throws {
    func variables() -> [String?] {
      [getenv("LP_NUM_THREADS"), getenv("GALLIVM_PERF")].map { $0.map { String(cString: $0) } }
    }
    let before = variables()
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 2
    job.threads = 2
    try job.plan().run { _ in }
    #expect(variables() == before)
  }

  @Test(arguments: [180.0, 0, 90, -20, 135])
  func firstFrameIsTheFrontAndLastTheNextPage(degrees: Double) throws {
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 5
    job.style.motion = .angle(degrees * .pi / 180)
    job.contactSheet = "\(shelf.path)/sheet.png"
    var done: [Int] = []
    try job.plan().run { done.append($0) }
    #expect(done == [0, 1, 2, 3, 4, 5])
    #expect(try Files.list(shelf.out) == ["00.png", "01.png", "02.png", "03.png", "04.png"])
    #expect(try shelf.frame(0) == shelf.pages[0])
    #expect(try shelf.frame(4) == shelf.pages[2])
    let middle = try shelf.frame(2)
    #expect(middle != shelf.pages[0] && middle != shelf.pages[2])
    #expect(try ImageFile.read("\(shelf.path)/sheet.png").width > 5 * shelf.pages[0].width)
  }

  /// An error about a frame that has the size of a page names the page.
  @Test(arguments: [VideoFormat.webp, .y4m])
  func tooLargePagesAreNamed(format: VideoFormat) throws {
    let shelf = try Shelf([Image(width: 3, height: 40_000, filledWith: [9, 9, 9, 255])])
    var job = BookJob(
      pages: shelf.paths, output: .video(path: "\(shelf.path)/film", format: format))
    let error = #expect(throws: RecordingError.self) { try job.plan().run { _ in } }
    let words = error?.description ?? ""
    #expect(words.hasPrefix("'\(shelf.paths[0])' has 3×40000 pixels: "), "\(words)")
    #expect(words.hasSuffix(" a side, or set BookJob.size") || format == .y4m, "\(words)")
    #expect(words.hasSuffix(" a side; use a smaller frame") || format == .webp, "\(words)")
    job.size = PixelSize(64, 64)
    #expect(try job.plan().frameSize == PixelSize(64, 64))
  }

  /// Every thread draws a frame with the same bytes.
  @Test func framesDoNotDependOnTheThreads() throws {
    let shelf = try Shelf(pages: 5)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 7
    job.timing.holdFrames = 2
    job.threads = 1
    try job.plan().run { _ in }
    let expected = try Files.list(shelf.out).map { try Files.read("\(shelf.out)/\($0)") }
    #expect(expected.count == 2 * 7 + 3 * 2)
    for threads in [2, 3, 5] {
      job.threads = threads
      job.output = .frames(folder: "\(shelf.path)/\(threads)", name: "%02d.png")
      try job.plan().run { _ in }
      let names = try Files.list("\(shelf.path)/\(threads)")
      let frames = try names.map { try Files.read("\(shelf.path)/\(threads)/\($0)") }
      #expect(frames == expected, "\(threads) threads")
    }
  }

  @Test func theFrontKeepsItsAlphaAndTheBackgroundShowsThrough() throws {
    let page = Image(width: 8, height: 6, filledWith: [40, 30, 20, 128])
    let shelf = try Shelf([page])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    #expect(try shelf.still(job, at: 0) == page)
    job.style.background = [200, 100, 0, 255]
    #expect(try shelf.still(job, at: 0)[3, 3] == [140, 80, 20, 255])
    #expect(
      try shelf.still(job, at: 1) == Image(width: 8, height: 6, filledWith: [200, 100, 0, 255]))
  }

  @Test func thePageIsFittedIntoTheFrame() throws {
    let shelf = try Shelf([Image(width: 10, height: 20, filledWith: [255, 255, 255, 255])])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.size = PixelSize(100, 60)
    job.margin = 10
    let frame = try shelf.still(job, at: 0)
    // 80×40 of room for a page twice as high as wide: 20×40 in the middle.
    for (x, y, isPage) in [(39, 30, false), (40, 10, true), (59, 49, true), (60, 30, false)] {
      #expect(frame[x, y] == (isPage ? [255, 255, 255, 255] : .zero), "\(x), \(y)")
    }
    #expect(frame[50, 9] == .zero && frame[50, 50] == .zero)

    job.margin = 30
    #expect(throws: RecordingError.self) { try job.plan() }
  }

  @Test func pagesOfAnotherShapeAreLaidOnWhitePaper() throws {
    let shelf = try Shelf([
      Image(width: 20, height: 20, filledWith: [9, 9, 9, 255]),
      Image(width: 20, height: 20, filledWith: [9, 9, 9, 255]),
      Image(width: 20, height: 10, filledWith: [0, 0, 255, 255]),
    ])
    let frame = try shelf.still(BookJob(pages: shelf.paths, output: shelf.frames), at: 1)
    #expect(frame[10, 2] == [255, 255, 255, 255] && frame[10, 17] == [255, 255, 255, 255])
    #expect(frame[10, 10] == [0, 0, 255, 255])
  }

  /// An upright photo on a wide page has paper on all four sides. One of nearly the page's shape
  /// has none (`MixedShapesTests`).
  @Test(arguments: [
    (PixelSize(200, 300), PixelSize(62, 93), 6), (PixelSize(300, 200), PixelSize(150, 100), 0),
    (PixelSize(400, 300), PixelSize(150, 100), 0), (PixelSize(900, 300), PixelSize(138, 46), 6),
  ])
  func photosHaveMargins(own: PixelSize, shown: PixelSize, margin: Int) throws {
    let shelf = try Shelf([
      Image(width: own.width, height: own.height, filledWith: [0, 0, 255, 255])
    ])
    let size = PixelSize(150, 100 + (shown.height == 93 ? 5 : 0))
    let page = try PageSource.picture(path: shelf.paths[0]).picture(for: size)
    let columns = (0..<150).filter { page[$0, size.height / 2] == [0, 0, 255, 255] }
    let rows = (0..<size.height).filter { page[75, $0] == [0, 0, 255, 255] }
    #expect(PixelSize(columns.count, rows.count) == shown)
    #expect(min(columns[0], rows[0]) == margin)
    #expect(abs(columns[0] - (149 - columns[columns.count - 1])) <= 1)
    #expect(abs(rows[0] - (size.height - 1 - rows[rows.count - 1])) <= 1)
  }

  /// A page that is larger than it is shown is scaled in one step from its own pixels, also where
  /// its shape is not quite the frame's.
  @Test(arguments: [PixelSize(30, 41), PixelSize(31, 42), PixelSize(20, 41)])
  func aLargePageIsScaledOnce(_ size: PixelSize) throws {
    let shelf = try Shelf(pages: 1, width: 91, height: 124)
    let shown = try PageSource.picture(path: shelf.paths[0]).picture(for: size)
    var expected = shelf.pages[0].resized(to: size)
    if size.width == 20 {
      // Fitted, in the middle of white paper, with a margin of 6 %.
      let fitted = PixelSize(91, 124).fitted(within: PixelSize(18, 39))
      var paper = Image(width: 20, height: 41, filledWith: [255, 255, 255, 255])
      paper.draw(
        shelf.pages[0].resized(to: fitted), left: (20 - fitted.width) / 2,
        top: (41 - fitted.height) / 2)
      expected = paper
    }
    let isExact = shown == expected
    #expect(isExact)
  }

  /// The sheet has left the page at its right half by then, so what shows there is the back,
  /// mirrored twice: unmirrored.
  @Test func theBackReadsUnmirrored() throws {
    var back = Image(width: 100, height: 50, filledWith: [255, 255, 255, 255])
    // A red mark at the left end of the back's top line.
    for y in 0..<10 { for x in 0..<20 { back[x, y] = [255, 0, 0, 255] } }
    let shelf = try Shelf([Image(width: 100, height: 50, filledWith: [0, 0, 0, 255]), back])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.style.radius = 0
    job.style.look.light = nil
    job.style.look.shadow = nil
    // Folded at x = 50: the right half lies face down on the left one.
    let frame = try shelf.still(job, at: 0.5)
    #expect(frame[5, 4] == [255, 0, 0, 255], "the back's left edge, where a reader begins")
    #expect(frame[5, 30] == [255, 255, 255, 255])
    #expect(frame[80, 4] == .zero, "the page below")
  }

  @Test(arguments: ReadingDirection.allCases)
  func aSpreadRestsOnItsPages(direction: ReadingDirection) throws {
    let shelf = try Shelf(pages: 4)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.style.profile = .elastica
    job.direction = direction
    job.timing.turnFrames = 3
    try job.plan().run { _ in }
    let empty = Image(width: shelf.pages[0].width, height: shelf.pages[0].height)
    // The cover alone; the first opening, as the first turn leaves it and the second finds it; the
    // last page alone.
    let openings = [
      (0, empty, shelf.pages[0]), (2, shelf.pages[1], shelf.pages[2]),
      (3, shelf.pages[1], shelf.pages[2]), (5, shelf.pages[3], empty),
    ]
    for (number, before, after) in openings {
      let (left, right) = direction == .leftToRight ? (before, after) : (after, before)
      var expected = Image(width: 2 * left.width, height: left.height)
      expected.draw(left, left: 0, top: 0)
      expected.draw(right, left: left.width, top: 0)
      #expect(try shelf.frame(number) == expected, "frame \(number)")
    }
    let middle = try shelf.frame(4)
    #expect(try middle != shelf.frame(3) && middle != shelf.frame(5))
  }

  /// The fast PNG encoder, against the decoder and against zlib's own encoder: with and without
  /// alpha, of odd sizes, and noise, which no encoder makes smaller.
  @Test(.long) func fastPicturesAreThePictures() throws {
    var random = SeededGenerator(seed: 11)
    for (width, height) in [(1, 1), (3, 5), (1, 40), (200, 1), (64, 9), (641, 359)] {
      for kind in 0..<4 {
        var image = Image(width: width, height: height)
        for y in 0..<height {
          for x in 0..<width {
            let noise = UInt32.random(in: 0 ... .max, using: &random)
            image[x, y] =
              switch kind {
              case 0: [UInt8(x & 255), UInt8(y & 255), 7, 255]
              case 1: [UInt8(noise & 255), UInt8(noise >> 8 & 255), UInt8(noise >> 16 & 255), 255]
              case 2: SIMD4(200, 100, 50, UInt8(noise & 255)).premultiplied
              default: x < 2 ? .zero : [1, 2, 3, 255]
              }
          }
        }
        for compression in Compression.allCases {
          var bytes: [UInt8] = []
          try PictureSink.encoder(.png, compression)(image, &bytes)
          #expect(
            try ImageFile.decode(bytes, name: "frame") == image, "\(width)×\(height), \(kind)")
          if compression != .small && kind == 0 && width > 600 {
            let plain = try ImageFile.encode(image, as: .png(PNGOptions()))
            #expect(Double(bytes.count) < 1.22 * Double(plain.count))
          }
        }
      }
    }
  }

  @Test func failuresLeaveNothingBehind() throws {
    let shelf = try Shelf(pages: 3)
    let before = try Files.list(shelf.path)

    // The contact sheet cannot be written, which is found before all frames are.
    var job = BookJob(
      pages: shelf.paths, output: .frames(folder: "\(shelf.path)/a/b", name: "%d.png"))
    job.timing.turnFrames = 3
    job.contactSheet = "\(shelf.path)/none/sheet.png"
    #expect(throws: RecordingError.self) { try job.plan() }
    #expect(try Files.list(shelf.path) == before)
    job.contactSheet = "\(shelf.path)/a/b/sheet.png"
    _ = try job.plan()
    job.contactSheet = nil
    job.otherOutputs = [("manifest", "\(shelf.path)/none/m.json")]
    #expect(throws: RecordingError.self) { try job.plan() }
    job.otherOutputs = []

    // What was there before stays.
    try Files.createFolders(shelf.out)
    symlink("/dev/full", "\(shelf.path)/full.png")
    try AtomicFile.write([1], to: "\(shelf.out)/notes.txt")
    job.output = shelf.frames
    job.contactSheet = "\(shelf.path)/full.png"
    #expect(throws: RecordingError.self) { try job.plan().run { _ in } }
    #expect(try Files.list(shelf.out) == ["notes.txt"])

    // A page far from the first cannot be read, when frames have been written already.
    try AtomicFile.write([1, 2, 3], to: "\(shelf.path)/bad.png")
    job.pages = shelf.paths + shelf.paths + ["\(shelf.path)/bad.png"]
    job.contactSheet = nil
    #expect {
      try job.plan().run { _ in }
    } throws: { "\($0)".contains("\(shelf.path)/bad.png") }
    #expect(try Files.list(shelf.out) == ["notes.txt"])
  }

  /// A job that starts over replaces the record of another one, so that it can be resumed.
  @Test func anInterruptedJobReplacesAnother() throws {
    struct Stop: Error {}
    let shelf = try Shelf(pages: 3)
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.timing.turnFrames = 9
    #expect(throws: Stop.self) { try job.plan().run { if $0 == 5 { throw Stop() } } }
    job.style.radius = 3
    #expect(throws: Stop.self) { try job.plan().run { if $0 == 3 { throw Stop() } } }
    job.resumes = true
    var first: Int?
    try job.plan().run { if first == nil { first = $0 } }
    #expect(first == 3)
    let resumed = try Self.files(in: shelf.out)
    job.output = .frames(folder: "\(shelf.path)/whole", name: "%02d.png")
    try job.plan().run { _ in }
    #expect(try resumed == Self.files(in: "\(shelf.path)/whole"))
  }

  @Test(.long) func anInterruptedJobGoesOn() throws {
    struct Stop: Error {}
    let shelf = try Shelf(pages: 3)
    var job = BookJob(
      pages: shelf.paths, output: .frames(folder: "\(shelf.path)/all", name: "%02d.png"))
    job.timing.turnFrames = 9
    job.timing.holdFrames = 2
    try job.plan().run { _ in }
    let whole = try Self.files(in: "\(shelf.path)/all")
    #expect(whole.count == 13)

    job.output = shelf.frames
    #expect(throws: Stop.self) { try job.plan().run { if $0 == 5 { throw Stop() } } }
    #expect(
      try Files.list(shelf.out) == [
        ".%02d.png.job", "00.png", "01.png", "02.png", "03.png", "04.png",
      ])
    let record = try Files.read("\(shelf.out)/.%02d.png.job")

    // Another job is refused, and nothing is touched.
    job.resumes = true
    job.style.radius = 3
    #expect { try job.plan().run { _ in } } throws: { "\($0)".contains("another job") }
    #expect(try Files.list(shelf.out).count == 6)
    job.style.radius = nil

    // Frames that are gone or were cut off come back; those that are there are not drawn again; a
    // line that was not written to its end does not count, nor does a file that was being written.
    unlink("\(shelf.out)/01.png")
    // Nor does a file that a power failure filled with zeros.
    var (before, after) = (stat(), stat())
    #expect(stat("\(shelf.out)/03.png", &before) == 0)
    let zeros = [UInt8](repeating: 0, count: try #require(whole["04.png"]).count)
    try AtomicFile.write(zeros, to: "\(shelf.out)/04.png")
    try AtomicFile.write([1], to: "\(shelf.out)/.05.png.1x2y.part")
    try AtomicFile.write([1], to: "\(shelf.out)/.mine.part")
    try AtomicFile.write(record + Array("12 1".utf8), to: "\(shelf.out)/.%02d.png.job")
    var done: [Int] = []
    try job.plan().run { done.append($0) }
    // The first picture is seen for three frames, of which one was gone.
    #expect(done.first == 1 && done.last == 13)
    #expect(stat("\(shelf.out)/03.png", &after) == 0 && before.st_ino == after.st_ino)
    #expect(unlink("\(shelf.out)/.mine.part") == 0, "a file of somebody else stays")
    #expect(try Self.files(in: shelf.out) == whole)

    // A record that was cut off, as one whose disk was full, begins anew.
    for start in ["", "pagecurl", "pagecurl 12"] {
      try AtomicFile.write(Array(start.utf8), to: "\(shelf.out)/.%02d.png.job")
      try job.plan().run { _ in }
    }
    try AtomicFile.write(Array("notes\n".utf8), to: "\(shelf.out)/.%02d.png.job")
    #expect { try job.plan().run { _ in } } throws: { "\($0)".contains("another job") }
    unlink("\(shelf.out)/.%02d.png.job")

    // Without a record all is drawn again.
    try AtomicFile.write([1], to: "\(shelf.out)/05.png")
    try job.plan().run { _ in }
    #expect(try Self.files(in: shelf.out) == whole)
  }

  @Test(.long) func partsAreTheWhole() throws {
    let shelf = try Shelf(pages: 5)
    var job = BookJob(
      pages: shelf.paths, output: .frames(folder: "\(shelf.path)/all", name: "%02d.png"))
    job.timing.turnFrames = 6
    job.timing.holdFrames = 3
    try job.plan().run { _ in }
    let whole = try Self.files(in: "\(shelf.path)/all")
    for count in [2, 4, 30] {
      job.output = .frames(folder: "\(shelf.path)/\(count)", name: "%02d.png")
      var frames = 0
      for number in (1...count).reversed() {
        job.shard = Shard("\(number)/\(count)")
        let plan = try job.plan()
        frames += plan.frameCount
        try plan.run { _ in }
      }
      #expect(frames == whole.count)
      #expect(try Self.files(in: "\(shelf.path)/\(count)") == whole)
    }
    for text in ["", "1", "0/2", "3/2", "1/0", "-1/2", "a/b", "1/2/3", "1/", "/2"] {
      #expect(Shard(text) == nil)
    }
  }

  private static func files(in folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try Files.list(folder) { files[name] = try Files.read("\(folder)/\(name)") }
    return files
  }
}
