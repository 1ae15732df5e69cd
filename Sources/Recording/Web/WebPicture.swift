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

extension WebPicture {
  /// The picture as a worker returns it.
  var product: WorkerPool.Product {
    let format = ImageFormat.allCases.firstIndex(of: format) ?? 0
    return WorkerPool.Product(
      numbers: [format, size.width, size.height, isOpaque ? 1 : 0], bytes: bytes)
  }

  init(_ product: WorkerPool.Product) {
    let numbers = product.numbers
    self.init(
      bytes: product.bytes, format: ImageFormat.allCases[numbers[0]],
      size: PixelSize(numbers[1], numbers[2]), isOpaque: numbers[3] == 1)
  }
}

extension PageSource {
  /// The page as an image for a web page: the original file if it is upright, has the book's aspect
  /// ratio and is not too large; otherwise encoded again. Of a video, the first frame.
  ///
  /// - Parameters:
  ///   - page: The size of the book's pages, whose aspect ratio the image gets.
  ///   - limit: The largest size.
  ///   - fit: How a page of another shape lies on it.
  ///   - compression: Whether to favor speed or size.
  ///   - quality: The quality of lossy files, 1…100; `nil` is the usual one.
  func webPicture(
    filling page: PixelSize, within limit: PixelSize, _ fit: PageFit, compression: Compression,
    quality: Int? = nil
  ) throws(RecordingError) -> WebPicture {
    func wanted(_ size: PixelSize) -> PixelSize {
      size.hasShape(of: page, within: Image.shapeTolerance)
        ? size.fitted(within: limit) : page.fitted(within: limit)
    }
    let file: [UInt8]
    let name: String
    switch self {
    case .picture(let path):
      name = path
      do { _ = try ImageFile.probe(path) } catch {
        // A format that browsers may not read.
        let size = try ForeignPicture(path, refused: error).size
        return try Self.encoded(try picture(for: wanted(size), fit), compression, quality)
      }
      do { file = try Files.read(path, limit: DecodingOptions().maximumBytes) } catch {
        throw .file(error)
      }
    case .bytes(let bytes, let source): (file, name) = (bytes, source)
    case .pdf, .sheet, .clip, .blank, .unreadable, .half:
      let image = try picture(for: page.fitted(within: limit), fit)
      return try Self.encoded(image, compression, quality)
    }
    let header = try imaging { () throws(ImageError) in try ImageFile.probe(file, name: name) }
    let size = try PageSource.bytes(file, name: name).naturalSize()
    let hasShape = size.hasShape(of: page, within: Image.shapeTolerance)
    let isAsItIs = hasShape && header.orientation == .upright && size.fitted(within: limit) == size
    // Always decoded, to report a damaged file now and not to the reader of the web page.
    let image = try PageSource.bytes(file, name: name).picture(for: wanted(size), fit)
    return isAsItIs
      ? WebPicture(bytes: file, format: header.format, size: size, isOpaque: image.isOpaque)
      : try Self.encoded(image, compression, quality)
  }

  /// Text and line art as lossless WebP in few colors, which is smaller than lossless in all colors
  /// and than lossy files (75, 95 and 330 kB for a full page of text of 2160 rows); everything else
  /// as lossy WebP. A page of text with photos is lossy if that is much smaller and hardly seen.
  static func encoded(
    _ image: Image, _ compression: Compression, _ quality: Int?
  ) throws(RecordingError) -> WebPicture {
    let effort =
      switch compression {
      case .fast: 1
      case .balanced: 3
      case .small: 6
      }
    var options = WebPOptions(isLossless: image.isLineArt, effort: effort)
    if let quality { options.quality = min(max(quality, 1), 100) }
    // At the best quality, text is what was drawn.
    let few = options.isLossless && options.quality < 100 ? image.inFewColors : nil
    var bytes = try imaging { () throws(ImageError) in
      try ImageFile.encode(few ?? image, as: .webp(options))
    }
    // Of text alone, a lossless page has at most 0.06 bytes for each pixel.
    if options.isLossless, bytes.count * 12 > image.width * image.height {
      options.isLossless = false
      bytes = try imaging { () throws(ImageError) in
        let lossy = try ImageFile.encode(image, as: .webp(options))
        guard 4 * lossy.count < 3 * bytes.count else { return bytes }
        return try image.isSeen(as: ImageFile.decode(lossy, name: "a page")) ? lossy : bytes
      }
    }
    return WebPicture(
      bytes: bytes, format: .webp, size: PixelSize(image.width, image.height),
      isOpaque: image.isOpaque)
  }
}

extension Image {
  /// Whether most pixels equal their neighbor, as on pages of text and in drawings: 85 to 98 %
  /// there, 10 to 40 % in photos.
  fileprivate var isLineArt: Bool {
    var equal = 0
    let rows = stride(from: 0, to: height, by: 4)
    pixels.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      for row in rows {
        for column in 1..<max(width, 1)
        where pixels[row * width + column]
          == pixels[row * width + column - 1]
        {
          equal += 1
        }
      }
    }
    return equal * 10 > rows.underestimatedCount * width * 6
  }

  /// Whether at most 0.2 % of the pixels of another image of this size are off by more than a
  /// twentieth in luma, or by more than a quarter in a channel.
  ///
  /// Lossy WebP halves the resolution of color. Black text on yellow stays as sharp as it was: of a
  /// page of a comic, 0.1 % of the pixels are off, though 2 % are by more than a tenth in blue.
  /// Where color alone tells text from paper, as red from blue, 8 % are off.
  fileprivate func isSeen(as other: Image) -> Bool {
    guard other.width == width, other.height == height else { return false }
    var off = 0
    pixels.withUnsafeBytes { pixels in
      other.pixels.withUnsafeBytes { others in
        for start in stride(from: 0, to: pixels.count, by: 4) {
          var (most, luma) = (0, 0)
          for (channel, weight) in [(0, 77), (1, 150), (2, 29), (3, 0)] {
            let change = Int(pixels[start + channel]) - Int(others[start + channel])
            most = max(most, abs(change))
            luma += weight * change
          }
          if most > 64 || abs(luma) > 12 * 256 { off += 1 }
        }
      }
    }
    return off * 500 <= width * height
  }
}
