import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport

/// What independent decoders find in a file.
struct Decoded {
  /// What ffprobe says.
  var facts: [String: String] = [:]
  /// The frames, with alpha multiplied in.
  var frames: [Image] = []
  /// For how many milliseconds each is seen, where Pillow was asked.
  var milliseconds: [Double] = []

  /// A video, by ffprobe and ffmpeg.
  init(_ path: String) throws {
    let probe = try Subprocess([
      "ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
      "stream=codec_name,width,height,r_frame_rate,nb_read_frames,pix_fmt,color_range,color_space,"
        + "color_primaries,color_transfer,chroma_location:format=duration", "-of", "default=nw=1",
      path,
    ])
    for line in probe.text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { facts[String(parts[0])] = String(parts[1]) }
    }
    frames = try Self.byFFmpeg(
      path, size: PixelSize(Int(facts["width"] ?? "") ?? 0, Int(facts["height"] ?? "") ?? 0))
  }

  /// An animation or a picture, by Pillow.
  init(animation path: String) throws {
    let folder = try TemporaryFolder()
    let raw = "\(folder.path)/raw"
    let script = repositoryFile("Tests/RecordingTests/Encoders/animation.py")
    // Debian's Python, which has Debian's Pillow; another one along PATH may not.
    let words = try Subprocess(["/usr/bin/python3", script, path, raw]).text
      .split(separator: " ").map(String.init)
    guard words.count > 4, let width = Int(words[1]), let height = Int(words[2]) else { return }
    for (name, word) in zip(["format", "width", "height", "loop"], words) { facts[name] = word }
    milliseconds = words[4...].compactMap { Double($0) }
    frames = Self.images(try Files.read(raw), PixelSize(width, height))
  }

  /// The frames that ffmpeg decodes.
  static func byFFmpeg(_ path: String, size: PixelSize) throws -> [Image] {
    // A Y4M does not say by which matrix it was made, and ffmpeg takes it for BT.601's.
    let matrix = path.hasSuffix(".y4m") ? ["-colorspace", "bt709"] : []
    // The alpha of an AVIF is a stream of its own.
    let streams = try Subprocess([
      "ffprobe", "-v", "error", "-show_entries", "stream=index", "-of", "csv=p=0", path,
    ]).text.split(separator: "\n")
    let merge =
      path.hasSuffix(".avif") && streams.count > 1
      ? ["-filter_complex", "[0:v:0][0:v:1]alphamerge"] : []
    // ffmpeg's own decoder of VP9 ignores alpha.
    let decoder = path.hasSuffix(".webm") ? ["-c:v", "libvpx-vp9"] : []
    let pixels = try Subprocess(
      ["ffmpeg", "-v", "error"] + matrix + decoder + [
        "-i", path,
      ] + merge + [
        "-sws_flags", "accurate_rnd+full_chroma_int", "-vsync",
        "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-",
      ]
    ).output
    return images(pixels, size)
  }

  /// Rows of RGBA with straight alpha.
  static func images(_ pixels: [UInt8], _ size: PixelSize) -> [Image] {
    let count = size.width * size.height * 4
    guard count > 0 else { return [] }
    return stride(from: 0, to: pixels.count - count + 1, by: count).map { start in
      var image = Image(
        width: size.width, height: size.height, pixels: Array(pixels[start..<start + count]))
      for y in 0..<size.height {
        for x in 0..<size.width { image[x, y] = image[x, y].premultiplied }
      }
      return image
    }
  }
}

/// Four colors by quarters, so that no turn or mirror image looks the same.
func quarters(_ width: Int, _ height: Int) -> Image {
  var image = Image(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      let isLeft = 2 * x < width
      image[x, y] =
        2 * y < height
        ? (isLeft ? [220, 30, 40, 255] : [30, 200, 60, 255])
        : (isLeft ? [40, 60, 210, 255] : [250, 250, 250, 255])
    }
  }
  return image
}

/// What the middles of the quarters are, where they are not as expected.
func departures(_ frame: Image, _ expected: Image, within limit: Int) -> [String] {
  [(1, 1), (3, 1), (1, 3), (3, 3)].compactMap { x, y in
    let (x, y) = (expected.width * x / 4, expected.height * y / 4)
    if isNear(frame[x, y], expected[x, y], within: limit) { return nil }
    return "\(frame[x, y]) at (\(x), \(y)) instead of \(expected[x, y])"
  }
}
