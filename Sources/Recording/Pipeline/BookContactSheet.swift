import ImageCoding
import Imaging

/// A contact sheet of a book: at most twelve of its pictures, evenly chosen, first and last included.
struct TurnSheet: Sendable {
  private var sheet: ContactSheet
  /// The first frames of the pictures that are shown.
  private let chosen: [Int]

  /// - Parameters:
  ///   - pictures: All pictures.
  ///   - size: A picture's size; cells are of its shape.
  init(pictures: [Picture], size: PixelSize) {
    let count = min(pictures.count, 12)
    chosen = (0..<count).map {
      pictures[count == 1 ? 0 : $0 * (pictures.count - 1) / (count - 1)].first
    }
    sheet = ContactSheet(
      count: count, columns: count <= 4 ? count : 4,
      cell: size.fitted(within: PixelSize(400, 400)))
  }

  /// Whether the sheet shows a picture.
  func shows(_ picture: Picture) -> Bool { chosen.contains(picture.first) }

  /// A picture in small if it is one of those that are shown.
  func thumbnail(of image: Image, _ picture: Picture) -> Image? {
    shows(picture) ? image.fitted(within: sheet.cell) : nil
  }

  /// Takes what ``thumbnail(of:_:)`` made.
  mutating func place(_ thumbnail: Image, _ picture: Picture) {
    if let cell = chosen.firstIndex(of: picture.first) { sheet.place(thumbnail, at: cell) }
  }

  /// The sheet as far as it is filled.
  var image: Image { sheet.image }
}
