import GLES
import GLESKitShaders
import GLMath

/// What an open book shows around its pages: the edges of the sheets in its two stacks, the boards
/// of a hard cover below them, and the shadows of both.
package struct BookBody: Equatable, Sendable {
  /// One of the stacks.
  package struct Stack: Equatable, Sendable {
    /// The page on top, in pixels from the target's lower left corner.
    package var page: PageRect
    /// The height in pixels; 0 is no stack.
    package var height: Double
    /// How far the sheets of the fore-edge extend beyond the page on top, in pixels.
    package var edge: Double
    /// The board below; `nil` if the sheets lie on the desk.
    package var board: Board?

    /// Makes a stack.
    package init(page: PageRect, height: Double, edge: Double, board: Board? = nil) {
      self.page = page
      self.height = height
      self.edge = edge
      self.board = board
    }
  }

  /// The board of a hard cover.
  package struct Board: Equatable, Sendable {
    /// In pixels from the target's lower left corner.
    package var place: PageRect
    /// The color of its cloth; red, green and blue, each 0…1.
    package var cloth: SIMD3<Double>
    /// Whether it lies there. Otherwise it is in the air, or on the other board.
    package var isThere: Bool
    /// The height of the sheets on it in pixels. That of the stack includes the board.
    package var sheets: Double

    /// Makes a board.
    package init(place: PageRect, cloth: SIMD3<Double>, isThere: Bool, sheets: Double) {
      self.place = place
      self.cloth = cloth
      self.isThere = isThere
      self.sheets = sheets
    }
  }

  /// The stack on the side of `away`.
  package var first: Stack
  /// The stack on the other side of the spine.
  package var last: Stack
  /// The unit vector from the spine to the first stack's fore-edge.
  package var away: SIMD2<Double>

  /// The stacks, each with the direction away from the spine.
  fileprivate var stacks: [(stack: Stack, out: SIMD2<Double>)] { [(first, away), (last, -away)] }
  /// The boards that lie on the desk.
  fileprivate var boards: [Board] { [first, last].compactMap(\.board).filter(\.isThere) }

  /// Makes the two stacks of a book.
  package init(first: Stack, last: Stack, away: SIMD2<Double>) {
    self.first = first
    self.last = last
    self.away = away
  }
}

