import ImageCoding
import Imaging

/// A contact sheet of a book: at most twelve of its pictures, evenly spaced, including the first
/// and the last.
struct BookContactSheet: Sendable {
  private var sheet: ContactSheet
  /// The first frames of the pictures to show.
  private let chosen: [Int]

  /// - Parameters:
  ///   - pictures: All pictures.
  ///   - size: The size of a picture. Cells have the same aspect ratio.
  init(pictures: [HeldFrame], size: PixelSize) {
    let moments = Self.moments(of: pictures)
    let count = min(moments.count, 12)
    chosen = (0..<count).map {
      moments[count == 1 ? 0 : $0 * (moments.count - 1) / (count - 1)].first
    }
    sheet = ContactSheet(
      count: count, columns: count <= 4 ? count : 4,
      cell: size.fitted(within: PixelSize(400, 400)))
  }

  /// The pictures among which the sheet chooses. Of a book that rests while a video plays, one in
  /// the middle.
  private static func moments(of pictures: [HeldFrame]) -> [HeldFrame] {
    var moments: [HeldFrame] = []
    var start = 0
    for (index, picture) in pictures.enumerated() {
      let next = index + 1 < pictures.count ? pictures[index + 1].moment : nil
      let isLast = next?.turn != picture.moment.turn || next?.times != picture.moment.times
      guard isLast else { continue }
      moments.append(pictures[(start + index) / 2])
      start = index + 1
    }
    return moments
  }

  /// Whether the sheet shows a picture.
  func shows(_ picture: HeldFrame) -> Bool { chosen.contains(picture.first) }

  /// A small copy of a picture, if the sheet shows it.
  func thumbnail(of image: Image, _ picture: HeldFrame) -> Image? {
    shows(picture) ? image.fitted(within: sheet.cell) : nil
  }

  /// Adds a copy that ``thumbnail(of:_:)`` made.
  mutating func place(_ thumbnail: Image, _ picture: HeldFrame) {
    if let cell = chosen.firstIndex(of: picture.first) { sheet.place(thumbnail, at: cell) }
  }

  /// The sheet with the copies so far.
  var image: Image { sheet.image }
}
