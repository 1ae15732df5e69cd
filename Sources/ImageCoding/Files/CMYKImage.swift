import Imaging

extension Image {
  /// An image of CMYK colors of which 255 is the most ink.
  ///
  /// - Parameters:
  ///   - size: The size of what is given.
  ///   - profile: Describes the colors; `nil`, and one that is damaged, are none.
  ///   - shown: The size with square pixels.
  ///   - options: The box to fit.
  package init(
    cmyk pixels: [UInt8], size: PixelSize, profile: [UInt8]?, shown: PixelSize,
    options: DecodingOptions
  ) {
    var pixels = pixels
    pixels.withUnsafeMutableBytes {
      CMYK.convert($0, isInverted: false, by: profile.map { ColorProfile($0) })
    }
    let image = Image(width: size.width, height: size.height, pixels: pixels)
    let target = options.target(for: shown) ?? shown
    self = target == size ? image : image.resized(to: target)
  }
}
