import Pixels

/// A video to write; `ffmpeg` encodes it.
public enum VideoFormat: Hashable, Sendable, CaseIterable {
  /// H.264 in an MP4 file.
  case mp4
  /// VP9 in a WebM file.
  case webm

  /// The format that a file name asks for, in any case: `.mp4` or `.webm`; `nil` for all else.
  public init?(extensionOf path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".mp4") {
      self = .mp4
    } else if name.hasSuffix(".webm") {
      self = .webm
    } else {
      return nil
    }
  }

  /// What people call it.
  var name: String {
    switch self {
    case .mp4: "H.264 in MP4"
    case .webm: "VP9 in WebM"
    }
  }

  /// Largest side of a frame, in pixels: the limits of the encoders that Debian has.
  var longestSide: Int { 16_384 }

  /// The arguments of `ffmpeg` that read I420 frames from its standard input and write to the file
  /// that is open as descriptor 3.
  ///
  /// - Parameter canSeek: Whether that is a file; into a pipe an MP4 is written in fragments.
  func arguments(
    size: PixelSize, rate: FrameRate, compression: Compression, canSeek: Bool
  ) -> [String] {
    let input = [
      "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", rate.description, "-i", "pipe:0",
    ]
    // The pictures are sRGB: BT.709's primaries with sRGB's own curve, converted by BT.709's matrix;
    // a colour sample is the mean of four pixels, so it sits in their middle.
    let tags = [
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv", "-chroma_sample_location", "center",
    ]
    let codec: [String]
    let container: [String]
    switch self {
    case .mp4:
      let preset =
        switch compression {
        case .fast: "ultrafast"
        case .normal: "veryfast"
        case .small: "medium"
        }
      codec = ["-c:v", "libx264", "-preset", preset, "-crf", "20", "-pix_fmt", "yuv420p"]
      let flags = canSeek ? "+faststart" : "+frag_keyframe+empty_moov"
      container = ["-movflags", flags, "-f", "mp4"]
    case .webm:
      let speed =
        switch compression {
        case .fast: ["-deadline", "realtime", "-cpu-used", "8"]
        case .normal: ["-deadline", "good", "-cpu-used", "5"]
        case .small: ["-deadline", "good", "-cpu-used", "2"]
        }
      codec =
        ["-c:v", "libvpx-vp9", "-crf", "31", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p"]
        + speed
      container = ["-f", "webm"]
    }
    return input + tags + codec + container + ["/proc/self/fd/3"]
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
