import Imaging

/// Limits and options for decoding.
public struct DecodingOptions: Hashable, Sendable {
  /// The maximum number of pixels (width × height, as declared in the file). The default of 200
  /// million pixels exceeds the largest cameras; without a limit a forged header of a hundred bytes
  /// can declare 40 GB.
  public var maximumPixels: Int

  /// The maximum number of bytes that decoding takes, as computed from the header: the decoded, the
  /// scaled and the turned image, as far as they exist at the same time, and the codec's buffers,
  /// but not the file. Default: 1 GiB.
  ///
  /// A decoded image takes four bytes a pixel, while it is decoded a progressive JPEG ten and a
  /// WebP eight.
  public var maximumMemory = 1 << 30

  /// The maximum size of a file in bytes. Default: 1 GiB.
  public var maximumBytes: Int

  /// The box that the upright image is scaled down to fit, with its aspect ratio; `nil`, the
  /// default, keeps the size. An image that fits is not enlarged.
  ///
  /// A JPEG is decoded at the half, quarter or eighth of its size that is at least as large as the
  /// result, which saves memory and time, and then scaled by `Image.resized(to:)`. A PNG is scaled
  /// row by row, so that it never exists at full size. A WebP is decoded at full size and then
  /// scaled.
  public var fitting: PixelSize?

  /// The largest difference of aspect ratio, as a fraction, at which an image larger than the box
  /// is stretched to the box, because scans of one book differ by a few pixels. Default: 0, no
  /// stretching.
  package var stretching = 0.0

  /// Whether the pixels of a PNG are upright whatever its EXIF data say, which may be that of the
  /// file from which it was made.
  package var isUprightPNG = false

  /// Makes options.
  public init(
    maximumPixels: Int = 200_000_000, maximumBytes: Int = 1 << 30, fitting: PixelSize? = nil
  ) {
    self.maximumPixels = maximumPixels
    self.maximumBytes = maximumBytes
    self.fitting = fitting
  }

  /// Returns the size that an upright image is scaled to; `nil` keeps its size.
  func target(for size: PixelSize) -> PixelSize? {
    guard let fitting else { return nil }
    let box = PixelSize(max(fitting.width, 1), max(fitting.height, 1))
    let isLarger = size.width >= box.width && size.height >= box.height
    return isLarger && size.hasShape(of: box, within: stretching)
      ? box : size.fitted(within: box)
  }

  /// Refuses an image without pixels, or with more than are allowed.
  package func checkSize(
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
