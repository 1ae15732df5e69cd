import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Videos, judged by ffprobe and by what ffmpeg decodes.
@Suite struct VideoTests {
  @Test(.long, arguments: Sweep.pairs([VideoFormat.mp4, .webm], ["30", "12.5", "29.97"]))
  func aBookIsThereFrameByFrame(format: VideoFormat, rate: String) throws {
    let page = quarters(160, 120)
    let dark = Image(width: 160, height: 120, filledWith: [60, 50, 40, 255])
    let shelf = try Shelf([page, dark, dark, dark, page])
    let path = "\(shelf.path)/book.\(format)"
    var job = BookJob(pages: shelf.paths, output: .video(path: path, format: format))
    job.timing.rate = try #require(FrameRate(rate))
    job.timing.turnFrames = 5
    job.timing.holdFrames = 3
    try job.plan().run { _ in }
    let video = try Decoded(path)
    let count = 2 * 5 + 3 * 3
    #expect(video.frames.count == count && video.facts["nb_read_frames"] == "\(count)")
    #expect(video.facts["codec_name"] == (format == .mp4 ? "h264" : "vp9"))
    #expect(video.facts["width"] == "160" && video.facts["height"] == "120")
    let fractions = ["30": "30/1", "12.5": "25/2", "29.97": "30000/1001"]
    #expect(video.facts["r_frame_rate"] == fractions[rate])
    let duration = try #require(Double(video.facts["duration"] ?? ""))
    #expect(abs(duration - Double(count) / job.timing.rate.value) < 0.05)
    #expect(video.facts["pix_fmt"] == "yuv420p" && video.facts["color_range"] == "tv")
    #expect(video.facts["color_space"] == "bt709" && video.facts["color_primaries"] == "bt709")
    #expect(video.facts["color_transfer"] == "bt709")
    // Right way up, in the right colors, at the start and at the end.
    for frame in [try #require(video.frames.first), try #require(video.frames.last)] {
      #expect(departures(frame, page, within: 6) == [])
    }
    #expect(isNear(video.frames[count / 2][80, 60], dark[80, 60], within: 6))
  }

  @Test(arguments: [VideoFormat.mov, .mkv])
  func editingFormatsKeepColors(format: VideoFormat) throws {
    let page = quarters(64, 48)
    let shelf = try Shelf([page])
    let path = "\(shelf.path)/a.\(format)"
    var job = BookJob(pages: shelf.paths, output: .video(path: path, format: format))
    job.timing.turnFrames = 2
    try job.plan().run { _ in }
    let video = try Decoded(path)
    #expect(video.facts["color_transfer"] == (format == .mkv ? "iec61966-2-1" : "bt709"))
    #expect(departures(try #require(video.frames.first), page, within: 6) == [])
  }

  /// It was larger: x264's slower presets keep the quality that a number stands for, or improve it.
  @Test(.long) func smallVideosAreSmaller() throws {
    let shelf = try Shelf(pages: 4, width: 240, height: 320)
    let sizes = try [Compression.balanced, .small].map { compression in
      let path = "\(shelf.path)/\(compression).mp4"
      var job = BookJob(pages: shelf.paths, output: .video(path: path, format: .mp4))
      job.layout = .spread
      job.hasStacks = false
      job.compression = compression
      try job.plan().run { _ in }
      return try Files.read(path).count
    }
    #expect(Double(sizes[1]) < 0.97 * Double(sizes[0]), "\(sizes)")
  }

  /// A segment has one key frame, unless it is so long that players would take long to seek.
  @Test(arguments: [VideoFormat.mp4, .webm]) func keyFramesAreNotTooFarApart(format: VideoFormat) {
    for (rate, count, distance) in [
      (30, 100, 250), (30, 1200, 1200), (30, 18_000, 1290), (60, 18_000, 2580), (5, 18_000, 1290),
    ] {
      var settings = VideoSettings(size: PixelSize(64, 48), rate: FrameRate(rate))
      settings.frameCount = count
      let command = VideoEncoding(format: format, settings: settings).command(canSeek: true)
      let option = command.firstIndex(of: "-g").map { command[$0 + 1] }
      #expect(option == "\(distance)", "\(rate), \(count)")
    }
  }

  /// A WebM file had 16 random bytes. The second job has segments, which are joined.
  @Test(.long, arguments: Sweep.pairs([VideoFormat.mp4, .webm, .mkv, .mov], [100, 4]))
  func theSameJobWritesTheSameBytes(format: VideoFormat, segment: Int) throws {
    let shelf = try Shelf([quarters(64, 48)])
    let files = try (0..<2).map { number in
      let path = "\(shelf.path)/\(number).\(format)"
      var job = BookJob(pages: shelf.paths, output: .video(path: path, format: format))
      job.timing.turnFrames = 9
      job.segmentFrames = segment
      try job.plan().run { _ in }
      return try Files.read(path)
    }
    #expect(files[0] == files[1])
  }

