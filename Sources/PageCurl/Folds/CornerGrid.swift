/// The places at which corners may lie: multiples of a step from the origin; 0 for all.
///
/// Drivers round corners to a step of 1/16 of a pixel (SwiftShader) or less, but interpolate as
/// if they had not. On the same steps here, corners keep their points of the paper; else text is
/// off by up to 1/32 of a pixel.
struct CornerGrid {
  var step = 0.0
  var origin = SIMD2<Double>.zero

  func nearest(_ place: SIMD2<Double>) -> SIMD2<Double> {
    guard step > 0 else { return place }
    return origin + ((place - origin) / step).rounded(.toNearestOrEven) * step
  }
}
