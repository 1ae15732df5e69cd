/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Makes a size; nothing is checked here.
  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// `1920×1080`.
  public var description: String { "\(width)×\(height)" }

  /// The largest size of this shape that lies within `bounds`: rounded to whole pixels, at least 1×1.
  ///
  /// - Parameters:
  ///   - bounds: The room there is.
  ///   - enlarging: Whether the result may be larger than this size itself. Default: no.
  /// - Precondition: both sizes are positive.
  public func fitted(within bounds: PixelSize, enlarging: Bool = false) -> PixelSize {
    precondition(width > 0 && height > 0, "a size to fit has pixels")
    precondition(bounds.width > 0 && bounds.height > 0, "a size to fit into has pixels")
    if !enlarging && width <= bounds.width && height <= bounds.height { return self }
    // Compare the shapes without division: bounds.width / width against bounds.height / height.
    if bounds.width * height <= bounds.height * width {
      return PixelSize(bounds.width, max(1, (height * bounds.width + width / 2) / width))
    }
    return PixelSize(max(1, (width * bounds.height + height / 2) / height), bounds.height)
  }

  /// Whether the shape differs from that of `other` by no more than a share of a side. Both sizes are
  /// positive.
  package func hasShape(of other: PixelSize, within tolerance: Double) -> Bool {
    let across = Double(other.width) / Double(width)
    let down = Double(other.height) / Double(height)
    return abs(across / down - 1) <= tolerance
  }

  /// Width and height exchanged, as by a quarter turn.
  public var swapped: PixelSize { PixelSize(height, width) }
}
