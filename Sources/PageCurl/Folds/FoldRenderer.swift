import GLES

/// Draws folded pages, seen from straight above.
final class FoldRenderer {
  /// Whether the targets are opaque. Shadows on them are then drawn faster.
  var isTargetOpaque = false
  private let context: Context
  private var programs: PaperPrograms<CurlVertex>
  private var shadow: ShadowProgram?
  private var copies: FlatCopies
  private var strips = CurlStrips()

  init(_ context: Context) throws(GLESError) {
    self.context = context
    programs = try PaperPrograms(
      context, [("a_place", 2, \.place), ("a_paper", 2, \.paper), ("a_light", 4, \.light)])
    copies = FlatCopies(context)
  }

  /// Draws a page. If several pages are in the air, its parts are drawn one after the other.
  ///
  /// - Parameters:
  ///   - ground: Whether to draw what lies on the ground: the page below and the flat part of the
  ///     front.
  ///   - raised: Whether to draw what rises from the ground, and the shadow that it casts.
  ///   - onlyMoving: Whether flat pixels may be left out that look as at one of the turn's ends.
  ///   - landing: The rectangle of page space where the page lands; `nil` for a loose sheet.
  /// - Returns: The pixels that have been drawn; `nil` for all.
  @discardableResult
  func draw(
    _ curl: CurlGeometry, ground: Bool = true, raised: Bool = true, pages: CurlPages,
    look: CurlLook, view: CurlView, into target: Framebuffer, onlyMoving: Bool = false,
    landing: PageRect? = nil
  ) throws(GLESError) -> MovingRows? {
    let size = SIMD2(curl.width, curl.height)
    let bend = curl.radius * view.scale
    var look = look
    // The shadow of a fold thinner than a pixel would darken single pixels of the paper's edges.
    look.shadow?.strength *= min(max(bend - 1, 0), 1)
    let front = PaperSurface.plain(pages.front, size, tint: look.frontTint)
    let back = PaperSurface.back(.fold(curl), pages, look)
    let clip = view.clip(of: target)
    // Before the turn there is no raised paper. A fold sharper than a pixel would overhang the
    // page.
    let hasRaised = raised && !curl.isFlat && !curl.isGone
    let flat = ground ? FlatCopies.Plan(curl, pages, look, view) : .nothing
    try cut(curl, flatFrom: flat.frontFrom, hides: hides(back, look), look: look, view: view)
    let cast = hasRaised ? look.cast : nil
    if let cast {
      if shadow == nil { shadow = try ShadowProgram(context) }
      // Where the fold is sharper than a pixel no rising paper is drawn. Up to two
      // pixels the ground under it is narrower than a pixel.
      let hasFront = look.drawsFront && bend >= 1
      let cover = CurlShadowMesh.Cover(
        inset: margin(curl, view), hasFront: hasFront,
        isFrontClear: hasFront && bend >= 2 && !front.page.isOpaque, hasBack: hides(back, look))
      try shadow?.prepare(
        curl, cast, hiddenBy: cover, view, coversGround: cast.bounds != nil && !isTargetOpaque)
    }
    let moving =
      onlyMoving && flat.isComplete
      ? movingRows(
        curl, hasRaised, cast, view, landing: landing, slabs: flat.slabs, in: target) : nil
    // Copies come first: each binds its own framebuffer, and drivers defer what was drawn before.
    try copies.make(flat, of: pages, only: moving?.regions, view: view, into: target)
    target.bind()
    if let below = pages.below, !flat.belowIsDone {
      try lay(strips.page, PaperSurface.plain(below, size), of: curl, look, view, target)
    }
    if let cast {
      try shadow?.draw(beyond: true, curl, cast, view: view, target: target)
    }
    guard !curl.isGone else { return moving }
    if look.drawsFront { try lay(strips.flat, front, of: curl, look, view, target) }
    guard hasRaised else { return moving }
    if look.quality == .draft {
      if look.drawsFront { try drawMild(strips.rising, front, clip) }
      if look.drawsBack {
        try drawMild(strips.falling, back, clip)
        try programs.draw(strips.turned.inside, back, clip: clip)
      }
    } else {
      try drawSmooth(curl, front, back, look, view, clip, target)
    }
    return moving
  }

