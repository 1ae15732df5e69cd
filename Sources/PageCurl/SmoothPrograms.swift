import GLES
import Shaders

/// `edge.frag`: level paper with anti-aliased edges.
struct EdgeProgram {
  private let base: CurlProgram
  private let size: Uniform<SIMD2<Float>>
  private let change: Uniform<SIMD4<Float>>
  private let line: Uniform<SIMD3<Float>>
  private let end: Uniform<SIMD3<Float>>
  private let texels: Uniform<SIMD2<Float>>
  private let askew: Uniform<Float>

  init(_ context: Context, vertices: Buffer) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.sheetVertex, fragment: Shaders.edgeFragment, label: "edge",
      vertices: vertices)
    size = try base.uniform("u_size")
    change = try base.uniform("u_change")
    line = try base.uniform("u_line")
    end = try base.uniform("u_end")
    texels = try base.uniform("u_texels")
    askew = try base.uniform("u_askew")
  }

  /// Draws level paper: the flat part, or the part that lies upside down.
  ///
  /// - Parameter fine: whether pixels that lie askew over the texels are sampled as such.
  func draw(
    _ strip: Range<Int>, of curl: CurlGeometry, turned: Bool, fine: Bool,
    _ surface: PaperSurface, view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let pixel = 1 / view.scale
    let n = curl.lift
    // The turned part is the page mirrored about the fold: the changes of its x and y are mirrored, too.
    let change =
      turned
      ? SIMD4(1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.y, 1 - 2 * n.y * n.y)
      : SIMD4(1, 0, 0, 1)
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    self.change.set(SIMD4<Float>(pixel * change))
    line.set(curl.line)
    // Only a fold that is sharper than a pixel ends here; a rounder one goes on in fold.frag.
    let end = turned && curl.radius < pixel ? curl.radius : 1e4
    self.end.set(SIMD3<Float>(SIMD3(end, pixel * n.x, pixel * n.y)))
    texels.set(surface.page.texels)
    askew.set(turned && fine ? 1 : 0)
    try base.draw(strip, surface, view: clip, sampling: .linear)
  }
}

/// `fold.frag`: paper on the cylinder.
struct FoldProgram {
  private let base: CurlProgram
  private let size: Uniform<SIMD2<Float>>
  private let lift: Uniform<SIMD2<Float>>
  private let line: Uniform<SIMD3<Float>>
  private let radius: Uniform<Float>
  private let side: Uniform<Float>
  private let pixel: Uniform<Float>
  private let border: Uniform<Float>
  private let density: Uniform<Float>
  private let texels: Uniform<SIMD2<Float>>

  init(_ context: Context, vertices: Buffer) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.sheetVertex, fragment: Shaders.foldFragment, label: "fold",
      vertices: vertices)
    size = try base.uniform("u_size")
    lift = try base.uniform("u_lift")
    line = try base.uniform("u_line")
    radius = try base.uniform("u_radius")
    side = try base.uniform("u_side")
    pixel = try base.uniform("u_pixel")
    border = try base.uniform("u_border")
    density = try base.uniform("u_density")
    texels = try base.uniform("u_texels")
  }

  /// Draws a quarter of the cylinder.
  ///
  /// - Parameter border: whether the page's edges may cross a pixel of the strip.
  /// - Parameter fine: whether pixels that lie askew over the texels are sampled as such.
  func draw(
    _ strip: Range<Int>, of curl: CurlGeometry, side: PaperSide, border: Bool, fine: Bool,
    _ surface: PaperSurface, view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    lift.set(SIMD2<Float>(curl.lift))
    line.set(curl.line)
    radius.set(Float(curl.radius))
    self.side.set(side == .back ? 1 : -1)
    pixel.set(Float(1 / view.scale))
    self.border.set(border ? 1 : 0)
    density.set(fine ? 2 : 1)
    texels.set(surface.page.texels)
    try base.draw(strip, surface, view: clip, sampling: .linear)
  }
}

extension CurlGeometry {
  /// The contact line for a shader: the lift, and the coordinate along it.
  fileprivate var line: SIMD3<Float> { SIMD3<Float>(SIMD3(lift.x, lift.y, contact)) }
}
