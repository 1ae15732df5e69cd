import Glibc

/// The raised part of a page as a strip of quads, cut along lines on which the paper does not bend.
///
/// Folds and cones are ruled: such lines stay straight, so a few of them are as good as any
/// grid, where no shadow falls on them. `curl.vert` and `cone.vert` place the vertices.
struct LayerMesh {
  struct Vertex {
    /// The point of the paper.
    var paper: SIMD2<Float>
    /// The color of the shadow on it, premultiplied, and the share of the light that it takes.
    var shade = SIMD4<Float>.zero
  }

  /// Triangle strips whose fronts wind counterclockwise where they are flat.
  private(set) var vertices: [Vertex] = []

  /// Removes all strips, keeping their memory.
  mutating func removeAll() { vertices.removeAll(keepingCapacity: true) }

  /// Cuts a page, and returns its part of ``vertices``.
  ///
  /// - Parameters:
  ///   - tolerance: The largest distance of the strip from the paper, in page pixels.
  ///   - shade: The shadows on it, if it is a cone.
  mutating func cut(_ shape: CurlShape, tolerance: Double, _ shade: ConeShade?) -> Range<Int> {
    let first = vertices.count
    switch shape {
    case .fold(let curl): cut(curl, tolerance)
    case .cone(let cone): cut(cone, tolerance, shade)
    // VisiblePages cuts it.
    case .paper: break
    }
    return first..<vertices.count
  }

  private mutating func cut(_ curl: CurlGeometry, _ tolerance: Double) {
    let range = curl.extent
    let first = max(range.lowerBound - curl.contactOffset, 0)
    let last = range.upperBound - curl.contactOffset
    let count = 2 * Self.steps(radius: curl.radius / curl.fold.sharpest, tolerance: tolerance)
    let arc = curl.turn / count
    // Of a huge roll's many strips the page contains only a few.
    let ends = (max(first / arc, 0).rounded(.down), min(last / arc, count).rounded(.up))
    let arcs =
      arc > 0 && ends.1 > ends.0
      ? (0...Int(ends.1 - ends.0)).map { curl.turn * (ends.0 + Double($0)) / count } : []
    for s in Self.lines(arcs + curl.corners.map { curl.distance(of: $0) }, from: first, to: last) {
      guard let chord = curl.chord(at: curl.contactOffset + s) else { continue }
      let base = (curl.contactOffset + s) * curl.lift
      for end in [chord.upperBound, chord.lowerBound] {
        vertices.append(Vertex(paper: SIMD2<Float>(base + end * curl.axis)))
      }
    }
  }

  private mutating func cut(_ cone: ConeGeometry, _ tolerance: Double, _ shade: ConeShade?) {
    let frame = cone.frame
    let widest = cone.angles.upperBound
    // The curvature at the far end is at least that of a circle of this radius.
    let far = frame.length + frame.breadth + cone.apexDepth
    let quarter = Self.steps(radius: far * tan(cone.halfAngle), tolerance: tolerance)
    let wound = widest / sin(cone.halfAngle)
    // The radius of an almost flat leaf is unbounded, so the number of strips is limited.
    let steps = Int(min(max((quarter * wound / (.pi / 2)).rounded(.up), 8), 1024))
    let rays = (0...steps).map { widest * Double($0) / Double(steps) } + (shade?.angles ?? [])
    let isMirrored = frame.away.x * frame.along.y < frame.away.y * frame.along.x
    let lines = Self.lines(rays + [cone.corner], from: 0, to: widest).map { ray in
      let ends = cone.ends(at: ray)
      let places = shade?.shades(at: ray) ?? [(ends.x, .zero), (ends.y, .zero)]
      return places.map { distance, shade in
        let local = SIMD2(distance * sin(ray), distance * cos(ray) - cone.apexDepth)
        return Vertex(paper: SIMD2<Float>(frame.page(local)), shade: shade)
      }
    }
    guard shade != nil else {
      // One strip across all rulings.
      for line in lines { vertices += isMirrored ? line : line.reversed() }
      return
    }
    let first = vertices.count
    for (one, other) in zip(lines, lines.dropFirst()) {
      let strip = zip(isMirrored ? other : one, isMirrored ? one : other).flatMap { [$0, $1] }
      // Repeated vertices connect the strips.
      if vertices.count > first { vertices += [vertices[vertices.count - 1], strip[0]] }
      vertices += strip
    }
  }

  /// Returns the places inside a range, sorted, with both ends of the range.
  private static func lines(
    _ places: [Double], from first: Double, to last: Double
  ) -> [Double] {
    guard last > first else { return [] }
    return ([first] + places.filter { $0 > first && $0 < last } + [last]).sorted()
  }

  /// Returns the number of strips for a quarter of a roll: a chord over the angle 2a deviates by
  /// R(1 − cos a) = 2R sin²(a/2).
  private static func steps(radius: Double, tolerance: Double) -> Double {
    guard radius > tolerance else { return 2 }
    return max(2, (.pi / 8 / asin((tolerance / (2 * radius)).squareRoot())).rounded(.up))
  }
}
