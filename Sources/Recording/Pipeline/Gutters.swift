import PageCurl

/// The pages at rest of an open book that are shaded toward the spine at a moment.
struct Gutters: Equatable {
  /// A page that lies flat.
  struct Shaded: Equatable {
    /// In pixels from the frame's lower left corner.
    var page: PageRect
    /// The unit vector from the spine to the fore-edge.
    var out: SIMD2<Double>
    /// How far a board below extends beyond both ends of the spine.
    var square: Double
    /// The side of the leaf that is seen.
    var side: PaperSide
  }

  let light: Gutter
  let pages: [Shaded]
  /// Whether no leaf is in the air.
  let isAtRest: Bool

  /// `nil` if the pages have no gutter.
  init?(
    _ turns: [BookTurn], _ placed: PlacedTurn, on stage: FrameStage, _ cover: HardCover?,
    at times: [Double]
  ) {
    guard stage.step != .zero, let first = turns.first, let last = turns.last,
      let spine = placed.spine, let facing = placed.facing, placed.turn.bends,
      let light = first.settings.style.gutter(away: spine.away, cover)
    else { return nil }
    self.light = light
    let time = times.count == 1 ? times[0] : 0.5
    isAtRest = time <= 0 || time >= 1
    // A cover that lies closed on all other pages does not bend.
    let isOpen = first.hasFacing
    let square = Double(stage.squares.y)
    var pages: [Shaded] = []
    if time <= 0 ? isOpen : last.below != nil {
      pages.append(
        Shaded(
          page: stage.page(at: placed.corner), out: spine.away, square: square, side: .front))
    }
    if time >= 1 ? last.below != nil : isOpen {
      pages.append(
        Shaded(page: stage.page(at: facing), out: -spine.away, square: square, side: .back))
    }
    self.pages = pages
  }

  /// How far the front and the back of a leaf bend down while it lies flat.
  func depth(of turn: BookTurn) -> SIMD2<Double> {
    let depth = turn.settings.style.gutter ?? 0
    return SIMD2(turn.hasFacing ? depth : 0, turn.below != nil ? depth : 0)
  }
}
