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
  /// How and when it turns.
  var manner = TurnManner()

  /// Every page that is seen.
  var pages: [Int] { [front, back, below, facing].compactMap(\.self) }

  /// The turns that show `count` pages, at least one; a single page turns away to show nothing.
  static func all(
    pages count: Int, layout: BookLayout, manner: TurnManner = TurnManner()
  ) -> [BookTurn] {
    let turns = layout == .pages ? max(1, count - 1) : max(1, count / 2)
    return (0..<turns).map { turn in
      var turn = bound(front: layout == .pages ? turn : 2 * turn, pages: count, layout: layout)
      turn.manner = manner
      return turn
    }
  }

  /// The turn of a page as it is bound among `count` pages.
  static func bound(front: Int, pages count: Int, layout: BookLayout) -> BookTurn {
    func page(_ index: Int) -> Int? { (0..<count).contains(index) ? index : nil }
    return switch layout {
    case .sheets: BookTurn(front: front, back: page(front + 1), below: page(front + 2))
    case .pages: BookTurn(front: front, below: page(front + 1))
    case .spread:
      BookTurn(
        front: front, back: page(front + 1), below: page(front + 2), facing: page(front - 1))
    }
  }

  /// Where it begins, in the time of the curl.
  var start: Double { manner.isReversed ? 1 : 0 }
  /// Where it ends.
  var end: Double { 1 - start }

  /// What is seen where the page lies flat, at the curl's time 0 or 1: the one page, or in a spread the
  /// left and the right one.
  func rest(at time: Double, layout: BookLayout) -> [Int?] {
    let (turning, other) = time == 0 ? (front, facing) : (below, back)
    guard layout == .spread else { return [turning] }
    return manner.direction == .ltr ? [other, turning] : [turning, other]
  }
}
