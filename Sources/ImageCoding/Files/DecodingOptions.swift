import Imaging

/// Limits and wishes for decoding.
public struct DecodingOptions: Hashable, Sendable {
  /// The most pixels (width × height, as declared in the file) that are decoded. The decoded picture
  /// takes four bytes a pixel, a 16-bit PNG twelve while it is decoded, so the default of
  /// 200 million pixels stands for 0.8 GB (2.4 GB): more than the largest camera's, far from the
  /// 40 GB that a forged header of a hundred bytes can declare.
  public var maximumPixels: Int

  /// The most bytes that are read of a file. Default: 1 GiB.
  public var maximumBytes: Int

  /// The box that the upright picture is scaled down to fit, its shape kept; `nil` (the default)
  /// leaves the size. A picture that fits already is not enlarged.
  ///
  /// A JPEG is decoded at the half, quarter or eighth of its size that is still as large as the
  /// result, which saves memory and time, then scaled by `Image.resized(to:)`.
  /// A PNG or WebP is decoded whole and then scaled.
  public var fitting: PixelSize?

  /// How far the picture's shape may be from the box's to be stretched to it, as a share of a side, where
  /// it is larger than the box both ways: scans of one book differ by a few pixels. Default: 0, no
  /// stretching.
  public var stretching = 0.0

  /// Makes options; `fitting`, where given, is at least 1×1.
  public init(
    maximumPixels: Int = 200_000_000, maximumBytes: Int = 1 << 30, fitting: PixelSize? = nil
  ) {
    precondition(fitting.map { $0.width > 0 && $0.height > 0 } ?? true, "a box has pixels")
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
    self.fitting = fitting
  }

  /// The size that an upright picture is scaled to; `nil` leaves it.
  func target(for size: PixelSize) -> PixelSize? {
    guard let fitting else { return nil }
    let isLarger = size.width >= fitting.width && size.height >= fitting.height
    return isLarger && size.hasShape(of: fitting, within: stretching)
      ? fitting : size.fitted(within: fitting)
  }

  func checkSize(
    _ size: PixelSize, of name: String, format: ImageFormat
  ) throws(ImageError) {
    guard size.width > 0, size.height > 0 else {
      throw .noPixels(name: name, format: format, width: size.width, height: size.height)
    }
    let (count, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    if overflow || count > maximumPixels {
      throw .tooLarge(
        name: name, width: size.width, height: size.height, maximumPixels: maximumPixels)
    }
  }
}
