import Imaging

/// A file that holds all frames.
///
/// Videos (`mp4`, `webm`) are encoded by `ffmpeg`; animations (`gif`, `apng`, `webp`) play by
/// themselves wherever pictures are shown, and hold a picture that is seen for several frames only once;
/// streams (`y4m`, `raw`) are for other programs.
///
/// Pictures are sRGB. A format without transparency shows them on a background; in a GIF a pixel is
/// either there or not. Of a format that stores colour once for 2 × 2 pixels both sides are even.
public enum VideoFormat: String, Hashable, Sendable, CaseIterable {
  /// H.264 in an MP4 file, 4:2:0.
  case mp4
  /// VP9 in a WebM file, 4:2:0.
  case webm
  /// GIF89a: at most 50 frames a second, 256 colours, one of them transparent.
  case gif
  /// Animated PNG: lossless, with alpha.
  case apng
  /// Animated WebP, with alpha.
  case webp
  /// YUV4MPEG2: frames as they are, 4:2:0, BT.709 in limited range.
  case y4m
  /// Frames as they are: rows of RGBA from the top, 8 bits a channel, alpha not multiplied in.
  case raw

  /// The format that a file name asks for, in any case: `.mp4`, `.webm`, `.gif`, `.apng`, `.webp`,
  /// `.y4m`, or `.rgba` for ``raw``; `nil` for all else.
  public init?(extensionOf path: String) {
    let name = path.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix(".\($0.fileExtension)") }) else {
      return nil
    }
    self = format
  }

  /// The ending of its files' names, without a dot.
  public var fileExtension: String { self == .raw ? "rgba" : rawValue }

  /// Whether transparency is kept; else pictures are shown on a background.
  public var hasAlpha: Bool {
    switch self {
    case .gif, .apng, .webp, .raw: true
    case .mp4, .webm, .y4m: false
    }
  }

  /// Whether frames depend on those before them, back to a key frame, so that parts are cut only there.
  var hasKeyFrames: Bool { self == .mp4 || self == .webm }

  /// Whether both sides of a frame are even.
  public var hasEvenSides: Bool {
    switch self {
    case .mp4, .webm, .y4m: true
    case .gif, .apng, .webp, .raw: false
    }
  }

  /// Whether the file itself says how often it is played.
  public var isAnimation: Bool {
    switch self {
    case .gif, .apng, .webp: true
    case .mp4, .webm, .y4m, .raw: false
    }
  }
}

/// What is more important of a file: that it is soon there, or that it is small.
public enum Compression: String, Hashable, Sendable, CaseIterable {
  /// Soon there.
  case fast
  /// The mean.
  case normal
  /// Small.
  case small
}
