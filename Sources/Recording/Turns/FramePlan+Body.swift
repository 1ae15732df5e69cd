import PageCurl

extension FramePlan {
  /// Returns where the first turn of a moment lies in the frame.
  ///
  /// A closed book of pages that bend like paper lies in the middle of the frame. It moves there
  /// and away while its cover turns, but not while the cover lies almost open: perspective enlarges
  /// a raised cover, and moving toward it would push its edge out of the frame.
  func placed(at moment: Moment) -> PlacedTurn {
    let placed = placed[moment.turn]
    guard stage.step != .zero, let spine = placed.spine,
      let first = turns[moment.turns].first, let last = turns[moment.turns].last,
      first.settings.style.form == .paper
    else { return placed }
    let times = progress(at: moment)
    let wait = 0.25
    let front = first.hasFacing ? 0 : 1 - Self.smooth(times[0] / (1 - wait))
    let back =
      last.below == nil ? Self.smooth((times[times.count - 1] - wait) / (1 - wait)) : 0
    guard front != back else { return placed }
    let breadth = Double(spine.isLevel ? stage.page.height : stage.page.width)
    let way = (back - front) * breadth / 2 * spine.away
    return placed.moved(by: SIMD2<Int>(way.rounded(.toNearestOrEven)))
  }

  /// Returns how far each turn of a moment has come, 0…1.
  func progress(at moment: Moment) -> [Double] {
    zip(placed[moment.turns], moment.times).map { $0.turn.progress(at: $1) }
  }

  /// Returns the two stacks of the open book at a moment; `nil` if its style shows none.
  func body(at moment: Moment) -> BookBody? {
    let place = placed(at: moment)
    guard stage.step != .zero, let spine = place.spine, let facing = place.facing,
      let first = turns[moment.turns].first, let last = turns[moment.turns].last,
      first.settings.style.hasStacks
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
    // The stacks of an endless book stay as they are.
    let turning = isEndless ? (0, 0) : (1 - lastTime, firstTime)
    var body = BookBody(
      first: stack(at: place.corner, leaves: Double(left) + turning.0, shares.0, spine),
      last: stack(at: facing, leaves: Double(landed) + turning.1, shares.1, spine),
      away: spine.away)
    // The boards of a closed book cover the edges of its sheets.
    let closed = Self.closed(first, at: firstTime, last, at: lastTime)
    if first.settings.style.look.isBoard { body.first.edge *= 1 - closed.front }
    if last.settings.style.look.isBoard { body.last.edge *= 1 - closed.back }
    return body
  }

  /// Returns how far a book is closed with its front up and with its back up, each 0…1.
  private static func closed(
    _ first: BookTurn, at firstTime: Double, _ last: BookTurn, at lastTime: Double
  ) -> (front: Double, back: Double) {
    (
      first.hasFacing ? 0 : 1 - smooth(firstTime),
      last.below == nil ? smooth(lastTime) : 0
    )
  }

  private func stack(
    at corner: SIMD2<Int>, leaves: Double, _ share: Double, _ spine: Binding
  ) -> BookBody.Stack {
    let breadth = Double(spine.isLevel ? stage.page.height : stage.page.width)
    // Paper 0.1 mm thick on pages 148 mm wide, and the thickness of 17 leaves for the cover, so
    // that thin books show an edge too.
    let height = share * breadth * min(0.012 + 0.0007 * leaves, 0.08)
    return BookBody.Stack(
      page: stage.page(at: corner), height: height, edge: min(0.4 * height, 0.025 * breadth))
  }

  private static func smooth(_ x: Double) -> Double {
    let x = min(max(x, 0), 1)
    return x * x * (3 - 2 * x)
  }
}
