/// An output format with its options.
public enum ImageEncoding: Hashable, Sendable {
  /// PNG: lossless, with alpha if the image is not opaque.
  case png(PNGOptions)
  /// JPEG: lossy, without alpha.
  case jpeg(JPEGOptions)
  /// WebP: lossy or lossless, with alpha if the image is not opaque.
  case webp(WebPOptions)

  /// Makes an encoding with the format's default options.
  public init(_ format: ImageFormat) {
    switch format {
    case .png: self = .png(PNGOptions())
    case .jpeg: self = .jpeg(JPEGOptions())
    case .webp: self = .webp(WebPOptions())
    }
  }
}
