/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes a size without checking it.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The width and the height.
  package var vector: SIMD2<Double> { SIMD2(Double(width), Double(height)) }

  /// `1920×1080`.
  public var description: String { "\(width)×\(height)" }

  /// Returns the largest size of this aspect ratio that fits within `bounds`, rounded to whole
  /// pixels and at least 1×1. In both sizes, less than 1 counts as 1, and more than 2³⁰ as 2³⁰.
  ///
  /// - Parameters:
  ///   - bounds: The available size.
  ///   - enlarging: Whether the result may be larger than this size. Default: `false`.
  public func fitted(within bounds: PixelSize, enlarging: Bool = false) -> PixelSize {
    let (width, height) = (Self.inRange(width), Self.inRange(height))
    let bounds = PixelSize(Self.inRange(bounds.width), Self.inRange(bounds.height))
    if !enlarging && width <= bounds.width && height <= bounds.height {
      return PixelSize(width, height)
    }
    // Compares bounds.width / width with bounds.height / height, without division.
    if bounds.width * height <= bounds.height * width {
      return PixelSize(bounds.width, max(1, (height * bounds.width + width / 2) / width))
    }
    return PixelSize(max(1, (width * bounds.height + height / 2) / height), bounds.height)
  }

  /// A side whose products with another one don't overflow.
  private static func inRange(_ side: Int) -> Int { min(max(side, 1), 1 << 30) }

  /// Whether the aspect ratio differs from that of `other` by at most the fraction `tolerance`.
  /// Both sizes are positive.
  package func hasShape(of other: PixelSize, within tolerance: Double) -> Bool {
    let across = Double(other.width) / Double(width)
    let down = Double(other.height) / Double(height)
    return abs(across / down - 1) <= tolerance
  }

  /// The size with width and height swapped, as after a quarter turn.
  public var swapped: PixelSize { PixelSize(height, width) }
}
