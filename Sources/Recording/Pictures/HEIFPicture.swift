import GLESKitSupport
import ImageCoding
import Imaging

/// A HEIC picture, as phones take them. libheif's programs decode it, in processes of their own:
/// ffmpeg before version 7 doesn't read pictures in tiles.
struct HEIFPicture {
  private let path: String
  /// The size, upright.
  let size: PixelSize

  /// The most memory of a process in bytes.
  private static let memory = 2 << 30

  /// Inspects a file.
  ///
  /// - Throws: ``RecordingError/pages(_:)`` for several pictures, of which one would be shown,
  ///   ``RecordingError/image(_:)``, ``RecordingError/program(_:)``.
  init(_ path: String) throws(RecordingError) {
    self.path = path
    let output = try Self.run("heif-info", [], on: path)
    // `image: 4032x3024 (id=49), primary`
    let sizes = String(decoding: output, as: UTF8.self).split(separator: "\n").compactMap { line in
      line.hasPrefix("image: ")
        ? line.dropFirst(7).prefix { $0 != " " }.split(separator: "x").compactMap { Int($0) } : nil
    }
    guard let first = sizes.first, first.count == 2, first.min() ?? 0 > 0 else {
      throw .image(.unsupportedFormat(name: path, format: "HEIC"))
    }
    guard sizes.count == 1 else {
      throw .pages(
        "'\(path)' contains \(sizes.count) pictures; convert it to PNG or JPEG files with "
          + "heif-convert")
    }
    size = PixelSize(first[0], first[1])
    try size.checkLimit(of: path)
  }

  /// Decodes it.
  func image(_ options: DecodingOptions) throws(RecordingError) -> Image {
    // The program chooses the format by the name of a file, so there has to be one.
    let picture = try TemporaryPicture(named: "picture.png")
    _ = try Self.run("heif-convert", [picture.path], on: path)
    // libheif has turned the picture as the file says, and copied what EXIF says about it.
    var options = options
    options.isUprightPNG = true
    let bytes = try filing { () throws(FileError) in try Files.read(picture.path, limit: 1 << 30) }
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: path, options: options)
    }
  }

  /// Runs one of libheif's programs, and returns what it prints.
  private static func run(
    _ program: String, _ arguments: [String], on path: String
  ) throws(RecordingError) -> [UInt8] {
    // Otherwise a name that begins with a hyphen would be an option.
    let file = path.hasPrefix("/") ? path : "./\(path)"
    let (output, ending) = try FFmpeg.output(
      of: [program, file] + arguments, failing: "cannot read '\(path)'", limit: 1 << 20,
      memory: memory, patience: 120, package: "libheif-examples")
    guard ending.status == 0 else {
      throw .clip("cannot decode '\(path)': \(program) \(ending.sentence)")
    }
    return output
  }
}
