import GLMath

/// A shadow whose darkness is known on a grid of lines, as one triangle strip for `shade.vert`.
struct ShadeMesh {
  /// The places, and the shadow's darkness of 0…1.
  private(set) var vertices: [SIMD3<Float>] = []

  /// Half a step of 8-bit color: where the shadow is paler, it is not drawn.
  private static let palest: Float = 1.0 / 512

  /// A line of the grid: its coordinate, and the darkness at each row.
  typealias Column = (place: Double, shades: [Float])

  /// Fills the mesh again, reusing memory.
  ///
  /// - Parameters:
  ///   - rows: The coordinates of the rows.
  ///   - hidden: The parts on which the shadow is not seen. Cells inside them are left out.
  ///   - place: Returns the place of a column and a row.
  mutating func fill(
    rows: [Double], _ columns: [Column], hiddenBy hidden: [PageRect] = [],
    place: (Double, Double) -> SIMD2<Double>
  ) {
    vertices.removeAll(keepingCapacity: true)
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
          if end != row, line == row, let last = vertices.last { vertices += [last, pair[0]] }
          vertices += pair
        }
        end = row + 1
      }
    }
  }
}
