import GLESKitSupport
import Imaging

/// A format that holds all frames in one file.
///
/// Videos (`mp4`, `mov`, `mkv`, `webm`) are encoded by `ffmpeg`. Animations (`gif`, `apng`, `webp`,
/// `avif`) play wherever images are shown; all but `avif` store a run of identical frames only
/// once. Streams (`y4m`, `raw`) are input for other programs.
///
/// Colors are sRGB. Formats without transparency show frames on a background; a GIF pixel is either
/// opaque or transparent. Formats with 4:2:0 chroma subsampling need even dimensions.
public enum VideoFormat: String, Hashable, Sendable, CaseIterable {
  /// H.264 in an MP4 file, 4:2:0.
  case mp4
  /// ProRes 4444 in a QuickTime file, for video editors: 10 bits, with alpha.
  case mov
  /// FFV1 in a Matroska file: lossless, with alpha.
  case mkv
  /// VP9 in a WebM file, 4:2:0, with alpha.
  case webm
  /// GIF89a: at most 50 frames a second, 256 colors, one of them transparent.
  case gif
  /// Animated PNG: lossless, with alpha.
  case apng
  /// Animated WebP, with alpha.
  case webp
  /// Animated AVIF: AV1, 4:2:0, with alpha, encoded by `ffmpeg`.
  case avif
  /// YUV4MPEG2: uncompressed frames, 4:2:0, BT.709 in limited range.
  case y4m
  /// Uncompressed RGBA, 8 bits per channel, top row first, straight alpha.
  case raw

  /// The format for a file extension in upper or lower case: `.mp4`, `.mov`, `.mkv`, `.webm`,
  /// `.gif`, `.apng`, `.webp`, `.avif`, `.y4m`, or `.rgba` for ``raw``; `nil` for any other.
  public init?(extensionOf path: String) {
    let format = Self.allCases.first { Files.hasExtension(path, [$0.fileExtension]) }
    guard let format else { return nil }
    self = format
  }

  /// The file extension, without a dot.
  public var fileExtension: String { self == .raw ? "rgba" : rawValue }

  /// What a format can do, or needs.
  private enum Trait {
    case alpha, keyFrames, evenSides, quality, compression, animation, everyFrame
  }

  /// What a person calls the format, and its traits.
  private var facts: (title: String, traits: Set<Trait>) {
    switch self {
    case .mp4: ("an H.264 video", [.keyFrames, .evenSides, .quality, .compression])
    case .mov: ("a ProRes 4444 video", [.alpha, .keyFrames, .quality, .everyFrame])
    case .mkv: ("a lossless FFV1 video", [.alpha, .keyFrames, .everyFrame])
    case .webm: ("a VP9 video", [.alpha, .keyFrames, .evenSides, .quality, .compression])
    case .gif: ("an animated GIF", [.alpha, .animation])
    case .apng: ("an animated PNG", [.alpha, .animation, .compression])
    case .webp: ("an animated WebP", [.alpha, .animation, .quality, .compression])
    case .avif: ("an animated AVIF", [.alpha, .animation, .quality, .compression])
    case .y4m: ("a Y4M stream", [.evenSides, .everyFrame])
    case .raw: ("raw RGBA frames", [.alpha, .everyFrame])
    }
  }

  /// What a person calls the format, such as "an H.264 video".
  package var title: String { facts.title }

  /// Whether it can store transparency. Other formats show frames on a background.
  public var hasAlpha: Bool { facts.traits.contains(.alpha) }

  /// Whether it is a video, which `ffmpeg` encodes in segments that start with a key frame.
  package var hasKeyFrames: Bool { facts.traits.contains(.keyFrames) }

  /// Whether both sides of a frame must be even.
  package var hasEvenSides: Bool { facts.traits.contains(.evenSides) }

  /// Whether its encoder has a quality.
  package var hasQuality: Bool { facts.traits.contains(.quality) }

  /// Whether its encoder can favor speed or file size.
  package var hasCompression: Bool { facts.traits.contains(.compression) }

  /// Whether the file stores how often it plays.
  package var isAnimation: Bool { facts.traits.contains(.animation) }

  /// Whether a frame takes as many bytes again if it is repeated.
  var storesEveryFrame: Bool { facts.traits.contains(.everyFrame) }

  /// Whether a transition can be written to it.
  package var takesClips: Bool { hasKeyFrames || isAnimation || self == .y4m }

  /// The extensions of formats with their titles, for help: `.mp4 (an H.264 video), …`.
  package static func titles(where isWanted: (VideoFormat) -> Bool = { _ in true }) -> String {
    allCases.filter(isWanted).map { ".\($0.fileExtension) (\($0.title))" }
      .joined(separator: ", ")
  }

  /// The extensions of formats, for a message: `.mp4, .mov or .webm`.
  package static func extensions(where isWanted: (VideoFormat) -> Bool = { _ in true }) -> String {
    alternatives(allCases.filter(isWanted).map { ".\($0.fileExtension)" })
  }

  /// The usual quality of videos on the scale of ``BookJob/quality``.
  package static let usualQuality = 80

  /// Checks that the encoder accepts frames of a size, which it would only say after the first one.
  ///
  /// - Throws: ``RecordingError/size(_:)``.
  func check(_ size: PixelSize) throws(RecordingError) {
    let limit: Int
    switch self {
    case .mp4, .mov, .mkv, .webm, .gif, .avif:
      // ffmpeg 5.1 counts 8 bytes for a pixel, with a border of 128 pixels, in 31 bits.
      guard 8 * (size.width + 128) * (size.height + 128) >= Int32.max else { return }
      limit = 16_254
    case .webp:
      limit = 16_383
      guard max(size.width, size.height) > limit else { return }
    case .apng, .y4m, .raw: return
    }
    throw .size(
      "a frame of \(size) pixels is too large for \(rawValue); use at most \(limit) a side")
  }
}

/// Whether encoders favor speed or file size.
public enum Compression: String, Hashable, Sendable, CaseIterable {
  /// Encode as fast as possible.
  case fast
  /// Balance speed and file size.
  case balanced = "normal"
  /// Make files as small as possible.
  case small
}

/// What encodes MP4 files.
package enum VideoEncoder: String, Hashable, Sendable, CaseIterable {
  /// The processor, with x264.
  case software
  /// A GPU, through NVENC or VA-API.
  case hardware
}
