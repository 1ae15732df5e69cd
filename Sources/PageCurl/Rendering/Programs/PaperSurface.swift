import GLES

/// How a page's picture becomes the colour of a side of the paper.
struct PaperSurface {
  /// The picture.
  var page: CurlPage
  /// Texture coordinates of a paper point: `xy · paper + zw`.
  var mapping: SIMD4<Float>
  /// How much of the picture's colour is kept.
  var ink: SIMD3<Float>
  /// The paper's colour, added where the page is.
  var wash: SIMD3<Float>
  /// The axis of the picture, (1, 0) or (0, 1), along which pixels lie between its texels; `nil` where they may do so
  /// along both.
  private(set) var axis: SIMD2<Float>?
  /// The variant of a program that works its pixels out.
  private(set) var variant: PaperVariant = []

  /// Whether it is the picture as it is.
  var isOwnColor: Bool { ink == SIMD3(repeating: 1) && wash == .zero }

  /// Finds out in how few steps the pixels of a curl's sides can be worked out: for both in the same way, as one more
  /// program takes longer to start than it saves on one side.
  static func prepare(
    _ front: inout PaperSurface, _ back: inout PaperSurface, _ curl: CurlGeometry, _ look: CurlLook,
    _ view: CurlView
  ) {
    front.prepare(curl, look, view)
    back.prepare(curl, look, view)
    let both = front.variant.intersection(back.variant)
    (front.variant, back.variant) = (both, both)
  }

  /// Finds out in how few steps the pixels can be worked out.
  mutating func prepare(_ curl: CurlGeometry, _ look: CurlLook, _ view: CurlView) {
    // Light is white, but a picture of a lit sphere may have any colours.
    variant = isOwnColor && page.isOpaque && look.shading == nil ? .plain : []
    let fits =
      view.isExact && Double(page.texture.width) == curl.width
      && Double(page.texture.height) == curl.height
    // The curl runs along the picture's rows or columns, and texels are as large as pixels and lie on them.
    guard fits, curl.isStraight else { return }
    axis = curl.lift.y == 0 ? SIMD2(1, 0) : SIMD2(0, 1)
    variant.insert(.straight)
  }

  /// The front of a page.
  static func front(_ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    plain(pages.front, on: curl, tint: look.frontTint)
  }

  /// A picture that fills the page.
  static func plain(
    _ page: CurlPage, on curl: CurlGeometry, tint: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> PaperSurface {
    plain(page, SIMD2(curl.width, curl.height), tint: tint)
  }

  /// A picture that fills a page of `size`.
  static func plain(
    _ page: CurlPage, _ size: SIMD2<Double>, tint: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> PaperSurface {
    PaperSurface(
      page: page, mapping: SIMD4(1 / Float(size.x), 1 / Float(size.y), 0, 0),
      ink: SIMD3<Float>(tint), wash: .zero)
  }

  /// A side of a page of any shape; `nil` if the look leaves that side out.
  static func of(
    _ side: PaperSide, _ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook
  ) -> PaperSurface? {
    switch (side, shape) {
    case (.front, _): look.drawsFront ? plain(pages.front, shape.page, tint: look.frontTint) : nil
    case (.back, _) where !look.drawsBack: nil
    case (.back, .cylinder(let curl)): back(curl, pages, look)
    case (.back, .cone(let cone)):
      back(shape.page, pages, look, flip: look.backFlip ?? BackFlip(for: cone.binding))
    }
  }

  /// The back of a page.
  static func back(_ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    back(
      SIMD2(curl.width, curl.height), pages, look, flip: look.backFlip ?? BackFlip(for: curl))
  }

  /// The back of a page of `size`: its own picture, laid so that it reads unmirrored when turned, or
  /// paper through which the front shows where it lies.
  static func back(
    _ size: SIMD2<Double>, _ pages: CurlPages, _ look: CurlLook, flip: BackFlip
  ) -> PaperSurface {
    guard let back = pages.back else {
      let share = min(max(look.showThrough, 0), 1)
      var surface = plain(pages.front, size, tint: share * look.backTint)
      surface.wash = SIMD3<Float>((1 - share) * look.paperColor * look.backTint)
      return surface
    }
    var surface = plain(back, size, tint: look.backTint)
    let unit = surface.mapping
    surface.mapping =
      switch flip {
      case .sideways: SIMD4(-unit.x, unit.y, 1, 0)
      case .upwards: SIMD4(unit.x, -unit.y, 0, 1)
      }
    return surface
  }
}
