import GLES
import Shaders

/// How a page's picture becomes the colour of a side of the paper.
struct PaperSurface {
  /// The picture.
  var page: CurlPage
  /// Texture coordinates of a paper point: `xy · paper + zw`.
  var mapping: SIMD4<Float>
  /// How much of the picture's colour is kept.
  var ink: SIMD3<Float>
  /// The paper's colour, added where the page is.
  var wash: SIMD3<Float>
}

/// The program of `paper.vert` and `paper.frag` with its uniforms looked up.
struct PaperProgram {
  let program: Program
  private let view: Uniform<SIMD4<Float>>
  private let mapping: Uniform<SIMD4<Float>>
  private let page: Uniform<Int32>
  private let ink: Uniform<SIMD3<Float>>
  private let wash: Uniform<SIMD3<Float>>

  init(_ context: Context) throws(GLESError) {
    program = try Program(
      context, vertex: Shaders.paperVertex, fragment: Shaders.paperFragment, label: "paper")
    view = try program.uniform("u_view")
    mapping = try program.uniform("u_sheet")
    page = try program.uniform("u_page")
    ink = try program.uniform("u_ink")
    wash = try program.uniform("u_wash")
  }

  /// Prepares a draw of paper with `surface` on it.
  ///
  /// - Parameter exact: whether texels and target pixels coincide, so that no texel may be blended with
  ///   its neighbours.
  func set(view: SIMD4<Float>, surface: PaperSurface, exact: Bool) throws(GLESError) {
    let filter: Texture.Sampling.Filter = exact ? .nearest : .linear
    let texture = surface.page.texture
    var sampling = texture.sampling
    if sampling.magnification != filter || sampling.minification != filter {
      sampling.magnification = filter
      sampling.minification = filter
      try texture.setSampling(sampling)
    }
    texture.bind(to: 0)
    self.view.set(view)
    mapping.set(surface.mapping)
    page.set(0)
    ink.set(surface.ink)
    wash.set(surface.wash)
  }
}
