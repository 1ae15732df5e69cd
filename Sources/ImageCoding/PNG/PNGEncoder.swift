import GLESKitCSpng
import Imaging

/// How a PNG is compressed. All options are lossless.
public struct PNGOptions: Hashable, Sendable {
  /// zlib's compression level, 0 (stored) … 9 (smallest). Others count as the nearest one.
  /// Default: 1. For a page of text with an image, level 6 takes more than three times as long and
  /// saves about 10 % of the bytes.
  public var compressionLevel: Int

  /// The row filters that are tried for each row.
  public enum Filters: Hashable, Sendable {
    /// Sub and Up, which cost one subtraction per byte. The default.
    case fast
    /// All five: takes twice as long at level 1. Makes some photographs smaller, but rarely text.
    case all
    /// No filter; for flat drawings with few colors.
    case none
  }

  /// The row filters that are tried. Default: `.fast`.
  public var filters: Filters

  /// Whether alpha is written even if the image is opaque, because all frames of an animation need
  /// the same format. Default: `false`.
  public var keepsAlpha: Bool

  /// Makes options.
  public init(compressionLevel: Int = 1, filters: Filters = .fast, keepsAlpha: Bool = false) {
    self.compressionLevel = compressionLevel
    self.filters = filters
    self.keepsAlpha = keepsAlpha
  }
}

/// Encodes PNG with libspng: 8-bit RGB if the image is opaque, otherwise RGBA with straight alpha,
/// and an `sRGB` chunk.
enum PNGEncoder {
  /// Appends the file to `output`.
  static func encode(
    _ image: Image, options: PNGOptions, appendingTo output: inout [UInt8]
  ) throws(ImageError) {
    let code = image.pixels.withUnsafeBytes { pixels in
      withUnsafeMutablePointer(to: &output) {
        encode(pixels, width: image.width, height: image.height, options: options, into: $0)
      }
    }
    if code != 0 {
      throw .notEncodable(
        format: .png, width: image.width, height: image.height,
        reason: String(cString: spng_strerror(code)))
    }
  }

  private static func encode(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, options: PNGOptions,
    into output: UnsafeMutablePointer<[UInt8]>
  ) -> Int32 {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      return Int32(SPNG_EMEM.rawValue)
    }
    defer { spng_ctx_free(context) }
    guard let width32 = UInt32(exactly: width), let height32 = UInt32(exactly: height) else {
      return Int32(SPNG_EOVERFLOW.rawValue)
    }
    let isOpaque = !options.keepsAlpha && Alpha.isOpaque(pixels)
    var code = spng_set_png_stream(
      context,
      { _, user, source, length in
        user?.assumingMemoryBound(to: [UInt8].self).pointee.append(
          contentsOf: UnsafeRawBufferPointer(start: source, count: length))
        return 0
      }, output)
    let settings = [
      (SPNG_IMG_COMPRESSION_LEVEL, Int32(min(max(options.compressionLevel, 0), 9))),
      (SPNG_FILTER_CHOICE, options.filters.choice),
    ]
    for (option, value) in settings where code == 0 {
      code = spng_set_option(context, option, value)
    }
    let colorType = isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
    var header = spng_ihdr(
      width: width32, height: height32, bit_depth: 8, color_type: UInt8(colorType.rawValue),
      compression_method: 0, filter_method: 0, interlace_method: 0)
    if code == 0 { code = spng_set_ihdr(context, &header) }
    if code == 0 { code = spng_set_srgb(context, perceptual) }
    if code == 0 {
      let flags = SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue
      code = spng_encode_image(context, nil, 0, Int32(SPNG_FMT_PNG.rawValue), Int32(flags))
    }
    if code != 0 { return code }

    let row = UnsafeMutableRawBufferPointer.allocate(
      byteCount: width * (isOpaque ? 3 : 4), alignment: MemoryLayout<UInt32>.alignment)
    defer { row.deallocate() }
    for y in 0..<height where code == 0 {
      let source = UnsafeRawBufferPointer(rebasing: pixels[y * width * 4..<(y + 1) * width * 4])
      if isOpaque {
        packRGB(source, into: row)
      } else {
        Alpha.unpremultiply(source, into: row)
      }
      code = spng_encode_row(context, row.baseAddress, row.count)
    }
    // After the last row libspng returns SPNG_EOI, which means success.
    return code == SPNG_EOI.rawValue ? 0 : code
  }

  private static let perceptual: UInt8 = 0

  private static func packRGB(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) {
    for pixel in 0..<target.count / 3 {
      target[pixel * 3] = source[pixel * 4]
      target[pixel * 3 + 1] = source[pixel * 4 + 1]
      target[pixel * 3 + 2] = source[pixel * 4 + 2]
    }
  }
}

extension PNGOptions.Filters {
  fileprivate var choice: Int32 {
    switch self {
    case .fast: Int32(SPNG_FILTER_CHOICE_SUB.rawValue | SPNG_FILTER_CHOICE_UP.rawValue)
    case .all: Int32(SPNG_FILTER_CHOICE_ALL.rawValue)
    case .none: Int32(SPNG_FILTER_CHOICE_NONE.rawValue)
    }
  }
}
