import GLMath

/// The shadows that pages on cones cast on a side of one of them.
///
/// They are known on a grid: its columns are rulings, and its rows follow the ends of the other
/// pages, projected from the middle of the light.
struct ConeShade {
  /// A page that may hide light.
  struct Cast {
    var shadow: ConeShadow
    var look: CurlShadow
    /// Whether it is the page on which the shadow falls: its front, which is hollow.
    var isOwn = false
  }

  private let cone: ConeGeometry
  private let casts: [Cast]
  private let edges: ShadowEdges
  /// The coordinates of the rows: each distance of two ends is as long as the spine.
  private let rows: [Double]
  /// The shares of the light that each page hides from the rows.
  private let columns: [ShadowGrid.Column]

  /// The angles at the apex of the rulings between which the shadow is as good as linear.
  var angles: [Double] { columns.map(\.place) }

  /// Returns `nil` if no shadow falls on the side.
  init?(on cone: ConeGeometry, _ casts: [Cast], pixel: Double) {
    guard !casts.isEmpty else { return nil }
    self.cone = cone
    self.casts = casts
    var lines = ShadowLines(
      pixel: pixel, slope: 0, spread: casts.map(\.look.spread).min() ?? 0,
      length: cone.frame.length, highest: casts.map(\.shadow.highest).max() ?? 0)
    let edges = ShadowEdges(casts.flatMap { $0.shadow.edges(on: cone, isOwn: $0.isOwn) })
    self.edges = edges
    lines.parts = edges.count + 1
    let rows = lines.rows(from: 0, to: Double(lines.parts) * lines.length)
    self.rows = rows
    let widest = cone.angles.upperBound
    lines.pixel /= cone.ends(at: widest).y
    columns = lines.columns(from: 0, to: widest, and: [cone.corner]) { angle in
      let direction = cone.direction(at: angle)
      let places = Self.places(on: cone, edges, rows, at: angle).map { distance in
        cone.frame.page(distance * direction - SIMD3(0, cone.apexDepth, 0))
      }
      return casts.flatMap { cast in
        cast.shadow.darkness(from: places, on: cast.isOwn ? angle : nil).map {
          Float(cast.look.strength(for: .cone(cone)) * $0)
        }
      }
    }
    if columns.allSatisfy({ $0.shades.allSatisfy { $0 < 1e-3 } }) { return nil }
  }

  /// Returns the distances of the rows from the apex.
  private static func places(
    on cone: ConeGeometry, _ edges: ShadowEdges, _ rows: [Double], at angle: Double
  ) -> [Double] {
    let ends = cone.ends(at: angle)
    let all = [ends.x] + edges.ends(at: angle).map { min(max($0, ends.x), ends.y) } + [ends.y]
    return rows.map { row in
      let part = min(Int(row / cone.frame.length), edges.count)
      return all[part] + (row / cone.frame.length - Double(part)) * (all[part + 1] - all[part])
    }
  }

  /// Returns the rows' distances from the apex on a ruling, and the shadows there: their color,
  /// premultiplied, and the share of the light that they take.
  func shades(at angle: Double) -> [(distance: Double, shade: SIMD4<Float>)] {
    let next = max(columns.firstIndex { $0.place >= angle } ?? columns.count - 1, 1)
    let (one, other) = (columns[next - 1], columns[next])
    let part = Float(min(max((angle - one.place) / (other.place - one.place), 0), 1))
    return Self.places(on: cone, edges, rows, at: angle).enumerated().map { row, distance in
      var shade = SIMD4<Float>.zero
      for (index, cast) in casts.enumerated() {
        let at = index * rows.count + row
        let dark = one.shades[at] + part * (other.shades[at] - one.shades[at])
        shade = dark * SIMD4(SIMD3<Float>(cast.look.color), 1) + (1 - dark) * shade
      }
      return (distance, shade)
    }
  }
}