  /// Returns where the last curl that was cut, and its shadow, may be drawn.
  private func movingRows(
    _ curl: CurlGeometry, _ hasRaised: Bool, _ cast: CurlShadow?, _ view: CurlView,
    landing: PageRect?, slabs: Int, in target: Framebuffer
  ) -> MovingRows {
    func place(_ place: SIMD2<Double>) -> SIMD2<Double> { (place - view.origin) * view.scale }
    var edges = OutlinedRows(width: target.width, height: target.height)
    if hasRaised {
      for strip in strips.raised {
        edges.add(strip: strips.vertices[strip].map { place(SIMD2<Double>($0.place)) })
      }
      if let cast, let shadow {
        var shadows = OutlinedRows(width: target.width, height: target.height)
        shadows.add(strip: shadow.outline(curl).map(place))
        edges.add(shadows, within: shadow.region(of: cast, curl, view, in: target))
      }
    }
    return MovingRows(curl, edges: edges, landing: landing, view: view, slabs: slabs)
  }

  /// Draws curled paper where one sample per pixel is enough and the edges are far away.
  private func drawMild(
    _ half: CurlStrips.Half, _ surface: PaperSurface, _ clip: SIMD4<Float>,
    side: SIMD2<Float>? = nil
  ) throws(GLESError) {
    context.apply(.strips(blending: !surface.page.isOpaque))
    for strip in half.mild { try programs.draw(strip, surface, clip: clip, side: side) }
  }

  private func drawSmooth(
    _ curl: CurlGeometry, _ front: PaperSurface, _ back: PaperSurface, _ look: CurlLook,
    _ view: CurlView, _ clip: SIMD4<Float>, _ target: Framebuffer
  ) throws(GLESError) {
    let fine = look.quality == .best ? ["FINE"] : []
    let bent = fine + (curl.isStraight ? [] : ["ASKEW"])
    if look.drawsFront {
      try drawMild(strips.rising, front, clip)
      context.apply(.strips(blending: true))
      // The back may cross the silhouette's pixels, as the page's edges do.
      try programs.drawFold(
        strips.rising.steep + strips.rising.borders, of: curl, side: .front, front,
        bent + ["BORDER"], view: view, clip: clip)
      if let cast = look.shadow {
        try shadow?.drawRaised(curl, cast, matrix: Matrix4(flat: clip))
      }
    }
    if let cast = look.shadow {
      try shadow?.draw(beyond: false, curl, cast, view: view, target: target)
    }
    guard look.drawsBack else { return }
    let side = curl.isStraight ? nil : curl.turnedSide
    try drawMild(strips.falling, back, clip, side: side)
    // A fold that is too sharp for its cylinder to be drawn ends level paper.
    let needsEdge = look.quality == .best || curl.radius < 1 / view.scale
    if !needsEdge { try programs.draw(strips.turned.inside, back, clip: clip, side: side) }
    context.apply(.strips(blending: true))
    // Far from the page's edges both programs draw the same. Starting another program takes as long
    // as drawing so narrow a strip many times.
    let border = bent + ["BORDER"] + back.macros
    let steep = look.quality == .best ? bent + back.macros : border
    try programs.drawFold(
      strips.falling.steep, of: curl, side: .back, back, steep, view: view, clip: clip)
    try programs.drawFold(
      strips.falling.borders, of: curl, side: .back, back, border, view: view, clip: clip)
    let level = strips.turned.borders + (needsEdge ? [strips.turned.inside] : [])
    try programs.drawLevel(
      level, of: curl, turned: true, back, fine + ["ASKEW"] + back.macros, view: view, clip: clip)
  }

  /// Returns whether nothing is visible through the back.
  private func hides(_ back: PaperSurface, _ look: CurlLook) -> Bool {
    back.page.isOpaque && look.drawsBack
  }

