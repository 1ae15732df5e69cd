/// Colors of printers: cyan, magenta, yellow and black, 8 bits each.
enum CMYK {
  /// Converts them to opaque sRGB in place: by a profile for such colors, or without one by
  /// R = (255 − C) · (255 − K) / 255.
  ///
  /// - Parameter isInverted: Whether 255 is no ink.
  static func convert(
    _ pixels: UnsafeMutableRawBufferPointer, isInverted: Bool, by profile: ColorProfile?
  ) {
    if profile?.convert(pixels, .cmyk8(isInverted: isInverted)) == true { return }
    let flip: UInt8 = isInverted ? 0 : 255
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let light = UInt32(pixels[start + 3] ^ flip)
      for channel in start..<start + 3 {
        let product = UInt32(pixels[channel] ^ flip) * light + 128
        pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
      }
      pixels[start + 3] = 255
    }
  }
}
