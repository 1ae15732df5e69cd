import GLES
import GLMath
import Shaders

/// `shadow.vert` and `shadow.frag`.
struct ShadowProgram {
  private let context: Context
  private let program: Program
  private let buffer: Buffer
  private let array: VertexArray
  private let indices: IndexBuffer
  private let matrix: Uniform<Matrix4>
  private let size: Uniform<SIMD2<Float>>
  private let edge: Uniform<SIMD2<Float>>
  private let lift: Uniform<SIMD2<Float>>
  private let contact: Uniform<Float>
  private let radius: Uniform<Float>
  private let end: Uniform<Float>
  private let light: Uniform<SIMD2<Float>>
  private let spread: Uniform<Float>
  private let raised: Uniform<Float>
  private let color: Uniform<SIMD4<Float>>
  private var mesh = CurlShadowMesh()

  init(_ context: Context) throws(GLESError) {
    self.context = context
    program = try Program(
      context, vertex: Shaders.shadowVertex, fragment: Shaders.shadowFragment, label: "shadow")
    buffer = try Buffer(context, [SIMD2<Float>](), usage: .stream)
    array = try VertexArray(program, [VertexAttribute("a_place", in: buffer, count: 2)])
    indices = try IndexBuffer(context, CurlShadowMesh.indices)
    matrix = try program.uniform("u_matrix")
    size = try program.uniform("u_size")
    edge = try program.uniform("u_edge")
    lift = try program.uniform("u_lift")
    contact = try program.uniform("u_contact")
    radius = try program.uniform("u_radius")
    end = try program.uniform("u_end")
    light = try program.uniform("u_light")
    spread = try program.uniform("u_spread")
    raised = try program.uniform("u_raised")
    color = try program.uniform("u_color")
  }

  /// Draws the shadow onto whatever the target holds inside the shadow's bounds.
  mutating func draw(
    _ curl: CurlGeometry, _ shadow: CurlShadow, view: CurlView, clip: SIMD4<Float>,
    target: Framebuffer
  ) throws(GLESError) {
    mesh.build(curl, shadow)
    let scissor = view.region(of: shadow.bounds ?? CurlShadow.Bounds(page: curl), in: target)
    guard scissor.width > 0, scissor.height > 0,
      try prepare(curl, shadow, Matrix4(flat: clip))
    else { return }
    raised.set(0)
    try draw(mesh.indexRange, scissor: scissor)
  }

  /// Draws the shadow onto the sheet's own rising part. Comes after ``draw(_:_:view:clip:target:)`` for the
  /// same curl.
  func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, clip: SIMD4<Float>
  ) throws(GLESError) {
    try drawRaised(curl, shadow, matrix: Matrix4(flat: clip))
  }

  /// As ``drawRaised(_:_:clip:)``, seen from anywhere, without anything drawn before.
  mutating func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, from matrix: Matrix4
  ) throws(GLESError) {
    mesh.build(curl, shadow)
    try drawRaised(curl, shadow, matrix: matrix)
  }

  private func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, matrix: Matrix4
  ) throws(GLESError) {
    let range = mesh.raisedIndexRange(curl)
    guard !range.isEmpty, try prepare(curl, shadow, matrix) else { return }
    raised.set(1)
    try draw(range, scissor: nil)
  }

  private func draw(_ range: Range<Int>, scissor: PixelRegion?) throws(GLESError) {
    context.apply(CurlShadow.state(scissor: scissor))
    try array.draw(.triangles, indices: indices, first: range.lowerBound, count: range.count)
  }

  /// Uploads the mesh and sets what both draws share; `false` if there is no shadow.
  private func prepare(
    _ curl: CurlGeometry, _ shadow: CurlShadow, _ matrix: Matrix4
  ) throws(GLESError) -> Bool {
    let strength = shadow.strength(for: curl)
    guard strength > 0, !mesh.vertices.isEmpty else { return false }
    try buffer.replace(mesh.vertices)
    self.matrix.set(matrix)
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    edge.set(SIMD2(Float(curl.width), Float(curl.height)))
    lift.set(SIMD2<Float>(curl.lift))
    contact.set(Float(curl.contact))
    radius.set(Float(curl.radius))
    end.set(Float(curl.extent.upperBound - curl.contact))
    let slope = shadow.slope
    light.set(SIMD2(Float((slope * curl.lift).sum()), Float((slope * curl.axis).sum())))
    spread.set(Float(shadow.spread))
    let tint = SIMD3<Float>(shadow.color)
    color.set(SIMD4(tint.x, tint.y, tint.z, Float(strength)))
    return true
  }
}

extension Matrix4 {
  /// Page space seen from straight above: `xy · place + zw`.
  init(flat clip: SIMD4<Float>) {
    self.init(
      columns: SIMD4(clip.x, 0, 0, 0), SIMD4(0, clip.y, 0, 0), .zero, SIMD4(clip.z, clip.w, 0, 1))
  }
}
