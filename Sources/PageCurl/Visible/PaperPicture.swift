import GLMath

/// A moment of pages that bend like paper, as an eye sees it: the triangles of their visible parts,
/// and the shadows below them and on them.
///
/// It is made without the driver, so any thread can make it ahead of drawing.
package struct PaperPicture: Sendable {
  let seen: VisiblePages
  private(set) var shades = ShadowGrid()
  /// The shadows on the page plane.
  private(set) var ground: [ShadowGrid.Shadow] = []
  /// The shadows on each part of ``seen``.
  private(set) var parts: [[ShadowGrid.Shadow]] = []
  /// A part of the page plane on which all of it is seen, and two pixels around that; `nil` if
  /// nothing is.
  private(set) var extent: PageRect?

  /// - Parameters:
  ///   - leaves: The pages, in the order in which they started.
  ///   - eye: The eye, in page space, above the paper.
  ///   - scale: Target pixels per page pixel.
  init(_ leaves: [VisiblePages.Leaf], from eye: SIMD3<Double>, scale: Double) {
    let leaves = leaves.map { $0.lit() }
    // Three hundredths of a pixel, as in web pages: less than the 0.1 px that the tests allow.
    // Strips leave out some of these rulings.
    let runs = leaves.map {
      VisibleRun.runs(of: $0.geometry, from: eye, $0.light, tolerance: 0.03 / scale)
    }
    seen = VisiblePages(leaves, runs, from: eye, scale: scale)
    let casts = leaves.map { leaf -> (shadow: PaperShadow, look: CurlShadow)? in
      leaf.shadow.map { (PaperShadow(leaf.geometry, $0, pixel: 1 / scale), $0) }
    }
    for (index, leaf) in leaves.enumerated() {
      guard let (shadow, look) = casts[index] else { continue }
      let bounds = look.bounds ?? leaf.geometry.page
      let vertices = shadow.add(
        to: &shades, within: bounds, strength: look.strength,
        hiddenBy: leaf.covers(runs[index], from: eye, scale: scale))
      ground.append(
        ShadowGrid.Shadow(
          vertices: vertices, color: look.color, bounds: bounds, coversGround: true))
    }
    for part in seen.parts {
      // Pages that started earlier lie over a page's front, and later ones over its back.
      let over = part.side == .front ? 0..<part.leaf : part.leaf + 1..<casts.count
      let shadows = casts[over].compactMap { cast -> ShadowGrid.Shadow? in
        guard let (shadow, look) = cast else { return nil }
        let vertices = shadow.add(
          to: &shades, on: part.run, part.range, of: leaves[part.leaf].geometry, from: eye,
          strength: look.strength)
        return ShadowGrid.Shadow(vertices: vertices, color: look.color)
      }
      parts.append(shadows)
    }
    let paper = seen.vertices.lazy.map { vertex -> SIMD2<Double> in
      let way = SIMD3<Double>(SIMD3(vertex.place.x, vertex.place.y, vertex.place.z)) - eye
      return SIMD2(eye.x, eye.y) - SIMD2(way.x, way.y) * (eye.z / way.z)
    }
    let shaded = shades.vertices.lazy.map { SIMD2(Double($0.x), Double($0.y)) }
    let pad = SIMD2(repeating: 2 / scale)
    extent = [PageRect(around: paper), PageRect(around: shaded)].compactMap(\.self)
      .reduce(nil) { $0?.union($1) ?? $1 }
      .map { PageRect(low: $0.low - pad, high: $0.high + pad) }
  }
}

extension PageRect {
  /// Makes the smallest rectangle around places; `nil` without places.
  fileprivate init?(around places: some Sequence<SIMD2<Double>>) {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for place in places { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }
    guard low.x <= high.x else { return nil }
    self.init(low: low, high: high)
  }
}
