import GLES
import GLESKitShaders

/// `edge.vert` and `edge.frag`: level paper with anti-aliased edges.
struct EdgeProgram {
  private let base: CurlProgram
  private let size: Uniform<SIMD2<Float>>
  private let change: Uniform<SIMD4<Float>>
  private let line: Uniform<SIMD3<Float>>
  private let end: Uniform<SIMD3<Float>>

  init(_ context: Context, vertices: Buffer, variant: PaperVariant) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.edgeVertex, fragment: Shaders.edgeFragment, macros: variant.names,
      label: "edge", vertices: vertices)
    size = try base.program.uniform("u_size")
    change = try base.program.uniform("u_change")
    line = try base.program.uniform("u_line")
    end = try base.program.uniform("u_end")
  }

  /// Draws level paper: the flat part, or the part that is upside down.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, turned: Bool, _ surface: PaperSurface,
    view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    let pixel = 1 / view.scale
    let n = curl.lift
    // The part that is upside down is the page mirrored about the fold, and so are the changes of
    // its x and y.
    let change =
      turned
      ? SIMD4(1 - 2 * n.x * n.x, -2 * n.x * n.y, -2 * n.x * n.y, 1 - 2 * n.y * n.y)
      : SIMD4(1, 0, 0, 1)
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    self.change.set(SIMD4<Float>(pixel * change))
    line.set(curl.line)
    // Paper ends here only at a fold sharper than a pixel; a rounder one continues in fold.frag.
    let end = turned && curl.radius < pixel ? curl.reach : 1e4
    self.end.set(SIMD3<Float>(SIMD3(end, pixel * n.x, pixel * n.y)))
    for strip in strips { try base.draw(strip, surface, clip: clip, side: curl.turnedSide) }
  }
}

extension CurlGeometry {
  /// The width and the height, on the paper, of a side of a pixel that shows level paper upside
  /// down; the side is 1 long.
  var turnedSide: SIMD2<Float> {
    SIMD2<Float>(SIMD2(abs(1 - 2 * lift.x * lift.x), abs(2 * lift.x * lift.y)))
  }

  /// The contact line for a shader: the lift, and the coordinate along it.
  var line: SIMD3<Float> { SIMD3<Float>(SIMD3(lift.x, lift.y, contactOffset)) }
}
