import Imaging
import Pixels

/// A contact sheet of a turn: at most twelve of its frames, evenly chosen, first and last included.
struct TurnSheet {
  private var sheet: ContactSheet
  private let chosen: [Int]

  /// - Parameters:
  ///   - frames: How many frames the turn has.
  ///   - size: A frame's size; cells are of its shape.
  init(frames: Int, size: PixelSize) {
    let count = min(frames, 12)
    chosen = (0..<count).map { count == 1 ? 0 : $0 * (frames - 1) / (count - 1) }
    sheet = ContactSheet(
      count: count, columns: count <= 4 ? count : 4,
      cell: size.fitted(within: PixelSize(400, 400)))
  }

  /// Takes a frame's picture if it is one of those that are shown.
  mutating func add(_ frame: Image, index: Int) {
    if let cell = chosen.firstIndex(of: index) { sheet.place(frame, at: cell) }
  }

  /// The sheet as far as it is filled.
  var image: Image { sheet.image }
}
