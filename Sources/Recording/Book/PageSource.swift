import GLESKitSupport
import ImageCoding
import Imaging

/// Where a page's image comes from.
indirect enum PageSource: Sendable {
  /// An image file.
  case picture(path: String)
  /// An image from standard input or another pipe, which can be read only once.
  case bytes([UInt8], name: String)
  /// A page of a PDF, counted from 1.
  case pdf(PDFFile, page: Int)
  /// A page of a TIFF of several, counted from 1.
  case sheet(TIFFFile, page: Int)
  /// A video.
  case clip(ClipPage)
  /// One half of a double page.
  case half(DoublePages.Half, of: PageSource)
  /// A blank page of the paper of another, or a white one.
  case blank(like: PageSource? = nil)
  /// A file that could not be opened.
  case unreadable(RecordingError)

  /// The page's default size: an image's own size, upright by its EXIF orientation; a PDF page is
  /// 1080 pixels high.
  ///
  /// - Throws: ``RecordingError/image(_:)`` for an image that cannot be read, is empty, or has more
  ///   pixels than ``DecodingOptions`` allows.
  func naturalSize() throws(RecordingError) -> PixelSize {
    let (name, header): (String, ImageHeader)
    switch self {
    case .picture(let path):
      name = path
      do { header = try ImageFile.probe(path) } catch {
        return try ForeignPicture(path, refused: error).size
      }
    case .bytes(let bytes, let source):
      name = source
      header = try imaging { () throws(ImageError) in try ImageFile.probe(bytes, name: source) }
    case .pdf(let file, let page): return file.naturalSize(of: page)
    case .sheet(let file, let page):
      let size = file.pages[page - 1].size
      try size.checkLimit(of: "page \(page) of '\(file.path)'")
      return size
    case .clip(let page): return page.size
    case .half(_, let whole):
      let size = try whole.naturalSize()
      return PixelSize((size.width + 1) / 2, size.height)
    case .blank: return PixelSize(1, 1)
    case .unreadable(let error): throw error
    }
    let size = header.size
    try imaging { () throws(ImageError) in
      try DecodingOptions().checkSize(size, of: name, format: header.format)
    }
    return size
  }

  /// The default size of the leaves of a book: that of the first page that has the most frequent
  /// shape.
  ///
  /// - Parameter first: The first page that is not blank. It decides about two or three pages,
  ///   which may be loose pictures, and if several shapes are as frequent.
  /// - Throws: What ``naturalSize()`` does for the first page. Other pages that cannot be read are
  ///   reported when they are drawn.
  static func leafSize(
    of pages: [PageSource], first: PageSource
  ) throws(RecordingError) -> PixelSize {
    var shapes = [(size: try first.naturalSize(), count: 0)]
    if pages.count <= 3 { return shapes[0].size }
    for page in pages where !page.isBlank {
      try RecordingError.checkInterruption()
      guard let size = try? page.naturalSize() else { continue }
      let known = shapes.firstIndex { size.hasShape(of: $0.size, within: Image.shapeTolerance) }
      if let known { shapes[known].count += 1 } else { shapes.append((size, 1)) }
    }
    // `max(by:)` would take the last one of several.
    return shapes.dropFirst().reduce(shapes[0]) { $1.count > $0.count ? $1 : $0 }.size
  }

  /// Decodes the image, or the first frame of a video, to a page of `size`; see
  /// ``Image/laid(on:)``.
  func picture(
    for size: PixelSize, _ fit: PageFit = .fit
  ) throws(RecordingError) -> Image {
    var drawn = size
    var isCutFirst = false
    if fit == .fill, !isBlank, video == nil {
      let own = try naturalSize()
      drawn = own.covering(size)
      // Of a narrow strip little is shown: that is cut out first, and then enlarged.
      isCutFirst = drawn != size && drawn.width * drawn.height > Self.mostPixels
      if isCutFirst { drawn = own }
    }
    let image = try decoded(for: drawn, fit)
    guard drawn != size else {
      return fit == .fit ? try laid(image, on: size) : image.laid(on: size)
    }
    let whole = image.resized(to: drawn)
    return isCutFirst
      ? whole.middle(size.fitted(within: drawn, enlarging: true)).resized(to: size)
      : whole.middle(size)
  }

  /// Lays an image of another shape on a page of `size`, without white slivers beside it, which
  /// look like a mistake.
  ///
  /// - Parameter image: It was decoded for that size.
  private func laid(_ image: Image, on size: PixelSize) throws(RecordingError) -> Image {
    let own = PixelSize(image.width, image.height)
    let differs = { (tolerance: Double) in !own.hasShape(of: size, within: tolerance) }
    // Videos have bars.
    guard differs(Image.shapeTolerance), !isBlank, video == nil else { return image.laid(on: size) }
    if !differs(Self.leastDifference), let page = image.continued(to: size) { return page }
    switch self {
    case .picture, .bytes, .sheet: break
    // A page of a PDF has margins of its own.
    case .pdf, .clip, .half, .blank, .unreadable: return image.laid(on: size)
    }
    if !differs(Self.mostCropped) { return try picture(for: size, .fill) }
    // Like a photo in an album.
    let margin = Int((Self.margin * Double(min(size.width, size.height))).rounded())
    let room = PixelSize(size.width - 2 * margin, size.height - 2 * margin)
    guard min(room.width, room.height) > 0 else { return image.laid(on: size) }
    return try decoded(for: room, .fit).laid(on: size, within: room)
  }

  /// The margin around pictures of another shape, in shorter sides of the page.
  private static let margin = 0.06
  /// How much a picture's aspect ratio may differ from that of the page for it to be cropped, by
  /// half of this at each edge: that of 3:2 among 16:10, or of 4:3 among A4. Photos are printed so.
  /// Edges that aren't smooth are not the margins of text.
  private static let mostCropped = 0.08
  /// How much it differs for the paper not to go on in the picture's colors: that of a photo of 4:3
  /// among those of 3:2 does not.
  private static let leastDifference = 0.2

  /// Decodes the image as large as fits into `size`, or stretched to it by a little.
  private func decoded(for size: PixelSize, _ fit: PageFit) throws(RecordingError) -> Image {
    // A large image is scaled once, while it is decoded: a second step would cost sharpness.
    var options = DecodingOptions(fitting: size)
    options.stretching = Image.shapeTolerance
    switch self {
    case .picture(let path): return try Self.read(path, options)
    case .bytes(let bytes, let name):
      return try imaging { () throws(ImageError) in
        try ImageFile.decode(bytes, name: name, options: options)
      }
    case .pdf(let file, let page): return try file.picture(of: page, for: size)
    case .sheet(let file, let page): return try file.image(of: page, options)
    case .blank(let other):
      let sample = try other?.decoded(for: PixelSize(200, 200), .fit)
      return Image(
        width: size.width, height: size.height,
        filledWith: sample?.paperColor ?? [255, 255, 255, 255])
    case .unreadable(let error): throw error
    case .clip(let page): return try page.firstPicture(for: size, fit)
    case .half(let half, let whole):
      let own = try naturalSize()
      let part =
        own.hasShape(of: size, within: Image.shapeTolerance)
        ? size : own.fitted(within: size, enlarging: true)
      let both = PixelSize(2 * part.width, part.height)
      return try whole.decoded(for: both, fit).resized(to: both)
        .cut(to: part, left: half == .right ? part.width : 0)
    }
  }

  /// What errors call it; `nil` for one that no file has.
  var name: String? {
    switch whole {
    case .picture(let path): "'\(path)'"
    case .bytes(_, let name): "'\(name)'"
    case .pdf(let file, let page): "\(file.name(of: page)) of '\(file.path)'"
    case .sheet(let file, let page): "page \(page) of '\(file.path)'"
    case .clip(let page): "'\(page.path)'"
    case .half, .blank, .unreadable: nil
    }
  }

  /// Whether `ffmpeg` decodes it, by its name.
  var needsFFmpeg: Bool {
    switch whole {
    case .clip, .sheet: true
    case .picture(let path): Files.hasExtension(path, ForeignPicture.extensions)
    case .bytes, .pdf, .blank, .unreadable, .half: false
    }
  }

  private static func read(
    _ path: String, _ options: DecodingOptions
  ) throws(RecordingError) -> Image {
    do { return try ImageFile.read(path, options: options) } catch {
      return try ForeignPicture(path, refused: error).image(options)
    }
  }

  /// The video; `nil` for any other page.
  var video: ClipPage? {
    if case .clip(let page) = self { page } else { nil }
  }

  /// The most pixels that a page is drawn with to cover a leaf.
  private static let mostPixels = 64 << 20
}

