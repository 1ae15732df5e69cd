/// How `ffmpeg` encodes a video: which pixels it gets, and its arguments.
struct VideoEncoding {
  let format: VideoFormat
  let settings: VideoSettings

  /// Whether `ffmpeg` gets RGBA pixels and converts them; otherwise it gets 4:2:0 frames.
  private var takesRGBA: Bool {
    if settings.clipTags != nil { return false }
    return switch format {
    case .mov, .mkv: true
    case .webm: !settings.isOpaque
    // 4:2:0 frames of ours have even sides.
    case .avif: !settings.isOpaque || settings.size.even != settings.size
    default: false
    }
  }

  /// Makes the pixels that `ffmpeg` gets.
  var encoder: FrameEncoder {
    if takesRGBA {
      return { image, bytes throws(RecordingError) in image.copyStraightPixels(into: &bytes) }
    }
    return { image, bytes throws(RecordingError) in I420.convert(image, into: &bytes) }
  }

  /// The command with which `ffmpeg` reads frames from standard input and writes to file
  /// descriptor 3.
  ///
  /// - Parameter canSeek: Whether the output is seekable; an MP4 in a pipe is fragmented.
  func command(canSeek: Bool) -> [String] {
    let (size, rate) = (settings.size, settings.rate)
    let input =
      FFmpeg.command + (settings.hardware?.device ?? []) + [
        "-f", "rawvideo", "-pix_fmt",
        takesRGBA ? "rgba" : "yuv420p", "-video_size", "\(size.width)x\(size.height)", "-framerate",
        rate.description, "-i", "pipe:0",
      ]
    let note = settings.comment.map { ["-metadata", "comment=\($0)"] } ?? []
    if format == .avif { return input + avif + format.container(canSeek: canSeek) }
    return input + conversion + tags + codec + note + format.container(canSeek: canSeek)
  }

  /// The conversion of RGBA to the encoder's pixels: exact, with BT.709's matrix. The tags belong
  /// to its result, too, because this filter clears them.
  private var conversion: [String] {
    if let hardware = settings.hardware { return hardware.upload }
    return takesRGBA && format != .mkv ? ["-vf", toBT709] : []
  }

  private var toBT709: String {
    "scale=out_range=tv:out_color_matrix=bt709:flags=bicubic+accurate_rnd+full_chroma_int"
      + "+full_chroma_inp,setparams=color_primaries=bt709:color_trc=\(transfer):"
      + "colorspace=bt709:range=tv"
  }

  /// The name of the transfer function. The pixels are those of sRGB. Players show a video's pixels
  /// as they are if they are said to be BT.709's: Chromium, mpv and melt agree. Said to be sRGB's,
  /// mpv shows (0, 136, 0) as (8, 142, 7). Pictures and RGB are sRGB everywhere.
  private var transfer: String {
    format == .avif || format == .mkv ? "iec61966-2-1" : "bt709"
  }

  /// The pictures have BT.709's primaries, and are converted with its matrix. A 4:2:0 chroma sample
  /// is the mean of four pixels, so it is located in their middle.
  private var tags: [String] {
    if let tags = settings.clipTags { return tags + ["-color_range", "tv"] }
    let light = ["-color_primaries", "bt709", "-color_trc", transfer]
    switch format {
    case .mkv: return light + ["-color_range", "pc"]
    case .mov: return light + ["-colorspace", "bt709", "-color_range", "tv"]
    default:
      return light + [
        "-colorspace", "bt709", "-color_range", "tv", "-chroma_sample_location", "center",
      ]
    }
  }

  private var codec: [String] {
    switch format {
    case .mov:
      let (profile, pixels) =
        switch (settings.clipTags, settings.isOpaque) {
        case (.some, _): ("hq", ["yuv422p10le"])
        case (nil, true): ("4444", ["yuv444p10le", "-alpha_bits", "0"])
        case (nil, false): ("4444", ["yuva444p10le", "-alpha_bits", "8"])
        }
      // A fixed quantizer takes a fifth of the time of prores_ks's search for a bit rate.
      return [
        "-c:v", "prores_ks", "-profile:v", profile, "-vendor", "apl0", "-qscale:v",
        level(usual: 8, step: 0.25, 2...28), "-pix_fmt",
      ] + pixels
    case .mkv:
      // Each frame by itself, with checksums, in slices for several cores. ffmpeg 5.1 writes black
      // frames of 1 or 2 pixels with version 3 of the format.
      let isSmall = min(settings.size.width, settings.size.height) < 32
      let version = isSmall ? ["-level", "1"] : ["-level", "3", "-slices", "4", "-slicecrc", "1"]
      let pixels = settings.isOpaque ? "bgr0" : "bgra"
      return ["-c:v", "ffv1", "-g", "1"] + version + [
        "-pix_fmt", settings.clipTags == nil ? pixels : "yuv420p",
      ]
    case .webm: return vp9
    default:
      // x264's slower presets make better pictures of a number, not smaller files.
      let isSmall = settings.compression == .small
      if let hardware = settings.hardware {
        return hardware.codec(level: level(usual: isSmall ? 22 : 20, step: 0.4, 0...51)) + keyFrames
      }
      // A page that lies still is worth bits that x264 gives it only if it sees far ahead: 1.3 to
      // 1.8 dB at equal bytes and in equal time. It keeps these frames, here at most 125 MB.
      let ahead = min(max(83_000_000 / (settings.size.width * settings.size.height), 10), 40)
      let (usual, speed) =
        switch settings.compression {
        case .fast: (20.0, ["ultrafast"])
        case .balanced: (21.5, ["veryfast", "-rc-lookahead", "\(ahead)", "-trellis", "1"])
        case .small: (21.75, ["medium", "-trellis", "2"])
        }
      let quality = level(usual: usual, step: 0.4, 0...51, unit: 0.25)
      return ["-c:v", "libx264", "-preset"] + speed
        + ["-crf", quality, "-pix_fmt", "yuv420p"] + keyFrames + settings.encoderOptions
    }
  }

