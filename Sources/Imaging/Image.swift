/// An image in memory: RGBA with 8 bits per channel, premultiplied alpha, top row first, rows
/// without padding (4 × width bytes).
///
/// All modules use this layout; `GLES` converts it to and from GL's bottom-first rows.
public struct Image: Hashable, Sendable {
  /// Width in pixels, at least 1.
  public let width: Int
  /// Height in pixels, at least 1.
  public let height: Int
  /// The pixels, `width * height * 4` bytes: red, green, blue, alpha; left to right, top to bottom.
  ///
  /// - Precondition: Changes keep their number.
  public var pixels: [UInt8] {
    get { bytes }
    // Not `didSet`: with an observer, another module's in-place change would copy the array.
    _modify {
      yield &bytes
      precondition(
        bytes.count == width * height * 4,
        "an image of \(width)×\(height) pixels keeps its \(width * height * 4) bytes")
    }
  }

  private var bytes: [UInt8]

  /// Makes an image of pixels in this layout. For pixels of an unknown number, such as those of a
  /// file or a camera, use ``init(validating:width:height:)``.
  ///
  /// - Precondition: `width` and `height` are positive and `pixels` holds `width * height * 4`
  ///   bytes.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    Self.check(width, height)
    precondition(
      pixels.count == width * height * 4,
      "an image of \(width)×\(height) pixels needs \(width * height * 4) bytes, not \(pixels.count)"
    )
    self.width = width
    self.height = height
    bytes = pixels
  }

  /// Makes an image of pixels in this layout; `nil` unless `width` and `height` are positive and
  /// `pixels` holds `width * height * 4` bytes.
  public init?(validating pixels: [UInt8], width: Int, height: Int) {
    // Divides instead of multiplying, because a product could overflow.
    guard width > 0, height > 0, pixels.count % 4 == 0,
      (pixels.count / 4).quotientAndRemainder(dividingBy: width) == (height, 0)
    else { return nil }
    self.init(width: width, height: height, pixels: pixels)
  }

  private static func check(_ width: Int, _ height: Int) {
    precondition(
      width > 0 && height > 0, "an image can't have \(width)×\(height) pixels; use at least 1×1")
  }

  /// Makes an image of one premultiplied RGBA color. Default: transparent black.
  ///
  /// - Precondition: `width` and `height` are positive.
  public init(width: Int, height: Int, filledWith color: SIMD4<UInt8> = .zero) {
    Self.check(width, height)
    self.init(
      width: width, height: height,
      pixels: [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
        // Whole pixels, because the compiler does not vectorize this loop over bytes.
        UnsafeMutableRawBufferPointer(buffer)
          .withMemoryRebound(to: SIMD4<UInt8>.self) {
            $0[..<(width * height)].initialize(repeating: color)
          }
        count = width * height * 4
      })
  }

  /// The premultiplied RGBA of one pixel; `x` counts from the left, `y` from the top.
  ///
  /// - Precondition: `x` is in 0..<``width``, and `y` in 0..<``height``.
  public subscript(x: Int, y: Int) -> SIMD4<UInt8> {
    get {
      let start = offset(x, y)
      return SIMD4(pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
    }
    set {
      let start = offset(x, y)
      for channel in 0..<4 { pixels[start + channel] = newValue[channel] }
    }
  }

  private func offset(_ x: Int, _ y: Int) -> Int {
    precondition(
      x >= 0 && x < width && y >= 0 && y < height,
      "an image of \(width)×\(height) pixels has no pixel (\(x), \(y))")
    return (y * width + x) * 4
  }
}
