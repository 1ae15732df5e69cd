import GLESKitSupport
import Glibc
import Imaging

/// A clip of a transition or of a book, as `ffprobe` describes it: a video, or a still.
struct Clip: Sendable {
  let path: String
  /// The file that `ffmpeg` reads.
  let file: String
  /// The size at which it is shown: upright, with square pixels.
  let size: PixelSize
  /// The frame rate; `nil` for a still.
  let rate: FrameRate?
  /// The duration in seconds; `nil` if the file doesn't say.
  let seconds: Double?
  /// Whether it has sound.
  let hasSound: Bool
  /// Whether its pixels have alpha, which need not be used.
  let hasAlpha: Bool
  /// The matrix of its colors, such as `bt709`; `nil` if the file doesn't say, and for a still,
  /// which follows the other clip.
  let matrix: String?
  /// The matrix that players use. Files that don't say follow BT.709 if they have a high
  /// definition, otherwise BT.601.
  var playedMatrix: String {
    matrix ?? (max(size.width, size.height) >= 1280 ? "bt709" : "smpte170m")
  }
  /// The arguments of `ffmpeg` that tag a video with its colors.
  let tags: [String]
  /// The number of its video stream in the file.
  let stream: Int
  /// How many video streams the file has.
  let videoCount: Int
  /// Whether its values use the full range of a byte.
  private let isFullRange: Bool
  /// Whether frames have to be scaled even to their own size, because pixels are not square.
  private let isStretched: Bool
  /// Whether it is H.264 in an MP4 or QuickTime file, and upright.
  private let isPlainMP4: Bool

  /// Inspects a file.
  ///
  /// - Throws: ``RecordingError/file(_:)`` if it is missing, ``RecordingError/clip(_:)`` if it is
  ///   no video, or one with a high dynamic range, ``RecordingError/program(_:)``.
  /// - Parameters:
  ///   - path: The file, also in errors.
  ///   - file: What `ffmpeg` reads instead of it; `nil` is the file itself.
  init(_ path: String, readFrom file: String? = nil) throws(RecordingError) {
    switch Files.kind(of: path) {
    case .regular: break
    case .folder: throw .clip("'\(path)' is a folder; use a video or an image")
    case .special: throw .file(FileError(.read, path, code: ESPIPE))
    case nil: throw .missing(path)
    }
    if Files.hasExtension(path, ["pdf"]) {
      throw .clip("'\(path)' is a PDF; " + .drawPage(of: path))
    }
    self.path = path
    self.file = file ?? path
    let report = try Self.report(on: self.file)
    let container = report["format"]["format_name"].string ?? ""
    let streams = report["streams"].elements
    // The cover of a song is not a video.
    let videos = streams.indices.filter {
      streams[$0]["codec_type"].string == "video"
        && streams[$0]["disposition"]["attached_pic"].integer != 1
    }
    videoCount = videos.count
    guard let index = videos.first, case let video = streams[index],
      let width = video["width"].integer, let height = video["height"].integer, width > 0,
      height > 0
    else { throw .clip("'\(path)' has no video; use a video or an image") }
    let transfer = video["color_transfer"].string ?? ""
    if ["smpte2084", "arib-std-b67"].contains(transfer) {
      throw .clip(
        "'\(path)' has a high dynamic range (\(transfer)), which is not supported; convert it to "
          + "BT.709 first, for example with the filters zscale and tonemap of ffmpeg")
    }
    let pixel = (video["sample_aspect_ratio"].string ?? "1:1").split(separator: ":").map {
      Double($0)
    }
    var shape = 1.0
    if pixel.count == 2, let across = pixel[0], let up = pixel[1], across > 0, up > 0 {
      shape = across / up
    }
    isStretched = shape != 1
    var shown = PixelSize(max(1, Int((Double(width) * shape).rounded())), height)
    let turns = video["side_data_list"].elements.compactMap { $0["rotation"].integer }
    if let turn = turns.first, turn % 180 != 0 { shown = PixelSize(shown.height, shown.width) }
    size = shown
    isPlainMP4 =
      video["codec_name"].string == "h264" && container.hasPrefix("mov,")
      && turns.allSatisfy { $0 == 0 }
    stream = index
    let isStill = container == "image2" || container.hasSuffix("_pipe")
    rate = isStill ? nil : Self.rate(video)
    let durations = [video["duration"].string, report["format"]["duration"].string]
    seconds = durations.lazy.compactMap { $0.flatMap { Double($0) } }.first
    hasSound = streams.contains { $0["codec_type"].string == "audio" }
    matrix =
      isStill
      ? nil : video["color_space"].string.flatMap { ["unknown", "gbr"].contains($0) ? nil : $0 }
    let names = [
      ("color_space", "-colorspace", ["bt709", "bt470bg", "smpte170m", "bt2020nc"]),
      ("color_primaries", "-color_primaries", ["bt709", "bt470bg", "smpte170m", "bt2020"]),
      ("color_transfer", "-color_trc", ["bt709", "smpte170m", "iec61966-2-1"]),
    ]
    tags =
      isStill
      ? ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709"]
      : names.flatMap { name, option, known in
        video[name].string.flatMap { known.contains($0) ? [option, $0] : nil } ?? []
      }
    let pixels = video["pix_fmt"].string ?? ""
    // VP8 and VP9 store alpha beside the video, which their tags say.
    hasAlpha =
      ["yuva", "gbrap", "rgba", "bgra", "argb", "abgr", "ya"].contains { pixels.hasPrefix($0) }
      || ["alpha_mode", "ALPHA_MODE"].contains { video["tags"][$0].string == "1" }
    isFullRange =
      video["color_range"].string == "pc" || pixels.hasPrefix("yuvj")
  }