  @Test(
    .long,
    arguments: Sweep.pairs([VideoFormat.webm, .mp4], [PixelSize(3, 5), PixelSize(161, 119)]))
  func oddSidesGetOnePixelMore(format: VideoFormat, size: PixelSize) throws {
    let shelf = try Shelf([quarters(size.width, size.height)])
    let path = "\(shelf.path)/video"
    var job = BookJob(pages: shelf.paths, output: .video(path: path, format: format))
    job.timing.turnFrames = 2
    let plan = try job.plan()
    #expect(plan.isPadded && plan.pageSize == PixelSize(size.width, size.height))
    try plan.run { _ in }
    let video = try Decoded(path)
    #expect(video.facts["width"] == "\(size.width + 1)", "\(video.facts)")
    #expect(video.facts["height"] == "\(size.height + 1)")
    #expect(video.frames.count == 2)
    if size.width > 100, let first = video.frames.first {
      let corner = first[size.width / 4, size.height / 4]
      #expect(isNear(corner, [220, 30, 40, 255], within: 6), "\(corner)")
    }
  }

  /// The conversion, against the definition in floating point.
  @Test func brightnessAndColorAreThoseOfBT709() throws {
    var random = SeededGenerator(seed: 7)
    let image = Image(
      width: 34, height: 18,
      pixels: (0..<34 * 18 * 4).map {
        $0 % 4 == 3 ? 255 : UInt8.random(in: 0...255, using: &random)
      })
    var planes: [UInt8] = []
    I420.convert(image, into: &planes)
    var worst = 0.0
    for y in 0..<18 {
      for x in 0..<34 {
        let (yy, _, _) = Self.definition(Self.color(image[x, y]))
        worst = max(worst, abs(yy - Double(planes[y * 34 + x])))
      }
    }
    for y in 0..<9 {
      for x in 0..<17 {
        var sum = SIMD3<Double>.zero
        for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
          sum += Self.color(image[2 * x + dx, 2 * y + dy])
        }
        let (_, u, v) = Self.definition(sum / 4)
        worst = max(worst, abs(u - Double(planes[34 * 18 + y * 17 + x])))
        worst = max(worst, abs(v - Double(planes[34 * 18 + 17 * 9 + y * 17 + x])))
      }
    }
    #expect(worst < 0.52, "rounded once")
    for (level, brightness) in [(UInt8(255), UInt8(235)), (0, 16)] {
      let grey = Image(width: 2, height: 2, filledWith: [level, level, level, 255])
      I420.convert(grey, into: &planes)
      #expect(planes == [UInt8](repeating: brightness, count: 4) + [128, 128])
    }
  }

  private static func color(_ pixel: SIMD4<UInt8>) -> SIMD3<Double> {
    SIMD3(Double(pixel.x), Double(pixel.y), Double(pixel.z))
  }

  private static func definition(_ color: SIMD3<Double>) -> (Double, Double, Double) {
    let y = (0.2126 * color.x + 0.7152 * color.y + 0.0722 * color.z) / 255
    let u = (color.z / 255 - y) / 1.8556
    let v = (color.x / 255 - y) / 1.5748
    return (16 + 219 * y, 128 + 224 * u, 128 + 224 * v)
  }

  @Test(.long, arguments: [VideoFormat.mp4, .webm])
  func aVideoThatIsInterruptedPlays(format: VideoFormat) throws {
    struct Stop: Error {}
    let shelf = try Shelf(pages: 3)
    let path = "\(shelf.path)/book.\(format)"
    var job = BookJob(pages: shelf.paths, output: .video(path: path, format: format))
    job.timing.turnFrames = 50
    job.timing.holdFrames = 4
    #expect(throws: Stop.self) { try job.plan().run { if $0 == 20 { throw Stop() } } }
    #expect(try Decoded(path).frames.count == 20)

    // Before the first frame there is nothing to keep.
    job.output = .video(path: "\(path).2", format: format)
    #expect(throws: Stop.self) { try job.plan().run { _ in throw Stop() } }
    #expect(Files.kind(of: "\(path).2") == nil)
  }

  @Test func aVideoGoesIntoAPipe() throws {
    let shelf = try Shelf(pages: 3)
    let pipe = "\(shelf.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    var job = BookJob(pages: shelf.paths, output: .video(path: pipe, format: .mp4))
    job.timing.turnFrames = 12
    let copy = "\(shelf.path)/copy.mp4"
    let reader = try TestSupport.Thread {
      try AtomicFile.write(try Files.read(pipe), to: copy)
    }
    try job.plan().run { _ in }
    try reader.join()
    #expect(try Decoded(copy).frames.count == 12)
  }

  @Test func failuresLeaveNoVideo() throws {
    let shelf = try Shelf(pages: 3)
    let before = try Files.list(shelf.path)
    var job = BookJob(
      pages: shelf.paths, output: .video(path: "\(shelf.path)/none/book.mp4", format: .mp4))
    #expect {
      try job.plan().run { _ in }
    } throws: { "\($0)".contains("\(shelf.path)/none/book.mp4") }
    job.output = .video(path: "/dev/full", format: .mp4)
    #expect { try job.plan().run { _ in } } throws: { "\($0)".contains("No space left") }
    job.output = .video(path: "\(shelf.path)/book.mp4", format: .mp4)
    job.contactSheet = "\(shelf.path)/none/sheet.png"
    #expect(throws: RecordingError.self) { try job.plan().run { _ in } }
    #expect(try Files.list(shelf.path) == before)
  }
}