  /// The most frames between key frames: so many that a segment has only the one with which it
  /// begins, unless it is longer than those of the usual length are. Players decode all frames from
  /// a key frame on to seek.
  private var keyFrames: [String] {
    guard let count = settings.frameCount else { return [] }
    // Those of the tool last 8 seconds, those of the library 240 frames.
    let usual = max(240, 8 * settings.rate.value)
    let most = Int((SegmentCuts.mostLengthsInAll * usual).rounded(.up))
    return ["-g", "\(min(max(count, 250), most))"]
  }

  private var vp9: [String] {
    let speed =
      switch settings.compression {
      case .fast: ["-deadline", "realtime", "-cpu-used", "8"]
      case .balanced: ["-deadline", "good", "-cpu-used", "5"]
      case .small: ["-deadline", "good", "-cpu-used", "2"]
      }
    // libvpx refuses alternate reference frames with alpha.
    let pixels =
      settings.isOpaque ? ["-pix_fmt", "yuv420p"] : ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"]
    return [
      "-c:v", "libvpx-vp9", "-crf", level(usual: 31, step: 0.65, 0...63), "-b:v", "0", "-row-mt",
      "1",
    ] + pixels + speed + keyFrames
  }

  /// Colors and, if there is transparency, alpha as a second stream in full range. SVT-AV1 is four
  /// times as fast as libaom, but its files of the sample book are a quarter larger, and it encodes
  /// neither a single plane nor pictures of less than 64 pixels.
  private var avif: [String] {
    let speed =
      switch settings.compression {
      case .fast: ["-usage", "realtime", "-cpu-used", "7"]
      case .balanced: ["-cpu-used", "6"]
      case .small: ["-cpu-used", "3"]
      }
    let colors = takesRGBA ? "\(toBT709),format=yuv420p" : "null"
    let streams =
      settings.isOpaque
      ? ["-filter_complex", "[0:v]\(colors)[colors]", "-map", "[colors]"]
      : [
        "-filter_complex",
        "[0:v]split[a][b];[a]\(colors)[colors];[b]alphaextract,format=gray[alpha]", "-map",
        "[colors]", "-map", "[alpha]", "-color_range:v:1", "pc",
      ]
    // A tile is at least 256 pixels wide.
    let tiles = settings.size.width >= 512 ? ["-tile-columns", "1"] : []
    return streams + tiles + [
      "-color_primaries:v:0", "bt709", "-color_trc:v:0", transfer, "-colorspace:v:0",
      "bt709", "-color_range:v:0", "tv", "-c:v", "libaom-av1", "-crf",
      level(usual: 32, step: 0.65, 0...63), "-b:v", "0", "-row-mt", "1",
    ] + speed
  }

  /// The quality on an encoder's own scale, on which smaller numbers are better.
  ///
  /// - Parameters:
  ///   - usual: The encoder's number for ``VideoFormat/usualQuality``.
  ///   - step: How much a quality of one less adds to it.
  ///   - unit: What it is a multiple of.
  private func level(
    usual: Double, step: Double, _ range: ClosedRange<Double>, unit: Double = 1
  ) -> String {
    let less = Double(VideoFormat.usualQuality - (settings.quality ?? VideoFormat.usualQuality))
    let value = ((usual + step * less) / unit).rounded() * unit
    let level = min(max(value, range.lowerBound), range.upperBound)
    return unit < 1 ? "\(level)" : String(Int(level))
  }
}

extension VideoFormat {
  /// The arguments of `ffmpeg` for its output, file descriptor 3.
  func container(canSeek: Bool) -> [String] {
    let options: [String]
    switch self {
    case .webm, .mkv:
      // A Matroska file has a random number unless it is to be exact to the bit.
      options = ["-fflags", "+bitexact", "-f", self == .webm ? "webm" : "matroska"]
    case .avif: options = ["-f", "avif"]
    default:
      let flags = canSeek ? "+faststart" : "+frag_keyframe+empty_moov"
      options = ["-movflags", flags, "-f", self == .mov ? "mov" : "mp4"]
    }
    // Through its path the file is opened again, which makes it seekable for ffmpeg.
    return options + [canSeek ? "/proc/self/fd/3" : "pipe:3"]
  }
}
