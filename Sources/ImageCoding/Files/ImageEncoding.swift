/// A format to write, with its settings.
public enum ImageEncoding: Hashable, Sendable {
  /// PNG: lossless, with alpha where the picture is not opaque.
  case png(PNGOptions)
  /// JPEG: lossy, without alpha.
  case jpeg(JPEGOptions)
  /// WebP: lossy or lossless, with alpha where the picture is not opaque.
  case webp(WebPOptions)

  /// The format with its default settings.
  public init(_ format: ImageFormat) {
    switch format {
    case .png: self = .png(PNGOptions())
    case .jpeg: self = .jpeg(JPEGOptions())
    case .webp: self = .webp(WebPOptions())
    }
  }
}
