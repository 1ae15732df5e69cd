import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Pages that are videos. The gray of each frame of the clips tells its number.
@Suite final class VideoPageTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private var out: String { "\(scratch.path)/out" }

  /// A video whose frame `n` of ten a second has the gray 20 + 16 n.
  private func clip(
    _ name: String = "clip.mkv", size: String = "60x80", rate: Int = 10, seconds: Double = 1,
    _ options: String = "-pix_fmt gbrp -c:v ffv1"
  ) throws -> String {
    let path = "\(scratch.path)/\(name)"
    let gray = "20+\(160 / rate)*N"
    let source =
      "color=black:s=\(size):r=\(rate):d=\(seconds),format=gbrp,"
      + "geq=r='\(gray)':g='\(gray)':b='\(gray)'"
    let run = try Subprocess(
      ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", source]
        + options.split(separator: " ").map(String.init) + [path], capturesErrors: true)
    try #require(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
    return path
  }

  private func image(_ name: String, _ color: SIMD4<UInt8>) throws -> String {
    let path = "\(scratch.path)/\(name)"
    try ImageFile.write(Image(width: 60, height: 80, filledWith: color), to: path)
    return path
  }

  /// A red page, a clip, and a blue page, which turn in 5 frames and rest for 2.
  private func job(_ clip: String) throws -> BookJob {
    var job = BookJob(
      pages: [
        try image("1.png", [255, 0, 0, 255]), clip, try image("3.png", [0, 0, 255, 255]),
      ], output: .frames(folder: out, name: "%02d.png"))
    job.layout = .pages
    job.timing.rate = FrameRate(10)
    (job.timing.turnFrames, job.timing.holdFrames) = (5, 2)
    return job
  }

  private func run(_ job: BookJob) throws -> [[UInt8]] {
    try job.plan().run { _ in }
    return try Files.list(out).sorted().map { try Files.read("\(out)/\($0)") }
  }

  /// The number of the clip's frame that is seen at a place; `nil` if another page is.
  private func number(_ image: Image, _ x: Int, _ y: Int) -> Int? {
    let color = image[x, y]
    guard color.x == color.y, color.y == color.z, color.x >= 20 else { return nil }
    return (Int(color.x) - 20) / 16
  }

  /// Where one worker draws, paper is prepared ahead, but not past a new frame of a video.
  @Test func preparedFramesAreTheSame() throws {
    var job = try job(try clip())
    job.pages.append(contentsOf: [job.pages[0], job.pages[2]])
    job.layout = .spread
    job.style.profile = .paper
    let plan = try job.plan().frames
    let expected = try FramePipelineTests.frames(
      plan, workers: 1, drawsWithOne: false, takesReferences: false)
    let found = try FramePipelineTests.frames(
      plan, workers: 3, drawsWithOne: true, takesReferences: false)
    #expect(found == expected)
    #expect(Set(expected).count > 10)
  }

  /// It starts when the red page lifts, the book waits for its end, and it stays at its last frame.
  @Test func aVideoPlaysOnceItsPageIsSeen() throws {
    let frames = try run(try job(try clip())).map { try ImageFile.decode($0, name: "frame") }
    // 2 of rest, 5 of the first turn, of which 4 show the clip; it rests until all 10 have been
    // seen, which is also the first frame of the second turn; 4 more, and 2 of rest.
    let numbers = frames.map { number($0, 58, 40) }
    let clip = (0...9).map(Optional.some)
    #expect(numbers[..<3].allSatisfy { $0 == nil })
    #expect(Array(numbers[4...12]) == Array(clip[1...]), "\(numbers)")
    #expect(frames.count == 3 + 10 + 5 + 2, "\(numbers)")
    // While it turns away, its left side still lies flat.
    #expect(number(frames[13], 3, 40) == 9 && number(frames[14], 3, 40) == 9, "\(numbers)")
    #expect(frames.last?[30, 40] == [0, 0, 255, 255])
  }

  @Test(.long) func framesDoNotDependOnThreadsPartsOrRests() throws {
    var job = try job(try clip())
    job.threads = 1
    let expected = try run(job)
    for threads in [2, 5] {
      job.threads = threads
      #expect(try run(job) == expected, "\(threads) threads")
    }
    for number in 1...3 {
      job.shard = Shard("\(number)/3")
      job.output = .frames(folder: "\(scratch.path)/parts", name: "%02d.png")
      try job.plan().run { _ in }
    }
    let parts = try Files.list("\(scratch.path)/parts").filter { $0.hasSuffix(".png") }.sorted()
    #expect(try parts.map { try Files.read("\(scratch.path)/parts/\($0)") } == expected)
  }

  /// An interrupted job goes on in the middle of the clip.
  @Test func aJobResumesInTheMiddleOfAVideo() throws {
    struct Stop: Error {}
    var job = try job(try clip())
    let expected = try run(job)
    job.output = .frames(folder: "\(scratch.path)/again", name: "%02d.png")
    #expect(throws: Stop.self) {
      try job.plan().run { done in if done == 8 { throw Stop() } }
    }
    job.resumes = true
    var first: Int?
    try job.plan().run { done in first = first ?? done }
    #expect(first ?? 0 >= 7)
    let frames = try Files.list("\(scratch.path)/again").filter { $0.hasSuffix(".png") }.sorted()
    #expect(try frames.map { try Files.read("\(scratch.path)/again/\($0)") } == expected)
  }

  /// Frames in any order and size, also of a file that ends before it says so.
  @Test(arguments: [false, true]) func eachFrameIsTheSameInAnyOrder(isCut: Bool) throws {
    let path = try clip(rate: 25)
    if isCut {
      let bytes = try Files.read(path)
      try AtomicFile.write(Array(bytes[..<(bytes.count * 2 / 3)]), to: path)
    }
    let page = try ClipPage(path)
    #expect(abs(page.seconds - 1) < 0.01)
    let size = PixelSize(60, 80)
    func frames() -> ClipFrames {
      ClipFrames(page, size: size, least: PixelSize(30, 40), .fit, rate: FrameRate(10))
    }
    let inOrder = frames()
    let expected = try (0..<12).map { try inOrder.frame($0, for: size).image }
    #expect(Set(expected[..<4].map { $0[0, 0].x }).count == 4)
    #expect(expected[10] == expected[9] && expected[11] == expected[9])
    #expect((expected[9] == expected[7]) == isCut)
    let mixed = frames()
    for number in [7, 0, 11, 3, 2, 4, 9, 1] {
      #expect(try mixed.frame(number, for: size).image == expected[number], "\(number)")
      // The first frame, small, is kept.
      let small = try mixed.frame(0, for: PixelSize(30, 40)).image
      #expect(small == expected[0].resized(to: PixelSize(30, 40)), "\(number)")
    }
  }

  /// Until a video's first frame, which may come after the start of its sound, that frame shows.
  @Test func aVideoMayBeginAfterItsSound() throws {
    let late = "\(scratch.path)/late.mkv"
    let command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1.3", "-itsoffset", "0.3"]
    let maps = ["-i", try clip(), "-map", "0:a", "-map", "1:v", "-c:v", "copy", late]
    try #require(try Subprocess(command + maps).status == 0)
    let size = PixelSize(60, 80)
    let frames = ClipFrames(
      try ClipPage(late), size: size, least: size, .fit, rate: FrameRate(10))
    let grays = try (0..<7).map { try Int(frames.frame($0, for: size).image[0, 0].x) }
    #expect(grays == [20, 20, 20, 20, 36, 52, 68])
  }

  @Test func aVideoOfAnotherShapeIsFitted() throws {
    let page = try ClipPage(try clip(size: "80x40"))
    let fitted = try page.firstPicture(for: PixelSize(60, 80), .fit)
    #expect(fitted[30, 10] == [255, 255, 255, 255] && fitted[30, 40] == [20, 20, 20, 255])
    let filled = try page.firstPicture(for: PixelSize(60, 80), .fill)
    #expect(filled == Image(width: 60, height: 80, filledWith: [20, 20, 20, 255]))
    let level = try clip("level.mp4", size: "80x60", "-pix_fmt yuv420p")
    let upright = "\(scratch.path)/upright.mp4"
    let turn = ["ffmpeg", "-v", "error", "-i", level, "-c", "copy", "-metadata:s:v", "rotate=90"]
    #expect(try Subprocess(turn + [upright]).status == 0)
    #expect(try ClipPage(upright).size == PixelSize(60, 80))
  }

  /// Pages in the air together would hide a video before its end.
  @Test func aVideoEndsBeforeOverlappingTurnsGoOn() throws {
    var job = try job(try clip())
    job.timing.overlap = 0.5
    job.layout = .spread
    job.pages += [try image("4.png", [0, 255, 0, 255]), try image("5.png", [9, 9, 9, 255])]
    let pictures = try job.plan().frames.allPictures
    let clips = pictures.flatMap { picture in picture.moment.clips.map(\.frame) }
    #expect(Set(clips) == Set(0...9))
    #expect(pictures.allSatisfy { $0.moment.times.count == 1 || $0.moment.clips.isEmpty })
  }

  /// They may be films of the book.
  @Test func videosOfAFolderAreNoPages() throws {
    let other = try clip("2.MKV")
    _ = try image("0.png", [0, 0, 0, 255])
    _ = try image("1.png", [255, 0, 0, 255])
    let film = try clip("film.mp4", "-pix_fmt yuv420p")
    var job = BookJob(pages: [scratch.path], output: .video(path: film, format: .mp4))
    #expect(try job.plan().pageCount == 2)
    let names = try job.plan().inputFiles().map { $0.split(separator: "/").last }
    #expect(names == ["0.png", "1.png"])
    #expect(try job.plan().skippedFiles.videos == [other])
    #expect(unlink(other) == 0)
    #expect(try job.plan().skippedFiles.videos == [])
    job.output = .video(path: "\(scratch.path)/other.mp4", format: .mp4)
    #expect(try job.plan().skippedFiles.videos == [film])
    job.pages.append(film)
    let plan = try job.plan()
    #expect(plan.pageCount == 3 && plan.skippedFiles.videos == [])
  }

  @Test func aWebPageShowsTheFirstFrame() throws {
    let source = PageSource.clip(try ClipPage(try clip()))
    let picture = try source.webPicture(
      filling: PixelSize(60, 80), within: PixelSize(60, 80), .fit, compression: .balanced)
    let image = try ImageFile.decode(picture.bytes, name: "page")
    #expect(image == Image(width: 60, height: 80, filledWith: [20, 20, 20, 255]))
  }

  @Test func whatIsNoVideoIsSaidBeforeWorkBegins() throws {
    func file(_ name: String, _ text: String) throws -> String {
      let path = "\(scratch.path)/\(name)"
      try AtomicFile.write(Array(text.utf8), to: path)
      return path
    }
    let bright = try clip("hdr.mkv", "-pix_fmt yuv420p10le -c:v ffv1 -color_trc smpte2084")
    let sound = "\(scratch.path)/sound.mp4"
    let command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.2", sound]
    #expect(try Subprocess(command).status == 0)
    let whole = try Files.read(try clip("whole.mp4", "-pix_fmt yuv420p"))
    let cut = "\(scratch.path)/cut.mp4"
    try AtomicFile.write(Array(whole[..<(whole.count / 2)]), to: cut)
    let cases = [
      (try file("text.mp4", "no video"), "is not a video"),
      (try file("empty.mp4", ""), "empty.mp4"),
      (sound, "has no video"), (bright, "high dynamic range"), (cut, "cut.mp4"),
      ("\(scratch.path)/none.mp4", "none.mp4"),
      (try file("list.mp4", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nclip.ts\n"), "list.mp4"),
    ]
    for (path, words) in cases {
      var job = try job(path)
      let error = #expect(throws: RecordingError.self) { try job.plan() }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
      #expect(error?.description.contains("\n") == false)
      job.onBadPage = .skip
      #expect(try job.plan().pageCount == 2)
    }
    // An image is a page, whatever its name.
    let misnamed = "\(scratch.path)/image.mp4"
    try AtomicFile.write(try Files.read(try image("4.png", [9, 9, 9, 255])), to: misnamed)
    #expect(try job(misnamed).plan().videoPages.isEmpty)
  }
}
