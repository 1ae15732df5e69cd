import PageCurl

/// One turn of a book, with page indices from 0.
struct BookTurn: Hashable, Sendable, SharingSettings {
  /// The page that turns.
  var front: Int
  /// The back of that page.
  var back: Int?
  /// The page that the turn reveals.
  var below: Int?
  /// What lies on the other side of the spine: the back of the page that landed there before.
  var facing: Int?
  /// The front of the page that landed there, if its back is blank.
  var facingFront: Int?
  /// ``settings``, which turns share.
  var shared = SharedSettings(TurnSettings())

  /// How and when it turns.
  var settings: TurnSettings {
    get { shared.value }
    set { shared = SharedSettings(newValue) }
  }

  /// Whether a page lies on the other side of the spine.
  var hasFacing: Bool { facing != nil || facingFront != nil }

  /// Every page that the turn shows.
  var pages: [Int] { [front, back, below, facing, facingFront].compactMap(\.self) }

  /// The turns that show `count` pages, at least one: a single page turns to reveal nothing.
  ///
  /// - Parameters:
  ///   - first: The page that turns first: 1 in a spread that lies open at first with its first
  ///     page facing the second one.
  ///   - isEndless: Whether the first page follows the last one. The last turn then ends as the
  ///     first one starts. Leaves with two sides need an even number of pages.
  static func all(
    pages count: Int, layout: BookLayout, first: Int = 0, isEndless: Bool = false,
    settings: TurnSettings = TurnSettings()
  ) -> [BookTurn] {
    let sides = layout == .pages ? 1 : 2
    let turns =
      isEndless
      ? count / sides
      : layout == .pages ? max(1, count - 1) : max(1, (count - first) / 2)
    let shared = SharedSettings(settings)
    return (0..<turns).map { turn in
      bound(
        front: first + sides * turn, pages: count, layout: layout, isEndless: isEndless, shared)
    }
  }

  /// The turn of a page as it is bound among `count` pages.
  static func bound(
    front: Int, pages count: Int, layout: BookLayout, isEndless: Bool = false,
    _ shared: SharedSettings
  ) -> BookTurn {
    func page(_ index: Int) -> Int? {
      isEndless ? (index + count) % count : (0..<count).contains(index) ? index : nil
    }
    let front = isEndless ? front % count : front
    // A leaf that has landed stays on the other side of the spine; a loose sheet is gone.
    let before = shared.value.spine(in: layout) == nil ? nil : page(front - 1)
    return layout == .pages
      ? BookTurn(front: front, below: page(front + 1), facingFront: before, shared: shared)
      : BookTurn(
        front: front, back: page(front + 1), below: page(front + 2), facing: before,
        shared: shared)
  }

  /// The progress at which it starts: 0, or 1 if it is shown in reverse.
  var start: Double { settings.isReversed ? 1 : 0 }
  /// The progress at which it ends.
  var end: Double { 1 - start }

  /// What is visible while the page lies flat, at progress 0 or 1.
  func rest(at progress: Double, layout: BookLayout) -> Rest {
    guard let spine = settings.spine(in: layout) else {
      return Rest(places: [.picture(progress == 0 ? front : below)])
    }
    let turning = Rest.Place.picture(progress == 0 ? front : below)
    let other: Rest.Place
    if progress == 0 {
      other = facingFront.map(Rest.Place.backOf) ?? .picture(facing)
    } else {
      other = back.map(Rest.Place.picture) ?? .backOf(front)
    }
    return Rest(places: spine.isSecond ? [other, turning] : [turning, other])
  }

  /// Whether nothing is visible while the page lies flat, at progress 0 or 1.
  func isGone(at progress: Double, layout: BookLayout) -> Bool {
    rest(at: progress, layout: layout).places.allSatisfy { $0 == .picture(nil) }
  }

  /// A book at rest: the one visible place, or both sides of a spine, left or lower side first.
  struct Rest: Hashable {
    enum Place: Hashable {
      case picture(Int?)
      /// The blank back of this page.
      case backOf(Int)
    }

    var places: [Place]
  }
}

extension [BookTurn] {
  /// Whether the spine of a spread is horizontal.
  ///
  /// - Throws: ``RecordingError/turn(_:)`` if turns of a spread disagree.
  func isLevel(in layout: BookLayout) throws(RecordingError) -> Bool {
    guard layout == .spread else { return false }
    let kinds = Set(map { $0.settings.spine(in: layout)?.isLevel == true })
    guard kinds.count == 1, let kind = kinds.first else {
      throw .turn(
        "some turns of the spread are bound at a side and others at the top or bottom; "
          + "bind all at sides, or all at the top or bottom")
    }
    return kind
  }
}

extension Binding {
  /// Whether a page that is bound here lies to the right of its spine, or above it.
  var isSecond: Bool { self == .left || self == .bottom }
  /// Whether the spine is horizontal.
  var isLevel: Bool { self == .top || self == .bottom }
}
