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
  ///   - tolerance: How far the darkness may be from that of the grid, to join cells that follow
  ///     each other in a column. A line of the grid then has other vertices on its left than on its
  ///     right, and so that no gap is left between them, it must be parallel to an axis. 0 keeps
  ///     all cells.
  ///   - place: Returns the place of a column and a row.
  mutating func fill(
    rows: [Double], _ columns: [Column], hiddenBy hidden: [PageRect] = [], tolerance: Float = 0,
    place: (Double, Double) -> SIMD2<Double>
  ) {
    vertices.removeAll(keepingCapacity: true)
    for (left, right) in zip(columns, columns.dropFirst()) {
      let covers = hidden.filter { $0.low.x <= left.place && right.place <= $0.high.x }
      func isSeen(_ row: Int) -> Bool {
        let dark = max(
          max(left.shades[row], right.shades[row]), max(left.shades[row + 1], right.shades[row + 1])
        )
        return dark > Self.palest
          && !covers.contains { $0.low.y <= rows[row] && rows[row + 1] <= $0.high.y }
      }
      func shades(_ row: Int) -> SIMD2<Float> { SIMD2(left.shades[row], right.shades[row]) }
      func add(_ row: Int, joins: Bool) {
        let pair = [left, right].map {
          SIMD3(SIMD2<Float>(place($0.place, rows[row])), $0.shades[row])
        }
        // Repeated vertices connect the parts of the strip.
        if !joins, let last = vertices.last { vertices += [last, pair[0]] }
        vertices += pair
      }
      var (row, end) = (0, -1)
      while row + 1 < rows.count {
        guard isSeen(row) else {
          row += 1
          continue
        }
        if end != row { add(row, joins: false) }
        // The slopes with which a line from here passes all rows so far.
        var (low, high) = (SIMD2<Float>(repeating: -.infinity), SIMD2<Float>(repeating: .infinity))
        end = row + 1
        while tolerance > 0, end + 1 < rows.count, isSeen(end) {
          let way = Float(rows[end] - rows[row])
          let change = shades(end) - shades(row)
          low = pointwiseMax(low, (change - tolerance) / way)
          high = pointwiseMin(high, (change + tolerance) / way)
          let slope = (shades(end + 1) - shades(row)) / Float(rows[end + 1] - rows[row])
          guard all(slope .>= low), all(slope .<= high) else { break }
          end += 1
        }
        add(end, joins: true)
        row = end
      }
    }
  }
}
