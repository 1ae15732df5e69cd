import GLESKitSupport
import Glibc

/// The cross-section of a bent page: a plane curve whose curvature is linear in its arc length from
/// piece to piece (clothoids).
///
/// A page that bends along straight, parallel lines, its rulings, is determined by this curve. At
/// arc length s the curve is at (X, Z), its tangent has the angle θ to the ground, and
/// X′ = cos θ, Z′ = sin θ, θ′ = κ. The map from the flat page keeps all distances, whatever θ is.
package struct CrossSection: Hashable, Sendable {
  /// A point of the curve.
  package struct Point: Hashable, Sendable {
    /// The distance along the ground.
    package var x: Double
    /// The height above the ground.
    package var z: Double
    /// The angle of the tangent to the ground in radians; above π/2 the page is upside down.
    package var angle: Double
    /// The curvature, positive where the page bends upwards.
    package var curvature: Double

    /// Makes a point, by default the start of a flat page.
    package init(x: Double = 0, z: Double = 0, angle: Double = 0, curvature: Double = 0) {
      self.x = x
      self.z = z
      self.angle = angle
      self.curvature = curvature
    }
  }

  /// A part of the curve on which the curvature is linear.
  struct Piece: Hashable, Sendable {
    /// The arc length at which it starts.
    var start: Double
    var length: Double
    /// Its first point.
    var first: Point
    /// The curvature at its end.
    var lastCurvature: Double

    /// The change of the curvature per arc length.
    var slope: Double { (lastCurvature - first.curvature) / length }

    func angle(at t: Double) -> Double {
      first.angle + t * (first.curvature + 0.5 * slope * t)
    }

    /// Returns the point at a distance from the piece's start.
    func point(at t: Double) -> Point {
      let (x, z) = way(to: t)
      return Point(
        x: first.x + x, z: first.z + z, angle: angle(at: t),
        curvature: first.curvature + slope * t)
    }

    /// The integral of (cos θ, sin θ): Gauss's quadrature with five points, on parts of at most
    /// half a radian, is exact to 1e−13 of their length.
    private func way(to t: Double) -> (x: Double, z: Double) {
      let turn = t * max(abs(first.curvature), abs(lastCurvature))
      let parts = max((turn / 0.5).rounded(.up), 1)
      let step = t / parts
      var (x, z) = (0.0, 0.0)
      for part in 0..<Int(parts) {
        let middle = (Double(part) + 0.5) * step
        for (place, weight) in CrossSection.gauss {
          let angle = angle(at: middle + place * step)
          x += weight * cos(angle)
          z += weight * sin(angle)
        }
      }
      return (x * step, z * step)
    }
  }

  /// Gauss's quadrature: places in −½…½ and weights with the sum 1.
  static let gauss: [(Double, Double)] = [
    (-0.4530899229693320, 0.1184634425280945), (-0.2692346550528415, 0.2393143352496832),
    (0, 0.2844444444444444), (0.2692346550528415, 0.2393143352496832),
    (0.4530899229693320, 0.1184634425280945),
  ]

  /// The pieces in order; at least one, each longer than 0.
  let pieces: [Piece]
  /// The length of the curve.
  package let length: Double

  /// Makes a curve of pieces.
  ///
  /// - Parameters:
  ///   - first: The start. Its curvature is ignored.
  ///   - pieces: The length of each piece and the curvatures at its two ends. Pieces without a
  ///     length are left out, but not all may be.
  package init(
    from first: Point = Point(), _ pieces: [(length: Double, curvatures: (Double, Double))]
  ) {
    precondition(pieces.contains { $0.length > 0 }, "a profile has a length")
    var made: [Piece] = []
    var (place, start) = (first, 0.0)
    for piece in pieces where piece.length > 0 {
      place.curvature = piece.curvatures.0
      let next = Piece(
        start: start, length: piece.length, first: place, lastCurvature: piece.curvatures.1)
      made.append(next)
      place = next.point(at: piece.length)
      start += piece.length
    }
    self.pieces = made
    length = start
  }

  /// Makes a curve with continuous curvature, of pieces of one length.
  ///
  /// - Parameters:
  ///   - angle: The angle at the start, which is at (0, 0).
  ///   - curvatures: The curvatures at the pieces' ends, at least two.
  package init(length: Double, angle: Double, curvatures: [Double]) {
    let step = length / Double(curvatures.count - 1)
    self.init(
      from: Point(angle: angle),
      zip(curvatures, curvatures.dropFirst()).map { (step, ($0, $1)) })
  }

  /// Returns the point at an arc length. The curve continues straight beyond both of its ends.
  package func point(at s: Double) -> Point {
    guard s >= 0 else { return straight(from: pieces[0].first, by: s) }
    guard s <= length else { return straight(from: point(at: length), by: s - length) }
    let piece = pieces[index(of: s)]
    return piece.point(at: min(s - piece.start, piece.length))
  }

  /// Returns the angle at an arc length.
  func angle(at s: Double) -> Double {
    let s = min(max(s, 0), length)
    let piece = pieces[index(of: s)]
    return piece.angle(at: min(s - piece.start, piece.length))
  }

  private func straight(from point: Point, by s: Double) -> Point {
    Point(x: point.x + s * cos(point.angle), z: point.z + s * sin(point.angle), angle: point.angle)
  }

  /// Returns the index of the piece that contains an arc length of 0…``length``.
  private func index(of s: Double) -> Int {
    max(pieces.partitioningIndex { $0.start > s } - 1, 0)
  }

  /// The greatest height of the pieces' ends, at least 0.
  package var highest: Double {
    pieces.reduce(max(point(at: length).z, 0)) { max($0, $1.first.z) }
  }
}