  /// Returns how far from its edges curled paper certainly covers a pixel, in page pixels.
  ///
  /// At the silhouette, half a pixel reaches √(R·pixel) of paper further, with the radius R of the
  /// curvature there: R(1 − cos ψ) ≈ Rψ²/2 is half a pixel for an arc Rψ of √(R·pixel). This is
  /// twice that, and two pixels.
  private func margin(_ curl: CurlGeometry, _ view: CurlView) -> Double {
    let pixel = 1 / view.scale
    return 2 * pixel + 2 * (curl.radius / curl.fold.sharpest * pixel).squareRoot()
  }

  /// How deep chords may lie inside the fold, in target pixels. Strips are placed so that they
  /// deviate by half of that either way: 0.04 px and 0.015 px, well below the 0.1 px of
  /// `paperIsWhereTheReferencePutsIt`.
  private static let tolerances = (draft: 0.08, smooth: 0.03)

  /// The length of paper under a pixel, in pixels, up to which one sample of level paper is enough.
  /// fold.frag also takes one sample up to 1.12, but knows its shape.
  private static let mildLength = (straight: 1.12, oblique: 1.06)

  private func cut(
    _ curl: CurlGeometry, flatFrom: Double, hides: Bool, look: CurlLook, view: CurlView
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    let tolerance =
      look.quality == .draft ? Self.tolerances.draft : Self.tolerances.smooth
    var cut = CurlStrips.Cut(tolerance: tolerance * pixel, pixel: pixel, flatFrom: flatFrom)
    cut.hides = hides
    cut.kinks = look.light.map { [$0.sheenEnd(toward: curl.lift)] } ?? []
    if look.quality != .draft {
      // ES 2.0 drivers have at least four bits of a pixel (GL_SUBPIXEL_BITS). In draft the outline
      // would move, too; here fragment shaders find it.
      let (origin, step) = (view.origin, pixel / 16)
      cut.nearest = { origin + (($0 - origin) / step).rounded(.toNearestOrEven) * step }
      cut.margin = margin(curl, view)
      cut.flatMargin = view.isExact ? 0 : pixel
      cut.overhang = pixel
    }
    cut.mildLength =
      switch look.quality {
      case .draft: .infinity
      case .standard: curl.isStraight ? Self.mildLength.straight : Self.mildLength.oblique
      case .best: nil
      }
    strips.cut(curl, cut) { look.effect(normal: $0) }
    try programs.upload(strips.vertices)
  }

  /// Draws paper that lies flat on the page.
  private func lay(
    _ strip: Range<Int>, _ surface: PaperSurface, of curl: CurlGeometry, _ look: CurlLook,
    _ view: CurlView, _ target: Framebuffer
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let (texture, clip) = (surface.page.texture, view.clip(of: target))
    guard !view.isExact, look.quality != .draft else {
      context.apply(.strips(blending: !surface.page.isOpaque))
      // Texels that coincide with pixels must not be blended with their neighbors.
      let fits =
        view.isExact && Double(texture.width) == curl.width
        && Double(texture.height) == curl.height
      return try programs.draw(strip, surface, clip: clip, filter: fits ? .nearest : .linear)
    }
    // Pixels that the page's edges don't cross are drawn without their coverage and without
    // blending, which look the same and take half the time.
    let pixel = SIMD2(repeating: 1 / view.scale)
    let page = SIMD2(curl.width, curl.height)
    var whole = PageRect(low: -pixel, high: page + pixel)
    var inner = PageRect(low: pixel, high: page - pixel)
    if let spine = look.spine {
      // A page that is not opaque covers its last pixels there in part.
      for axis in 0..<2 where spine[axis] != 0 {
        if spine[axis] > 0 {
          (whole.low[axis], inner.low[axis]) = (0, 0)
        } else {
          (whole.high[axis], inner.high[axis]) = (page[axis], page[axis])
        }
      }
    }
    let inside =
      surface.page.isOpaque && page.min() * view.scale > 4
      ? view.region(of: inner, in: target) : PixelRegion(width: 0, height: 0)
    if inside.width > 0, inside.height > 0 {
      context.apply(.strips(blending: false, scissor: inside))
      try programs.draw(strip, surface, clip: clip)
    }
    for part in view.region(of: whole, in: target).without(inside) {
      context.apply(.strips(blending: true, scissor: part))
      try programs.drawLevel(
        [strip], of: curl, turned: false, surface, [], view: view, clip: clip)
    }
  }
}
