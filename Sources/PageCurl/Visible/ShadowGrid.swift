import GLMath

/// Shadows whose darkness is known on a grid of lines, each as a triangle strip for `shade.vert`.
struct ShadowGrid: Sendable {
  /// The places, and the shadow's darkness of 0…1.
  private(set) var vertices: [SIMD3<Float>] = []

  /// A shadow to draw.
  struct Shadow {
    /// Its part of ``vertices``.
    var vertices: Range<Int>
    var color: SIMD3<Double>
    /// The part of the page plane on which it falls; `nil` if it ends by itself.
    var bounds: PageRect?
    /// Whether it covers the page plane where the target is transparent.
    var coversGround = false
  }

  /// Half a step of 8-bit color: where the shadow is paler, it is not drawn.
  private static let palest: Float = 1.0 / 512

  /// A line of the grid: its coordinate, and the darkness at each row.
  typealias Column = (place: Double, shades: [Float])

  /// Removes all shadows.
  mutating func removeAll() { vertices.removeAll(keepingCapacity: true) }

  /// Adds a shadow, and returns its part of ``vertices``.
  ///
  /// - Parameters:
  ///   - rows: The coordinates of the rows.
  ///   - hidden: The parts on which the shadow is not seen. Cells inside them are left out.
  ///   - place: Returns the place of a column and a row.
  @discardableResult
  mutating func add(
    rows: [Double], _ columns: [Column], hiddenBy hidden: [PageRect] = [],
    place: (Double, Double) -> SIMD2<Double>
  ) -> Range<Int> {
    let first = vertices.count
    for (left, right) in zip(columns, columns.dropFirst()) {
      let covers = hidden.filter { $0.low.x <= left.place && right.place <= $0.high.x }
      var end = -1
      for row in rows.indices.dropLast() {
        let dark = max(
          max(left.shades[row], right.shades[row]), max(left.shades[row + 1], right.shades[row + 1])
        )
        guard dark > Self.palest,
          !covers.contains(where: { $0.low.y <= rows[row] && rows[row + 1] <= $0.high.y })
        else { continue }
        for line in (end == row ? row + 1 : row)...row + 1 {
          let pair = [left, right].map {
            SIMD3(SIMD2<Float>(place($0.place, rows[line])), $0.shades[line])
          }
          // Repeated vertices connect the parts of the strip.
          if end != row, line == row, vertices.count > first {
            vertices += [vertices[vertices.count - 1], pair[0]]
          }
          vertices += pair
        }
        end = row + 1
      }
    }
    return first..<vertices.count
  }
}