extension PixelSize {
  /// Throws ``RecordingError/image(_:)`` for more pixels than ``DecodingOptions`` allows.
  func checkLimit(of name: String) throws(RecordingError) {
    let limit = DecodingOptions().maximumPixels
    guard width.multipliedFullWidth(by: height) <= (0, UInt(limit)) else {
      throw .image(.tooLarge(name: name, width: width, height: height, maximumPixels: limit))
    }
  }

  /// The smallest size of this aspect ratio that covers `page`, or that of the page if the ratios
  /// nearly agree.
  fileprivate func covering(_ page: PixelSize) -> PixelSize {
    if hasShape(of: page, within: Image.shapeTolerance) { return page }
    // As wide as the page, or as high.
    let wide = fitted(within: PixelSize(page.width, .max / width), enlarging: true)
    return wide.height >= page.height
      ? wide : fitted(within: PixelSize(.max / height, page.height), enlarging: true)
  }
}

extension Image {
  /// How much aspect ratios may differ for an image to be stretched to the page: 2 %.
  static let shapeTolerance = 0.02

  /// The image as a page of `size`: stretched if the aspect ratios nearly agree (scans of one book
  /// differ by a few pixels), otherwise as large as fits in the middle of white paper.
  ///
  /// - Parameter room: How large it may be at most; `nil` is the whole page.
  func laid(on size: PixelSize, within room: PixelSize? = nil) -> Image {
    let own = PixelSize(width, height)
    if own.hasShape(of: size, within: Self.shapeTolerance) { return resized(to: size) }
    let picture = resized(to: own.fitted(within: room ?? size, enlarging: true))
    var page = Image(width: size.width, height: size.height, filledWith: [255, 255, 255, 255])
    page.draw(
      picture, left: (size.width - picture.width) / 2, top: (size.height - picture.height) / 2)
    return page
  }

  /// The middle of an image that is at least as large as `size`.
  func middle(_ size: PixelSize) -> Image {
    cut(to: size, left: (width - size.width) / 2, top: (height - size.height) / 2)
  }

  /// The part of the image of at most this size whose upper left corner is at `left` and `top`.
  func cut(to size: PixelSize, left: Int = 0, top: Int = 0) -> Image {
    let (columns, rows) = (min(width - left, size.width), min(height - top, size.height))
    if columns == width, rows == height { return self }
    var kept: [UInt8] = []
    kept.reserveCapacity(4 * columns * rows)
    for row in top..<top + rows {
      let start = 4 * (row * width + left)
      kept += pixels[start..<start + 4 * columns]
    }
    return Image(width: columns, height: rows, pixels: kept)
  }
}