/// Draws what an open book shows around its pages.
package final class BookBodyProgram {
  private let context: Context
  private var programs: PaperPrograms<SIMD2<Float>>
  private let shade: ShadowGridProgram
  private var mesh = ShadowGrid()

  /// - Parameter renderer: What draws the pages, and shares its programs.
  /// - Throws: The driver's errors.
  package init(_ renderer: PageRenderer) throws(GLESError) {
    (context, shade) = (renderer.context, renderer.shade)
    programs = try PaperPrograms(context, [("a_place", 2, \.self)])
  }

  /// Draws a book over the background of the bound target.
  ///
  /// - Parameters:
  ///   - hidden: The parts of the target that opaque pages will cover.
  ///   - empty: The places of pages where none lies: only the other stack casts a shadow there.
  ///   - view: The part of the body's pixels that the target shows, at a scale of at least 1.
  package func draw(
    _ body: BookBody, _ look: CurlLook, hiddenBy hidden: [PageRect] = [],
    empty: [PageRect] = [], view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    let clip = view.clip(of: target)
    let state = RenderState.strips(blending: true)
    if let shadow = look.shadow {
      let size = SIMD2(Double(target.width), Double(target.height))
      let all = PageRect(low: view.origin, high: view.origin + size / view.scale)
      let casts = body.stacks.map { stack, out in
        (box: stack.board?.place ?? stack.page.union(stack.foreEdge(out)), height: stack.height)
      }
      let covered = hidden + body.boards.map(\.place)
      try drawShadow(casts, Self.tall, shadow, within: all, covered + empty, clip)
      for (index, stack) in [body.first, body.last].enumerated() where empty.contains(stack.page) {
        try drawShadow(
          [casts[1 - index]], Self.tall, shadow, within: stack.page, covered, clip)
      }
    }
    try drawBoards(body, hiddenBy: hidden, view, clip)
    if let shadow = look.shadow {
      for (stack, out) in body.stacks {
        guard let board = stack.board, board.isThere else { continue }
        try drawShadow(
          [(stack.page.union(stack.foreEdge(out)), board.sheets)], Self.flat, shadow,
          within: board.place, hidden, clip)
      }
    }
    let program = try programs.program(
      "body", vertex: Shaders.bodyVertex, fragment: Shaders.bodyFragment)
    context.apply(state)
    try program.set("u_view", clip)
    try program.set("u_paper", SIMD3<Float>(look.paperColor))
    try program.set("u_scale", Float(view.scale))
    for (stack, out) in body.stacks where stack.edge > 0 {
      let box = stack.foreEdge(out)
      let end = max(stack.page.low.dot(out), stack.page.high.dot(out))
      try program.set(
        "u_box", SIMD4<Float>(SIMD4(lowHalf: box.low, highHalf: box.high)))
      try program.set("u_out", SIMD3(SIMD2<Float>(out), Float(end)))
      // A pixel more, for the edges that cover pixels in part.
      let (low, high) = (SIMD2<Float>(box.low) - 1, SIMD2<Float>(box.high) + 1)
      try programs.upload([low, SIMD2(high.x, low.y), SIMD2(low.x, high.y), high])
      try program.draw(.triangleStrip, 0..<4)
    }
  }

  /// Draws the boards, as far as pages don't hide them.
  private func drawBoards(
    _ body: BookBody, hiddenBy hidden: [PageRect], _ view: CurlView, _ clip: SIMD4<Float>
  ) throws(GLESError) {
    for (stack, out) in body.stacks {
      guard let board = stack.board, board.isThere else { continue }
      let program = try programs.program(
        "board", vertex: Shaders.bodyVertex, fragment: Shaders.boardFragment)
      context.apply(.strips(blending: true))
      let (place, page) = (board.place, stack.page)
      try program.set("u_view", clip)
      try program.set("u_cloth", SIMD3<Float>(board.cloth))
      try program.set("u_scale", Float(view.scale))
      try program.set(
        "u_box", SIMD4<Float>(SIMD4(lowHalf: place.low, highHalf: place.high)))
      let spine = min(page.low.dot(out), page.high.dot(out))
      try program.set("u_out", SIMD3(SIMD2<Float>(out), Float(spine)))
      let along = SIMD2(abs(out.y), abs(out.x))
      try program.set("u_square", Float((page.low - place.low).dot(along)))
      // A pixel more, for the edges that cover pixels in part: those away from the spine.
      let pixel = SIMD2(1.0, 1)
      let whole = PageRect(
        low: place.low - pointwiseMin(pixel, pixel - out),
        high: place.high + pointwiseMin(pixel, pixel + out))
      let parts = hidden.contains(page) ? whole.without(page) : [whole]
      try programs.upload(
        parts.flatMap { part -> [SIMD2<Float>] in
          let (low, high) = (SIMD2<Float>(part.low), SIMD2<Float>(part.high))
          let (right, left) = (SIMD2(high.x, low.y), SIMD2(low.x, high.y))
          return [low, right, left, left, right, high]
        })
      try program.draw(.triangles, 0..<6 * parts.count)
    }
  }

  /// Shades pages that lie flat toward the spine of the book, and their ends where they dip there.
  ///
  /// - Parameters:
  ///   - page: The page, in pixels from the target's lower left corner.
  ///   - square: How far the board below extends beyond both ends of the spine, in pixels. That
  ///     part is shaded, too.
  ///   - out: The unit vector from the spine to the page's fore-edge.
  ///   - gutter: The factors of the page's color.
  ///   - view: The part of the page's pixels that the target shows.
  package func shade(
    _ page: PageRect, _ out: SIMD2<Double>, square: Double = 0, by gutter: Gutter,
    _ side: PaperSide, view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    let along = SIMD2(abs(out.y), abs(out.x))
    let size = page.high - page.low
    // The corner of the page at the low end of the spine.
    let corner = (out.x + out.y) > 0 ? page.low : page.low + size * SIMD2(abs(out.x), abs(out.y))
    let (breadth, length) = (abs(size.dot(out)), size.dot(along))
    let most = (side == .front ? gutter.dips.x : gutter.dips.y) * breadth * view.scale
    /// Returns the rows at an end where it dips by so many pixels of the target: the cloth's end,
    /// the page's twice, for the cloth and for itself, and where it begins and where it is whole.
    func rows(_ dip: Double) -> [Double] {
      [-square, 0, 0, max(dip - 0.5, 0.5) / view.scale, (dip + 0.5) / view.scale]
    }
    mesh.removeAll()
    /// Adds a shadow that is so dark at a column, and so dark where the page dips there.
    func add(_ dark: (_ column: Double) -> (Double, Double)) -> Range<Int> {
      mesh.add(
        rows: (0..<10).map(Double.init),
        Gutter.columns(most).map { place in
          let (even, gap) = dark(place)
          let shades = [even, even, gap, gap, even].map(Float.init)
          return (place * breadth, shades + shades.reversed())
        },
        place: { place, row in
          let ends = rows(most * Gutter.dip(at: place / breadth))
          let along = (row < 5 ? ends[Int(row)] : length - ends[9 - Int(row)]) * along
          return corner + place * out + along
        })
    }
    let light = add { place in
      let factors = gutter.factors(at: place)
      let dark = 1 - (side == .front ? factors.x : factors.y)
      return (dark, dark)
    }
    let gaps = add { (0, min(most * Gutter.dip(at: $0), 1)) }
    try shade.upload(mesh)
    let (clip, state) = (view.clip(of: target), RenderState.shadow(scissor: nil, isBlack: true))
    try shade.draw(light, tint: nil, clip: clip, state)
    try shade.draw(gaps, tint: nil, filter: gutter.gap, clip: clip, state)
  }

  /// A part of a stack's shadow, a blurred rectangle: how far it reaches and how soft it is, in
  /// heights of the stack, and its strength.
  private typealias ShadowPart = (reach: Double, softness: Double, share: Double)

  /// The shadow of a book: wide and pale where it hides the sky and its upper pages hide the lamp,
  /// and narrow and dark where it meets the desk.
  private static let tall: [ShadowPart] = [(1, 3, 0.3), (0.7, 1, 0.5), (0.2, 0.25, 0.35)]
  /// That of the sheets on a board.
  private static let flat: [ShadowPart] = [(0.7, 0.8, 0.7)]

  /// Draws the shadows of stacks on a part of the target.
  ///
  /// - Parameter parts: Those of a stack's shadow.
  private func drawShadow(
    _ stacks: [(box: PageRect, height: Double)], _ parts: [ShadowPart], _ shadow: CurlShadow,
    within bounds: PageRect,
    _ hidden: [PageRect], _ clip: SIMD4<Float>
  ) throws(GLESError) {
    var layers: [(box: PageRect, blur: Double, strength: Double)] = []
    for (box, height) in stacks where height > 0 {
      for (reach, softness, share) in parts {
        let way = -reach * height * shadow.slope
        layers.append(
          (
            PageRect(low: box.low + way, high: box.high + way),
            0.5 + softness * height * shadow.spread, share * min(height, 1)
          ))
      }
    }
    let strength = min(max(shadow.strength, 0), 1)
    /// Returns the lines of the mesh along an axis, and the layers' coverage there.
    func lines(_ axis: Int) -> [(place: Double, covers: [Double])] {
      let (start, end) = (bounds.low[axis], bounds.high[axis])
      var places: [Double] = [start, end] + hidden.flatMap { [$0.low[axis], $0.high[axis]] }
      for layer in layers {
        for edge in [layer.box.low[axis], layer.box.high[axis]] {
          places += [-3, -2, -1.3, -0.65, 0, 0.65, 1.3, 2, 3].map { edge + $0 * layer.blur }
        }
      }
      var kept: [Double] = []
      for place in places.sorted() where place >= start && place <= end {
        // Lines closer than a third of a pixel differ little, but cells end where pages do.
        if let last = kept.last, place - last < 0.3, place != place.rounded() { continue }
        kept.append(place)
      }
      return kept.map { place in
        (
          place,
          layers.map { layer in
            NormalDistribution.below((place - layer.box.low[axis]) / layer.blur)
              - NormalDistribution.below((place - layer.box.high[axis]) / layer.blur)
          }
        )
      }
    }
    let (columns, rows) = (lines(0), lines(1))
    mesh.removeAll()
    let vertices = mesh.add(
      rows: rows.map(\.place),
      columns.map { column in
        (
          column.place,
          rows.map { row in
            let dark = layers.indices.reduce(0.0) {
              $0 + layers[$1].strength * column.covers[$1] * row.covers[$1]
            }
            return Float(strength * min(dark, 1))
          }
        )
      }, hiddenBy: hidden, place: { SIMD2($0, $1) })
    try shade.upload(mesh)
    try shade.draw(vertices, tint: shadow.color, clip: clip, .strips(blending: true))
  }
}

extension PageRect {
  /// Returns the parts that another rectangle inside does not cover.
  fileprivate func without(_ inner: PageRect) -> [PageRect] {
    [
      PageRect(low: low, high: SIMD2(high.x, inner.low.y)),
      PageRect(low: SIMD2(low.x, inner.high.y), high: high),
      PageRect(low: SIMD2(low.x, inner.low.y), high: SIMD2(inner.low.x, inner.high.y)),
      PageRect(low: SIMD2(inner.high.x, inner.low.y), high: SIMD2(high.x, inner.high.y)),
    ].filter { $0.low.x < $0.high.x && $0.low.y < $0.high.y }
  }
}

extension BookBody.Stack {
  /// The edges of the sheets beyond the page on top, on the side of `out`.
  fileprivate func foreEdge(_ out: SIMD2<Double>) -> PageRect {
    let way = out * edge
    // From the page's edge on that side.
    let size = (page.high - page.low) * SIMD2(abs(out.x), abs(out.y))
    let isHigh = (out.x + out.y) > 0
    let (low, high) = (isHigh ? page.low + size : page.low, isHigh ? page.high : page.high - size)
    return PageRect(low: low + pointwiseMin(way, .zero), high: high + pointwiseMax(way, .zero))
  }
}
