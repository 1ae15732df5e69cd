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
  private let context: Context
  private let buffer: Buffer
  private let paper: CurlProgram
  private let edge: EdgeProgram
  private let fold: FoldProgram
  private var shadow: ShadowProgram
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
    target.bind()
    var state = RenderState()
    state.dithers = false
    state.blending = .premultiplied
    context.apply(state)

    try cut(curl, look: look, view: view)
    let clip = view.clip(of: target)
    if let below = pages.below {
      try lay(strips.page, .plain(below, on: curl), of: curl, look, view, clip)
    }
    guard !curl.isGone else { return }
    let front = PaperSurface.front(curl, pages, look)
    let back = PaperSurface.back(curl, pages, look)
    try lay(strips.flat, front, of: curl, look, view, clip)
    if look.quality != .draft, let cast = look.shadow {
      try shadow.draw(curl, cast, view: view, clip: clip, target: target)
      context.apply(state)
    }
    switch look.quality {
    case .draft:
      try paper.draw(strips.rising, front, view: clip, sampling: .linear)
      try paper.draw(strips.falling, back, view: clip, sampling: .linear)
      try paper.draw(strips.turned, back, view: clip, sampling: .linear)
    case .standard, .best:
      let fine = look.quality == .best || (curl.lift.x != 0 && curl.lift.y != 0)
      try fold.draw(
        strips.rising, of: curl, side: .front, fine: fine, front, view: view, clip: clip)
      if let cast = look.shadow {
        try shadow.drawRaised(curl, cast, clip: clip)
        context.apply(state)
      }
      try fold.draw(
        strips.falling, of: curl, side: .back, fine: fine, back, view: view, clip: clip)
      try edge.draw(strips.turned, of: curl, turned: true, fine: fine, back, view: view, clip: clip)
    }
  }

  /// How far strips may stray from the cylinder, target pixels.
  private static let tolerance = 0.03

  private func cut(
    _ curl: CurlGeometry, look: CurlLook, view: CurlView
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    var cut = CurlStrips.Cut(tolerance: Self.tolerance * pixel)
    if look.quality != .draft {
      // At the silhouette half a pixel reaches √(R·pixel) of paper further.
      cut.margin = 2 * pixel + 2 * (curl.radius * pixel).squareRoot()
      cut.flatMargin = view.isExact ? 0 : pixel
      cut.overhang = pixel
    }
    let light = look.light
    strips.cut(curl, cut) { light?.effect(normal: $0) ?? SIMD4(1, 1, 1, 0) }
    try buffer.replace(strips.vertices)
  }

  /// Draws paper that lies flat on the page.
  private func lay(
    _ strip: Range<Int>, _ surface: PaperSurface, of curl: CurlGeometry, _ look: CurlLook,
    _ view: CurlView, _ clip: SIMD4<Float>
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let texture = surface.page.texture
    if view.isExact {
      // Texel on pixel: no texel may be blended with its neighbours.
      let fits = Double(texture.width) == curl.width && Double(texture.height) == curl.height
      try paper.draw(strip, surface, view: clip, sampling: fits ? .nearest : .linear)
    } else if look.quality == .draft {
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
