import GLES
import GLMath

/// A page as a mesh for an app's own scene, with any camera.
///
/// It is cut along straight lines of the paper, less than 1/100,000 of the page's size off it. The
/// target needs a depth buffer. ``PageRenderer`` is faster and more precise.
public final class CurlMesh {
  private let context: Context
  private let size: SIMD2<Double>
  private var mesh: RuledMesh

  /// Makes a mesh for a page of `width` × `height` page pixels.
  ///
  /// - Parameters:
  ///   - context: The context, which is current.
  ///   - width: The page's width in page pixels, above 0.
  ///   - height: The page's height in page pixels, above 0.
  /// - Throws: ``PageCurlError/pageSize(width:height:)``, ``PageCurlError/gles(_:)``.
  public init(_ context: Context, width: Double, height: Double) throws(PageCurlError) {
    self.context = context
    size = SIMD2(width, height)
    try size.checkPageSize()
    do throws(GLESError) { mesh = try RuledMesh(context) } catch { throw .gles(error) }
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
    let difference = shape.page - size
    guard max(difference.max(), -difference.min()) < 1e-6 * size.max() else {
      throw .badArgument(
        reason: "the shape is that of a page of \(shape.page.x)×\(shape.page.y), but the mesh has "
          + "\(size.x)×\(size.y); make both for one size")
    }
    mesh.removeAll()
    func cut(_ side: PaperSide, _ shape: CurlShape) -> RuledMesh.Side {
      mesh.cut(side, of: shape, look, tolerance: 1e-5 * size.max())
    }
    let ground = cut(.front, .flat(shape.flat))
    let sides =
      shape.curl?.isGone == true ? [] : [PaperSide.front, .back].map { ($0, cut($0, shape)) }
    try mesh.upload()
    if let below = pages.below {
      // Without depth: what lies on it has the same depth, and would fight with it.
      context.apply(.strips(blending: !below.isOpaque))
      try mesh.draw(ground, .plain(below, shape.page), matrix: matrix)
    }
    for (side, triangles) in sides {
      guard var surface = PaperSurface.of(side, shape, pages, look) else { continue }
      // Light comes through such a page in another share at each point, which `ruled.vert` takes.
      if case .paper = shape { surface.other = nil }
      context.apply(.mesh(side, isOpaque: surface.page.isOpaque))
      try mesh.draw(triangles, surface, matrix: matrix)
    }
  }
}
