/// What the web page of `pagecurl` draws its leaves from, besides their profiles.
extension PaperGeometry {
  /// Returns the factors of the color of the front and of the back at the ends of ``TurnMotion``'s
  /// pieces, and that of the paper's edge.
  ///
  /// - Parameter look: The light. Its gutter is ignored.
  package func light(in look: CurlLook) -> (factors: [SIMD2<Float>], edge: Float) {
    var look = look
    look.gutter = .zero
    let light = PaperLight(self, look)
    return (light.factors.map(\.lowHalf), light.edge)
  }

  /// Returns the share of the light that the page hides from a grid of places on the page plane.
  ///
  /// - Parameters:
  ///   - across: The places' distances from the spine in page pixels, on the side on which the page
  ///     lies before it turns.
  ///   - along: The places along the spine in page pixels.
  /// - Returns: The shares, one row along the spine after the other.
  package func darkness(_ shadow: CurlShadow, across: [Double], along: [Double]) -> [Double] {
    PaperShadow(self, shadow, pixel: 1).darkness(across: across, along: along)
  }

  /// The shares of light that a page reflects by itself and that come through it.
  package static let reflectance = PaperIrradiance.reflectance
  package static let transmittance = PaperIrradiance.transmittance

  /// The thickness of a page in page widths: twice that of office paper on pages 148 mm wide, so
  /// that its edge is seen. A cover's board is 2.2 mm thick.
  package static func thickness(isBoard: Bool) -> Double { isBoard ? 0.015 : 0.0014 }
}
