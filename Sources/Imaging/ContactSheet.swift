/// Many pictures on one: a grid of cells with margins round them, each with a picture scaled to fit
/// and centred.
///
/// Pictures are placed one by one, so that the full-size frames of a long sequence never have to be
/// in memory together.
public struct ContactSheet: Sendable {
  /// The sheet as far as it is filled.
  public private(set) var image: Image
  /// Cells from left to right.
  public let columns: Int
  /// Cells from top to bottom.
  public let rows: Int
  /// The size of one cell.
  public let cell: PixelSize
  /// Pixels between cells, and between them and the edges.
  public let margin: Int

  /// An empty sheet.
  ///
  /// - Parameters:
  ///   - count: How many pictures there will be, at least 1; the last row may stay partly empty.
  ///   - columns: Cells in a row, at least 1; no more than `count` are made.
  ///   - cell: The size of a cell, at least 1×1.
  ///   - margin: Pixels round each cell, at least 0.
  ///   - background: Premultiplied RGBA between and behind the pictures; a light grey by default.
  public init(
    count: Int, columns: Int, cell: PixelSize, margin: Int = 16,
    background: SIMD4<UInt8> = SIMD4(224, 224, 224, 255)
  ) {
    precondition(count > 0 && columns > 0, "a sheet has at least one cell")
    precondition(cell.width > 0 && cell.height > 0 && margin >= 0, "a cell has pixels")
    self.columns = min(columns, count)
    rows = (count + self.columns - 1) / self.columns
    self.cell = cell
    self.margin = margin
    image = Image(
      width: margin + self.columns * (cell.width + margin),
      height: margin + rows * (cell.height + margin), filledWith: background)
  }

  /// Scales a picture down to fit cell `index` and puts it in the cell's middle, over what is there.
  /// A smaller picture is not enlarged.
  ///
  /// - Parameters:
  ///   - picture: The picture, of any size.
  ///   - index: 0 … `columns * rows - 1`, row by row from the top left.
  public mutating func place(_ picture: Image, at index: Int) {
    precondition((0..<columns * rows).contains(index), "cell \(index) is not on the sheet")
    let thumbnail = picture.fitted(within: cell)
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    image.draw(
      thumbnail,
      left: margin + column * (cell.width + margin) + (cell.width - thumbnail.width) / 2,
      top: margin + row * (cell.height + margin) + (cell.height - thumbnail.height) / 2)
  }
}
