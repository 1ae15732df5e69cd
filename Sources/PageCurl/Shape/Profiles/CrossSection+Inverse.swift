import Glibc

extension CrossSection {
  /// Returns the arc lengths at which the line of sight lies in the paper, in order: there a part
  /// of the page that is seen ends and begins to hide another.
  ///
  /// - Parameter direction: The angle of the line of sight to the ground; π/2 is straight down.
  package func silhouettes(along direction: Double = .pi / 2) -> [Double] {
    var found: [Double] = []
    for piece in pieces {
      // θ is quadratic in t, so its extremum divides the piece into two monotone parts.
      let turning = piece.slope == 0 ? -1 : -piece.first.curvature / piece.slope
      let ends = [piece.length] + (turning > 0 && turning < piece.length ? [turning] : [])
      let angles = [piece.first.angle] + ends.map(piece.angle)
      guard let low = angles.min(), let high = angles.max() else { continue }
      var level = ((low - direction) / .pi).rounded(.up) * .pi + direction
      while level <= high {
        found += piece.places(ofAngle: level).map { piece.start + $0 }
        level += .pi
      }
    }
    return found.sorted()
  }

  /// Returns the parts of the curve on which the distance from a line of sight changes in one
  /// direction only: on each of them, a line of sight meets the paper at most once.
  package func monotonePieces(along direction: Double = .pi / 2) -> [ClosedRange<Double>] {
    var cuts = [0.0]
    for cut in silhouettes(along: direction) where cut > cuts[cuts.count - 1] { cuts.append(cut) }
    if cuts[cuts.count - 1] < length { cuts.append(length) }
    return zip(cuts, cuts.dropFirst()).map { $0...$1 }
  }

  /// Returns the arc lengths at which a line meets the curve, in order.
  ///
  /// - Parameters:
  ///   - x: The x of a point of the line.
  ///   - z: The z of that point. Default: on the ground.
  ///   - direction: The angle of the line to the ground. Default: upright.
  package func crossings(
    x: Double, z: Double = 0, along direction: Double = .pi / 2
  ) -> [Double] {
    // The distance of a point of the curve from the line.
    let (across, up) = (sin(direction), cos(direction))
    func distance(_ s: Double) -> Double {
      let point = point(at: s)
      return (point.x - x) * across - (point.z - z) * up
    }
    var found: [Double] = []
    for part in monotonePieces(along: direction) {
      let (low, high) = (part.lowerBound, part.upperBound)
      let (first, last) = (distance(low), distance(high))
      guard first * last <= 0 else { continue }
      let secant = first == last ? low : low + (high - low) * first / (first - last)
      let ends = first < 0 ? (low, high) : (high, low)
      let s = root(from: secant, between: ends.0, ends.1) { s in
        (distance(s), sin(direction - point(at: s).angle))
      }
      if found.last.map({ s - $0 > 1e-12 * length }) ?? true { found.append(s) }
    }
    return found
  }
}

extension CrossSection.Piece {
  /// Returns the distances from the piece's start at which its angle has a value.
  fileprivate func places(ofAngle level: Double) -> [Double] {
    let rest = first.angle - level
    let curvature = first.curvature
    let discriminant = curvature * curvature - 2 * slope * rest
    guard discriminant >= 0 else { return [] }
    // ½ slope t² + κ t + rest = 0, without cancellation.
    let sum = -(curvature + (curvature < 0 ? -1 : 1) * discriminant.squareRoot())
    var roots: [Double] = []
    if slope != 0 { roots.append(sum / slope) }
    if sum != 0 { roots.append(2 * rest / sum) }
    return Set(roots).filter { $0 >= 0 && $0 <= length }.sorted()
  }
}
