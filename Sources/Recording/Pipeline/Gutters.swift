import GLES
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
  /// Whether no leaf is in the air, so that these pages are the last to be drawn. Leaves that curl
  /// have their shade in their pictures (``ShadedPages``), even while they lie flat.
  let isAtRest: Bool
  private let depth: Double

  /// `nil` if the pages have no gutter.
  init?(
    _ turns: [BookTurn], _ placed: PlacedTurn, in plan: FramePlan, at times: [Double]
  ) {
    guard plan.stage.step != .zero, let first = turns.first, let last = turns.last,
      let spine = placed.spine, let facing = placed.facing,
      let light = Gutter(plan.gutter, first.settings.style.look, plan.cover, away: spine.away)
    else { return nil }
    (self.light, depth) = (light, plan.gutter)
    let time = times.count == 1 && placed.turn.bends ? times[0] : 0.5
    isAtRest = time <= 0 || time >= 1
    // A cover that lies closed on all other pages does not bend.
    let isOpen = first.hasFacing
    let square = Double(plan.stage.squares.y)
    var pages: [Shaded] = []
    if time <= 0 ? isOpen : last.below != nil {
      pages.append(
        Shaded(
          page: plan.stage.page(at: placed.corner), out: spine.away, square: square, side: .front))
    }
    if time >= 1 ? last.below != nil : isOpen {
      pages.append(
        Shaded(
          page: plan.stage.page(at: facing), out: -spine.away, square: square, side: .back))
    }
    self.pages = pages
  }

  /// How far the front and the back of a leaf bend down while it lies flat.
  func depth(of turn: BookTurn) -> SIMD2<Double> {
    SIMD2(turn.hasFacing ? depth : 0, turn.below != nil ? depth : 0)
  }
}

extension Gutter {
  /// Makes the shade of pages that all bend down as far; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - cover: The boards; `nil` is a book without a hard cover.
  ///   - away: The unit vector from the spine to the pages whose fronts are seen.
  init?(_ depth: Double, _ look: CurlLook, _ cover: HardCover?, away: SIMD2<Double>) {
    var look = look
    look.cloth = cover?.cloth
    self.init(depth: SIMD2(repeating: depth), look, away: away)
  }
}

/// The pictures of pages that curl, with their shade toward the spine, which so bends with them.
struct ShadedPages {
  private struct Place: Hashable {
    var page: Int
    var side: PaperSide
  }
  private var known: [Place: (shown: ShownPage, light: Gutter, picture: Framebuffer)] = [:]

  /// Forgets all other pages.
  mutating func keep(only wanted: [Int]) {
    known = known.filter { wanted.contains($0.key.page) }
  }

  /// Returns a page with its shade.
  ///
  /// - Parameters:
  ///   - out: The unit vector from the spine to the page's fore-edge while it lies flat.
  mutating func page(
    _ page: CurlPage, showing shown: ShownPage, _ side: PaperSide, _ out: SIMD2<Double>,
    by light: Gutter, with renderer: PageRenderer, _ program: BookBodyProgram
  ) throws(RecordingError) -> CurlPage {
    let place = Place(page: shown.page, side: side)
    if let known = known[place], (known.shown, known.light) == (shown, light) {
      return CurlPage(known.picture.color, isOpaque: page.isOpaque)
    }
    let (context, width, height) = (renderer.context, page.texture.width, page.texture.height)
    let flat = try CurlLeaf.flat(page)
    do throws(GLESError) {
      let picture = try Framebuffer(context, width: width, height: height)
      context.apply(RenderState())
      context.clear(color: .zero)
      try renderer.draw([flat], into: picture)
      let whole = PageRect(low: .zero, high: SIMD2(Double(width), Double(height)))
      try program.shade(whole, out, by: light, side, into: picture)
      known[place] = (shown, light, picture)
      return CurlPage(picture.color, isOpaque: page.isOpaque)
    } catch {
      throw .gles(error)
    }
  }
}
