import GLES
import GLESKitShaders
import GLMath

/// What an open book shows around its pages: the edges of the sheets in its two stacks, and the
/// stacks' shadow.
package struct BookBody: Sendable {
  /// One of the stacks.
  package struct Stack: Sendable {
    /// The page on top, in pixels from the target's lower left corner.
    package var page: PageRect
    /// The height in pixels; 0 is no stack.
    package var height: Double
    /// How far the sheets of the fore-edge extend beyond the page on top, in pixels.
    package var edge: Double

    /// Makes a stack.
    package init(page: PageRect, height: Double, edge: Double) {
      self.page = page
      self.height = height
      self.edge = edge
    }
  }

  /// The stack on the side of `away`.
  package var first: Stack
  /// The stack on the other side of the spine.
  package var last: Stack
  /// The unit vector from the spine to the first stack's fore-edge.
  package var away: SIMD2<Double>

  /// Makes the two stacks of a book.
  package init(first: Stack, last: Stack, away: SIMD2<Double>) {
    self.first = first
    self.last = last
    self.away = away
  }
}

/// `body.vert` and `body.frag`: draws what an open book shows around its pages.
package struct BookBodyProgram {
  private let context: Context
  private let program: Program
  private let array: VertexInput

  /// Compiles the program.
  ///
  /// - Throws: The driver's errors.
  package init(_ context: Context) throws(GLESError) {
    self.context = context
    program = try Program(
      context, vertex: Shaders.bodyVertex, fragment: Shaders.bodyFragment, label: "body")
    let corners = try Buffer(
      context, [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)])
    array = try VertexInput(program, [VertexAttribute("a_corner", in: corners, count: 2)])
  }

  /// Draws a book over the background of the bound target of `size` pixels.
  package func draw(
    _ body: BookBody, _ look: CurlLook, size: SIMD2<Int>
  ) throws(GLESError) {
    func box(_ rect: PageRect) -> SIMD4<Float> {
      SIMD4<Float>(SIMD4(rect.low.x, rect.low.y, rect.high.x, rect.high.y))
    }
    let shadow = look.shadow ?? CurlShadow(strength: 0)
    let strength = min(max(shadow.strength, 0), 1)
    var state = RenderState()
    state.dithers = false
    state.blending = .premultiplied
    context.apply(state)
    try program.set("u_frame", to: SIMD2(Float(size.x), Float(size.y)))
    try program.set("u_first", to: box(body.first.page))
    try program.set("u_last", to: box(body.last.page))
    try program.set("u_out", to: SIMD2<Float>(body.away))
    try program.set(
      "u_thick",
      to: SIMD4<Float>(
        SIMD4(body.first.edge, body.last.edge, body.first.height, body.last.height)))
    try program.set("u_paper", to: SIMD3<Float>(look.paperColor))
    let color = shadow.color
    try program.set("u_shade", to: SIMD4<Float>(SIMD4(color.x, color.y, color.z, strength)))
    let way = -shadow.slope
    try program.set("u_lamp", to: SIMD3<Float>(SIMD3(way.x, way.y, shadow.spread)))
    try array.draw(.triangleStrip, first: 0, count: 4)
  }
}
