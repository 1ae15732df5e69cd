import GLES
import GLESKitShaders

/// `fold.vert` and `fold.frag`: paper in the fold, placed pixel by pixel.
struct FoldProgram {
  private let base: CurlProgram
  /// Only with `BORDER`.
  private let size: Uniform<SIMD2<Float>>?
  private let line: Uniform<SIMD3<Float>>
  private let roll: Uniform<SIMD2<Float>>
  private let step: Uniform<SIMD2<Float>>

  init(_ context: Context, vertices: Buffer, macros: [String]) throws(GLESError) {
    base = try CurlProgram(
      context, vertex: Shaders.foldVertex, fragment: Shaders.foldFragment, macros: macros,
      label: "fold", vertices: vertices)
    size = try base.program.uniformIfUsed("u_size")
    line = try base.program.uniform("u_line")
    roll = try base.program.uniform("u_roll")
    step = try base.program.uniform("u_step")
  }

  /// Draws strips of one half of the fold.
  func draw(
    _ strips: [Range<Int>], of curl: CurlGeometry, side: PaperSide, _ surface: PaperSurface,
    view: CurlView, clip: SIMD4<Float>
  ) throws(GLESError) {
    size?.set(SIMD2(Float(curl.width), Float(curl.height)))
    line.set(curl.line)
    let (reach, pixel) = (side == .back ? curl.reach : -curl.reach, 1 / view.scale)
    roll.set(SIMD2<Float>(SIMD2(0.5 * pixel / curl.reach, reach)))
    step.set(SIMD2<Float>(curl.lift) * surface.mapping.lowHalf)
    for strip in strips { try base.draw(strip, surface, clip: clip) }
  }
}
