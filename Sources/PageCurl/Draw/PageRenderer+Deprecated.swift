import GLES

/// The former name of ``PageRenderer``.
@available(*, deprecated, renamed: "PageRenderer")
public typealias PageCurlRenderer = PageRenderer

extension PageRenderer {
  /// Draws one moment of a turn, seen from straight above.
  @available(*, deprecated, message: "Draw [CurlLeaf(.fold(curl), pages: pages, look: look)].")
  public func draw(
    _ curl: CurlGeometry, pages: CurlPages, look: CurlLook = CurlLook(),
    view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    try draw([CurlLeaf(.fold(curl), pages: pages, look: look)], view: view, into: target)
  }
}

extension CurlMesh {
  /// Makes a mesh. It is cut where the paper bends, so the numbers of cells have no effect.
  @available(*, deprecated, message: "Leave out 'columns' and 'rows', which have no effect.")
  public convenience init(
    _ context: Context, width: Double, height: Double, columns: Int = 128, rows: Int = 128
  ) throws(PageCurlError) {
    try self.init(context, width: width, height: height)
  }
}

/// Draws turning pages in perspective.
@available(*, deprecated, message: "PageRenderer draws in perspective, too.")
public final class CurlScene {
  private let renderer: PageRenderer

  /// Makes a scene that draws with a renderer.
  public init(_ renderer: PageRenderer) { self.renderer = renderer }

  /// Draws one moment of a turn, or of several; see ``PageRenderer/draw(_:eye:view:into:)``.
  public func draw(
    _ leaves: [CurlLeaf], eye: SIMD3<Double>, view: CurlView = CurlView(), into target: Framebuffer
  ) throws(GLESError) {
    try renderer.draw(leaves, eye: eye, view: view, into: target)
  }
}
