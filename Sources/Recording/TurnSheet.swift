import Imaging
import Pixels

/// A contact sheet of a book: at most twelve of its pictures, evenly chosen, first and last included.
struct TurnSheet: Sendable {
  private var sheet: ContactSheet
  private let chosen: [Int]

  /// - Parameters:
  ///   - pictures: How many pictures there are.
  ///   - size: A picture's size; cells are of its shape.
  init(pictures: Int, size: PixelSize) {
    let count = min(pictures, 12)
    chosen = (0..<count).map { count == 1 ? 0 : $0 * (pictures - 1) / (count - 1) }
    sheet = ContactSheet(
      count: count, columns: count <= 4 ? count : 4,
      cell: size.fitted(within: PixelSize(400, 400)))
  }

  /// A picture in small if it is one of those that are shown.
  func thumbnail(of picture: Image, index: Int) -> Image? {
    chosen.contains(index) ? picture.fitted(within: sheet.cell) : nil
  }

  /// Takes what ``thumbnail(of:index:)`` made.
  mutating func place(_ thumbnail: Image, index: Int) {
    if let cell = chosen.firstIndex(of: index) { sheet.place(thumbnail, at: cell) }
  }

  /// The sheet as far as it is filled.
  var image: Image { sheet.image }
}
