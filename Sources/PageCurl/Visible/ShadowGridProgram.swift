import GLES
import GLESKitShaders
import GLMath

/// `shade.vert` and `shadow.frag`: draws a ``ShadowGrid``.
final class ShadowGridProgram {
  private let context: Context
  private let buffer: Buffer
  private var programs: PaperPrograms

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD3<Float>](), usage: .stream)
    programs = PaperPrograms(context, [VertexAttribute("a_shade", in: buffer, components: 3)])
  }

  /// Uploads the shadows that ``draw(_:tint:clip:_:)`` draws.
  func upload(_ mesh: ShadowGrid) throws(GLESError) { try buffer.replace(mesh.vertices) }

  /// Draws shadows of the mesh that was uploaded on what the bound target shows.
  ///
  /// - Parameter isOpaque: Whether the target is opaque.
  func draw(
    _ shadows: [ShadowGrid.Shadow], _ view: CurlView, into target: Framebuffer,
    isOpaque: Bool = false
  ) throws(GLESError) {
    for shadow in shadows {
      let coversGround = shadow.coversGround && !isOpaque
      let isBlack = shadow.color == .zero && !coversGround
      let scissor = shadow.bounds.map { view.region(of: $0, in: target) }
      try draw(
        shadow.vertices, tint: isBlack ? nil : shadow.color, clip: view.clip(of: target),
        .shadow(scissor: scissor, coversGround: coversGround, isBlack: isBlack))
    }
  }

  /// Draws a shadow on what the bound target shows.
  ///
  /// - Parameters:
  ///   - vertices: Its part of the mesh that was uploaded.
  ///   - tint: The shadow's color, drawn premultiplied; `nil` draws the share of light that is
  ///     left.
  ///   - filter: The color of the light that is left where the shadow is darkest; `nil` is black.
  ///   - clip: The map from the mesh's places to clip space.
  ///   - state: The blending that suits `tint`.
  func draw(
    _ vertices: Range<Int>, tint: SIMD3<Double>?, filter: SIMD3<Double>? = nil,
    clip: SIMD4<Float>, _ state: RenderState
  ) throws(GLESError) {
    guard !vertices.isEmpty else { return }
    let shade = try programs.program(
      "shade", vertex: Shaders.shadeVertex, fragment: Shaders.shadowFragment,
      tint != nil ? ["TINT"] : filter != nil ? ["FILTER"] : [])
    context.apply(state)
    try shade.set("u_view", clip)
    try shade.setIfUsed("u_tint", SIMD3<Float>(tint ?? .zero))
    try shade.setIfUsed("u_filter", SIMD3<Float>(filter ?? .zero))
    try shade.draw(.triangleStrip, vertices)
  }
}
