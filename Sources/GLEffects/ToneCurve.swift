import GLES

/// A monotone curve through points: a cubic between two points, with the slopes of Fritsch and
/// Butland, A Method for Constructing Local Monotone Piecewise Cubic Interpolants (1984).
struct ToneCurve: Hashable {
  private let points: [SIMD2<Double>]
  private let slopes: [Double]

  init(_ points: [SIMD2<Double>]) throws(GLESError) {
    if points.isEmpty { throw .badArgument(reason: "a tone curve needs at least one point") }
    let range = 0.0...1
    guard points.allSatisfy({ range.contains($0.x) && range.contains($0.y) }),
      zip(points, points.dropFirst()).allSatisfy({ $0.x < $1.x })
    else {
      let given = points.map { "(\($0.x), \($0.y))" }.joined(separator: ", ")
      throw .badArgument(
        reason: "a tone curve can't have the points \(given); use points in 0…1 whose x increases")
    }
    let pieces = zip(points, points.dropFirst()).map { (from, to) in
      (width: to.x - from.x, slope: (to.y - from.y) / (to.x - from.x))
    }
    let inner = zip(pieces, pieces.dropFirst()).map { (left, right) in
      // At a peak the curve is level.
      guard left.slope * right.slope > 0 else { return 0.0 }
      let (near, far) = (2 * right.width + left.width, right.width + 2 * left.width)
      return (near + far) / (near / left.slope + far / right.slope)
    }
    self.points = points
    slopes = [pieces.first?.slope ?? 0] + inner + [pieces.last?.slope ?? 0]
  }

  /// The value at x.
  func value(at x: Double) -> Double {
    guard let right = points.firstIndex(where: { x < $0.x }) else {
      return points[points.count - 1].y
    }
    guard right > 0 else { return points[0].y }
    let (from, to) = (points[right - 1], points[right])
    let width = to.x - from.x
    let t = (x - from.x) / width
    let (start, end) = (slopes[right - 1] * width, slopes[right] * width)
    let rise = to.y - from.y
    // Hermite's cubic, by Horner's rule.
    return from.y + t * (start + t * (3 * rise - 2 * start - end + t * (start + end - 2 * rise)))
  }

  /// A texture's bytes for `curve.frag`: each texel has the value at its place, 0…255, and the one
  /// at the next. With 16 bits each, only the result is rounded to 8.
  var bytes: [UInt8] {
    (0...255).flatMap { place in
      [place, min(place + 1, 255)].flatMap { place in
        let value = min(max(value(at: Double(place) / 255), 0), 1)
        let fixed = Int((value * 255 * 256).rounded())
        return [UInt8(fixed >> 8), UInt8(fixed & 255)]
      }
    }
  }
}
