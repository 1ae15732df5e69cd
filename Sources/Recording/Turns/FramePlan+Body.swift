import PageCurl

extension FramePlan {
  /// Returns the two stacks of the open book at a moment; `nil` if its style shows none.
  func body(at moment: Moment) -> BookBody? {
    let place = placed[moment.turn]
    guard stage.step != .zero, let spine = place.spine, let facing = place.facing,
      let first = turns[moment.turns].first, let last = turns[moment.turns].last,
      let firstTime = moment.times.first, let lastTime = moment.times.last,
      first.settings.style.hasStacks
    else { return nil }
    // The leaves that lie on either side. Those in the air count in proportion to their progress.
    let landed = first.hasFacing ? (first.front + 1) / 2 : 0
    let left = last.below == nil ? 0 : max(pages.count - last.front - 1, 0) / 2
    // The last leaf of a stack shows it until it rises, and the first one once it is almost down.
    let shares = (
      left > 0 ? 1 : Self.smooth(1 - lastTime / 0.06),
      landed > 0 ? 1 : Self.smooth((firstTime - 0.94) / 0.06)
    )
    return BookBody(
      first: stack(at: place.corner, leaves: Double(left) + 1 - lastTime, shares.0, spine),
      last: stack(at: facing, leaves: Double(landed) + firstTime, shares.1, spine),
      away: spine.away)
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
