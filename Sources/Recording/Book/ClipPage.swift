import GLESKitSupport
import ImageCoding
import Imaging

/// A page that is a video. It plays once, from the first frame that shows the page, and then shows
/// its last frame.
struct ClipPage: Sendable {
  let clip: Clip
  /// The duration in seconds.
  let seconds: Double

  /// The longest duration in seconds. A damaged file may claim any.
  private static let mostSeconds = 3600.0

  /// Inspects a video and decodes its first frame.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` for a file that is not a video, cannot be decoded, or
  ///   lasts more than an hour, ``RecordingError/image(_:)`` for too many pixels,
  ///   ``RecordingError/file(_:)``, ``RecordingError/program(_:)``.
  init(_ path: String) throws(RecordingError) {
    clip = try Clip(path)
    guard clip.rate != nil else {
      throw .clip("'\(path)' is an image with the name of a video; convert it to PNG or JPEG")
    }
    try clip.size.checkLimit(of: path)
    if let known = clip.seconds { seconds = known } else { seconds = try Self.countedSeconds(clip) }
    guard seconds > 0, seconds <= Self.mostSeconds else {
      throw .clip(
        "'\(path)' lasts \(Int(min(max(seconds, 0), 1e9))) s; a page shows a video of up to an "
          + "hour")
    }
    _ = try firstPicture(for: PixelSize(16, 16), .fit)
  }

  /// Whether a file is a video by its extension, and not an image.
  static func isClip(_ path: String) -> Bool {
    hasExtension(path) && Files.kind(of: path) != .special
      && (try? ImageFile.probe(path)) == nil && !PDFFile.isPDF(path)
  }

  /// Whether a file is a GIF with several frames or an animated AVIF, by its extension and content.
  static func isAnimation(_ path: String) -> Bool {
    let name = path.lowercased()
    guard name.hasSuffix(".gif") || name.hasSuffix(".avif"),
      let start = try? Files.part(of: path, at: 0, count: 12), start.count == 12
    else { return false }
    if start[4...].elementsEqual("ftypavis".utf8) { return true }
    guard start.starts(with: "GIF8".utf8),
      let bytes = try? Files.read(path, limit: DecodingOptions().maximumBytes)
    else { return false }
    return hasSeveralFrames(gif: bytes)
  }

  /// Whether a file is an animated WebP, which `ffmpeg` doesn't read, by its content.
  static func isAnimatedWebP(_ path: String) -> Bool {
    guard Files.kind(of: path) == .regular,
      let start = try? Files.part(of: path, at: 0, count: 21), start.count == 21
    else { return false }
    return start[..<4].elementsEqual("RIFF".utf8) && start[8..<16].elementsEqual("WEBPVP8X".utf8)
      && start[20] & 2 != 0
  }

  /// Whether a GIF has a second image. After its header and palette it is a list of blocks.
  private static func hasSeveralFrames(gif bytes: [UInt8]) -> Bool {
    func byte(_ place: Int) -> Int { place < bytes.count ? Int(bytes[place]) : 0 }
    /// The length of a palette that a byte of flags announces.
    func palette(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }
    var place = 13 + palette(byte(10))
    var images = 0
    while place < bytes.count {
      switch byte(place) {
      case 0x21: place += 2
      case 0x2C:
        images += 1
        if images > 1 { return true }
        place += 11 + palette(byte(place + 9))
      default: return false
      }
      while byte(place) > 0 { place += byte(place) + 1 }
      place += 1
    }
    return false
  }

  /// Whether a file has the extension of a video.
  static func hasExtension(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains { name.hasSuffix(".\($0)") }
  }

  private static let extensions = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ogv", "wmv", "flv", "ts", "mts",
    "m2ts", "3gp", "y4m",
  ]

  /// The number of frames at a rate, at least 1.
  func frameCount(_ rate: FrameRate) -> Int { max(1, Int((seconds * rate.value).rounded())) }

  /// The duration of a file that doesn't say, from the number of its frames.
  private static func countedSeconds(_ clip: Clip) throws(RecordingError) -> Double {
    let (output, _) = try FFprobe.run(
      on: clip.path,
      [
        "-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets",
        "-of", "default=nw=1:nk=1",
      ])
    let count = output.split(separator: "\n").first.flatMap { Double($0) } ?? 0
    return count / (clip.rate ?? FrameRate(30)).value
  }

  /// The first frame on a page of `size`.
  func firstPicture(for size: PixelSize, _ fit: PageFit) throws(RecordingError) -> Image {
    var reader = try ClipPageReader(self, size, fit, rate: clip.rate ?? FrameRate(30), from: 0)
    guard let image = try reader.next() else {
      throw .clip("'\(clip.path)' has no frames; use another video")
    }
    return image
  }
}

/// The frames of a video on pages of one size, one after the other.
struct ClipPageReader: ~Copyable {
  private let size: PixelSize
  private let drawn: PixelSize
  private var reader: ClipReader

  /// Starts to decode.
  ///
  /// - Parameters:
  ///   - size: The size of the page.
  ///   - fit: How a video of another shape lies on it.
  ///   - first: The first frame at that rate.
  init(
    _ page: ClipPage, _ size: PixelSize, _ fit: PageFit, rate: FrameRate, from first: Int
  ) throws(RecordingError) {
    self.size = size
    let hasShape = page.clip.size.hasShape(of: size, within: Image.shapeTolerance)
    drawn =
      hasShape || fit == .fill ? size : page.clip.size.fitted(within: size, enlarging: true)
    reader = try ClipReader(
      page.clip,
      decoding: page.clip.drawing(
        to: drawn, filling: fit == .fill && !hasShape, rate: rate, from: first),
      length: 4 * drawn.width * drawn.height)
  }

  /// The next frame; `nil` at the end.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` if nothing could be decoded.
  mutating func next() throws(RecordingError) -> Image? {
    guard let bytes = try reader.next() else { return nil }
    var image = Image(width: drawn.width, height: drawn.height, pixels: bytes)
    if !image.isOpaque { image.pixels.withUnsafeMutableBytes { Alpha.premultiply($0) } }
    return image.laid(on: size)
  }
}
