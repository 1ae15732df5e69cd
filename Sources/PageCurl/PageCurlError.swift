import GLES

/// An error thrown when a page curl cannot be computed.
public enum PageCurlError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The page's width or height is not positive and finite.
  case pageSize(width: Double, height: Double)
  /// The time is NaN. Times outside 0…1 are clamped and are not errors.
  case time
  /// The angle is infinite or NaN. Use radians, counterclockwise from +x.
  case angle(Double)
  /// A bound leaf leans by this angle, which is 90° or more. Use an angle between −π/2 and π/2.
  case tilt(Double)
  /// A bound leaf still leans by this angle at the end of its turn. Use its binding's angle there.
  case landing(tilt: Double)
  /// The radius is negative or not finite. Use page pixels; 0 is a sharp fold.
  case radius(Double)
  /// A contact offset, a point of the page or a timestamp is not finite.
  case position
  /// The drag's path is empty, or its duration is not positive and finite.
  case path
  /// The eye is not above everything that it looks at. Put it higher than `lowest` page pixels.
  case eye(height: Double, lowest: Double)
  /// A value of the cone's turn is out of range. Use an apex depth above 0 and a curl of at least
  /// 0 and less than π.
  case coneTurn(apexDepth: Double, curl: Double)
  /// The driver refused what drawing needs.
  case gles(GLESError)

  /// One sentence: what failed, and what to do instead.
  public var description: String {
    switch self {
    case .pageSize(let width, let height):
      "the page size \(width) × \(height) is invalid: both sides must be finite and above 0"
    case .time: "the time is not a number: use 0 (flat) to 1 (gone)"
    case .angle(let angle): "the angle \(angle) is not finite: use radians"
    case .tilt(let tilt):
      "a bound leaf cannot lean by \(degrees(tilt)): use an angle less than 90° from the direction "
        + "in which it turns"
    case .landing(let tilt):
      "a bound leaf cannot end its turn leaning by \(degrees(tilt)): end at the direction in which "
        + "it turns"
    case .radius(let radius):
      "the radius \(radius) is invalid: use page pixels, 0 or more (0 is a sharp fold)"
    case .position: "a position or a timestamp is not finite: use page pixels and seconds"
    case .path: "the drag has no path or no duration: give at least one point and a time above 0 s"
    case .eye(let height, let lowest):
      "the eye at height \(height) is too low: raise it above \(lowest) page pixels"
    case .coneTurn(let apexDepth, let curl):
      "a turn on a cone with apex depth \(apexDepth) and curl \(curl) is invalid: "
        + "use an apex depth above 0 and a curl of at least 0 and less than π"
    case .gles(let error): error.description
    }
  }
}

extension Double {
  /// Returns the nearest time of 0…1.
  ///
  /// - Throws: ``PageCurlError/time`` if it is NaN.
  func clampedTime() throws(PageCurlError) -> Double {
    guard !isNaN else { throw .time }
    return min(max(self, 0), 1)
  }
}

extension SIMD2<Double> {
  /// Checks the size of a page.
  ///
  /// - Throws: ``PageCurlError/pageSize(width:height:)`` unless both sides are finite and above 0.
  func checkPageSize() throws(PageCurlError) {
    guard x > 0, y > 0, (x + y).isFinite else { throw .pageSize(width: x, height: y) }
  }
}

extension SIMD3<Double> {
  /// Checks an eye.
  ///
  /// - Throws: ``PageCurlError/eye(height:lowest:)`` unless it is finite and above a height.
  func checkEye(above lowest: Double) throws(PageCurlError) {
    guard z > lowest, (x + y + z).isFinite else { throw .eye(height: z, lowest: lowest) }
  }
}

private func degrees(_ radians: Double) -> String {
  // Rounded to a hundredth: 100° in radians is 100.00000000000001° here.
  let degrees = (radians * 18000 / .pi).rounded() / 100
  return degrees == degrees.rounded() ? "\(Int(degrees))°" : "\(degrees)°"
}
