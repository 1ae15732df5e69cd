import GLES

/// Sampling between two texels instead of four, with `STRAIGHT` in `paper.vert` and `paper.frag`.
///
/// It is possible where a curl runs along the picture's rows or columns and where texels and target
/// pixels have the same size and the same places: then a pixel lies between texels along one axis
/// only. Software drivers fetch texels one by one. Switched off together with a variant for opaque
/// pages that has been removed since, drafts took 11 % more processor time (Benchmarks/RESULTS.md).
struct StraightSampling {
  /// The axis of the picture along which pixels lie between texels: (1, 0) or (0, 1).
  private let axis: SIMD2<Float>

  /// Makes the sampling for a curl's surfaces; `nil` where it is not possible for all of them: a
  /// second program takes longer to start than it saves on one side.
  init?(_ surfaces: [PaperSurface], on curl: CurlGeometry, _ view: CurlView) {
    guard view.isExact, curl.isStraight,
      surfaces.allSatisfy({
        Double($0.page.texture.width) == curl.width && Double($0.page.texture.height) == curl.height
      })
    else { return nil }
    axis = curl.lift.y == 0 ? SIMD2(1, 0) : SIMD2(0, 1)
  }

  /// Returns the uniform `u_along` for a picture. 0 samples the nearest texel.
  func along(_ page: CurlPage, _ filter: Texture.Sampling.Filter) -> SIMD4<Float> {
    filter == .nearest
      ? .zero : SIMD4(lowHalf: axis * page.texels, highHalf: axis / page.texels)
  }
}
