import GLESKitSupport
import ImageCoding
import Imaging

/// A HEIC or AVIF picture. libheif's programs decode it, in processes of their own: ffmpeg before
/// version 7 doesn't read pictures in tiles, and ffmpeg 5.1 ignores the rotation, the mirroring and
/// the transparency of an AVIF.
struct HEIFPicture {
  private let path: String
  /// The size, upright.
  let size: PixelSize
  /// Whether it has a wide gamut that no profile describes: libheif's program doesn't convert it.
  let isWide: Bool
  private let isTransparent: Bool

  /// Inspects a file.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for several pictures, of which one would be shown,
  ///   ``RecordingError/image(_:)``, ``RecordingError/program(_:)``.
  init(_ path: String, format: String) throws(RecordingError) {
    self.path = path
    let output = try PictureProgram.heifInfo.output(reading: path) { [$0] }
    // `image: 4032x3024 (id=49), primary`
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    isTransparent = lines.contains { $0.contains("alpha channel: yes") }
    let sizes = lines.compactMap { line in
      line.hasPrefix("image: ")
        ? line.dropFirst(7).prefix { $0 != " " }.split(separator: "x").compactMap { Int($0) } : nil
    }
    guard let first = sizes.first, first.count == 2, first.min() ?? 0 > 0 else {
      throw .image(.unsupportedFormat(name: path, format: format))
    }
    guard sizes.count == 1 else {
      throw .pages(
        "'\(path)' contains \(sizes.count) pictures; convert it to PNG or JPEG files with "
          + "heif-convert")
    }
    size = PixelSize(first[0], first[1])
    try size.checkLimit(of: path)
    let dump = try PictureProgram.heifInfo.output(reading: path) { ["-d", $0] }
    let boxes = String(decoding: dump, as: UTF8.self)
    /// A number of the first box of colors, which is the picture's; others are of gain maps.
    func number(_ name: String) -> Int? {
      guard let box = boxes.firstRange(of: "colour_type: ") else { return nil }
      let fields = boxes[box.upperBound...].split(separator: "\n").prefix(3)
      guard fields.first == "nclx" else { return nil }
      return fields.first { $0.contains(name) }.flatMap { $0.split(separator: " ").last }
        .flatMap { Int($0) }
    }
    // ITU-T H.273: PQ and HLG.
    guard ![16, 18].contains(number("transfer_characteristics")) else {
      throw .pages(
        "'\(path)' has HDR colors, which are not supported; export it without HDR, as PNG or JPEG")
    }
    // BT.2020, DCI P3 and Display P3; linear.
    isWide =
      [9, 11, 12].contains(number("colour_primaries")) || number("transfer_characteristics") == 8
    let isPlain = !["irot", "imir", "clap", "auxC"].contains { boxes.contains("Box: \($0)") }
    guard !isWide || isPlain else {
      throw .pages(
        "'\(path)' has a wide gamut without a color profile, which is not supported in a turned, "
          + "cropped or transparent picture; convert it to PNG or JPEG")
    }
  }

  /// Decodes it.
  func image(_ options: DecodingOptions) throws(RecordingError) -> Image {
    let program = PictureProgram.heifConvert
    var bytes = try program.conversion(of: path, to: "png") { [$0, $1] }
    // libpng writes nothing if it knows that a profile is wrong, such as an old one of sRGB.
    if bytes.isEmpty, !isTransparent {
      bytes = try program.conversion(of: path, to: "jpg") { ["-q", "100", $0, $1] }
    }
    // libheif has turned the picture as the file says, and copied what EXIF says about it.
    var options = options
    options.isUprightPNG = true
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: path, options: options)
    }
  }
}
