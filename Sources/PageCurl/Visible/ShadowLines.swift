/// Where the columns and the rows of a ``ShadowGrid`` lie: so close that the shadow is as good as
/// linear between them.
struct ShadowLines {
  /// The size of a target pixel in page pixels.
  var pixel: Double
  /// The middle of the light's slopes along the columns, and their spread.
  var slope: Double
  var spread: Double
  /// The extent of the paper along the columns, from 0, and its greatest height, in page pixels.
  var length: Double
  var highest: Double
  /// The number of such extents, one after the other: layers of paper may end elsewhere.
  var parts = 1
  /// The largest distance of two rows, for paper whose shadow begins and ends elsewhere than at 0
  /// and ``length``.
  var most = Double.infinity

  /// Returns the columns of a mesh, so close that the shadow is as good as linear between them.
  ///
  /// - Parameters:
  ///   - more: Coordinates of further columns, as far as they lie between the ends.
  ///   - shades: Returns the darkness at the rows of a column; NaN where it is not seen.
  func columns(
    from low: Double, to high: Double, and more: [Double] = [], shades: (Double) -> [Float]
  ) -> [ShadowGrid.Column] {
    /// Whether a shadow between two columns is as good as linear: to a step of 8-bit color.
    func isLinear(_ one: [Float], _ middle: [Float], _ other: [Float]) -> Bool {
      !middle.indices.contains { abs((one[$0] + other[$0]) / 2 - middle[$0]) >= 0.003 }
    }
    func column(_ x: Double) -> ShadowGrid.Column { (x, shades(x)) }
    var columns: [ShadowGrid.Column] = []
    func add(_ left: ShadowGrid.Column, _ right: ShadowGrid.Column) {
      let middle = column((left.place + right.place) / 2)
      if right.place - left.place > pixel, !isLinear(left.shades, middle.shades, right.shades) {
        add(left, middle)
        add(middle, right)
      } else {
        columns.append(left)
      }
    }
    let count = 24
    let places = (0...count).map { low + (high - low) * Double($0) / Double(count) }
    let even = (places + more.filter { $0 > low && $0 < high }).sorted().map(column)
    for (left, right) in zip(even, even.dropFirst()) { add(left, right) }
    columns.append(even[even.count - 1])
    return columns
  }

  /// Returns the rows of the mesh. The penumbra at the rulings' ends is as wide as the paper is
  /// high, so the rows' distances from them grow in proportion. On the side that the light's slope
  /// moves it to, it is narrower: as wide as its distance times the light's size per slope.
  func rows(from low: Double, to high: Double) -> [Double] {
    let tall = highest * (abs(slope) + 4 * spread)
    func away(growth: Double) -> [Double] {
      var (away, step) = ([Self.brink * pixel], pixel)
      while step < high - low {
        away.append(step)
        let more = (step < tall ? growth : Self.growth) * step
        step += min(max(more, Self.growth * pixel), most)
      }
      return away
    }
    let narrow = Self.growth * min(1.4 * spread / max(abs(slope), spread), 1)
    let sides = [
      away(growth: slope > 0 ? narrow : Self.growth).map { -$0 },
      away(growth: slope < 0 ? narrow : Self.growth),
    ]
    let ends = (0...parts).map { Double($0) * length }
    let places = ends + ends.flatMap { end in sides.joined().map { end + $0 } }
    var rows = [low]
    for row in places.sorted() where row < high && row - rows[rows.count - 1] > 0 {
      rows.append(row)
    }
    return rows + [high]
  }

  /// Returns the place of a row on a column on which the extents begin and end at some places.
  func along(_ row: Double, _ ends: [Double]) -> Double {
    if row <= 0 { return ends[0] + row }
    let whole = Double(parts) * length
    if row >= whole { return ends[parts] + (row - whole) }
    let part = min(Int(row / length), parts - 1)
    return ends[part] + (row / length - Double(part)) * (ends[part + 1] - ends[part])
  }

  /// By how much of it the distance of a row from an end of the rulings grows to the next one.
  private static let growth = 0.7

  /// The distance from an edge of paper, in pixels, at which the ground under it and beside it is
  /// looked at.
  static let brink = 0.01
}
