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
  private let paper: PaperProgram
  private let buffer: Buffer
  private let array: VertexArray
  private var strips = CurlStrips()

  /// Compiles the programs.
  ///
  /// - Parameter context: the context, which is current.
  /// - Throws: what compiling and linking throws.
  public init(_ context: Context) throws(GLESError) {
    self.context = context
    paper = try PaperProgram(context)
    buffer = try Buffer(context, [CurlVertex](), usage: .stream)
    let stride = MemoryLayout<CurlVertex>.stride
    array = try VertexArray(
      paper.program,
      [
        VertexAttribute("a_place", in: buffer, count: 2, stride: stride),
        VertexAttribute("a_paper", in: buffer, count: 2, stride: stride, offset: 8),
        VertexAttribute("a_light", in: buffer, count: 4, stride: stride, offset: 16),
      ])
  }

  /// Draws one moment of a turn.
  ///
  /// At time 0 the target shows exactly the front, once the sheet is gone exactly the page below (bit for
  /// bit where the view is one to one and the pictures have the page's size in texels).
  ///
  /// - Parameters:
  ///   - curl: the shape.
  ///   - pages: their textures; the filters of these are changed as drawing needs it.
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

    let light = look.light
    strips.cut(curl, tolerance: Self.tolerance / view.scale) { normal in
      light?.effect(normal: normal) ?? SIMD4(1, 1, 1, 0)
    }
    buffer.replace(strips.vertices)

    let clip = view.clip(of: target)
    func surface(_ page: CurlPage) -> PaperSurface {
      PaperSurface(
        page: page,
        mapping: SIMD4(1 / Float(curl.width), 1 / Float(curl.height), 0, 0),
        ink: SIMD3(repeating: 1), wash: .zero)
    }
    func draw(
      _ range: Range<Int>, _ surface: PaperSurface, lying: Bool
    ) throws(GLESError) {
      guard !range.isEmpty else { return }
      let texture = surface.page.texture
      let fits =
        view.isExact && Double(texture.width) == curl.width
        && Double(texture.height) == curl.height
      try paper.set(view: clip, surface: surface, exact: lying && fits)
      try array.draw(.triangleStrip, first: range.lowerBound, count: range.count)
    }
    if let below = pages.below { try draw(strips.page, surface(below), lying: true) }
    guard !curl.isGone else { return }
    var front = surface(pages.front)
    front.ink = SIMD3<Float>(look.frontTint)
    try draw(strips.flat, front, lying: true)
    try draw(strips.rising, front, lying: false)
    try draw(strips.back, back(of: curl, pages, look), lying: false)
  }

  /// How far strips may stray from the cylinder, target pixels.
  private static let tolerance = 0.03

  private func back(of curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    let unit = SIMD2(1 / Float(curl.width), 1 / Float(curl.height))
    let tint = SIMD3<Float>(look.backTint)
    guard let back = pages.back else {
      let share = Float(min(max(look.showThrough, 0), 1))
      return PaperSurface(
        page: pages.front, mapping: SIMD4(unit.x, unit.y, 0, 0), ink: share * tint,
        wash: (1 - share) * SIMD3<Float>(look.paperColor) * tint)
    }
    let mapping: SIMD4<Float> =
      switch look.backFlip ?? BackFlip(for: curl) {
      case .sideways: SIMD4(-unit.x, unit.y, 1, 0)
      case .upwards: SIMD4(unit.x, -unit.y, 0, 1)
      }
    return PaperSurface(page: back, mapping: mapping, ink: tint, wash: .zero)
  }
}

extension CurlView {
  /// Clip space of a target from page space: `xy · place + zw`.
  func clip(of target: Framebuffer) -> SIMD4<Float> {
    let unit = SIMD2(2 * scale / Double(target.width), 2 * scale / Double(target.height))
    return SIMD4(
      Float(unit.x), Float(unit.y), Float(-origin.x * unit.x - 1), Float(-origin.y * unit.y - 1))
  }
}
