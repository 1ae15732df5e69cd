import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Every format, judged by decoders that are not ours: ffmpeg, Pillow, libwebp's tools, pngcheck.
@Suite struct FormatTests {
  /// How far colors may be from what they were: each format's own loss.
  private static func tolerance(_ format: VideoFormat) -> Int {
    switch format {
    case .apng, .mkv, .raw: 0
    case .mov, .y4m: 3
    case .gif, .mp4, .webm, .webp, .avif: 8
    }
  }

  /// Whether a run of identical frames becomes one, which is seen for longer.
  private static func storesRunsOnce(_ format: VideoFormat) -> Bool {
    format.isAnimation && format != .avif
  }

  /// The frames of a file, by a decoder that is not ours.
  private func decode(_ path: String, _ format: VideoFormat, _ size: PixelSize) throws -> [Image] {
    switch format {
    case .mp4, .mov, .mkv, .webm, .avif, .y4m: try Decoded(path).frames
    case .gif, .apng, .webp: try Decoded(animation: path).frames
    case .raw: Decoded.images(try Files.read(path), size)
    }
  }

  @Test(.long, arguments: Sweep.pairs(VideoFormat.allCases, ["12.5", "29.97"]))
  func framesAndTheirTimesAreKept(format: VideoFormat, rate: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/turn.\(format.fileExtension)"
    let size = PixelSize(32, 32)
    let rate = try #require(FrameRate(rate))
    let pictures = [
      quarters(32, 32), Image(width: 32, height: 32, filledWith: [20, 120, 220, 255]),
      quarters(32, 32),
    ]
    // Long enough for an animation's first picture not to fit in 16 bits of 1/30000 s.
    let counts = [3, 1, 70]
    var recorder = try Recorder(to: path, size: size, rate: rate)
    for (picture, count) in zip(pictures, counts) { try recorder.append(picture, for: count) }
    #expect(recorder.frameCount == 74)
    #expect(try Files.list(folder.path) == [], "nothing before its end")
    try recorder.finish()
    #expect(try Files.list(folder.path) == ["turn.\(format.fileExtension)"])

    let frames = try decode(path, format, size)
    let expected =
      Self.storesRunsOnce(format)
      ? pictures : zip(pictures, counts).flatMap { [Image](repeating: $0, count: $1) }
    #expect(frames.count == expected.count)
    for (frame, picture) in zip(frames, expected) {
      #expect(departures(frame, picture, within: Self.tolerance(format)) == [])
    }
    guard format != .raw else { return }
    if Self.storesRunsOnce(format) {
      let found = try Decoded(animation: path).milliseconds
      let unit = format == .gif ? 10.0 : 1
      var frame = 0
      for (milliseconds, count) in zip(found, counts) {
        #expect(abs(milliseconds - Double(count) / rate.value * 1000) <= unit)
        frame += count
      }
      #expect(abs(found.reduce(0, +) - 74 / rate.value * 1000) <= unit / 2 + 0.001)
    } else {
      let facts = try Decoded(path).facts
      #expect(facts["r_frame_rate"] == (rate.denominator == 1001 ? "30000/1001" : "25/2"))
      let pixels = [VideoFormat.mov: "yuv444p12le", .mkv: "bgr0"][format] ?? "yuv420p"
      #expect(facts["pix_fmt"] == pixels)
      #expect(facts["color_range"] == (format == .mkv ? "pc" : "tv"))
    }
  }

