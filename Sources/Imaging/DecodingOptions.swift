import Pixels

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

  /// Makes options; `fitting`, where given, is at least 1×1.
  public init(
    maximumPixels: Int = 200_000_000, maximumBytes: Int = 1 << 30, fitting: PixelSize? = nil
  ) {
    precondition(fitting.map { $0.width > 0 && $0.height > 0 } ?? true, "a box has pixels")
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
    self.fitting = fitting
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
