import GLMath

/// The shadows that pages on cones cast on a side of one of them.
///
/// They are known on a grid: its columns are rulings, and its rows follow the ends of the other
/// pages, projected from the middle of the light.
struct ConeShade {
  private let cone: ConeGeometry
  private let casts: [ConeShadow]
  private let edges: ShadowEdges
  private let lines: ShadowLines
  /// The coordinates of the rows: each distance of two ends is as long as the spine.
  private let rows: [Double]
  /// The shares of the light that each page hides from the rows.
  private let columns: [ShadowGrid.Column]

  /// The angles at the apex of the rulings between which the shadow is as good as linear.
  var angles: [Double] { columns.map(\.place) }

  /// Returns `nil` if no shadow falls on the side.
  ///
  /// - Parameter casts: The shadows of the pages that may hide light, which the page itself does
  ///   from its front: that is hollow.
  init?(on cone: ConeGeometry, _ casts: [ConeShadow], pixel: Double) {
    guard !casts.isEmpty else { return nil }
    self.cone = cone
    self.casts = casts
    var lines = ShadowLines(
      pixel: pixel, slope: 0, spread: casts.map(\.look.spread).min() ?? 0,
      length: cone.frame.length, highest: casts.map(\.highest).max() ?? 0)
    let edges = ShadowEdges(casts.flatMap { $0.edges(on: cone) })
    self.edges = edges
    lines.parts = edges.count + 1
    self.lines = lines
    let rows = lines.rows(from: 0, to: Double(lines.parts) * lines.length)
    self.rows = rows
    let widest = cone.angles.upperBound
    lines.pixel /= cone.ends(at: widest).y
    columns = lines.columns(from: 0, to: widest, and: [cone.corner]) { angle in
      let direction = cone.direction(at: angle)
      let ends = Self.ends(on: cone, edges, at: angle)
      let places = rows.map { row in
        cone.frame.page(lines.along(row, ends) * direction - SIMD3(0, cone.apexDepth, 0))
      }
      return casts.flatMap { cast in
        cast.darkness(from: places, on: cast.cone == cone ? angle : nil).map {
          Float(cast.look.strength(for: .cone(cone)) * $0)
        }
      }
    }
    if columns.allSatisfy({ $0.shades.allSatisfy { $0 < 1e-3 } }) { return nil }
  }

  /// Returns the distances from the apex of the page's ends on a ruling and of those between them.
  private static func ends(
    on cone: ConeGeometry, _ edges: ShadowEdges, at angle: Double
  ) -> [Double] {
    let ends = cone.ends(at: angle)
    return [ends.x] + edges.ends(at: angle).map { min(max($0, ends.x), ends.y) } + [ends.y]
  }

  /// Returns where the rows lie on a ruling, from where the page begins on it (0) to where it ends
  /// (1), and the shadows there: their color, premultiplied, and the share of the light that they
  /// take.
  func shades(at angle: Double) -> [(place: Double, shade: SIMD4<Float>)] {
    let next = max(columns.firstIndex { $0.place >= angle } ?? columns.count - 1, 1)
    let (one, other) = (columns[next - 1], columns[next])
    let part = Float(min(max((angle - one.place) / (other.place - one.place), 0), 1))
    let ends = Self.ends(on: cone, edges, at: angle)
    let length = max(ends[ends.count - 1] - ends[0], 1e-9)
    return rows.enumerated().map { row, line in
      var shade = SIMD4<Float>.zero
      for (index, cast) in casts.enumerated() {
        let at = index * rows.count + row
        let dark = one.shades[at] + part * (other.shades[at] - one.shades[at])
        shade = dark * SIMD4(SIMD3<Float>(cast.look.color), 1) + (1 - dark) * shade
      }
      return ((lines.along(line, ends) - ends[0]) / length, shade)
    }
  }
}
