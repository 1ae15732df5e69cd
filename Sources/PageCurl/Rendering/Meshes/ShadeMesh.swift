/// A shadow whose darkness is known on a grid of lines, as one triangle strip for `shade.vert`.
struct ShadeMesh {
  /// The places, and the shadow's darkness of 0…1.
  private(set) var vertices: [SIMD3<Float>] = []

  /// Half a step of 8-bit colour: a shadow that is paler everywhere is not drawn.
  private static let palest: Float = 1.0 / 512

  /// Fills the mesh again, reusing memory.
  ///
  /// - Parameters:
  ///   - rows: The coordinates of the rows.
  ///   - columns: The coordinates of the columns, and the darkness at each row.
  ///   - place: Returns the place of a column and a row.
  mutating func fill(
    rows: [Double], _ columns: [(place: Double, shades: [Float])],
    place: (Double, Double) -> SIMD2<Double>
  ) {
    vertices.removeAll(keepingCapacity: true)
    for (left, right) in zip(columns, columns.dropFirst()) {
      func isDark(_ row: Int) -> Bool { max(left.shades[row], right.shades[row]) > Self.palest }
      guard let first = rows.indices.first(where: isDark),
        let last = rows.indices.last(where: isDark)
      else { continue }
      for row in max(first - 1, 0)...min(last + 1, rows.count - 1) {
        let pair = [left, right].map {
          SIMD3(SIMD2<Float>(place($0.place, rows[row])), $0.shades[row])
        }
        // Repeated vertices connect the strips of two pairs of columns.
        if row == max(first - 1, 0), let end = vertices.last { vertices += [end, pair[0]] }
        vertices += pair
      }
      if let end = vertices.last { vertices.append(end) }
    }
  }
}
