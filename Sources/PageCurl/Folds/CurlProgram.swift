import GLES

/// A program that draws ``CurlVertex`` data, and its uniforms.
struct CurlProgram {
  let program: Program
  private let array: VertexInput
  private let view: Uniform<SIMD4<Float>>
  private let page: Uniform<Int32>
  private let sheet: Uniform<SIMD4<Float>>
  private let ink: Uniform<SIMD3<Float>>
  private let wash: Uniform<SIMD3<Float>>
  private let texels: Uniform<SIMD2<Float>>?
  private let side: Uniform<SIMD2<Float>>?
  private let other: OtherSideUniforms?

  init(
    _ context: Context, vertex: String, fragment: String, macros: [String], label: String,
    vertices buffer: Buffer
  ) throws(GLESError) {
    program = try Program(
      context, vertex: vertex, fragment: fragment, macros: macros, label: label)
    array = try program.input(
      of: CurlVertex.self, in: buffer,
      [("a_place", 2, \.place), ("a_paper", 2, \.paper), ("a_light", 4, \.light)])
    view = try program.uniform("u_view")
    page = try program.uniform("u_page")
    sheet = try program.uniform("u_sheet")
    ink = try program.uniform("u_ink")
    wash = try program.uniform("u_wash")
    texels = try program.uniformIfUsed("u_texels")
    side = try program.uniformIfUsed("u_side")
    other = macros.contains("THROUGH") ? try OtherSideUniforms(program) : nil
  }

  /// Draws a strip of paper with `surface` on it.
  ///
  /// - Parameters:
  ///   - filter: How the surface's picture is sampled.
  ///   - side: The width and the height of a side of a pixel on the paper, if its sides are not
  ///     parallel to the texels' and the program needs to know; the side is 1 long.
  func draw(
    _ strip: Range<Int>, _ surface: PaperSurface, clip: SIMD4<Float>,
    filter: Texture.Sampling.Filter = .linear, side: SIMD2<Float>? = nil
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    try other?.set(surface)
    try surface.page.texture.bind(filter: filter)
    view.set(clip)
    page.set(0)
    sheet.set(surface.mapping)
    ink.set(surface.ink)
    wash.set(surface.wash)
    texels?.set(surface.page.texels)
    if let side { self.side?.set(side) }
    try array.draw(.triangleStrip, first: strip.lowerBound, count: strip.count)
  }
}
