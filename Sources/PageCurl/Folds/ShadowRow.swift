/// A row of a ``CurlShadowMesh``: a line along the fold, and the columns on it.
struct ShadowRow {
  /// The distance beyond the contact line.
  var line: Double
  /// The slopes of the light, across the fold, between which paper hides it.
  var hidden: (low: Double, high: Double)
  /// The columns' places; none where no paper is between the row and the light.
  var places: [Double]
  /// Whether paper hides a part of the row.
  var hasGap: Bool

  /// Returns the rows, and more of them where columns are not straight from one to the next. There
  /// the cells, which are, would join light to shadow.
  ///
  /// - Parameters:
  ///   - most: The most rows that are added.
  ///   - row: Returns the row on a line; `nil` outside the page.
  static func refined(
    _ rows: [ShadowRow], most: Int, pixel: Double, _ row: (Double) -> ShadowRow?
  ) -> [ShadowRow] {
    var refined: [ShadowRow] = []
    var left = most
    func add(between one: ShadowRow, _ other: ShadowRow) {
      guard left > 0, other.line - one.line > pixel, !one.places.isEmpty,
        !other.places.isEmpty, let middle = row((one.line + other.line) / 2),
        !middle.places.isEmpty, middle.bends(from: one, to: other, pixel: pixel)
      else { return }
      left -= 1
      add(between: one, middle)
      refined.append(middle)
      add(between: middle, other)
    }
    for (index, one) in rows.enumerated() {
      refined.append(one)
      if index + 1 < rows.count { add(between: one, rows[index + 1]) }
    }
    return refined
  }

  /// Gives the contact line the same columns on the ground and on the rising paper, and joins
  /// columns that are too near each other.
  ///
  /// Then each pixel of the contact line belongs to one of them. Beside the paper, where no shadow
  /// is drawn on it, the columns are the same, too: drivers round the ends of an edge, so that
  /// edges with different ends leave pixels out or darken them twice.
  static func join(
    _ flat: inout [ShadowRow], _ rising: inout [ShadowRow], pixel: Double
  ) {
    join(&flat, pixel: pixel)
    guard rising.first?.line == 0, let contact = flat.firstIndex(where: { $0.line == 0 }) else {
      return join(&rising, pixel: pixel)
    }
    rising[0].hidden = flat[contact].hidden
    repeat {
      rising[0].places = flat[contact].places
      join(&rising, pixel: pixel)
      flat[contact].places = rising[0].places
      join(&flat, pixel: pixel)
    } while rising[0].places != flat[contact].places
  }

  /// Joins columns between which rows have triangles that are thinner than drivers can tell.
  ///
  /// Drivers round corners to 1/256 of a pixel. A triangle that is thinner than two errors of
  /// 1/512 pixel in each direction may turn over. It then lies on its neighbors, and a pixel there
  /// is darkened several times.
  static func join(_ rows: inout [ShadowRow], pixel: Double) {
    guard let columns = rows.first?.places.count else { return }
    let least = pixel / 170
    var changes = true
    while changes {
      changes = false
      for row in 1..<rows.count {
        let apart = rows[row].line - rows[row - 1].line
        guard apart > 0 else { continue }
        for cell in 0..<columns - 1 {
          let isLower = cell < columns / 2
          // The corner of the other row, with which the triangle on each row's side is drawn.
          for (own, other, tip) in [
            (row - 1, row, isLower ? 0 : 1), (row, row - 1, isLower ? 1 : 0),
          ] {
            let (from, to) = (rows[own].places[cell], rows[own].places[cell + 1])
            let far = rows[other].places[cell + tip]
            let across = max(abs(far - from), abs(far - to), to - from)
            let longest = (apart * apart + across * across).squareRoot()
            guard to > from, (to - from) * apart < least * longest else { continue }
            // Toward the gap.
            if isLower { rows[own].places[cell] = to } else { rows[own].places[cell + 1] = from }
            changes = true
          }
        }
      }
    }
  }

  /// Returns whether a column lies off the middle between its places in two other rows: by more
  /// than a pixel and a fifth of its distance from the column after the next.
  private func bends(from one: ShadowRow, to other: ShadowRow, pixel: Double) -> Bool {
    places.indices.contains { index in
      let off = places[index] - (one.places[index] + other.places[index]) / 2
      let room = places[min(index + 1, places.count - 1)] - places[max(index - 1, 0)]
      return abs(off) > max(0.2 * room, pixel)
    }
  }
}
