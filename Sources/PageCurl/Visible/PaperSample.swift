/// The numbers from which a page that bends like paper is drawn elsewhere: the web page of
/// `pagecurl` draws its leaves from tables of them.
package struct PaperSample {
  /// The angle at the spine, radians.
  package let angle: Double
  /// The curvatures at the ends of the profile's pieces, per page width.
  package let curvatures: [Double]
  /// The factors of the color of the front and of the back there, without those of a gutter.
  package let light: [SIMD2<Float>]
  /// The factor of the color of the paper's edge.
  package let edge: Float

  /// - Parameter look: The light. Its gutter is ignored.
  package init(_ page: PaperGeometry, _ look: CurlLook) {
    var look = look
    look.gutter = .zero
    let profile = page.profile
    let pieces = TurnMotion.pieces
    angle = profile.point(at: 0).angle
    curvatures = (0...pieces).map {
      profile.point(at: profile.length * Double($0) / Double(pieces)).curvature
    }
    let light = PaperLight(page, look)
    (self.light, edge) = (light.factors.map(\.lowHalf), light.edge)
  }

  /// Returns the share of the light that a page hides from a grid of places on the page plane.
  ///
  /// - Parameters:
  ///   - across: The places' distances from the spine in page pixels, on the side on which the page
  ///     lies before it turns.
  ///   - along: The places along the spine in page pixels.
  /// - Returns: The shares, one row along the spine after the other.
  package static func darkness(
    below page: PaperGeometry, _ shadow: CurlShadow, across: [Double], along: [Double]
  ) -> [Double] {
    PaperShadow(page, shadow, pixel: 1).darkness(across: across, along: along)
  }

  /// The shares of light that a page reflects by itself and that come through it.
  package static let reflectance = PaperIrradiance.reflectance
  package static let transmittance = PaperIrradiance.transmittance

  /// The thickness of a page or of a cover's board, in page widths.
  package static func thickness(isBoard: Bool) -> Double {
    VisiblePages.Leaf.thickness(isBoard: isBoard)
  }
}
