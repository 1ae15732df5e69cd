import GLESKitSupport
import ImageCoding
import Imaging

/// A page that is a video or an animated picture. It plays once, from the first frame that shows
/// the page, and then shows its last frame.
struct ClipPage: Sendable {
  /// What decodes it.
  enum Source: Sendable {
    /// `ffmpeg`.
    case clip(Clip)
    /// libwebp; the size of an animation.
    case webP(PixelSize)
  }

  let path: String
  let source: Source
  /// The duration in seconds.
  let seconds: Double
  /// The frame rate, or the average.
  let rate: FrameRate

  /// The longest duration in seconds. A damaged file may claim any.
  private static let mostSeconds = 3600.0

  /// Inspects a video and decodes its first frame.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` for a file that is not a video, cannot be decoded, or
  ///   lasts more than an hour, ``RecordingError/image(_:)`` for too many pixels,
  ///   ``RecordingError/file(_:)``, ``RecordingError/program(_:)``.
  init(_ path: String) throws(RecordingError) {
    self.path = path
    // What it contains was looked at when it was found.
    let picture = AnimatedPicture(startOf: path)
    if picture == .webP {
      let animation = try WebPFrames.animation(path)
      seconds = Double(animation.ends[animation.ends.count - 1]) / 1000
      rate = FrameRate(max(1, Int((Double(animation.ends.count) / seconds).rounded())))
      source = .webP(animation.size)
    } else {
      let clip = try Clip(path)
      guard let rate = clip.rate else {
        throw .clip("'\(path)' is an image with the name of a video; convert it to PNG or JPEG")
      }
      // One stream of an animated AVIF has its transparency, and ffmpeg leaves it out.
      guard clip.videoCount == 1 || picture != .avif else {
        throw .clip(
          "'\(path)' is a transparent animated AVIF, which is not supported; convert it to WebP, "
            + "APNG or GIF")
      }
      try clip.size.checkLimit(of: path)
      let known = if let stated = clip.seconds { stated } else { try Self.sum(clip, rate) }
      // Frames of a GIF that state no delay last 0.1 s in browsers, and 0 s in ffmpeg.
      seconds = picture == nil ? known : max(known, 0.1)
      (source, self.rate) = (.clip(clip), rate)
    }
    guard seconds > 0, seconds <= Self.mostSeconds else {
      throw .clip(
        "'\(path)' lasts \(Int(min(max(seconds, 0), 1e9))) s; a page shows a video of up to an "
          + "hour")
    }
    _ = try firstPicture(for: PixelSize(16, 16), .fit)
  }

  /// The size at which it is shown: upright, with square pixels.
  var size: PixelSize {
    switch source {
    case .clip(let clip): clip.size
    case .webP(let size): size
    }
  }

  /// Whether it has sound.
  var hasSound: Bool {
    if case .clip(let clip) = source { clip.hasSound } else { false }
  }

  /// Whether a file is a video by its extension, and not an image.
  static func isClip(_ path: String) -> Bool {
    Files.hasExtension(path, extensions) && Files.kind(of: path) != .special
      && (try? ImageFile.probe(path)) == nil && !PDFFile.isPDF(path)
  }

  /// The extensions of videos.
  static let extensions = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ogv", "wmv", "flv", "ts", "mts",
    "m2ts", "3gp", "y4m",
  ]

  /// The number of frames at a rate, at least 1.
  func frameCount(_ rate: FrameRate) -> Int { max(1, Int((seconds * rate.value).rounded())) }

  /// The duration of a file that doesn't say, from those of its frames.
  private static func sum(_ clip: Clip, _ rate: FrameRate) throws(RecordingError) -> Double {
    let (output, _) = try FFprobe.run(
      on: clip.path,
      [
        "-select_streams", "v:0", "-show_entries", "packet=duration_time", "-of",
        "default=nw=1:nk=1",
      ], limit: 1 << 24)
    let sum = output.split(separator: "\n").reduce(0) { $0 + (Double($1) ?? 1 / rate.value) }
    // The durations have microseconds.
    return (sum * 1e6).rounded() / 1e6
  }

  /// The first frame on a page of `size`.
  func firstPicture(for size: PixelSize, _ fit: PageFit) throws(RecordingError) -> Image {
    var reader = try ClipPageReader(self, size, fit, rate: rate, from: 0)
    guard let image = try reader.next() else {
      throw .clip("'\(path)' has no frames; use another video")
    }
    return image
  }
}

/// The frames of a video on pages of one size, one after the other.
struct ClipPageReader: ~Copyable {
  private let size: PixelSize
  private let drawn: PixelSize
  /// Whether what exceeds the shape of the page is cut off.
  private let fills: Bool
  private var reader: ClipReader?
  private var frames: WebPFrames?

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
    let hasShape = page.size.hasShape(of: size, within: Image.shapeTolerance)
    drawn = hasShape || fit == .fill ? size : page.size.fitted(within: size, enlarging: true)
    fills = fit == .fill && !hasShape
    switch page.source {
    case .webP: frames = try WebPFrames(page.path, rate: rate, from: first)
    case .clip(let clip):
      reader = try ClipReader(
        clip, decoding: clip.drawing(to: drawn, filling: fills, rate: rate, from: first),
        length: 4 * drawn.width * drawn.height)
    }
  }

  /// The next frame; `nil` at the end.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` if nothing could be decoded.
  mutating func next() throws(RecordingError) -> Image? {
    if let image = try frames?.next() {
      let own = PixelSize(image.width, image.height)
      let shown = fills ? image.middle(size.fitted(within: own, enlarging: true)) : image
      return shown.resized(to: drawn).laid(on: size)
    }
    guard let bytes = try reader?.next() else { return nil }
    var image = Image(width: drawn.width, height: drawn.height, pixels: bytes)
    if !image.isOpaque { image.pixels.withUnsafeMutableBytes { Alpha.premultiply($0) } }
    return image.laid(on: size)
  }
}
