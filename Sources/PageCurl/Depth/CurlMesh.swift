import GLES
import GLMath

/// A page as a mesh that the vertex shader deforms, for a page in an app's own scene, in
/// perspective or on a cone.
///
/// The paper is exact at the mesh's vertices and straight between them. The target needs a depth
/// buffer. ``PageRenderer`` is faster and more precise.
public final class CurlMesh {
  private let context: Context
  private let width: Double
  private let height: Double
  private let indices: IndexBuffer
  private var programs: MeshPrograms

  /// Makes a mesh for a page of `width` × `height` page pixels.
  ///
  /// - Parameters:
  ///   - context: The context, which is current.
  ///   - width: The page's width in page pixels, above 0.
  ///   - height: The page's height in page pixels, above 0.
  ///   - columns: The number of cells across the page, 1…254. Default: 128.
  ///   - rows: The number of cells up the page, 1…254. Default: 128.
  /// - Throws: ``PageCurlError/pageSize(width:height:)``, ``PageCurlError/mesh(columns:rows:)``,
  ///   ``PageCurlError/gles(_:)``.
  public init(
    _ context: Context, width: Double, height: Double, columns: Int = 128, rows: Int = 128
  ) throws(PageCurlError) {
    guard width > 0, height > 0, width.isFinite, height.isFinite else {
      throw .pageSize(width: width, height: height)
    }
    // Indices have 16 bits.
    guard (1...254).contains(columns), (1...254).contains(rows) else {
      throw .mesh(columns: columns, rows: rows)
    }
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
    do throws(GLESError) {
      indices = try IndexBuffer(context, order)
      let points = try Buffer(context, points)
      programs = MeshPrograms(context, [VertexAttribute("a_paper", in: points, components: 2)])
    } catch {
      throw .gles(error)
    }
  }

  /// Draws a page and the page below it into the current target, whose depth is cleared to 1.
  ///
  /// - Parameters:
  ///   - shape: The shape of a page of this mesh's size.
  ///   - pages: The pages' textures.
  ///   - look: Light, shading and tints. Shadows and anti-aliasing are left to
  ///     ``PageRenderer``.
  ///   - matrix: The matrix from page space to clip space, as
  ///     ``CurlView/matrix(eye:width:height:)`` returns it.
  /// - Throws: `GLESError.badArgument(reason:)` for the shape of a page of another size, and the
  ///   driver's errors.
  public func draw(
    _ shape: CurlShape, pages: CurlPages, look: CurlLook = CurlLook(), matrix: Matrix4
  ) throws(GLESError) {
    let difference = shape.page - SIMD2(width, height)
    guard max(difference.max(), -difference.min()) < 1e-6 * max(width, height) else {
      throw .badArgument(
        reason: "the shape is that of a page of \(shape.page.x)×\(shape.page.y), but the mesh has "
          + "\(width)×\(height); make both for one size")
    }
    let draw = { [indices] (array: VertexInput) throws(GLESError) in
      try array.draw(.triangles, indices: indices)
    }
    if let below = pages.below {
      // Without depth: what lies on it has the same depth, and would fight with it.
      context.apply(.strips(blending: !below.isOpaque))
      let plain = PaperSurface.plain(below, shape.page)
      try programs.draw(shape.flat, look, plain, .front, matrix: matrix, draw)
    }
    if case .fold(let curl) = shape, curl.isGone { return }
    for side in [PaperSide.front, .back] {
      guard var surface = PaperSurface.of(side, shape, pages, look) else { continue }
      surface.other = nil
      context.apply(.mesh(side, isOpaque: surface.page.isOpaque))
      try programs.draw(shape, look, surface, side, matrix: matrix, draw)
    }
  }
}
