import GLES
import GLESKitShaders
import GLMath

/// `shade.vert` and `shadow.frag`: draws a ``ShadowGrid``.
final class ShadowGridProgram {
  private let context: Context
  private let buffer: Buffer
  private var variants = VariantCache<Bool, Variant>()

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD3<Float>](), usage: .stream)
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
  ///   - clip: The map from the mesh's places to clip space.
  ///   - state: The blending that suits `tint`.
  func draw(
    _ vertices: Range<Int>, tint: SIMD3<Double>?, clip: SIMD4<Float>, _ state: RenderState
  ) throws(GLESError) {
    guard !vertices.isEmpty else { return }
    let isTinted = tint != nil
    let variant = try variants.value(for: isTinted) { [context, buffer] () throws(GLESError) in
      try Variant(context, buffer, isTinted: isTinted)
    }
    context.apply(state)
    variant.view.set(clip)
    if let tint { variant.tint?.set(SIMD3<Float>(tint)) }
    try variant.array.draw(.triangleStrip, first: vertices.lowerBound, count: vertices.count)
  }

  private struct Variant {
    let array: VertexInput
    let view: Uniform<SIMD4<Float>>
    let tint: Uniform<SIMD3<Float>>?

    init(_ context: Context, _ buffer: Buffer, isTinted: Bool) throws(GLESError) {
      let program = try Program(
        context, vertex: Shaders.shadeVertex, fragment: Shaders.shadowFragment,
        macros: isTinted ? ["TINT"] : [], label: "shade")
      array = try VertexInput(program, [VertexAttribute("a_shade", in: buffer, components: 3)])
      view = try program.uniform("u_view")
      tint = try program.uniformIfUsed("u_tint")
    }
  }
}
