import GLESKitCTurboJPEG
import Imaging

/// How a JPEG is compressed.
public struct JPEGOptions: Hashable, Sendable {
  /// The quality, 1 (smallest) … 100 (best), on libjpeg's scale. Other numbers
  /// count as the nearest one. Default: 90.
  public var quality: Int

  /// The chroma subsampling.
  public enum Chroma: Hashable, Sendable {
    /// One color sample for 2×2 pixels (4:2:0), as is usual for photographs. The default.
    case quarter
    /// One color sample for 2×1 pixels (4:2:2).
    case half
    /// One color sample per pixel (4:4:4), for sharp edges of colored text.
    case full
  }

  /// The chroma subsampling. Default: `.quarter`.
  public var chroma: Chroma

  /// Whether the JPEG is progressive: smaller, but slower to write. Default: `false`.
  public var isProgressive: Bool

  /// The straight RGB color behind transparent pixels, because JPEG has no alpha. Default: white.
  public var background: SIMD3<UInt8>

  /// Makes options.
  public init(
    quality: Int = 90, chroma: Chroma = .quarter, isProgressive: Bool = false,
    background: SIMD3<UInt8> = SIMD3(repeating: 255)
  ) {
    self.quality = quality
    self.chroma = chroma
    self.isProgressive = isProgressive
    self.background = background
  }
}

/// Encodes JPEG with TurboJPEG, as YCbCr with a JFIF header.
enum JPEGEncoder {
  /// Appends the file to `output`.
  static func encode(
    _ image: Image, options: JPEGOptions, appendingTo output: inout [UInt8]
  ) throws(ImageError) {
    func failure(_ reason: String) -> ImageError {
      .notEncodable(format: .jpeg, width: image.width, height: image.height, reason: reason)
    }
    guard image.width <= maximumSide, image.height <= maximumSide else {
      throw failure("a JPEG side has at most \(maximumSide) pixels; scale it down or use PNG")
    }
    guard let encoder = tjInitCompress() else { throw failure("the encoder could not be started") }
    defer { tjDestroy(encoder) }
    var (file, length): (UnsafeMutablePointer<UInt8>?, UInt) = (nil, 0)
    defer { tjFree(file) }
    let code = image.flattened(on: options.background).pixels.withUnsafeBufferPointer {
      tjCompress2(
        encoder, $0.baseAddress, Int32(image.width), 0, Int32(image.height),
        Int32(TJPF_RGBX.rawValue), &file, &length, options.chroma.subsampling,
        Int32(min(max(options.quality, 1), 100)), options.isProgressive ? TJFLAG_PROGRESSIVE : 0)
    }
    guard code == 0, let file else {
      throw failure(tjGetErrorStr2(encoder).map { String(cString: $0) } ?? "unknown error")
    }
    output.append(contentsOf: UnsafeBufferPointer(start: file, count: Int(length)))
  }

  /// libjpeg's limit; the format allows 65,535.
  private static let maximumSide = 65_500
}

extension JPEGOptions.Chroma {
  fileprivate var subsampling: Int32 {
    switch self {
    case .quarter: Int32(TJSAMP_420.rawValue)
    case .half: Int32(TJSAMP_422.rawValue)
    case .full: Int32(TJSAMP_444.rawValue)
    }
  }
}
