import GLESKitSupport
import ImageCoding
import Imaging

/// A page in the form in which a web page embeds it.
struct WebPicture {
  let bytes: [UInt8]
  let format: ImageFormat
  let size: PixelSize
  /// Whether all pixels are opaque.
  let isOpaque: Bool
}

extension PageSource {
  /// The page as an image for a web page: the original file if it is upright, has the book's aspect
  /// ratio and is not too large; otherwise encoded again.
  ///
  /// - Parameters:
  ///   - page: The size of the book's pages, whose aspect ratio the image gets.
  ///   - limit: The largest size.
  ///   - compression: Whether to favour speed or size of a PNG.
  func webPicture(
    filling page: PixelSize, within limit: PixelSize, compression: Compression
  ) throws(RecordingError) -> WebPicture {
    let file: [UInt8]
    let name: String
    switch self {
    case .picture(let path):
      name = path
      do { file = try Files.read(path, limit: DecodingOptions().maximumBytes) } catch {
        throw .file(error)
      }
    case .bytes(let bytes, let source): (file, name) = (bytes, source)
    case .pdf, .blank, .unreadable:
      return try Self.encoded(try picture(for: page.fitted(within: limit)), .png, compression)
    }
    let header = try imaging { () throws(ImageError) in try ImageFile.probe(file, name: name) }
    let size = try PageSource.bytes(file, name: name).naturalSize()
    let hasShape = size.hasShape(of: page, within: Image.shapeTolerance)
    let isAsItIs = hasShape && header.orientation == .upright && size.fitted(within: limit) == size
    let wanted = hasShape ? size.fitted(within: limit) : page.fitted(within: limit)
    // Always decoded, to report a damaged file now and not to the reader of the web page.
    let image = try PageSource.bytes(file, name: name).picture(for: wanted)
    return isAsItIs
      ? WebPicture(bytes: file, format: header.format, size: size, isOpaque: image.isOpaque)
      : try Self.encoded(image, header.format, compression)
  }

  private static func encoded(
    _ image: Image, _ format: ImageFormat, _ compression: Compression
  ) throws(RecordingError) -> WebPicture {
    var bytes: [UInt8] = []
    try PictureSink.encoder(format, compression)(image, &bytes)
    return WebPicture(
      bytes: bytes, format: format, size: PixelSize(image.width, image.height),
      isOpaque: image.isOpaque)
  }
}
