import GLES
import GLESKitShaders
import Imaging

/// Draws what a camera sees that looks at the desk from the side.
final class LensProgram {
  private let context: Context
  private let program: Program
  private let corners: VertexInput

  /// Compiles the program.
  init(_ context: Context) throws(GLESError) {
    self.context = context
    program = try Program(
      context, vertex: Shaders.effectVertex, fragment: Shaders.lensFragment, label: "lens")
    // A triangle that contains the target.
    let triangle = try Buffer(context, [SIMD2<Float>(-1, -1), SIMD2(3, -1), SIMD2(-1, 3)])
    corners = try VertexInput(program, [VertexAttribute("a_corner", in: triangle, components: 2)])
  }

  /// Draws into a target.
  ///
  /// - Parameter picture: The rectangle that the lens needs.
  func draw(
    _ picture: Texture, through lens: CameraLens, into target: Framebuffer
  ) throws(GLESError) {
    target.bind()
    context.apply(RenderState())
    let size = SIMD2(Float(target.width), Float(target.height))
    try program.set("u_picture", to: picture)
    try program.set("u_map", to: lens.matrix)
    try program.set("u_focus", to: Float(lens.focus))
    // Rounded corners of a pixel's square, where nothing is blurred.
    try program.set("u_radius", to: SIMD2(Float(lens.blur) * size.y, 0.4))
    try program.set("u_pixel", to: 1 / size)
    try corners.draw(.triangles, first: 0, count: 3)
  }
}
