/// How pages lie on sheets, and what of them is shown.
public enum BookLayout: String, Hashable, Sendable, CaseIterable {
  /// One page is shown. Pages are fronts and backs by turns: the second is the back of the first, the
  /// third comes to light when the first is turned.
  case sheets
  /// One page is shown. Every page is a front, through whose back it shows faintly.
  case pages
  /// Two pages are shown, of an open book: the first page lies alone, as a cover does.
  case spread
}

/// In which direction a book is read.
public enum ReadingDirection: String, Hashable, Sendable, CaseIterable {
  /// From left to right: pages turn to the left.
  case ltr
  /// From right to left: pages turn to the right.
  case rtl
}

/// One turn of a book; pages are counted from 0.
struct BookTurn: Hashable, Sendable {
  /// The page that turns.
  var front: Int
  /// Its back.
  var back: Int?
  /// What comes to light below it.
  var below: Int?
  /// In a spread: what lies on the other side, where the page lands.
  var facing: Int?

  /// Every page that is seen.
  var pages: [Int] { [front, back, below, facing].compactMap(\.self) }

  /// The turns that show `count` pages, at least one; a single page turns away to show nothing.
  static func all(pages count: Int, layout: BookLayout) -> [BookTurn] {
    func page(_ index: Int) -> Int? { (0..<count).contains(index) ? index : nil }
    switch layout {
    case .sheets:
      return (0..<max(1, count / 2)).map {
        BookTurn(front: 2 * $0, back: page(2 * $0 + 1), below: page(2 * $0 + 2))
      }
    case .pages:
      return (0..<max(1, count - 1)).map { BookTurn(front: $0, below: page($0 + 1)) }
    case .spread:
      return (0..<max(1, count / 2)).map {
        BookTurn(
          front: 2 * $0, back: page(2 * $0 + 1), below: page(2 * $0 + 2), facing: page(2 * $0 - 1))
      }
    }
  }
}
