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

  /// The most memory of a process in bytes.
  private static let memory = 2 << 30

  /// Inspects a file.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for several pictures, of which one would be shown,
  ///   ``RecordingError/image(_:)``, ``RecordingError/program(_:)``.
  init(_ path: String, format: String) throws(RecordingError) {
    self.path = path
    let output = try Self.run("heif-info", [], on: path)
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
    let boxes = String(decoding: try Self.run("heif-info", ["-d"], on: path), as: UTF8.self)
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
    var bytes = try converted(to: "png")
    // libpng writes nothing if it knows that a profile is wrong, such as an old one of sRGB.
    if bytes.isEmpty, !isTransparent { bytes = try converted(to: "jpg", ["-q", "100"]) }
    // libheif has turned the picture as the file says, and copied what EXIF says about it.
    var options = options
    options.isUprightPNG = true
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: path, options: options)
    }
  }

  /// Converts it to a file of another format, and returns what that contains.
  private func converted(
    to format: String, _ options: [String] = []
  ) throws(RecordingError) -> [UInt8] {
    // The program chooses the format by the name of a file, so there has to be one.
    let picture = try TemporaryPicture(named: "picture.\(format)")
    _ = try Self.run("heif-convert", options, on: path, to: [picture.path])
    return try filing { () throws(FileError) in try Files.read(picture.path, limit: 1 << 30) }
  }

  /// Runs one of libheif's programs, and returns what it prints.
  private static func run(
    _ program: String, _ options: [String], on path: String, to results: [String] = []
  ) throws(RecordingError) -> [UInt8] {
    // Otherwise a name that begins with a hyphen would be an option.
    let file = path.hasPrefix("/") ? path : "./\(path)"
    let (output, ending) = try FFmpeg.output(
      of: [program] + options + [file] + results, failing: "cannot read '\(path)'", limit: 1 << 20,
      memory: memory, patience: 120, package: "libheif-examples")
    guard ending.status == 0 else {
      throw .clip(
        "cannot decode '\(path)': \(program) \(ending.sentence); convert it to PNG or JPEG")
    }
    return output
  }
}
