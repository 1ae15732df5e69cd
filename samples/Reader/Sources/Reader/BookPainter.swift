import GLES
import Imaging
import PageCurl
import Recording

/// Draws an open book, and keeps the pages near the open ones as textures.
final class BookPainter {
  private let gl: Context
  private let pages: BookPages
  private let renderer: PageRenderer
  private var textures: [Int: (page: CurlPage, size: PixelSize)] = [:]
  /// Called with a message when a page cannot be read. The page is then shown blank.
  private let complain: (String) -> Void

  init(
    _ gl: Context, pages: BookPages, complain: @escaping (String) -> Void
  ) throws(GLESError) {
    self.gl = gl
    self.pages = pages
    self.complain = complain
    renderer = try PageRenderer(gl)
  }

  /// Draws the book and the moving leaf into `target`, which has the layout's size.
  func paint(
    _ book: OpenBook, moving: (side: Side, curl: CurlGeometry)?, into target: Framebuffer
  ) throws(GLESError) {
    target.bind()
    gl.apply(RenderState())
    gl.clear(color: [0.23, 0.24, 0.26, 1])
    // The moving leaf may cover the other page, so it is drawn last.
    for side in [Side.left, .right] where side != moving?.side {
      guard let page = book.page(on: side) else { continue }
      try draw(book.layout.flat, CurlPages(front: try texture(page, book)), book, side, target)
    }
    guard let (side, curl) = moving, let front = book.page(on: side) else { return }
    let (back, below) = book.backAndBelow(side)
    var sheet = CurlPages(front: try texture(front, book))
    if let back { sheet.back = try texture(back, book) }
    if let below { sheet.below = try texture(below, book) }
    try draw(.fold(curl), sheet, book, side, target)
  }

  private func draw(
    _ shape: CurlShape?, _ sheet: CurlPages, _ book: OpenBook, _ side: Side,
    _ target: Framebuffer
  ) throws(GLESError) {
    guard let shape else { return }
    let corner = SIMD2<Double>(book.layout.corner(of: side))
    var look = CurlLook()
    look.shadow?.bounds = book.paper(seenFrom: side)
    try renderer.draw(
      [CurlLeaf(shape, pages: sheet, look: look)], view: CurlView(origin: -corner), into: target)
  }

  /// Loads one page that will be shown soon, or that is loaded at another size.
  ///
  /// - Returns: Whether a page was loaded, so that there may be more.
  func prepare(_ book: OpenBook) throws(GLESError) -> Bool {
    let nearby = book.nearbyPages
    textures = textures.filter { nearby.contains($0.key) }
    for page in nearby where textures[page]?.size != book.layout.page {
      textures[page] = nil
      _ = try texture(page, book)
      return true
    }
    return false
  }

  /// A page's texture. While the window is being resized, it may have another size than the page.
  private func texture(_ page: Int, _ book: OpenBook) throws(GLESError) -> CurlPage {
    if let known = textures[page] { return known.page }
    let size = book.layout.page
    let picture: Image
    do {
      picture = try pages.picture(of: page, size: size)
    } catch {
      complain("page \(page + 1) stays blank: \(error)")
      picture = Image(width: size.width, height: size.height, filledWith: [255, 255, 255, 255])
    }
    let made = CurlPage(try Texture(gl, picture), isOpaque: picture.isOpaque)
    textures[page] = (made, size)
    return made
  }
}
