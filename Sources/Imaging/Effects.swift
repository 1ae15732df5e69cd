import Glibc

extension Image {
  /// Returns the image with a color laid over its pixels, as on a pressed button.
  ///
  /// The color covers a pixel as far as the pixel is opaque, so transparency stays as it is:
  /// c' = (1 − s) · c + s · α · color, rounded once.
  ///
  /// ![A card, and the same card darkened.](highlighted.png)
  ///
  /// - Parameters:
  ///   - color: The color as straight RGB. Default: black.
  ///   - strength: How much of the color shows, 0…1; limited to that range. Default: 0.46.
  public func highlighted(color: SIMD3<UInt8> = .zero, strength: Double = 0.46) -> Image {
    // In 1/65535, so that integers hold the exact sum.
    let one = UInt64(65535)
    let share = UInt64((min(max(strength, 0), 1) * 65535).rounded())
    return mapped { channel, value, alpha in
      (value * (one - share) * 255 + UInt64(color[channel]) * alpha * share + one * 255 / 2)
        / (one * 255)
    }
  }

  /// Returns the image with its colors multiplied by a color, as light of that color shows it:
  /// white becomes the color, and black stays black. Transparency stays as it is.
  ///
  /// A white icon takes the color; a photograph keeps its light and shade.
  ///
  /// ![A card, and the same card in red light.](tinted.png)
  ///
  /// - Parameter color: The color as straight RGB.
  public func tinted(_ color: SIMD3<UInt8>) -> Image {
    mapped { channel, value, _ in (value * UInt64(color[channel]) + 127) / 255 }
  }

  /// Returns the image with rounded corners. Edges are anti-aliased: each pixel is multiplied by
  /// the part of its area inside the corner's circle.
  ///
  /// ![A card with rounded corners.](rounded.png)
  ///
  /// - Parameter radius: The corners' radius in pixels; limited to half of the shorter side, where
  ///   a square becomes a disc.
  public func rounded(corners radius: Double) -> Image {
    let radius = min(max(radius, 0), Double(min(width, height)) / 2)
    let count = Int(radius.rounded(.up))
    var result = self
    for y in 0..<count {
      for x in 0..<count {
        // The corners of a disc share the pixels of the middle column and row, if there are any.
        let columns = x < width - 1 - x ? [x, width - 1 - x] : [x]
        let rows = y < height - 1 - y ? [y, height - 1 - y] : [y]
        let sharing = Double((3 - columns.count) * (3 - rows.count))
        let outside = (1 - Self.coverage(column: x, row: y, radius: radius)) * sharing
        let share = UInt32(((1 - min(outside, 1)) * 65535).rounded())
        guard share < 65535 else { continue }
        for row in rows {
          for column in columns {
            let pixel = SIMD4<UInt32>(truncatingIfNeeded: result[column, row])
            result[column, row] = SIMD4(
              truncatingIfNeeded: (pixel &* share &+ 32767) / SIMD4(repeating: 65535))
          }
        }
      }
    }
    return result
  }

  /// Returns the image over a blurred shadow of its shape. All four sides grow by the same number
  /// of pixels, so the image stays in the center.
  ///
  /// ![A card that casts a shadow.](shadow.png)
  ///
  /// - Parameters:
  ///   - color: The shadow's color as straight RGBA. Default: half transparent black.
  ///   - blur: The width of the soft edge in pixels, as in CSS: a Gaussian with half of it as its
  ///     standard deviation. Default: 12.
  ///   - x: How far the shadow lies to the right, in pixels. Default: 0.
  ///   - y: How far it lies below. Default: 4.
  public func withShadow(
    color: SIMD4<UInt8> = SIMD4(0, 0, 0, 128), blur: Double = 12, x: Int = 0, y: Int = 4
  ) -> Image {
    let weights = Self.gaussian(deviation: max(blur, 0) / 2)
    let reach = weights.count / 2
    let margin = reach + max(abs(x), abs(y))
    let size = PixelSize(width + 2 * margin, height + 2 * margin)

    // Only the alpha is blurred: first along the rows, then along the columns.
    var rows = [Float](repeating: 0, count: size.width * height)
    for row in 0..<height {
      for column in 0..<width {
        let alpha = Float(pixels[(row * width + column) * 4 + 3])
        guard alpha > 0 else { continue }
        let start = row * size.width + margin + x + column - reach
        for (tap, weight) in weights.enumerated() { rows[start + tap] += weight * alpha }
      }
    }
    var shape = [Float](repeating: 0, count: size.width * size.height)
    for row in 0..<height {
      for (tap, weight) in weights.enumerated() {
        let start = (margin + y + row - reach + tap) * size.width
        for column in 0..<size.width {
          shape[start + column] += weight * rows[row * size.width + column]
        }
      }
    }
    let opacity = Float(color.w) / 255
    let straight = SIMD4<Float>(SIMD4(color.x, color.y, color.z, 255)) / 255
    var result = Image(width: size.width, height: size.height)
    result.pixels.withUnsafeMutableBytes { bytes in
      for (index, alpha) in shape.enumerated() {
        let pixel = (straight * (alpha * opacity)).rounded(.toNearestOrAwayFromZero)
        bytes.storeBytes(
          of: SIMD4<UInt8>(clamping: SIMD4<Int32>(pixel)), toByteOffset: index * 4,
          as: SIMD4<UInt8>.self)
      }
    }
    result.draw(self, left: margin, top: margin)
    return result
  }

  /// Changes each color channel; `change` gets the channel's index, its value and the alpha.
  private func mapped(
    _ change: (_ channel: Int, _ value: UInt64, _ alpha: UInt64) -> UInt64
  ) -> Image {
    var result = self
    result.pixels.withUnsafeMutableBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 4) {
        let alpha = UInt64(bytes[start + 3])
        for channel in 0..<3 {
          bytes[start + channel] = UInt8(
            truncatingIfNeeded: change(channel, UInt64(bytes[start + channel]), alpha))
        }
      }
    }
    return result
  }

  /// The part of a pixel's area inside a circle that touches the top and left edges.
  ///
  /// The integral over the pixel's columns of the part of each that lies inside, in closed form.
  private static func coverage(column: Int, row: Int, radius: Double) -> Double {
    // From the circle's center: the pixel spans near…far to the side, low…high upwards.
    let (near, far) = (max(radius - Double(column) - 1, 0), radius - Double(column))
    let (low, high) = (max(radius - Double(row) - 1, 0), radius - Double(row))
    func extent(at height: Double) -> Double {
      max(radius * radius - height * height, 0).squareRoot()
    }
    // Left of `full` the arc is above the pixel, right of `empty` it is below.
    let full = min(max(extent(at: high), near), far)
    let empty = min(max(extent(at: low), near), far)
    func integral(_ x: Double) -> Double {
      (x * extent(at: x) + radius * radius * asin(min(x / radius, 1))) / 2
    }
    let arc = integral(empty) - integral(full) - low * (empty - full)
    // A pixel that the center's column or row crosses continues with full coverage beyond it.
    let (width, height) = (far - near, high - low)
    let inside = (full - near) * height + arc
    return inside + (1 - width) * height + (1 - height) * width + (1 - width) * (1 - height)
  }

  /// The weights of a Gaussian up to three standard deviations; their sum is 1.
  package static func gaussian(deviation: Double) -> [Float] {
    guard deviation > 0 else { return [1] }
    let reach = Int((3 * deviation).rounded(.up))
    let values = (-reach...reach).map { exp(-Double($0 * $0) / (2 * deviation * deviation)) }
    let sum = values.reduce(0, +)
    return values.map { Float($0 / sum) }
  }
}
