/// Conversions between straight and premultiplied alpha, and from 16 to 8 bits per channel.
package enum Alpha {
  /// Multiplies colors by their alpha in place, rounded to nearest: c' = round(c · a / 255).
  ///
  /// Two channels share one 32-bit product. (t + (t >> 8)) >> 8 with t = c · a + 128 is the exactly
  /// rounded quotient by 255 for all bytes c and a (Blinn, "Three Wrongs Make a Right", 1995).
  package static func premultiply(_ pixels: UnsafeMutableRawBufferPointer) {
    // No branch for opaque pixels and no `stride`, which checks for overflow: either would keep the
    // compiler from vectorizing the loop.
    for index in 0..<pixels.count / 4 {
      let start = index &* 4
      let pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: start, as: UInt32.self))
      let alpha = pixel >> 24
      var redBlue = (pixel & 0xFF00FF) * alpha + 0x800080
      redBlue = ((redBlue + (redBlue >> 8 & 0xFF00FF)) >> 8) & 0xFF00FF
      var green = (pixel >> 8 & 0xFF) * alpha + 0x80
      green = (green + (green >> 8)) & 0xFF00
      let result = redBlue | green | alpha << 24
      pixels.storeBytes(of: result.littleEndian, toByteOffset: start, as: UInt32.self)
    }
  }

  /// Converts straight 16-bit RGBA to premultiplied 8-bit RGBA: alpha' = round(a · 255 / 65535),
  /// c' = ⌊c · a · 255 / 65535² + t⌋ with a threshold t of 0 … 1 from an 8×8 ordered dither (Bayer,
  /// "An Optimum Method for Two-Level Rendition of Continuous-Tone Pictures", 1973), so that smooth
  /// gradients get no bands. Colors that 8 bits can store are kept exactly.
  ///
  /// - Parameters:
  ///   - width: The pixels in a row.
  ///   - first: The number of the first row, for the dither.
  package static func premultiply16(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer, width: Int,
    from first: Int = 0
  ) {
    let one: UInt64 = 65535
    let dithers = thresholds.map { one * one * UInt64(2 * $0 + 1) / 128 }
    for pixel in 0..<target.count / 4 {
      let (row, x) = pixel.quotientAndRemainder(dividingBy: width)
      let dither = dithers[((first + row) & 7) << 3 | x & 7]
      let alpha = UInt64(source.loadUnaligned(fromByteOffset: pixel * 8 + 6, as: UInt16.self))
      let opacity = (alpha * 255 + one / 2) / one
      for channel in 0..<3 {
        let value = UInt64(
          source.loadUnaligned(fromByteOffset: pixel * 8 + channel * 2, as: UInt16.self))
        let color = (value * alpha * 255 + dither) / (one * one)
        target[pixel * 4 + channel] = UInt8(truncatingIfNeeded: min(color, opacity))
      }
      target[pixel * 4 + 3] = UInt8(truncatingIfNeeded: opacity)
    }
  }

  /// The numbers 0 … 63 in the order of an 8×8 ordered dither: the bits of x ⊕ y and of y,
  /// interleaved from the lowest.
  package static let thresholds: [Int] = (0..<64).map { place in
    let (y, x) = (place >> 3, place & 7)
    return (0..<3).reduce(0) { $0 << 2 | ((x ^ y) >> $1 & 1) << 1 | y >> $1 & 1 }
  }

  /// Converts premultiplied RGBA to straight: c = round(c' · 255 / a). Colors with alpha 0 become
  /// 0. Premultiplying the result gives exactly the input.
  package static func unpremultiply(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) {
    for start in stride(from: 0, to: source.count, by: 4) {
      let alpha = UInt32(source[start + 3])
      if alpha == 255 || alpha == 0 {
        let pixel = source.loadUnaligned(fromByteOffset: start, as: UInt32.self)
        target.storeBytes(of: alpha == 0 ? 0 : pixel, toByteOffset: start, as: UInt32.self)
        continue
      }
      for channel in 0..<3 {
        // A color above its alpha is not premultiplied; it becomes the brightest color.
        let value = (UInt32(source[start + channel]) * 255 + alpha / 2) / alpha
        target[start + channel] = UInt8(truncatingIfNeeded: min(value, 255))
      }
      target[start + 3] = UInt8(truncatingIfNeeded: alpha)
    }
  }

  /// Draws premultiplied pixels over others in place (Porter and Duff, "Compositing Digital
  /// Images", 1984, source over): d = s + round((255 − α) · d / 255), also for alpha.
  package static func compose(
    _ source: UnsafeRawBufferPointer, over target: UnsafeMutableRawBufferPointer
  ) {
    for start in stride(from: 0, to: source.count, by: 4) {
      let rest = 255 - UInt32(source[start + 3])
      for byte in start..<start + 4 {
        let product = UInt32(target[byte]) * rest + 128
        let behind = (product + product >> 8) >> 8
        // A color above its alpha is not premultiplied; it becomes the brightest color.
        target[byte] = UInt8(truncatingIfNeeded: min(UInt32(source[byte]) + behind, 255))
      }
    }
  }

  /// Whether every pixel's alpha is 255.
  package static func isOpaque(_ pixels: UnsafeRawBufferPointer) -> Bool {
    // In blocks without an early exit, so that the compiler can vectorize the inner loop.
    let (count, block) = (pixels.count / 4, 1 << 12)
    for start in stride(from: 0, to: count, by: block) {
      var all: UInt32 = .max
      for index in start..<min(start + block, count) {
        all &= pixels.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      }
      if UInt32(littleEndian: all) >> 24 != 255 { return false }
    }
    return true
  }
}
