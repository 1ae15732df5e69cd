/// An image with a grid of thumbnails, each scaled to fit its cell and centered.
///
/// Images are placed one at a time, so a long sequence of full-size frames need not be in memory.
public struct ContactSheet: Sendable {
  /// The sheet with the images placed so far.
  public private(set) var image: Image
  /// The number of cells from left to right.
  public let columns: Int
  /// The number of cells from top to bottom.
  public let rows: Int
  /// The size of one cell.
  package let cell: PixelSize
  /// The pixels between cells, and between cells and edges.
  let margin: Int

  /// Makes an empty sheet. Numbers below their ranges count as the least one.
  ///
  /// - Parameters:
  ///   - count: The number of images, at least 1. The last row may be partly empty.
  ///   - columns: The number of cells in a row, at least 1; limited to `count`.
  ///   - cell: The size of a cell, at least 1×1.
  ///   - margin: The pixels around each cell, at least 0. Default: 16.
  ///   - background: Premultiplied RGBA between and behind the images. Default: light gray.
  public init(
    count: Int, columns: Int, cell: PixelSize, margin: Int = 16,
    background: SIMD4<UInt8> = SIMD4(224, 224, 224, 255)
  ) {
    let count = max(count, 1)
    let cell = PixelSize(max(cell.width, 1), max(cell.height, 1))
    let margin = max(margin, 0)
    self.columns = min(max(columns, 1), count)
    rows = (count - 1) / self.columns + 1
    self.cell = cell
    self.margin = margin
    image = Image(
      width: margin + self.columns * (cell.width + margin),
      height: margin + rows * (cell.height + margin), filledWith: background)
  }

  /// Scales an image down to fit cell `index` and draws it centered. A smaller image is not
  /// enlarged.
  ///
  /// - Parameters:
  ///   - picture: The image, of any size.
  ///   - index: 0 … `columns * rows - 1`, row by row from the top left.
  /// - Precondition: The sheet has this cell.
  public mutating func place(_ picture: Image, at index: Int) {
    precondition(
      (0..<columns * rows).contains(index),
      "a sheet of \(columns)×\(rows) cells has no cell \(index)")
    let thumbnail = picture.fitted(within: cell)
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    image.draw(
      thumbnail,
      left: margin + column * (cell.width + margin) + (cell.width - thumbnail.width) / 2,
      top: margin + row * (cell.height + margin) + (cell.height - thumbnail.height) / 2)
  }
}