  /// The average rate, or the nominal one if that is a common rate, too.
  private static func rate(_ video: JSON) -> FrameRate {
    let average = (video["avg_frame_rate"].string).flatMap { FrameRate($0) }
    let nominal = (video["r_frame_rate"].string).flatMap { FrameRate($0) }
    if let average, let nominal, abs(average.value - nominal.value) > 0.01 * average.value {
      // Of a variable rate, the nearest whole one.
      return FrameRate(max(1, Int(average.value.rounded())))
    }
    return nominal ?? average ?? FrameRate(30)
  }

  private static func report(on path: String) throws(RecordingError) -> JSON {
    let (output, ending) = try FFprobe.run(
      on: path,
      [
        "-show_entries",
        "stream=codec_type,codec_name,width,height,pix_fmt,r_frame_rate,avg_frame_rate,"
          + "sample_aspect_ratio,color_range,color_space,color_primaries,color_transfer,duration:"
          + "stream_tags=alpha_mode,ALPHA_MODE:"
          + "stream_side_data=rotation:stream_disposition=attached_pic:"
          + "format=format_name,duration", "-of", "json",
      ])
    if ending.status == 0, let report = try? JSONDocument(output).value { return report }
    // The index of an MP4 is its last part. `ffprobe` has one error code for all invalid data.
    if ending.status != nil, let start = try? Files.part(of: path, at: 0, count: 8),
      Box.head(start).name == "ftyp"
    {
      throw .clip("'\(path)' is not a video, or an incomplete one; copy or download it again")
    }
    throw .clip(
      "'\(path)' is not a video or an image: ffprobe \(ending.sentence); convert it to MP4, PNG or "
        + "JPEG")
  }

  /// Whether its coded frames may be part of an MP4 video with the size of `size` and the colors of
  /// `model`.
  func hasCoded(_ size: PixelSize, _ model: Clip) -> Bool {
    isPlainMP4 && self.size == size && !isStretched && !isFullRange && tags == model.tags
      && matrix == model.matrix
  }

  /// The arguments of `ffmpeg` that decode its own frames in 4:2:0.
  ///
  /// - Parameter start: When to start, in seconds from the start of the file; `nil` is the first
  ///   frame.
  func decoding(from start: Double?) -> [String] {
    FFmpeg.command + (start.map { ["-ss", "\($0)"] } ?? [])
      + FFprobe.formats + ["-i", "file:\(file)", "-map", "0:\(stream)"] + Self.planes
  }

