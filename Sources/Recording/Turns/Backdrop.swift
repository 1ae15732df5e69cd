import ImageCoding
import Imaging

/// What lies behind the pages instead of a plain color.
public enum Backdrop: Hashable, Sendable {
  /// A vertical gradient between two opaque RGB colors.
  case gradient(top: SIMD3<UInt8>, bottom: SIMD3<UInt8>)
  /// A desk in an opaque RGB color, with a faint grain, which darkens toward the frame's corners.
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
      return Self.dithered(size) { y in
        let color = start + (end - start) * y
        return { _ in color }
      }
    case .desk(let color):
      let color = SIMD3<Float>(color)
      let shape = Float(size.width) / Float(size.height)
      let (fine, broad) = (Grain(number: 1), Grain(number: 2))
      // Brightest above and left of the middle, where the lamp is; the farthest corner has 80 % of
      // its light.
      return Self.dithered(size) { y in
        let down = (y - 0.4) * (y - 0.4)
        // As fine as a 200th of the frame's height, and as broad as a third. Squares, since a grain
        // that has a direction looks like brushed metal.
        let speck = fine.row(200 * y, upTo: 200 * shape)
        let cloud = broad.row(3 * y, upTo: 3 * shape)
        return { x in
          let right = x - 0.44
          let grain = 0.012 * speck(200 * shape * x) + 0.02 * cloud(3 * shape * x)
          return color * (1.02 - 0.3 * (right * right + down) + grain)
        }
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

  /// Random numbers from -0.5 to 0.5 at the corners of squares, with smooth steps between them.
  private struct Grain {
    /// The random number before each row of squares: a frame needs few columns of most rows.
    private var starts: [UInt64] = []

    /// - Parameter number: Different grains have different numbers.
    init(number: UInt64) {
      // All steps of a row at once.
      var (factor, sum): (UInt64, UInt64) = (1, 0)
      for _ in 0..<Self.side { (factor, sum) = (factor &* Self.factor, Self.next(sum)) }
      var start = number
      for _ in 0..<Self.side {
        starts.append(start)
        start = start &* factor &+ sum
      }
    }

    /// The squares along a side, after which it begins again.
    private static let side = 512
    private static let factor: UInt64 = 6_364_136_223_846_793_005

    private static func next(_ number: UInt64) -> UInt64 {
      number &* factor &+ 1_442_695_040_888_963_407
    }

    /// Returns the numbers at the first corners of a row.
    private func numbers(_ row: Int, count: Int) -> [Float] {
      var number = starts[row % Self.side]
      return (0..<min(count, Self.side)).map { _ in
        number = Self.next(number)
        return Float(number >> 40) / Float(1 << 24) - 0.5
      }
    }

    /// Returns the numbers at a height, from 0 to so many squares to the right.
    func row(_ y: Float, upTo end: Float) -> (_ x: Float) -> Float {
      let (row, count) = (Int(y), Int(end) + 2)
      let down = Self.step(y - Float(row))
      let (upper, lower) = (numbers(row, count: count), numbers(row + 1, count: count))
      let corners = (0..<count).map { column in
        let column = column % Self.side
        return upper[column] * (1 - down) + lower[column] * down
      }
      return { x in
        let column = Int(x)
        return corners[column]
          + Self.step(x - Float(column)) * (corners[column + 1] - corners[column])
      }
    }

    private static func step(_ share: Float) -> Float { share * share * (3 - 2 * share) }
  }

  /// Dithered by a fixed pattern, so that no bands are seen and still areas don't flicker.
  ///
  /// - Parameter row: Returns the colors of the row at a share of the frame's height from above, at
  ///   shares of its width from the left.
  private static func dithered(
    _ size: PixelSize, _ row: (_ y: Float) -> (_ x: Float) -> SIMD3<Float>
  ) -> Image {
    let pattern = Alpha.thresholds.map { (Float($0) + 0.5) / 64 }
    var pixels = [UInt8](repeating: 255, count: 4 * size.width * size.height)
    for y in 0..<size.height {
      let color = row((Float(y) + 0.5) / Float(size.height))
      for x in 0..<size.width {
        let across = (Float(x) + 0.5) / Float(size.width)
        let shade = color(across) + pattern[y % 8 * 8 + x % 8]
        let place = 4 * (y * size.width + x)
        pixels[place] = UInt8(min(max(shade.x, 0), 255))
        pixels[place + 1] = UInt8(min(max(shade.y, 0), 255))
        pixels[place + 2] = UInt8(min(max(shade.z, 0), 255))
      }
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }
}
