import GLES

/// Draws curled pages with OpenGL ES 2.0, seen from straight above, into a framebuffer of the current
/// context.
///
/// ```swift
/// let renderer = try PageCurlRenderer(gl)
/// let curl = try CurlGeometry(width: 600, height: 800, time: 0.4, angle: .pi, radius: 60)
/// try renderer.draw(curl, pages: CurlPages(front: front, back: back, below: next), into: target)
/// ```
///
/// The colours are premultiplied throughout. Nothing is cleared: where there is no page the target keeps
/// what it held.
public final class PageCurlRenderer {
  /// The context that it draws in.
  public let context: Context
  private let buffer: Buffer
  private var paper: PaperProgram
  private var smooth: SmoothPrograms
  private var shadow: ShadowProgram?
  private var copies: FlatCopies
  private var strips = CurlStrips()

  /// Sets up what draws; programs are compiled when they are first drawn with.
  ///
  /// - Parameter context: the context, which is current.
  /// - Throws: the driver's errors.
  public init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [CurlVertex](), usage: .stream)
    paper = PaperProgram(context, vertices: buffer)
    smooth = SmoothPrograms(context, vertices: buffer)
    copies = FlatCopies(context)
  }

  /// Draws one moment of a turn.
  ///
  /// At time 0 the target shows exactly the front, once the sheet is gone exactly the page below (bit for
  /// bit where the view is one to one and the pictures have the page's size in texels).
  ///
  /// - Parameters:
  ///   - curl: the shape.
  ///   - pages: their textures; the sampling of these is changed as drawing needs it.
  ///   - look: light, shadow, tints, quality.
  ///   - view: which part of page space the target shows.
  ///   - target: where to draw; it is bound when this returns.
  /// - Throws: the driver's errors.
  public func draw(
    _ curl: CurlGeometry, pages: CurlPages, look: CurlLook = CurlLook(),
    view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    try draw(curl, .all, pages: pages, look: look, view: view, into: target)
  }

  /// Draws one moment of a turn as ``draw(_:pages:look:view:into:)`` does, but not all of what looks as before or
  /// after the turn.
  ///
  /// - Parameter landing: where the page lands, beside it, in page space; `nil` for a loose sheet.
  /// - Returns: what has been drawn; `nil` where all has.
  package func drawMoving(
    _ curl: CurlGeometry, pages: CurlPages, look: CurlLook, view: CurlView,
    landing: PageRect?, into target: Framebuffer
  ) throws(GLESError) -> MovingRows? {
    try draw(
      curl, .all, pages: pages, look: look, view: view, into: target, onlyMoving: true,
      landing: landing)
  }

  /// Draws some parts of a page; see ``draw(_:pages:look:view:into:)``.
  @discardableResult
  func draw(
    _ curl: CurlGeometry, _ parts: CurlParts, pages: CurlPages, look: CurlLook, view: CurlView,
    into target: Framebuffer, onlyMoving: Bool = false, landing: PageRect? = nil
  ) throws(GLESError) -> MovingRows? {
    var front = PaperSurface.front(curl, pages, look)
    var back = PaperSurface.back(curl, pages, look)
    PaperSurface.prepare(&front, &back, curl, look, view)
    let clip = view.clip(of: target)
    // Before the turn there is none: a fold that is sharper than a pixel would overhang the page.
    let hasRaised = parts.contains(.raised) && !curl.isFlat && !curl.isGone
    let flat = parts.contains(.ground) ? FlatCopies.Plan(curl, pages, look, view) : .nothing
    try cut(curl, flatFrom: flat.frontFrom, hides: hides(back, look), look: look, view: view)
    let cast = look.quality == .draft || !hasRaised ? nil : look.shadow
    if let cast {
      if shadow == nil { shadow = try ShadowProgram(context) }
      try shadow?.prepare(curl, cast, hiddenBy: hides(back, look) ? margin(curl, view) : nil)
    }
    let moving =
      onlyMoving && flat.isComplete
      ? movingRows(
        curl, hasRaised, cast, view, landing: landing, slabs: flat.slabs, in: target) : nil
    // Copies come first: each binds a framebuffer of its own, and drivers put off what was drawn before.
    try copies.make(flat, of: pages, only: moving?.regions, view: view, into: target)
    target.bind()
    if let below = pages.below, !flat.belowIsDone {
      var surface = PaperSurface.plain(below, on: curl)
      surface.prepare(curl, look, view)
      try lay(strips.page, surface, of: curl, look, view, clip)
    }
    guard !curl.isGone else { return moving }
    if look.drawsFront { try lay(strips.flat, front, of: curl, look, view, clip) }
    guard hasRaised else { return moving }
    if look.quality == .draft {
      if look.drawsFront { try drawMild(strips.rising, of: curl, .front, front, view, clip) }
      if look.drawsBack {
        try drawMild(strips.falling, of: curl, .back, back, view, clip)
        try paper.draw(strips.turned.inside, back, view: clip)
      }
    } else {
      try drawSmooth(curl, front, back, look, view, clip, target)
    }
    return moving
  }

  /// Where the last curl that was cut, and its shadow, may be drawn.
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

  /// Draws curled paper where few samples a pixel are enough and its edges are far.
  private func drawMild(
    _ quarter: CurlStrips.Quarter, of curl: CurlGeometry, _ side: PaperSide,
    _ surface: PaperSurface, _ view: CurlView, _ clip: SIMD4<Float>
  ) throws(GLESError) {
    context.apply(.strips(blending: !surface.page.isOpaque))
    for (strips, variant) in zip(quarter.mild, Self.samples.map(\.variant)) {
      if let variant {
        try smooth.fold(variant.union(surface.variant)).draw(
          strips, of: curl, side: side, surface, view: view, clip: clip)
      } else {
        for strip in strips { try paper.draw(strip, surface, view: clip) }
      }
    }
  }

  private func drawSmooth(
    _ curl: CurlGeometry, _ front: PaperSurface, _ back: PaperSurface, _ look: CurlLook,
    _ view: CurlView, _ clip: SIMD4<Float>, _ target: Framebuffer
  ) throws(GLESError) {
    let variant: PaperVariant = look.quality == .best ? .fine : []
    if let cast = look.shadow {
      try shadow?.draw(curl, cast, view: view, clip: clip, target: target)
    }
    let border = try smooth.fold(variant.union(.border))
    if look.drawsFront {
      try drawMild(strips.rising, of: curl, .front, front, view, clip)
      context.apply(.strips(blending: true))
      // The back may cross the silhouette's pixels as the page's edges do.
      try border.draw(
        strips.rising.steep + strips.rising.borders, of: curl, side: .front, front, view: view,
        clip: clip)
      if let cast = look.shadow { try shadow?.drawRaised(curl, cast, clip: clip) }
    }
    guard look.drawsBack else { return }
    try drawMild(strips.falling, of: curl, .back, back, view, clip)
    // A fold that is too sharp for its cylinder to be drawn ends level paper.
    let needsEdge = look.quality == .best || curl.radius < 1 / view.scale
    if !needsEdge { try paper.draw(strips.turned.inside, back, view: clip) }
    context.apply(.strips(blending: true))
    // Far from the page's edges both programs draw the same; one more takes as long to start as so narrow a strip to
    // draw, many times.
    let steep = look.quality == .best ? try smooth.fold(variant) : border
    try steep.draw(
      strips.falling.steep, of: curl, side: .back, back, view: view, clip: clip)
    try border.draw(strips.falling.borders, of: curl, side: .back, back, view: view, clip: clip)
    let level = strips.turned.borders + (needsEdge ? [strips.turned.inside] : [])
    try smooth.edge(variant).draw(
      level, of: curl, turned: true, back, view: view, clip: clip)
  }

  /// Whether nothing is seen through the back.
  private func hides(_ back: PaperSurface, _ look: CurlLook) -> Bool {
    back.page.isOpaque && look.drawsBack
  }

  /// How far from its edges curled paper surely covers a pixel, page pixels: at the silhouette half a
  /// pixel reaches √(R·pixel) of paper further.
  private func margin(_ curl: CurlGeometry, _ view: CurlView) -> Double {
    let pixel = 1 / view.scale
    return 2 * pixel + 2 * (curl.radius * pixel).squareRoot()
  }

  /// How deep chords may lie in the cylinder in a draft and in better qualities, target pixels.
  private static let tolerances = (draft: 0.08, smooth: 0.05)

  /// Up to which length of paper under a pixel how many samples are enough, in pixels; without a variant of the
  /// fold's program it is one.
  private static let samples: [(length: Double, variant: PaperVariant?)] = [
    (1.12, nil), (2.12, .twoTaps), (4.12, .fourTaps),
  ]

  /// The lengths of paper under a pixel at which a roll is parted, in pixels.
  private func lengths(_ curl: CurlGeometry, _ look: CurlLook, _ view: CurlView) -> [Double] {
    switch look.quality {
    case .draft: return [.infinity]
    case .best: return []
    default:
      let lengths = Self.samples.map(\.length)
      let radius = curl.radius * view.scale
      // The silhouette crosses no pixel whose middle is further away than half its diagonal.
      return [lengths[0]]
        + lengths.dropFirst().filter { radius * (1 - (1 - 1 / ($0 * $0)).squareRoot()) > 0.75 }
    }
  }

  private func cut(
    _ curl: CurlGeometry, flatFrom: Double, hides: Bool, look: CurlLook, view: CurlView
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    let tolerance =
      look.quality == .draft ? Self.tolerances.draft : Self.tolerances.smooth
    var cut = CurlStrips.Cut(tolerance: tolerance * pixel, pixel: pixel, flatFrom: flatFrom)
    cut.hides = hides
    // Drivers round places to 1/256 of a pixel.
    cut.lap = pixel / 128
    if look.quality != .draft {
      cut.margin = margin(curl, view)
      cut.flatMargin = view.isExact ? 0 : pixel
      cut.overhang = pixel
    }
    cut.lengths = lengths(curl, look, view)
    strips.cut(curl, cut) { look.effect(normal: $0) }
    try buffer.replace(strips.vertices)
  }

  /// Draws paper that lies flat on the page.
  private func lay(
    _ strip: Range<Int>, _ surface: PaperSurface, of curl: CurlGeometry, _ look: CurlLook,
    _ view: CurlView, _ clip: SIMD4<Float>
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let texture = surface.page.texture
    let isSmooth = !view.isExact && look.quality != .draft
    context.apply(.strips(blending: isSmooth || !surface.page.isOpaque))
    if view.isExact {
      // Texel on pixel: no texel may be blended with its neighbours.
      let fits = Double(texture.width) == curl.width && Double(texture.height) == curl.height
      try paper.draw(
        strip, surface, view: clip, sampling: fits ? .nearest : .linear)
    } else if !isSmooth {
      try paper.draw(strip, surface, view: clip)
    } else {
      try smooth.edge([]).draw(
        [strip], of: curl, turned: false, surface, view: view, clip: clip)
    }
  }
}