  private static let planes = [
    "-f", "rawvideo", "-pix_fmt", "yuv420p", "-vsync", "passthrough", "pipe:1",
  ]

  /// The arguments of `ffmpeg` that decode it to frames of `size` at `rate` in 4:2:0.
  ///
  /// Frames that have this form already pass unchanged.
  ///
  /// - Parameters:
  ///   - matrix: The matrix to convert to if the clip has another one.
  ///   - isDrawn: Whether the frames become RGB, so that the matrix also matters if the clip
  ///     doesn't say its own.
  ///   - frames: The number of frames of a still.
  func decoding(
    to size: PixelSize, rate: FrameRate, matrix: String?, frames: Int, isDrawn: Bool = false
  ) -> [String] {
    var filters: [String] = []
    if self.rate != nil { filters.append("fps=\(rate)") }
    var conversion: [String] = []
    if isFullRange { conversion.append("out_range=tv") }
    let own = isDrawn && self.rate != nil ? playedMatrix : self.matrix
    if let from = own, let to = matrix, from != to {
      conversion += ["in_color_matrix=\(from)", "out_color_matrix=\(to)"]
    }
    // Photos and drawings: sRGB, by BT.709's matrix.
    if self.rate == nil { conversion.append("out_color_matrix=\(matrix ?? "bt709")") }
    // Without rounding, colors of a still would become darker by up to 2/255.
    let flags = "flags=bicubic" + (self.rate == nil ? "+accurate_rnd" : "")
    if size != self.size || isStretched {
      let fitted = self.size.fitted(within: size, enlarging: true)
      let even = PixelSize(max(2, fitted.width / 2 * 2), max(2, fitted.height / 2 * 2))
      filters.append(
        (["scale=\(even.width):\(even.height):\(flags)"] + conversion).joined(separator: ":"))
      filters.append("pad=\(size.width):\(size.height):-1:-1:black")
    } else if !conversion.isEmpty {
      filters.append("scale=" + (conversion + [flags]).joined(separator: ":"))
    }
    let isStill = self.rate == nil
    if isStill { filters.append("loop=-1:1") }
    return FFmpeg.command + (isStill ? ["-framerate", rate.description] : [])
      + FFprobe.formats + ["-i", "file:\(file)", "-map", "0:\(stream)"]
      + (filters.isEmpty ? [] : ["-vf", filters.joined(separator: ",")])
      + (isStill ? ["-frames:v", "\(frames)"] : []) + Self.planes
  }

  /// The arguments of `ffmpeg` that decode it to RGBA frames of `size`, stretched, at `rate`.
  ///
  /// - Parameters:
  ///   - fills: Whether what exceeds the shape of `size` is cut off evenly, instead.
  ///   - first: The first frame at that rate. Those before it are decoded all the same, so that a
  ///     frame's bytes don't depend on where decoding starts.
  func drawing(
    to size: PixelSize, filling fills: Bool, rate: FrameRate, from first: Int
  ) -> [String] {
    // Sound may begin before the first frame, which then stands for what is missing.
    var filters = ["fps=\(rate):start_time=0"]
    if first > 0 { filters.append("trim=start_frame=\(first)") }
    if fills {
      let shape = "\(size.width)/\(size.height)/sar"
      filters.append("crop=w=min(iw\\,ih*\(shape)):h=min(ih\\,iw/(\(shape))):exact=1")
    }
    filters.append(
      "scale=\(size.width):\(size.height):flags=bicubic+accurate_rnd+full_chroma_int"
        + "+full_chroma_inp" + (matrix == nil ? ":in_color_matrix=\(playedMatrix)" : ""))
    // Several threads may decode a damaged frame differently each time.
    return FFmpeg.command + ["-threads", "1"] + FFprobe.formats + [
      "-i", "file:\(file)", "-map", "0:\(stream)", "-vf", filters.joined(separator: ","), "-f",
      "rawvideo", "-pix_fmt", "rgba", "-vsync", "passthrough", "pipe:1",
    ]
  }
}