  @Test(
    .long,
    arguments: Sweep.pairs(
      VideoFormat.allCases, [PixelSize(1, 1), PixelSize(3, 5), PixelSize(161, 99)]))
  func oddSizes(format: VideoFormat, size: PixelSize) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.\(format.fileExtension)"
    let picture = quarters(size.width, size.height)
    var recorder = try Recorder(to: path, size: size, rate: FrameRate(10))
    let even = PixelSize(size.width + size.width % 2, size.height + size.height % 2)
    #expect(recorder.frameSize == (format.hasEvenSides ? even : size))
    let frameSize = recorder.frameSize
    try recorder.append(picture)
    try recorder.append(Image(width: size.width, height: size.height))
    try recorder.finish()
    let frames = try decode(path, format, frameSize)
    #expect(frames.count == 2)
    let first = try #require(frames.first)
    #expect(first.width == frameSize.width && first.height == frameSize.height)
    // Of a picture this small 4:2:0 and blocks of 8 × 8 pixels mix the colors.
    if size.width > 100 || !format.hasEvenSides && ![.webp, .avif, .mov].contains(format) {
      #expect(departures(first, picture, within: Self.tolerance(format)) == [])
    }
    if format.hasEvenSides, let last = frames.last {
      #expect(
        isNear(last[frameSize.width - 1, frameSize.height - 1], .init(repeating: 255), within: 8))
    }
  }

  @Test(.long, arguments: VideoFormat.allCases)
  func transparencyIsKeptOrShowsTheBackground(format: VideoFormat) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.\(format.fileExtension)"
    var glass = Image(width: 32, height: 32)
    for y in 0..<32 {
      for x in 0..<32 {
        // Nothing, a little, much, and all, by quarters.
        let alpha: UInt8 = y < 16 ? (x < 16 ? 0 : 60) : (x < 16 ? 200 : 255)
        glass[x, y] = SIMD4(180, 90, 40, alpha).premultiplied
      }
    }
    let clear = Image(width: 32, height: 32)
    var options = Recorder.Options()
    options.background = [0, 0, 255]
    options.keepsAlpha = true
    var recorder = try Recorder(
      to: path, size: PixelSize(32, 32), rate: FrameRate(10), options: options)
    for picture in [quarters(32, 32), glass, clear] { try recorder.append(picture) }
    try recorder.finish()
    let frames = try decode(path, format, PixelSize(32, 32))
    try #require(frames.count == 3)
    #expect(departures(frames[0], quarters(32, 32), within: Self.tolerance(format)) == [])
    var expected = glass
    switch format {
    case .gif:
      for y in 0..<32 {
        for x in 0..<32 { expected[x, y] = y < 16 ? .zero : [180, 90, 40, 255] }
      }
    case .mp4, .y4m: expected = glass.flattened(on: [0, 0, 255])
    case .mov, .mkv, .webm, .apng, .webp, .avif, .raw: break
    }
    #expect(
      departures(frames[1], expected, within: Self.tolerance(format)) == [], "\(frames[1][16, 48])")
    // The frame before does not shine through in any decoder.
    let nothing = format.hasAlpha ? clear : clear.flattened(on: [0, 0, 255])
    #expect(departures(frames[2], nothing, within: Self.tolerance(format)) == [])
    if format == .gif || format == .apng {
      let others = try Decoded.byFFmpeg(path, size: PixelSize(32, 32))
      #expect(zip(others, frames).allSatisfy { departures($0, $1, within: 1).isEmpty })
      #expect(others.count == 3)
    }
  }

  /// How often it is played: a GIF counts how often it is played again.
  @Test(
    .long,
    arguments: [
      (VideoFormat.gif, 0, "0"), (.gif, 1, "none"), (.gif, 5, "4"), (.apng, 0, "0"),
      (.apng, 5, "5"),
      (.webp, 0, "0"), (.webp, 1, "1"), (.webp, 5, "5"),
    ])
  func playsAsOftenAsItShould(format: VideoFormat, plays: Int, loop: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.\(format.fileExtension)"
    var options = Recorder.Options()
    options.plays = plays
    var recorder = try Recorder(
      to: path, size: PixelSize(9, 7), rate: FrameRate(10), options: options)
    try recorder.append(quarters(9, 7))
    try recorder.append(Image(width: 9, height: 7, filledWith: [1, 2, 3, 255]))
    try recorder.finish()
    #expect(try Decoded(animation: path).facts["loop"] == loop)
  }

  /// A book as an animation shows the frames that it has as files, and each of them once.
  @Test(
    .long,
    arguments: Sweep.pairs(
      [VideoFormat.gif, .apng, .webp], [SIMD4<UInt8>.zero, [90, 80, 70, 255]]))
  func aBookIsAnAnimation(format: VideoFormat, background: SIMD4<UInt8>) throws {
    let page = quarters(48, 64)
    let shelf = try Shelf([
      page, page, Image(width: 48, height: 64, filledWith: [60, 50, 40, 255]),
    ])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.margin = 6
    job.style.background = background
    job.timing.rate = FrameRate(20)
    job.timing.turnFrames = 6
    job.timing.holdFrames = 4
    job.contactSheet = "\(shelf.path)/sheet.webp"
    try job.plan().run { _ in }
    let path = "\(shelf.path)/a.\(format.fileExtension)"
    job.output = .video(path: path, format: format)
    try job.plan().run { _ in }
    #expect(try ImageFile.probe("\(shelf.path)/sheet.webp").size.width > 4 * 60)
    let animation = try Decoded(animation: path)
    // The first and the last picture are seen for five frames, once while the book rests.
    #expect(animation.milliseconds.map { $0.rounded() } == [250, 50, 50, 50, 50, 250])
    try #require(animation.frames.count == 6)
    for (index, number) in [0, 5, 6, 7, 8, 13].enumerated() {
      let (frame, found) = (try shelf.frame(number), animation.frames[index])
      switch format {
      case .apng: #expect(found == frame, "frame \(number)")
      default: #expect(difference(found, frame).mean < 8, "frame \(number)")
      }
      if background == .zero { #expect(found[1, 1] == .zero) }
    }
  }

  /// libwebp's own tools and pngcheck find nothing to complain about.
  @Test func theFormatsOwnToolsAgree() throws {
    let folder = try TemporaryFolder()
    for format in [VideoFormat.webp, .apng] {
      let path = "\(folder.path)/a.\(format.fileExtension)"
      var recorder = try Recorder(to: path, size: PixelSize(33, 21), rate: FrameRate(25))
      try recorder.append(quarters(33, 21), for: 10)
      try recorder.append(Image(width: 33, height: 21), for: 2)
      try recorder.finish()
    }
    let info = try Subprocess(["webpmux", "-info", "\(folder.path)/a.webp"]).text
    #expect(info.contains("Canvas size: 33 x 21") && info.contains("Number of frames: 2"))
    #expect(info.contains(" 400 ") && info.contains(" 80 "), "\(info)")
    let webp = try Subprocess(["webpinfo", "\(folder.path)/a.webp"]).text
    #expect(webp.contains("No error detected"))
    let png = try Subprocess(["pngcheck", "\(folder.path)/a.apng"])
    #expect(png.status == 0 && png.text.contains("OK:") && png.text.contains("33x21"))
  }

  /// The PNG encoder of the kernels, against pngcheck, Pillow and ffmpeg: what is hard to compress,
  /// what is nothing, odd widths, with alpha and without.
  @Test(.long) func everybodyReadsTheFastPNG() throws {
    let folder = try TemporaryFolder()
    var random = SeededGenerator(seed: 31)
    let sizes = [(1, 1), (3, 5), (7, 9), (255, 3), (161, 99)]
    for ((width, height), kind) in Sweep.pairs(sizes, ["noise", "flat", "gradient", "glass"]) {
      var image = Image(width: width, height: height, filledWith: [9, 99, 199, 255])
      for y in 0..<height where kind != "flat" {
        for x in 0..<width {
          let noise = UInt32.random(in: 0 ... .max, using: &random)
          image[x, y] =
            switch kind {
            case "noise":
              [UInt8(noise & 255), UInt8(noise >> 8 & 255), UInt8(noise >> 16 & 255), 255]
            case "gradient": [UInt8(x & 255), UInt8(y & 255), UInt8((x + y) & 255), 255]
            default: SIMD4(200, 100, 50, UInt8(x * 7 & 255)).premultiplied
            }
        }
      }
      let path = "\(folder.path)/\(kind).png"
      var bytes: [UInt8] = []
      try PictureSink.encoder(.png, .fast)(image, &bytes)
      try AtomicFile.write(bytes, to: path)
      #expect(try Subprocess(["pngcheck", "-q", path]).status == 0)
      #expect(try Decoded(animation: path).frames == [image], "\(kind) \(width)×\(height)")
      #expect(try Decoded.byFFmpeg(path, size: PixelSize(width, height)) == [image])
    }
  }

  @Test func picturesOfEveryFormat() throws {
    let folder = try TemporaryFolder()
    for name in ["png", "jpg", "webp"] {
      let pattern = "\(folder.path)/\(name)/frame-%02d.\(name)"
      var recorder = try Recorder(to: pattern, size: PixelSize(64, 48), rate: FrameRate(5))
      try recorder.append(quarters(64, 48), for: 2)
      try recorder.append(Image(width: 64, height: 48))
      try recorder.finish()
      #expect(
        try Files.list("\(folder.path)/\(name)")
          == ["frame-00.\(name)", "frame-01.\(name)", "frame-02.\(name)"])
      let first = try Decoded(animation: "\(folder.path)/\(name)/frame-01.\(name)")
      #expect(first.facts["format"] == ["png": "PNG", "jpg": "JPEG", "webp": "WEBP"][name])
      #expect(departures(first.frames[0], quarters(64, 48), within: name == "png" ? 0 : 8) == [])
      let last = try Decoded(animation: "\(folder.path)/\(name)/frame-02.\(name)").frames[0]
      #expect(last[9, 9] == (name == "jpg" ? [255, 255, 255, 255] : .zero))
    }
  }

  /// A long rest: what a format cannot hold at once it holds in pieces.
  @Test func longRests() throws {
    let folder = try TemporaryFolder()
    for format in [VideoFormat.gif, .apng, .webp] {
      let path = "\(folder.path)/a.\(format.fileExtension)"
      var recorder = try Recorder(
        to: path, size: PixelSize(4, 4), rate: try #require(FrameRate("29.97")))
      try recorder.append(quarters(4, 4), for: 50_000)
      try recorder.append(Image(width: 4, height: 4), for: 1)
      try recorder.finish()
      let total = try Decoded(animation: path).milliseconds.reduce(0, +)
      #expect(abs(total - 50_001 * 1001 / 30) < 30, "\(format): \(total)")
    }
  }

  /// Pages of text have few colors, photos have many.
  @Test func aGIFIsDitheredWhereItsPaletteIsCoarse() throws {
    let folder = try TemporaryFolder()
    let plain = quarters(64, 48)
    var colorful = plain
    for y in 0..<48 {
      for x in 0..<64 {
        // 3,072 colors: smooth across, in steps of 5 down.
        colorful[x, y] = [UInt8(4 * x), UInt8(5 * y), UInt8(255 - 2 * x - 2 * y), 255]
      }
    }
    var counts: [Int] = []
    for (name, picture) in [("plain", plain), ("colorful", colorful)] {
      let path = "\(folder.path)/\(name).gif"
      var recorder = try Recorder(to: path, size: PixelSize(64, 48), rate: FrameRate(10))
      try recorder.append(picture)
      try recorder.append(Image(width: 64, height: 48, filledWith: [20, 120, 220, 255]))
      try recorder.finish()
      let frame = try Decoded(animation: path).frames[0]
      // Neighbors in a row that both differ from the next but one: the pattern of the dithering.
      counts.append(
        (0..<48).reduce(0) { sum, y in
          let row = (0..<64).map { frame[$0, y] }
          return sum + (0..<62).count { row[$0] == row[$0 + 2] && row[$0] != row[$0 + 1] }
        })
      // Blurred, the colors are right.
      #expect(difference(frame, picture).mean < 12)
    }
    #expect(counts[0] == 0 && counts[1] > 40, "\(counts)")
    let scales = [0.4, 1, 4, 17].map { GIFSink.dither(meanSquareError: $0) }
    #expect(scales == ["none"] + [4, 3, 2].map { "bayer:bayer_scale=\($0)" })
  }

  @Test func aGIFHasNotMoreThan50FramesASecond() throws {
    let folder = try TemporaryFolder()
    #expect {
      _ = try Recorder(to: "\(folder.path)/a.gif", size: PixelSize(4, 4), rate: FrameRate(60))
    } throws: { "\($0)".contains("50 frames per second") }
    #expect(try Files.list(folder.path) == [])
  }
}
