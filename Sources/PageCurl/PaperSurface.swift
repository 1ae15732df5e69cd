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

  /// The front of a page.
  static func front(_ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    plain(pages.front, on: curl, tint: look.frontTint)
  }

  /// A picture that fills the page.
  static func plain(
    _ page: CurlPage, on curl: CurlGeometry, tint: SIMD3<Double> = SIMD3(repeating: 1)
  ) -> PaperSurface {
    PaperSurface(
      page: page, mapping: SIMD4(1 / Float(curl.width), 1 / Float(curl.height), 0, 0),
      ink: SIMD3<Float>(tint), wash: .zero)
  }

  /// The back of a page: its own picture, laid so that it reads unmirrored when turned, or paper through
  /// which the front shows where it lies.
  static func back(_ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook) -> PaperSurface {
    guard let back = pages.back else {
      let share = min(max(look.showThrough, 0), 1)
      var surface = plain(pages.front, on: curl, tint: share * look.backTint)
      surface.wash = SIMD3<Float>((1 - share) * look.paperColor * look.backTint)
      return surface
    }
    var surface = plain(back, on: curl, tint: look.backTint)
    let unit = surface.mapping
    surface.mapping =
      switch look.backFlip ?? BackFlip(for: curl) {
      case .sideways: SIMD4(-unit.x, unit.y, 1, 0)
      case .upwards: SIMD4(unit.x, -unit.y, 0, 1)
      }
    return surface
  }
}
