import GLES
import GLMath
import Shaders

/// The shadow on the ground and on the sheet itself: one mesh, drawn by two programs.
struct ShadowProgram {
  private let context: Context
  private let buffer: Buffer
  private let indices: IndexBuffer
  private let ground: ShadowVariant
  private let raised: ShadowVariant
  private var mesh = CurlShadowMesh()

  init(_ context: Context) throws(GLESError) {
    self.context = context
    buffer = try Buffer(context, [SIMD2<Float>](), usage: .stream)
    indices = try IndexBuffer(context, CurlShadowMesh.indices)
    ground = try ShadowVariant(context, isRaised: false, vertices: buffer)
    raised = try ShadowVariant(context, isRaised: true, vertices: buffer)
  }

  /// Draws the shadow onto whatever the target holds inside the shadow's bounds.
  ///
  /// - Parameter inset: how far inside its edges the back hides the ground, page pixels; `nil` where
  ///   something is seen through it.
  mutating func draw(
    _ curl: CurlGeometry, _ shadow: CurlShadow, hiddenBy inset: Double?, view: CurlView,
    clip: SIMD4<Float>, target: Framebuffer
  ) throws(GLESError) {
    mesh.build(curl, shadow, hiddenBy: inset)
    guard !mesh.vertices.isEmpty else { return }
    try buffer.replace(mesh.vertices)
    let matrix = Matrix4(flat: clip)
    ground.set(curl, shadow, matrix)
    raised.set(curl, shadow, matrix)
    let scissor = view.region(of: shadow.bounds ?? CurlShadow.Bounds(page: curl), in: target)
    guard scissor.width > 0, scissor.height > 0 else { return }
    try draw(0..<mesh.rowCount, by: ground, scissor: scissor)
  }

  /// Draws the shadow of the last ``draw(_:_:hiddenBy:view:clip:target:)`` onto the sheet's own rising part.
  func drawRaised() throws(GLESError) {
    try draw(mesh.raised, by: raised, scissor: nil)
  }

  /// As ``drawRaised()``, seen from anywhere, without anything drawn before.
  mutating func drawRaised(
    _ curl: CurlGeometry, _ shadow: CurlShadow, from matrix: Matrix4
  ) throws(GLESError) {
    mesh.build(curl, shadow, hiddenBy: nil)
    guard !mesh.vertices.isEmpty else { return }
    try buffer.replace(mesh.vertices)
    raised.set(curl, shadow, matrix)
    try drawRaised()
  }

  private func draw(
    _ rows: Range<Int>, by variant: ShadowVariant, scissor: PixelRegion?
  ) throws(GLESError) {
    context.apply(CurlShadow.state(scissor: scissor))
    for cells in mesh.cells(rows) { try variant.draw(indices, cells) }
  }
}

/// `shadow.vert` and `shadow.frag`, for the ground or for the sheet's rising part.
private struct ShadowVariant {
  private let array: VertexArray
  private let matrix: Uniform<Matrix4>
  private let size: Uniform<SIMD2<Float>>
  private let edge: Uniform<SIMD2<Float>>?
  private let lift: Uniform<SIMD2<Float>>
  private let contact: Uniform<Float>
  private let radius: Uniform<Float>
  private let end: Uniform<Float>
  private let light: Uniform<SIMD2<Float>>
  private let spread: Uniform<Float>
  private let color: Uniform<SIMD4<Float>>

  init(_ context: Context, isRaised: Bool, vertices: Buffer) throws(GLESError) {
    let macro = isRaised ? "#define RAISED\n" : ""
    let program = try Program(
      context, vertex: macro + Shaders.shadowVertex, fragment: macro + Shaders.shadowFragment,
      label: isRaised ? "raised shadow" : "shadow")
    array = try VertexArray(program, [VertexAttribute("a_place", in: vertices, count: 2)])
    matrix = try program.uniform("u_matrix")
    size = try program.uniform("u_size")
    edge = isRaised ? try program.uniform("u_edge") : nil
    lift = try program.uniform("u_lift")
    contact = try program.uniform("u_contact")
    radius = try program.uniform("u_radius")
    end = try program.uniform("u_end")
    light = try program.uniform("u_light")
    spread = try program.uniform("u_spread")
    color = try program.uniform("u_color")
  }

  func set(_ curl: CurlGeometry, _ shadow: CurlShadow, _ matrix: Matrix4) {
    self.matrix.set(matrix)
    size.set(SIMD2(Float(curl.width), Float(curl.height)))
    edge?.set(SIMD2(Float(curl.width), Float(curl.height)))
    lift.set(SIMD2<Float>(curl.lift))
    contact.set(Float(curl.contact))
    radius.set(Float(curl.radius))
    end.set(Float(curl.extent.upperBound - curl.contact))
    let slope = shadow.slope
    light.set(SIMD2(Float((slope * curl.lift).sum()), Float((slope * curl.axis).sum())))
    spread.set(Float(shadow.spread))
    let tint = SIMD3<Float>(shadow.color)
    color.set(SIMD4(tint.x, tint.y, tint.z, Float(shadow.strength(for: curl))))
  }

  func draw(_ indices: IndexBuffer, _ cells: Range<Int>) throws(GLESError) {
    try array.draw(.triangles, indices: indices, first: cells.lowerBound, count: cells.count)
  }
}

extension Matrix4 {
  /// Page space seen from straight above: `xy · place + zw`.
  init(flat clip: SIMD4<Float>) {
    self.init(
      columns: SIMD4(clip.x, 0, 0, 0), SIMD4(0, clip.y, 0, 0), .zero, SIMD4(clip.z, clip.w, 0, 1))
  }
}
