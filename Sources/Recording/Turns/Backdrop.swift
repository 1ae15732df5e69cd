import ImageCoding
import Imaging

/// What lies behind the pages instead of a plain color.
public enum Backdrop: Hashable, Sendable {
  /// A vertical gradient between two opaque RGB colors.
  case gradient(top: SIMD3<UInt8>, bottom: SIMD3<UInt8>)
  /// A desk in an opaque RGB color, which darkens toward the frame's corners.
  case desk(SIMD3<UInt8>)
  /// An image file, scaled to cover the frame. Transparent pixels show white.
  case picture(path: String)

  /// Makes a picture of the frame's size.
  ///
  /// - Throws: ``RecordingError/image(_:)``.
  func picture(_ size: PixelSize) throws(RecordingError) -> Image {
    switch self {
    case .gradient(let top, let bottom):
      let (start, end) = (SIMD3<Float>(top), SIMD3<Float>(bottom))
      return Self.dithered(size) { _, y in start + (end - start) * y }
    case .desk(let color):
      let color = SIMD3<Float>(color)
      // Brightest above and left of the middle, where the lamp is; the farthest corner has 80 % of
      // its light.
      return Self.dithered(size) { x, y in
        let (right, down) = (x - 0.44, y - 0.4)
        let away = right * right + down * down
        return color * (1.02 - 0.3 * away)
      }
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
  ///
  /// - Parameter color: Returns the color at shares of the frame's width and height, from its
  ///   upper left corner.
  private static func dithered(
    _ size: PixelSize, _ color: (_ x: Float, _ y: Float) -> SIMD3<Float>
  ) -> Image {
    let pattern = (0..<64).map { threshold($0 % 8, $0 / 8) }
    var pixels = [UInt8](repeating: 255, count: 4 * size.width * size.height)
    for y in 0..<size.height {
      let down = (Float(y) + 0.5) / Float(size.height)
      for x in 0..<size.width {
        let across = (Float(x) + 0.5) / Float(size.width)
        let shade = color(across, down) + pattern[y % 8 * 8 + x % 8]
        let place = 4 * (y * size.width + x)
        pixels[place] = UInt8(min(max(shade.x, 0), 255))
        pixels[place + 1] = UInt8(min(max(shade.y, 0), 255))
        pixels[place + 2] = UInt8(min(max(shade.z, 0), 255))
      }
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
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
