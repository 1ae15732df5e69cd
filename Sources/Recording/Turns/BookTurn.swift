import PageCurl

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
  /// On the other side of a leaf's spine: the back of the page that landed there before.
  var facing: Int?
  /// The front of that page where its back has no picture.
  var facingFront: Int?
  /// How and when it turns.
  var manner = TurnManner()

  /// Every page that is seen.
  var pages: [Int] { [front, back, below, facing, facingFront].compactMap(\.self) }

  /// The turns that show `count` pages, at least one; a single page turns away to show nothing.
  static func all(
    pages count: Int, layout: BookLayout, manner: TurnManner = TurnManner()
  ) -> [BookTurn] {
    let turns = layout == .pages ? max(1, count - 1) : max(1, count / 2)
    return (0..<turns).map { turn in
      bound(
        front: layout == .pages ? turn : 2 * turn, pages: count, layout: layout, manner: manner)
    }
  }

  /// The turn of a page as it is bound among `count` pages.
  static func bound(
    front: Int, pages count: Int, layout: BookLayout, manner: TurnManner
  ) -> BookTurn {
    func page(_ index: Int) -> Int? { (0..<count).contains(index) ? index : nil }
    // What a leaf has left on the other side of its spine stays there.
    let before = manner.spine(in: layout) == nil ? nil : page(front - 1)
    return layout == .pages
      ? BookTurn(front: front, below: page(front + 1), facingFront: before, manner: manner)
      : BookTurn(
        front: front, back: page(front + 1), below: page(front + 2), facing: before,
        manner: manner)
  }

  /// Where it begins, in the time of the curl.
  var start: Double { manner.isReversed ? 1 : 0 }
  /// Where it ends.
  var end: Double { 1 - start }

  /// What is seen where the page lies flat, at the curl's time 0 or 1.
  func rest(at time: Double, layout: BookLayout) -> Rest {
    guard let spine = manner.spine(in: layout) else {
      return Rest(places: [.picture(time == 0 ? front : below)])
    }
    let turning = Rest.Place.picture(time == 0 ? front : below)
    let other: Rest.Place
    if time == 0 {
      other = facingFront.map(Rest.Place.backOf) ?? .picture(facing)
    } else {
      other = back.map(Rest.Place.picture) ?? .backOf(front)
    }
    return Rest(places: spine.isSecond ? [other, turning] : [turning, other])
  }

  /// A book at rest: the one place that is seen, or the two sides of a spine, left or lower one first.
  struct Rest: Hashable {
    enum Place: Hashable {
      case picture(Int?)
      /// Plain paper, through which this page shows.
      case backOf(Int)
    }

    var places: [Place]
  }
}

extension TurnManner {
  /// Where the page is bound; `nil` for a loose sheet.
  func spine(in layout: BookLayout) -> Binding? { style.spine(layout, direction) }
}

extension Binding {
  /// Whether a page that is bound here lies to the right of its spine, or above it.
  var isSecond: Bool { self == .left || self == .bottom }
  /// Whether the spine runs from left to right.
  var isLevel: Bool { self == .top || self == .bottom }
}
