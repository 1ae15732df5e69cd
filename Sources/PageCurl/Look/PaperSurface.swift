import GLES

/// How a page's picture becomes the color of a side of the paper.
struct PaperSurface {
  /// The picture.
  var page: CurlPage
  /// The texture coordinates of a point of the paper: `xy · paper + zw`.
  var mapping: SIMD4<Float>
  /// The share of the picture's color that is kept.
  var ink: SIMD3<Float>
  /// The paper's color, added where the page is.
  var wash: SIMD3<Float>
  /// The board of which this is the inside: the picture is a page on it. ``wash`` is then the color
  /// of the cloth around the page.
  var board: CoverBoard?
  /// The front's picture, if this is a back through which it shines, and the share of the light
  /// that comes through: see `through.glsl`. A page that bends like paper has one for each vertex.
  var other: (page: CurlPage, share: Float)?

  /// Makes a picture that fills a page of `size`.
  static func plain(
    _ page: CurlPage, _ size: SIMD2<Double>, tint: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> PaperSurface {
    PaperSurface(
      page: page, mapping: SIMD4(1 / Float(size.x), 1 / Float(size.y), 0, 0),
      ink: SIMD3<Float>(tint), wash: .zero)
  }

  /// Makes a side of a page of any shape; `nil` if the look leaves that side out.
  static func of(
    _ side: PaperSide, _ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook
  ) -> PaperSurface? {
    var surface: PaperSurface
    switch side {
    case .front:
      guard look.drawsFront else { return nil }
      surface = front(shape.page, pages, look)
    case .back:
      guard look.drawsBack else { return nil }
      surface = back(shape, pages, look)
    }
    if let board = look.board, case .paper(let leaf) = shape {
      // Of a board that is as large as the page on it nothing is seen.
      let page = PageRect(low: .zero, high: board.page)
      let isInside = side != board.outside && page != leaf.page
      surface.fill(isInside ? page : leaf.page)
      if isInside, side == .front || pages.back != nil {
        surface.board = board
        surface.wash = SIMD3<Float>(board.cloth)
      }
    }
    return surface
  }

  /// Makes the picture fill a rectangle of the paper.
  private mutating func fill(_ rect: PageRect) {
    let size = SIMD2<Float>(rect.high - rect.low)
    // Where the picture is flipped, its coordinate falls from 1.
    let unit = (SIMD2(1, 1) - 2 * mapping.highHalf) / size
    mapping = SIMD4(lowHalf: unit, highHalf: mapping.highHalf - unit * SIMD2<Float>(rect.low))
  }

  /// Makes the edge of a page, plain paper where the front's picture is opaque, or of a board.
  static func edge(_ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    var surface = plain(pages.front, SIMD2(1, 1), tint: .zero)
    surface.wash = SIMD3<Float>(look.board?.cloth ?? look.paperColor)
    surface.mapping = SIMD4(0, 0, 0.5, 0.5)
    return surface
  }

  /// Makes the front of a page of `size`.
  static func front(
    _ size: SIMD2<Double>, _ pages: CurlPages, _ look: CurlLook
  ) -> PaperSurface {
    plain(pages.front, size, tint: look.frontTint)
  }

  /// Makes the back of a page: its own picture, laid so that it reads unmirrored on the turned
  /// page, or paper through which the front shows.
  static func back(_ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    guard let back = pages.back else {
      let share = min(max(look.showThrough, 0), 1)
      var surface = plain(pages.front, shape.page, tint: share * look.backTint)
      surface.wash = SIMD3<Float>((1 - share) * look.paperColor * look.backTint)
      return surface
    }
    var surface = plain(back, shape.page, tint: look.backTint)
    let unit = surface.mapping
    let flip = look.flip(of: shape)
    surface.mapping =
      switch flip {
      case .sideways: SIMD4(-unit.x, unit.y, 1, 0)
      case .upwards: SIMD4(unit.x, -unit.y, 0, 1)
      }
    let share = PaperIrradiance.share(of: look.lightThrough, SIMD2(1, shape.lightBelow))
    if share > 0 { surface.other = (pages.front, Float(flip == .sideways ? share : -share)) }
    return surface
  }
}
