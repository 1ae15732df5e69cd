import ImageCoding
import Imaging

/// Where a page's picture comes from.
enum PageSource: Sendable {
  /// A picture file.
  case picture(path: String)
  /// A picture that was read from standard input or another pipe, which can be read only once.
  case bytes([UInt8], name: String)
  /// A page of a PDF, counted from 1.
  case pdf(PDFFile, page: Int)
  /// White paper, in place of a page that cannot be read.
  case blank
  /// What could not even be opened.
  case unreadable(RecordingError)

  /// The size at which the page is drawn where nobody asks for another: a picture's own, upright; a
  /// PDF's page, whose measure is not in pixels, 1080 pixels high.
  ///
  /// - Throws: ``RecordingError/image(_:)`` for a picture that cannot be read, that has no pixels, or that
  ///   has more than are decoded.
  func naturalSize() throws(RecordingError) -> PixelSize {
    let (name, header): (String, ImageHeader)
    switch self {
    case .picture(let path):
      name = path
      header = try imaging { () throws(ImageError) in try ImageFile.probe(path) }
    case .bytes(let bytes, let source):
      name = source
      header = try imaging { () throws(ImageError) in try ImageFile.probe(bytes, name: source) }
    case .pdf(let file, let page): return file.naturalSize(of: page)
    case .blank: return PixelSize(1, 1)
    case .unreadable(let error): throw error
    }
    let (size, limit) = (header.size, DecodingOptions().maximumPixels)
    guard size.width > 0 && size.height > 0 else {
      throw .image(
        .noPixels(name: name, format: header.format, width: size.width, height: size.height))
    }
    guard size.width.multipliedFullWidth(by: size.height) <= (0, UInt(limit)) else {
      throw .image(
        .tooLarge(name: name, width: size.width, height: size.height, maximumPixels: limit))
    }
    return size
  }

  /// The picture on a page of `size`: stretched where its shape is as good as the page's, else fitted
  /// in the middle of white paper.
  func picture(for size: PixelSize) throws(RecordingError) -> Image {
    // A larger picture is scaled as it is read, and only then: each step would cost sharpness.
    var options = DecodingOptions(fitting: size)
    options.stretching = Image.shapeTolerance
    let image =
      switch self {
      case .picture(let path):
        try imaging { () throws(ImageError) in try ImageFile.read(path, options: options) }
      case .bytes(let bytes, let name):
        try imaging { () throws(ImageError) in
          try ImageFile.decode(bytes, name: name, options: options)
        }
      case .pdf(let file, let page): try file.picture(of: page, for: size)
      case .blank:
        Image(width: size.width, height: size.height, filledWith: [255, 255, 255, 255])
      case .unreadable(let error): throw error
      }
    return image.laid(on: size)
  }
}

/// Calls a function of `Imaging`, whose errors become ours.
func imaging<Result>(
  _ body: () throws(ImageError) -> Result
) throws(RecordingError) -> Result {
  do { return try body() } catch { throw .image(error) }
}

extension Image {
  /// How far a picture's shape may be from the page's to be stretched to it.
  static let shapeTolerance = 0.02

  /// The picture as a page of `size`: stretched where its shape is as good as the page's (scans of
  /// one book differ by a few pixels), else as large as fits, in the middle of white paper.
  func laid(on size: PixelSize) -> Image {
    let own = PixelSize(width, height)
    if own.hasShape(of: size, within: Self.shapeTolerance) { return resized(to: size) }
    let picture = resized(to: own.fitted(within: size, enlarging: true))
    var page = Image(width: size.width, height: size.height, filledWith: [255, 255, 255, 255])
    page.draw(
      picture, left: (size.width - picture.width) / 2, top: (size.height - picture.height) / 2)
    return page
  }
}
