import Pixels

extension Image {
  /// Whether every pixel has alpha 1.
  public var isOpaque: Bool { pixels.withUnsafeBytes(Alpha.isOpaque) }

  /// Draws a picture over this one, both premultiplied (Porter and Duff's "over").
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - left: The column of its left edge.
  ///   - top: The row of its top edge, counted from the top.
  /// - Precondition: The picture lies inside this one.
  public mutating func draw(_ picture: Image, left: Int, top: Int) {
    precondition(
      left >= 0 && top >= 0 && left + picture.width <= width && top + picture.height <= height,
      "the picture lies inside")
    let bytesPerRow = width * 4
    picture.pixels.withUnsafeBytes { source in
      pixels.withUnsafeMutableBytes { target in
        let rowBytes = picture.width * 4
        for y in 0..<picture.height {
          let start = (top + y) * bytesPerRow + left * 4
          Alpha.compose(
            UnsafeRawBufferPointer(rebasing: source[y * rowBytes..<(y + 1) * rowBytes]),
            over: UnsafeMutableRawBufferPointer(rebasing: target[start..<start + rowBytes]))
        }
      }
    }
  }
}

extension SIMD4<UInt8> {
  /// A straight RGBA colour with its colours multiplied by its alpha, rounded to nearest.
  public var premultiplied: SIMD4<UInt8> {
    var color = self
    withUnsafeMutableBytes(of: &color) { Alpha.premultiply($0) }
    return color
  }
}
