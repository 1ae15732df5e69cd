extension Image {
  /// Whether every pixel has alpha 1.
  public var isOpaque: Bool { pixels.withUnsafeBytes(Alpha.isOpaque) }

  /// The pixels with straight alpha, row by row from the top. Colors with alpha 0 are 0.
  public var straightPixels: [UInt8] {
    var bytes: [UInt8] = []
    copyStraightPixels(into: &bytes)
    return bytes
  }

  /// Copies the pixels with straight alpha into an array and reuses its memory. Colors with alpha
  /// 0 become 0.
  package func copyStraightPixels(into bytes: inout [UInt8]) {
    guard !isOpaque else {
      bytes.replaceSubrange(0..<bytes.count, with: pixels)
      return
    }
    if bytes.count != pixels.count { bytes = [UInt8](repeating: 0, count: pixels.count) }
    pixels.withUnsafeBytes { source in
      bytes.withUnsafeMutableBytes { Alpha.unpremultiply(source, into: $0) }
    }
  }

  /// Returns the image drawn over an opaque color.
  ///
  /// - Parameter background: The color as straight RGB.
  public func flattened(on background: SIMD3<UInt8>) -> Image {
    if isOpaque { return self }
    var result = Image(width: width, height: height, filledWith: SIMD4(background, 255))
    result.draw(self, left: 0, top: 0)
    return result
  }

  /// Draws an image over this one, both premultiplied (Porter and Duff's "over"). What is outside
  /// this image is left out.
  ///
  /// - Parameters:
  ///   - picture: The image to draw.
  ///   - left: The column of its left edge.
  ///   - top: The row of its top edge, counted from the top.
  public mutating func draw(_ picture: Image, left: Int, top: Int) {
    // The first and the last column and row of the picture that lie inside.
    func inside(_ start: Int, _ length: Int, _ limit: Int) -> Range<Int> {
      guard start < limit, start > -length else { return 0..<0 }
      return max(-start, 0)..<min(limit - start, length)
    }
    let columns = inside(left, picture.width, width)
    let rows = inside(top, picture.height, height)
    let bytesPerRow = width * 4
    picture.pixels.withUnsafeBytes { source in
      pixels.withUnsafeMutableBytes { target in
        let rowBytes = picture.width * 4
        for y in rows where !columns.isEmpty {
          let start = (top + y) * bytesPerRow + (left + columns.lowerBound) * 4
          let first = y * rowBytes + columns.lowerBound * 4
          let count = columns.count * 4
          Alpha.compose(
            UnsafeRawBufferPointer(rebasing: source[first..<first + count]),
            over: UnsafeMutableRawBufferPointer(rebasing: target[start..<start + count]))
        }
      }
    }
  }
}

extension SIMD4<UInt8> {
  /// This straight RGBA color with premultiplied alpha, rounded to nearest.
  public var premultiplied: SIMD4<UInt8> {
    var color = self
    withUnsafeMutableBytes(of: &color) { Alpha.premultiply($0) }
    return color
  }
}
