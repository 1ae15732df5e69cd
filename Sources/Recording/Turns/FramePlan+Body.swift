import PageCurl

extension FramePlan {
  /// Returns where the first turn of a moment lies in the frame.
  ///
  /// A closed book of leaves without a fold lies in the middle of the frame. It moves there
  /// and away while its cover turns, but not while the cover lies almost open: perspective enlarges
  /// a raised cover, and moving toward it would push its edge out of the frame.
  func placed(at moment: Moment) -> PlacedTurn {
    let placed = placed[moment.turn]
    guard stage.step != .zero, let spine = placed.spine,
      let first = turns[moment.turns].first, let last = turns[moment.turns].last,
      first.settings.style.fold == nil
    else { return placed }
    let times = progress(at: moment)
    let wait = 0.25
    let front = first.hasFacing ? 0 : 1 - Self.smooth(times[0] / (1 - wait))
    let back =
      isLast(last) ? Self.smooth((times[times.count - 1] - wait) / (1 - wait)) : 0
    guard front != back else { return placed }
    // Whole pixels at rest, so that flat pages are exact; any part of them on the way.
    let whole = ((breadth(spine) + Double(stage.squares.x)) / 2).rounded(.down)
    return placed.moved(by: (back - front) * whole * spine.away)
  }

  /// Whether a turn closes the book: nothing lies below it. Below the last page of a hard cover
  /// without a back, which an excerpt may show, there is a board.
  private func isLast(_ turn: BookTurn) -> Bool {
    turn.below == nil && (cover == nil || turn.settings.style.look.board != nil)
  }

  /// Returns how far each turn of a moment has come, 0…1.
  func progress(at moment: Moment) -> [Double] {
    zip(placed[moment.turns], moment.times).map { $0.turn.progress(at: $1) }
  }

  /// Returns the shapes of the leaves in the air at a moment. None crosses the one above it.
  func shapes(at moment: Moment) throws(RecordingError) -> [CurlShape] {
    var shapes: [CurlShape] = []
    for (placed, time) in zip(placed[moment.turns], moment.times) {
      shapes.append(try placed.turn.shape(at: time))
    }
    return CurlShape.following(shapes)
  }

  /// Returns the two stacks of the open book at a moment; `nil` if it shows none.
  func body(at moment: Moment) -> BookBody? {
    let place = placed(at: moment)
    guard hasStacks, stage.step != .zero, let spine = place.spine, let facing = place.facing,
      let first = turns[moment.turns].first, let last = turns[moment.turns].last
    else { return nil }
    let times = progress(at: moment)
    let (firstTime, lastTime) = (times[0], times[times.count - 1])
    // The leaves that lie on either side. Those in the air count in proportion to their progress.
    let landed = isEndless ? pages.count / 4 : first.hasFacing ? (first.front + 1) / 2 : 0
    let left =
      isEndless ? landed : last.below == nil ? 0 : max(pages.count - last.front - 1, 0) / 2
    // The last leaf of a stack shows it until it rises, and the first one once it is almost down.
    let shares = (
      left > 0 ? 1 : Self.smooth(1 - lastTime / 0.06),
      landed > 0 ? 1 : Self.smooth((firstTime - 0.94) / 0.06)
    )
    // A leaf in the air makes the edges of the stacks grow in steps of at most an eighth of a
    // pixel, so that many frames show the same stacks.
    let isThin = stage.squares != .zero && min(left, landed) <= 2
    let growth = isThin ? HardCover.height(ofSheets: 1) : Self.leafThickness
    let steps = max(
      (8 * breadth(spine) * HardCover.edge(ofHeight: growth, breadth: 1)).rounded(.up), 1)
    func stepped(_ time: Double) -> Double { (time * steps).rounded() / steps }
    let (rising, landing) = (1 - stepped(lastTime), stepped(firstTime))
    // The stacks of an endless book stay as they are.
    let turning = isEndless ? (0, 0) : (rising, landing)
    var body = BookBody(
      first: stack(at: place.corner, leaves: Double(left) + turning.0, shares.0, spine),
      last: stack(at: facing, leaves: Double(landed) + turning.1, shares.1, spine),
      away: spine.away)
    guard stage.squares != .zero, let cover else { return body }
    // Covers are no sheets, and neither is the last leaf of a book without a back cover.
    func sheet(_ turn: BookTurn, _ share: Double) -> Double {
      turn.settings.style.look.board == nil ? share : 0
    }
    body.first.board = BookBody.Board(
      place: stage.board(at: place.corner, spine.away), cloth: cover.cloth,
      isThere: !isLast(last) || lastTime <= 0,
      sheets: lay(Double(left - 1) + sheet(last, rising), on: &body.first, spine))
    body.last.board = BookBody.Board(
      place: stage.board(at: facing, -spine.away), cloth: cover.cloth,
      isThere: first.hasFacing || firstTime >= 1,
      sheets: lay(Double(landed - 1) + sheet(first, landing), on: &body.last, spine))
    return body
  }

  private func stack(
    at corner: SIMD2<Double>, leaves: Double, _ share: Double, _ spine: Binding
  ) -> BookBody.Stack {
    // The thickness of 17 leaves for the cover, so that thin books show an edge too.
    let height = share * breadth(spine) * min(0.012 + Self.leafThickness * leaves, 0.08)
    return BookBody.Stack(
      page: stage.page(at: corner), height: height,
      edge: HardCover.edge(ofHeight: height, breadth: breadth(spine)))
  }

  /// Makes the edges of a stack those of its sheets, and returns the sheets' height.
  private func lay(_ sheets: Double, on stack: inout BookBody.Stack, _ spine: Binding) -> Double {
    let sheets = max(sheets, 0)
    stack.edge = breadth(spine) * HardCover.edge(ofSheets: sheets)
    return breadth(spine) * HardCover.height(ofSheets: sheets)
  }

  /// The extent of a page from the spine in pixels.
  private func breadth(_ spine: Binding) -> Double {
    Double(spine.isLevel ? stage.page.height : stage.page.width)
  }

  /// The thickness of a leaf in page widths: paper 0.1 mm thick on pages 148 mm wide.
  static let leafThickness = 0.0007

  private static func smooth(_ x: Double) -> Double {
    let x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)
  }
}
