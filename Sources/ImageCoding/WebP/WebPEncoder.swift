import GLESKitCWebP
import Imaging

/// How a WebP is compressed.
public struct WebPOptions: Hashable, Sendable {
  /// The quality, 1 (smallest) … 100 (best), on libwebp's scale; not used for lossless files.
  /// Other numbers count as the nearest one. Default: 85.
  public var quality: Int
  /// Whether the file is lossless. Default: `false`.
  public var isLossless: Bool
  /// libwebp's method, 0 (fastest) … 6 (smallest). Other numbers count as the nearest one.
  /// Default: 2. Method 4 takes twice as long and saves 2 % of a page's bytes.
  public var effort: Int

  /// Makes options.
  public init(quality: Int = 85, isLossless: Bool = false, effort: Int = 2) {
    self.quality = quality
    self.isLossless = isLossless
    self.effort = effort
  }
}

/// Encodes WebP with libwebp, with straight alpha if the image is not opaque. Alpha is lossless
/// even in lossy files. No profile is written, so readers treat the colors as sRGB.
enum WebPEncoder {
  /// Appends the file to `output`.
  static func encode(
    _ image: Image, options: WebPOptions, appendingTo output: inout [UInt8]
  ) throws(ImageError) {
    func failure(_ reason: String) -> ImageError {
      .notEncodable(format: .webp, width: image.width, height: image.height, reason: reason)
    }
    guard image.width <= maximumSide, image.height <= maximumSide else {
      throw failure("a WebP side has at most \(maximumSide) pixels; scale it down or use PNG")
    }
    var (config, picture) = (WebPConfig(), WebPPicture())
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else {
      throw failure("the encoder could not be started")
    }
    config.lossless = options.isLossless ? 1 : 0
    let effort = min(max(options.effort, 0), 6)
    config.method = Int32(effort)
    // For lossless files libwebp's quality is the effort. From 76 on it looks for repetitions in
    // the whole picture, not in a few rows: a page of text takes a third longer and is a quarter
    // smaller. With method 6, 100 takes twenty times as long to save 1 %.
    let lossless: Float = effort > 2 ? 90 : Float(effort) * 15
    config.quality = options.isLossless ? lossless : Float(min(max(options.quality, 1), 100))
    picture.width = Int32(image.width)
    picture.height = Int32(image.height)
    picture.use_argb = options.isLossless ? 1 : 0
    defer { WebPPictureFree(&picture) }
    guard add(image, to: &picture) else { throw failure("there is not enough memory") }

    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      picture.writer = WebPMemoryWrite
      return WebPEncode(&config, &picture) != 0
    }
    guard isEncoded, let file = writer.mem else {
      throw failure("libwebp's error \(picture.error_code.rawValue)")
    }
    output.append(contentsOf: UnsafeBufferPointer(start: file, count: writer.size))
  }

  /// The format's own limit.
  private static let maximumSide = Int(WEBP_MAX_DIMENSION)

  private static func add(_ image: Image, to picture: inout WebPPicture) -> Bool {
    let stride = Int32(image.width * 4)
    if image.isOpaque {
      return image.pixels.withUnsafeBufferPointer {
        WebPPictureImportRGBX(&picture, $0.baseAddress, stride) != 0
      }
    }
    var straight: [UInt8] = []
    image.copyStraightPixels(into: &straight)
    return straight.withUnsafeBufferPointer {
      WebPPictureImportRGBA(&picture, $0.baseAddress, stride) != 0
    }
  }
}
