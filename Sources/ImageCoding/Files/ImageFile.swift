import GLESKitSupport
@_exported import Imaging

/// Reads and writes still images: PNG, JPEG and WebP.
///
/// Colors are converted to sRGB by an embedded ICC profile; without one they are assumed to be
/// sRGB. The EXIF orientation is applied, so images are upright.
public enum ImageFile {
  /// Reads and decodes an image. The first bytes determine the format, not the name.
  ///
  /// - Parameters:
  ///   - path: The file; `-` means standard input.
  ///   - options: Limits, and the box to fit.
  public static func read(
    _ path: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> Image {
    try decode(try bytes(of: path, options: options), name: path, options: options)
  }

  /// Decodes a whole file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The name in errors.
  ///   - options: Limits, and the box to fit.
  public static func decode(
    _ bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> Image {
    let decoding = try ImageDecoding(bytes, name: name, options: options)
    return decoding.turn(decoding.scale(try decoding.decode()))
  }

  /// Reads a file's format, size and orientation without decoding its pixels.
  ///
  /// - Parameters:
  ///   - path: The file; `-` means standard input.
  ///   - options: The limits, of which only `maximumBytes` is used.
  public static func probe(
    _ path: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> ImageHeader {
    if path != "-", Files.length(of: path) ?? .max <= options.maximumBytes,
      let start = try? Files.part(of: path, at: 0, count: startSize),
      start.starts(with: [0xFF, 0xD8]), let header = try? probe(start, name: path)
    {
      return header
    }
    return try probe(try bytes(of: path, options: options), name: path)
  }

  /// How much of a JPEG file is read for its header, which comes first. Other files may end with
  /// their orientation.
  private static let startSize = 1 << 16

  /// Reads the format, size and orientation of a file in memory without decoding its pixels. The
  /// start of the file is enough if it contains the header.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The name in errors.
  public static func probe(_ bytes: [UInt8], name: String) throws(ImageError) -> ImageHeader {
    try ImageStructure(bytes, name: name).header
  }

  /// Encodes an image.
  public static func encode(
    _ image: Image, as encoding: ImageEncoding
  ) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(image, as: encoding, into: &bytes)
    return bytes
  }

  /// Encodes an image into an array, whose content is replaced and whose memory is reused. After an
  /// error the content is unspecified.
  public static func encode(
    _ image: Image, as encoding: ImageEncoding, into bytes: inout [UInt8]
  ) throws(ImageError) {
    bytes.removeAll(keepingCapacity: true)
    switch encoding {
    case .png(let options):
      try PNGEncoder.encode(image, options: options, appendingTo: &bytes)
    case .jpeg(let options):
      try JPEGEncoder.encode(image, options: options, appendingTo: &bytes)
    case .webp(let options):
      try WebPEncoder.encode(image, options: options, appendingTo: &bytes)
    }
  }

  /// Encodes an image and writes it. The file appears complete or not at all.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - path: The file, which is replaced if it exists.
  ///   - encoding: The format and its options. Default: the format of the extension.
  public static func write(
    _ image: Image, to path: String, as encoding: ImageEncoding? = nil
  ) throws(ImageError) {
    guard let encoding = encoding ?? ImageFormat(extensionOf: path).map(ImageEncoding.init) else {
      throw .unknownExtension(path: path)
    }
    let bytes = try encode(image, as: encoding)
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
  }

  package static func bytes(
    of path: String, options: DecodingOptions, capacity: Int = 0
  ) throws(ImageError) -> [UInt8] {
    do throws(FileError) {
      return path == "-"
        ? try Files.readStandardInput(limit: options.maximumBytes)
        : try Files.read(path, limit: options.maximumBytes, capacity: capacity)
    } catch {
      throw .file(error)
    }
  }
}
