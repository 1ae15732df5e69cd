import ImageCoding
import Imaging

/// What lies behind the pages instead of a plain colour.
public enum Backdrop: Hashable, Sendable {
  /// A vertical gradient between two opaque RGB colours.
  case gradient(top: SIMD3<UInt8>, bottom: SIMD3<UInt8>)
  /// An image file, scaled to cover the frame. Transparent pixels show white.
  case picture(path: String)

  /// Makes a picture of the frame's size.
  ///
  /// - Throws: ``RecordingError/image(_:)``.
  func picture(_ size: PixelSize) throws(RecordingError) -> Image {
    switch self {
    case .gradient(let top, let bottom): return Self.gradient(size, top, bottom)
    case .picture(let path):
      let image = try imaging { () throws(ImageError) in try ImageFile.read(path) }
      let scale = max(
        Double(size.width) / Double(image.width), Double(size.height) / Double(image.height))
      let scaled = image.resized(
        to: PixelSize(
          max(size.width, Int((Double(image.width) * scale).rounded())),
          max(size.height, Int((Double(image.height) * scale).rounded()))))
      return scaled.middle(size).flattened(on: [255, 255, 255])
    }
  }

  /// Dithered by a fixed pattern, so that no bands are seen and still areas don't flicker.
  private static func gradient(
    _ size: PixelSize, _ top: SIMD3<UInt8>, _ bottom: SIMD3<UInt8>
  ) -> Image {
    var image = Image(width: size.width, height: size.height)
    let (start, end) = (SIMD3<Float>(top), SIMD3<Float>(bottom))
    for y in 0..<size.height {
      let color = start + (end - start) * ((Float(y) + 0.5) / Float(size.height))
      for x in 0..<size.width {
        let shade = color + (threshold(x, y) - 0.5)
        let rounded = SIMD3<UInt8>(clamping: SIMD3<Int>(shade.rounded(.toNearestOrEven)))
        image[x, y] = SIMD4(rounded, 255)
      }
    }
    return image
  }

  /// Bayer's 8 × 8 pattern, from 0 to below 1.
  private static func threshold(_ x: Int, _ y: Int) -> Float {
    var value = 0
    for bit in 0..<3 {
      let (column, row) = (x >> bit & 1, y >> bit & 1)
      value = value << 2 | (column ^ row) << 1 | row
    }
    return (Float(value) + 0.5) / 64
  }
}

extension Image {
  /// The middle part of this size.
  fileprivate func middle(_ size: PixelSize) -> Image {
    let (left, top) = ((width - size.width) / 2, (height - size.height) / 2)
    var kept: [UInt8] = []
    kept.reserveCapacity(4 * size.width * size.height)
    for row in top..<top + size.height {
      let start = 4 * (row * width + left)
      kept += pixels[start..<start + 4 * size.width]
    }
    return Image(width: size.width, height: size.height, pixels: kept)
  }
}
