import GLESKitSupport
import Imaging

/// Reading and writing still pictures: PNG, JPEG and WebP.
///
/// Colours are taken as sRGB and come out as they are stored: gamma and colour profiles in a file
/// are ignored. Pictures are returned upright: EXIF orientation, wherever the format has it, has been
/// applied.
public enum ImageFile {
  /// Reads and decodes a picture; its first bytes, not its name, say what it is.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - options: Limits, and the box to fit into.
  public static func read(
    _ path: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> Image {
    try decode(try bytes(of: path, options: options), name: path, options: options)
  }

  /// Decodes a whole file in memory.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What errors call it.
  ///   - options: Limits, and the box to fit into.
  public static func decode(
    _ bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> Image {
    let structure = try Structure(bytes, name: name)
    let header = structure.header
    try options.checkSize(header.storedSize, of: name, format: header.format)
    // Scale first, in the stored orientation: the smaller picture is the cheaper one to turn.
    let upright = options.target(for: header.size)
    let target = header.orientation.swapsAxes ? upright?.swapped : upright
    var image: Image
    var eighths = 8
    switch structure {
    case .png(let structure):
      image = try PNGDecoder.decode(bytes, name: name, structure: structure)
    case .jpeg(let structure):
      (image, eighths) = try JPEGDecoder.decode(
        bytes, name: name, structure: structure, atLeast: target)
    case .webp(let structure):
      image = try WebPDecoder.decode(bytes, name: name, structure: structure)
    }
    if let target {
      let scale = Double(eighths) / 8
      let stored = header.storedSize
      image = image.resized(
        to: target, covering: (Double(stored.width) * scale, Double(stored.height) * scale))
    }
    return image.upright(from: header.orientation)
  }

  /// Reads a file's format, size and orientation without decoding its pixels.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - options: Only `maximumBytes` counts.
  public static func probe(
    _ path: String, options: DecodingOptions = DecodingOptions()
  ) throws(ImageError) -> ImageHeader {
    try probe(try bytes(of: path, options: options), name: path)
  }

  /// Finds format, size and orientation of a file in memory without decoding its pixels. The start
  /// of a file is enough if its header is in it.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: What errors call it.
  public static func probe(_ bytes: [UInt8], name: String) throws(ImageError) -> ImageHeader {
    try Structure(bytes, name: name).header
  }

  /// Encodes a picture.
  public static func encode(
    _ image: Image, as encoding: ImageEncoding
  ) throws(ImageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try encode(image, as: encoding, into: &bytes)
    return bytes
  }

  /// Encodes a picture into an array whose memory is reused: what it held is replaced. After an
  /// error its content is unspecified.
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

  /// Encodes a picture and writes it; the file appears whole or not at all (`AtomicFile`).
  ///
  /// - Parameters:
  ///   - image: The picture.
  ///   - path: The file, replaced if there is one.
  ///   - encoding: How to encode; by default as the extension says, with that format's defaults.
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

  private static func bytes(
    of path: String, options: DecodingOptions
  ) throws(ImageError) -> [UInt8] {
    do throws(FileError) {
      return path == "-"
        ? try Files.readStandardInput(limit: options.maximumBytes)
        : try Files.read(path, limit: options.maximumBytes)
    } catch {
      throw .file(error)
    }
  }
}

/// A file's structure, by its format.
private enum Structure {
  case png(PNGStructure)
  case jpeg(JPEGStructure)
  case webp(WebPStructure)

  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    if bytes.isEmpty { throw .empty(name: name) }
    switch Signature(of: bytes) {
    case .image(.png): self = .png(try PNGStructure(bytes, name: name))
    case .image(.jpeg): self = .jpeg(try JPEGStructure(bytes, name: name))
    case .image(.webp): self = .webp(try WebPStructure(bytes, name: name))
    case .other(let format): throw .unsupportedFormat(name: name, format: format)
    case .beginning(let format): throw .truncated(name: name, format: format)
    case .unknown: throw .notAnImage(name: name)
    }
  }

  var header: ImageHeader {
    switch self {
    case .png(let png):
      ImageHeader(format: .png, storedSize: png.size, orientation: png.orientation)
    case .jpeg(let jpeg):
      ImageHeader(format: .jpeg, storedSize: jpeg.size, orientation: jpeg.orientation)
    case .webp(let webp):
      ImageHeader(format: .webp, storedSize: webp.size, orientation: webp.orientation)
    }
  }
}
