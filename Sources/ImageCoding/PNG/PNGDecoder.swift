import Imaging

/// Decodes PNG with libspng.
///
/// Colors are converted to sRGB by the embedded profile (`iCCP`), or else as ``PNGColors`` says. Of
/// an animated PNG the default image is decoded.
enum PNGDecoder {
  /// Decodes the image, scaled to `target` if that is not `nil`.
  static func decode(
    _ bytes: [UInt8], name: String, structure: PNGStructure, target: PixelSize?, capacity: Int
  ) throws(ImageError) -> Image {
    guard structure.isComplete, structure.couldHoldAllPixels else {
      throw .truncated(name: name, format: .png)
    }
    let size = target ?? structure.size
    let pixels = try filledBytes(size.width * size.height * 4, capacity: capacity) { pixels in
      bytes.withUnsafeBytes { bytes in
        do throws(PNGCodec.Failure) {
          let rows = try PNGRows(bytes, structure)
          if target == nil {
            try decode(rows, structure.size, into: pixels)
          } else {
            try decode(rows, structure.size, scaledTo: size, into: pixels)
          }
          return nil
        } catch {
          return .corrupt(name: name, format: .png, reason: error.reason)
        }
      }
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }

  private static func decode(
    _ rows: PNGRows, _ stored: PixelSize, into pixels: UnsafeMutableRawBufferPointer
  ) throws(PNGCodec.Failure) {
    let stride = stored.width * 4
    for y in 0..<stored.height {
      try rows.read(
        into: UnsafeMutableRawBufferPointer(rebasing: pixels[y * stride..<(y + 1) * stride]))
    }
  }

  private static func decode(
    _ rows: PNGRows, _ stored: PixelSize, scaledTo size: PixelSize,
    into pixels: UnsafeMutableRawBufferPointer
  ) throws(PNGCodec.Failure) {
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: stored.width * 4)
    defer { row.deallocate() }
    var scaler = RowScaler(from: stored, to: size, into: pixels)
    for _ in 0..<stored.height {
      try rows.read(into: UnsafeMutableRawBufferPointer(row))
      scaler.append(UnsafeBufferPointer(row))
    }
  }
}
