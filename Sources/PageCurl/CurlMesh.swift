import GLES
import GLMath
import Shaders

/// A page as a mesh that the vertex shader deforms: for a page in an application's own scene, a perspective
/// eye, or a cone.
///
/// It agrees with the reference to what a straight line between two of its vertices leaves out, and needs a
/// target with a depth buffer. ``PageCurlRenderer`` is quicker and finer for what it can do: a cylinder seen
/// from straight above.
public final class CurlMesh {
  private let context: Context
  private let width: Double
  private let height: Double
  private let indices: IndexBuffer
  private let curl: MeshProgram
  private let cone: MeshProgram

  /// A mesh for a page of `width` × `height` page pixels.
  ///
  /// - Parameters:
  ///   - context: the context, which is current.
  ///   - width: the page's width, page pixels.
  ///   - height: the page's height, page pixels.
  ///   - columns: cells across the page, 1 … 254. Default: 128.
  ///   - rows: cells up the page, 1 … 254. Default: 128.
  /// - Throws: what compiling and linking throws.
  public init(
    _ context: Context, width: Double, height: Double, columns: Int = 128, rows: Int = 128
  ) throws(GLESError) {
    precondition((1...254).contains(columns) && (1...254).contains(rows), "16-bit indices")
    precondition(width > 0 && height > 0, "a page has a size")
    self.context = context
    self.width = width
    self.height = height
    var points: [SIMD2<Float>] = []
    var order: [UInt16] = []
    for row in 0...rows {
      for column in 0...columns {
        points.append(
          SIMD2(
            Float(width * Double(column) / Double(columns)),
            Float(height * Double(row) / Double(rows))))
        guard row < rows, column < columns else { continue }
        let corner = UInt16(row * (columns + 1) + column)
        let above = corner + UInt16(columns + 1)
        order += [corner, corner + 1, above, above, corner + 1, above + 1]
      }
    }
    let buffer = try Buffer(context, points)
    indices = try IndexBuffer(context, order)
    curl = try MeshProgram(context, vertex: Shaders.curlVertex, label: "curl", points: buffer)
    cone = try MeshProgram(context, vertex: Shaders.coneVertex, label: "cone", points: buffer)
  }

  /// Draws a page on a cylinder, and the page below it, into the current target. Its depths must be cleared
  /// to 1.
  ///
  /// - Parameters:
  ///   - geometry: the shape, of a page of this mesh's size.
  ///   - pages: their textures.
  ///   - look: light and tints; shadows and anti-aliasing are the renderer's alone.
  ///   - matrix: from page space to clip space; ``CurlView/matrix(eye:width:height:)`` makes one.
  /// - Throws: the driver's errors.
  public func draw(
    _ geometry: CurlGeometry, pages: CurlPages, look: CurlLook = CurlLook(), matrix: Matrix4
  ) throws(GLESError) {
    try curl.set("u_size", SIMD2(Float(width), Float(height)))
    try curl.set("u_radius", Float(geometry.radius))
    try curl.set("u_angle", Float(geometry.angle))
    if let below = pages.below {
      try curl.set("u_time", Float(0))
      try draw(curl, .plain(below, on: geometry), side: .front, look, matrix, flat: true)
    }
    guard !geometry.isGone else { return }
    try curl.set("u_time", Float(geometry.time))
    if look.drawsFront {
      try draw(curl, .front(geometry, pages, look), side: .front, look, matrix)
    }
    if look.drawsBack {
      try draw(curl, .back(geometry, pages, look), side: .back, look, matrix)
    }
  }

  /// Draws a leaf on a cone, and the page below it; otherwise as for a cylinder.
  public func draw(
    _ geometry: ConeGeometry, pages: CurlPages, look: CurlLook = CurlLook(), matrix: Matrix4
  ) throws(GLESError) {
    // The surfaces of a page turned about its left edge.
    let size = (width: Float(width), height: Float(height))
    func surface(_ page: CurlPage, flipped: Bool, tint: SIMD3<Double>) -> PaperSurface {
      PaperSurface(
        page: page,
        mapping: SIMD4(
          (flipped ? -1 : 1) / size.width, 1 / size.height, flipped ? 1 : 0, 0),
        ink: SIMD3<Float>(tint), wash: .zero)
    }
    if let below = pages.below {
      try cone.set("u_cone", SIMD3(Float.pi / 2, Float(geometry.apex), 0))
      let flat = surface(below, flipped: false, tint: SIMD3(repeating: 1))
      try draw(cone, flat, side: .front, look, matrix, flat: true)
    }
    try cone.set(
      "u_cone",
      SIMD3(Float(geometry.halfAngle), Float(geometry.apex), Float(geometry.swing)))
    if look.drawsFront {
      let front = surface(pages.front, flipped: false, tint: look.frontTint)
      try draw(cone, front, side: .front, look, matrix)
    }
    guard look.drawsBack else { return }
    var back = surface(
      pages.back ?? pages.front, flipped: pages.back != nil, tint: look.backTint)
    if pages.back == nil {
      let share = Float(min(max(look.showThrough, 0), 1))
      back.wash = (1 - share) * SIMD3<Float>(look.paperColor) * back.ink
      back.ink *= share
    }
    try draw(cone, back, side: .back, look, matrix)
  }

  private func draw(
    _ program: MeshProgram, _ surface: PaperSurface, side: PaperSide, _ look: CurlLook,
    _ matrix: Matrix4, flat: Bool = false
  ) throws(GLESError) {
    var state = RenderState()
    state.dithers = false
    state.blending = surface.page.isOpaque ? nil : .premultiplied
    // The page below has no depth: whatever lies on it would fight with it.
    state.depthTest = flat ? nil : .lessOrEqual
    state.culledFace = flat ? nil : side == .front ? .back : .front
    context.apply(state)
    try program.draw(surface, side: side, look: look, matrix: matrix, indices: indices)
  }
}
