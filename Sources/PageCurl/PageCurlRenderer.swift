import GLES
import Shaders

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
  private let paper: CurlProgram
  private let edge: EdgeProgram
  private let fold: FoldProgram
  private var shadow: ShadowProgram
  private var copies: FlatCopies
  private var strips = CurlStrips()

  /// Compiles the programs.
  ///
  /// - Parameter context: the context, which is current.
  /// - Throws: what compiling and linking throws.
  public init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [CurlVertex](), usage: .stream)
    paper = try CurlProgram(
      context, vertex: Shaders.paperVertex, fragment: Shaders.paperFragment, label: "paper",
      vertices: buffer)
    edge = try EdgeProgram(context, vertices: buffer)
    fold = try FoldProgram(context, vertices: buffer)
    shadow = try ShadowProgram(context)
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

  /// Draws some parts of a page; see ``draw(_:pages:look:view:into:)``.
  func draw(
    _ curl: CurlGeometry, _ parts: CurlParts, pages: CurlPages, look: CurlLook, view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) {
    let back = PaperSurface.back(curl, pages, look)
    let clip = view.clip(of: target)
    // Copies come first: each binds a framebuffer of its own, and drivers put off what was drawn before.
    let (belowIsDone, flatFrom) =
      parts.contains(.ground)
      ? try copyFlat(curl, pages, look, view, into: target) : (true, .infinity)
    try cut(
      curl, flatFrom: flatFrom, hides: back.page.isOpaque && look.drawsBack, look: look, view: view)
    target.bind()
    if let below = pages.below, !belowIsDone {
      try lay(strips.page, .plain(below, on: curl), of: curl, look, view, clip)
    }
    guard !curl.isGone else { return }
    let front = PaperSurface.front(curl, pages, look)
    if look.drawsFront { try lay(strips.flat, front, of: curl, look, view, clip) }
    guard parts.contains(.raised) else { return }
    if look.quality != .draft, let cast = look.shadow {
      try shadow.draw(curl, cast, view: view, clip: clip, target: target)
    }
    context.apply(Self.state(blending: true))
    if look.quality == .draft {
      if look.drawsFront { try paper.draw(strips.rising, front, view: clip, sampling: .linear) }
      guard look.drawsBack else { return }
      try paper.draw(strips.falling.inside, back, view: clip, sampling: .linear)
      try paper.draw(strips.turned.inside, back, view: clip, sampling: .linear)
    } else {
      try drawSmooth(curl, front, back, look, view, clip)
    }
  }

  private func drawSmooth(
    _ curl: CurlGeometry, _ front: PaperSurface, _ back: PaperSurface, _ look: CurlLook,
    _ view: CurlView, _ clip: SIMD4<Float>
  ) throws(GLESError) {
    let fine = look.quality == .best
    if look.drawsFront {
      try fold.draw(
        strips.rising, of: curl, side: .front, border: true, fine: fine, front, view: view,
        clip: clip)
      if let cast = look.shadow {
        try shadow.drawRaised(curl, cast, clip: clip)
        context.apply(Self.state(blending: true))
      }
    }
    guard look.drawsBack else { return }
    try fold.draw(
      strips.falling.inside, of: curl, side: .back, border: false, fine: fine, back, view: view,
      clip: clip)
    for border in strips.falling.borders {
      try fold.draw(
        border, of: curl, side: .back, border: true, fine: fine, back, view: view, clip: clip)
    }
    for border in strips.turned.borders {
      try edge.draw(border, of: curl, turned: true, fine: fine, back, view: view, clip: clip)
    }
    let inside = strips.turned.inside
    if fine || isSharp(curl, view) {
      try edge.draw(inside, of: curl, turned: true, fine: fine, back, view: view, clip: clip)
    } else {
      context.apply(Self.state(blending: !back.page.isOpaque))
      try paper.draw(inside, back, view: clip, sampling: .linear)
    }
  }

  /// Whether the fold is too sharp for its cylinder to be drawn.
  private func isSharp(_ curl: CurlGeometry, _ view: CurlView) -> Bool {
    curl.radius * view.scale < 1
  }

  /// How far strips may stray from the cylinder, target pixels.
  private static let tolerance = 0.03

  private static func state(blending: Bool) -> RenderState {
    var state = RenderState()
    state.dithers = false
    state.blending = blending ? .premultiplied : nil
    return state
  }

  /// Copies what can be copied: the page below where it comes to light, and the flat front.
  ///
  /// - Returns: whether the page below is done, and the `u` from which on the flat front must be drawn.
  private func copyFlat(
    _ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook, _ view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) -> (belowIsDone: Bool, flatFrom: Double) {
    copies.keepOnly(pages)
    let copiesFront =
      !curl.isGone && look.drawsFront && look.frontTint == SIMD3(repeating: 1)
      && FlatCopies.canCopy(pages.front, of: curl, view: view)
    var belowIsDone = false
    if let below = pages.below, FlatCopies.canCopy(below, of: curl, view: view) {
      let whole = PixelRegion(width: Int(curl.width), height: Int(curl.height))
      let region = copiesFront ? FlatCopies.uncovered(curl) : whole
      try copies.copy(below, region, view: view, into: target)
      belowIsDone = true
    }
    guard copiesFront, belowIsDone || pages.below == nil else { return (belowIsDone, -.infinity) }
    let (regions, rest) = FlatCopies.flatRegions(curl)
    for region in regions { try copies.copy(pages.front, region, view: view, into: target) }
    return (belowIsDone, rest)
  }

  private func cut(
    _ curl: CurlGeometry, flatFrom: Double, hides: Bool, look: CurlLook, view: CurlView
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    var cut = CurlStrips.Cut(tolerance: Self.tolerance * pixel, flatFrom: flatFrom)
    if look.quality != .draft {
      // At the silhouette half a pixel reaches √(R·pixel) of paper further.
      cut.margin = 2 * pixel + 2 * (curl.radius * pixel).squareRoot()
      cut.flatMargin = view.isExact ? 0 : pixel
      cut.overhang = pixel
      cut.inset = cut.margin
      cut.hides = hides
    }
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
    context.apply(Self.state(blending: isSmooth || !surface.page.isOpaque))
    if view.isExact {
      // Texel on pixel: no texel may be blended with its neighbours.
      let fits = Double(texture.width) == curl.width && Double(texture.height) == curl.height
      try paper.draw(strip, surface, view: clip, sampling: fits ? .nearest : .linear)
    } else if !isSmooth {
      try paper.draw(strip, surface, view: clip, sampling: .linear)
    } else {
      try edge.draw(strip, of: curl, turned: false, fine: false, surface, view: view, clip: clip)
    }
  }
}

extension CurlView {
  /// The target's pixels that show a part of page space, to the nearest pixel.
  func region(of bounds: CurlShadow.Bounds, in target: Framebuffer) -> PixelRegion {
    func pixel(_ place: Double, _ origin: Double, _ limit: Int) -> Int {
      Int(min(max(((place - origin) * scale).rounded(), 0), Double(limit)))
    }
    let (left, right) = (
      pixel(bounds.low.x, origin.x, target.width), pixel(bounds.high.x, origin.x, target.width)
    )
    let (bottom, top) = (
      pixel(bounds.low.y, origin.y, target.height), pixel(bounds.high.y, origin.y, target.height)
    )
    return PixelRegion(x: left, y: bottom, width: right - left, height: top - bottom)
  }

  /// Clip space of a target from page space: `xy · place + zw`.
  func clip(of target: Framebuffer) -> SIMD4<Float> {
    let unit = SIMD2(2 * scale / Double(target.width), 2 * scale / Double(target.height))
    return SIMD4(
      Float(unit.x), Float(unit.y), Float(-origin.x * unit.x - 1), Float(-origin.y * unit.y - 1))
  }
}
