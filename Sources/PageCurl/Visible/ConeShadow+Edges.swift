import GLMath

extension ConeShadow {
  /// Returns where the page's ends are seen in the middle of the light from the rulings of another
  /// page or of this one, for each of the parts of this page that one plane may contain.
  func edges(on page: ConeGeometry) -> [ShadowEdges.Run] {
    guard page.apex == cone.apex else { return crossed(on: page) }
    let middle = SIMD3(slope.x, slope.y, 1)
    var runs: [ShadowEdges.Run] = [[], []]
    for angle in Self.angles(page) {
      let direction = cone.frame.local(
        direction: page.frame.page(direction: page.direction(at: angle)))
      let plane = direction.cross(middle)
      for (index, ruling) in cone.rulings(in: plane, but: page == cone ? angle : nil).enumerated() {
        guard let ruling else { continue }
        let (way, ends) = (cone.direction(at: ruling), cone.ends(at: ruling))
        // The middle is the sum of a part along the ruling and one along the direction: a negative
        // one, or the ruling lies before the places.
        let normal = direction.cross(way)
        let (one, other) = (plane.dot(normal), way.cross(middle).dot(normal))
        if one > 0, other > 0 { runs[index].append((angle, ends * (other / one))) }
      }
    }
    return runs
  }

  /// Does the same for a page with another apex: a plane through one of its rulings does not
  /// contain rulings of this page, but meets it in curves.
  private func crossed(on page: ConeGeometry) -> [ShadowEdges.Run] {
    let middle = SIMD3(slope.x, slope.y, 1)
    let apex = cone.frame.local(SIMD3(page.apex, 0)) + SIMD3(0, cone.apexDepth, 0)
    let rulings = Self.angles(cone).map { angle -> (low: SIMD3<Double>, high: SIMD3<Double>) in
      let (way, ends) = (cone.direction(at: angle), cone.ends(at: angle))
      return (ends.x * way - apex, ends.y * way - apex)
    }
    var runs: [ShadowEdges.Run] = [[], []]
    for angle in Self.angles(page) {
      let direction = cone.frame.local(
        direction: page.frame.page(direction: page.direction(at: angle)))
      let plane = direction.cross(middle)
      let square = plane.dot(plane)
      guard square > 1e-12 else { continue }
      var curves: [SIMD2<Double>?] = [nil]
      /// Adds a point of the plane to the last curve, if it is on the light's way to the ruling.
      func add(_ place: SIMD3<Double>) {
        guard direction.cross(place).dot(plane) > 0 else { return }
        let distance = place.cross(middle).dot(plane) / square
        let curve = curves[curves.count - 1] ?? SIMD2(repeating: distance)
        curves[curves.count - 1] = SIMD2(min(curve.x, distance), max(curve.y, distance))
      }
      var last: (low: Double, high: Double)?
      for (index, ruling) in rulings.enumerated() {
        let (low, high) = (plane.dot(ruling.low), plane.dot(ruling.high))
        if let last {
          // Where the curve crosses one of the two edges between rulings.
          if (last.low < 0) != (low < 0) {
            let (from, share) = (rulings[index - 1].low, last.low / (last.low - low))
            add(from + share * (ruling.low - from))
          }
          if (last.high < 0) != (high < 0) {
            let (from, share) = (rulings[index - 1].high, last.high / (last.high - high))
            add(from + share * (ruling.high - from))
          }
        }
        last = (low, high)
        if (low < 0) != (high < 0) {
          add(ruling.low + low / (low - high) * (ruling.high - ruling.low))
        } else if curves.count < runs.count, curves[curves.count - 1] != nil {
          curves.append(nil)
        }
      }
      for (index, curve) in curves.enumerated() {
        guard let curve, curve.y > 0 else { continue }
        runs[index].append((angle, SIMD2(max(curve.x, 0), curve.y)))
      }
    }
    return runs
  }
}
