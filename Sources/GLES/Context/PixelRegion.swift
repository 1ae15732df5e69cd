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

  /// Returns the parts of the region that are left without another one within it: four at most.
  package func without(_ other: PixelRegion) -> [PixelRegion] {
    guard other.width > 0, other.height > 0 else { return [self] }
    let (right, top) = (other.x + other.width, other.y + other.height)
    return [
      PixelRegion(x: x, y: y, width: width, height: other.y - y),
      PixelRegion(x: x, y: other.y, width: other.x - x, height: other.height),
      PixelRegion(x: right, y: other.y, width: x + width - right, height: other.height),
      PixelRegion(x: x, y: top, width: width, height: y + height - top),
    ].filter { $0.width > 0 && $0.height > 0 }
  }

  /// Whether the region lies within an image of this size.
  func lies(within width: Int, _ height: Int) -> Bool {
    // Subtracts instead of adding, because a sum could overflow.
    x >= 0 && y >= 0 && self.width >= 0 && self.height >= 0 && x <= width && y <= height
      && self.width <= width - x && self.height <= height - y
  }
}
