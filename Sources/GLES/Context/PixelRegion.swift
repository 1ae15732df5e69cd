/// A rectangle of pixels in GL's window space: `y` counts upwards from the bottom row.
public struct PixelRegion: Hashable, Sendable {
  /// The left column.
  public var x: Int
  /// The bottom row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a region. Calls that take one throw if `width` or `height` is negative.
  public init(x: Int = 0, y: Int = 0, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Returns the smallest region that contains both regions.
  package func union(_ other: PixelRegion) -> PixelRegion {
    let (left, bottom) = (min(x, other.x), min(y, other.y))
    return PixelRegion(
      x: left, y: bottom, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - bottom)
  }

  /// Whether the region lies within an image of this size.
  func lies(within width: Int, _ height: Int) -> Bool {
    // Subtracts instead of adding, because a sum could overflow.
    x >= 0 && y >= 0 && self.width >= 0 && self.height >= 0 && x <= width && y <= height
      && self.width <= width - x && self.height <= height - y
  }
}
