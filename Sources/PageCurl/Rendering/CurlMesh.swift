import GLES
import GLMath

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
  private let programs: MeshPrograms

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
    programs = try MeshPrograms(context, points: buffer)
  }

  /// Draws a page, and the page below it, into the current target. Its depths must be cleared to 1.
  ///
  /// - Parameters:
  ///   - shape: the shape, of a page of this mesh's size.
  ///   - pages: their textures.
  ///   - look: light and tints; shadows and anti-aliasing are those of ``PageCurlRenderer`` and
  ///     ``CurlScene``.
  ///   - matrix: from page space to clip space; ``CurlView/matrix(eye:width:height:)`` makes one.
  /// - Throws: the driver's errors.
  public func draw(
    _ shape: CurlShape, pages: CurlPages, look: CurlLook = CurlLook(), matrix: Matrix4
  ) throws(GLESError) {
    if let below = pages.below {
      // Whatever lies on it would fight with it for the same depth: it has none.
      context.apply(.strips(blending: !below.isOpaque))
      let plain = PaperSurface.plain(below, shape.page)
      try programs.program(for: shape.flat).draw(
        plain, side: .front, look: look, matrix: matrix, .triangles(indices))
    }
    if case .cylinder(let curl) = shape, curl.isGone { return }
    let program = try programs.program(for: shape)
    for side in [PaperSide.front, .back] {
      guard let surface = PaperSurface.of(side, shape, pages, look) else { continue }
      context.apply(.mesh(side, isOpaque: surface.page.isOpaque))
      try program.draw(surface, side: side, look: look, matrix: matrix, .triangles(indices))
    }
  }
}
