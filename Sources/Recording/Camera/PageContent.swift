import Imaging

extension Image {
  /// The longest side of a page's picture in which ``content`` is looked for, in pixels.
  static let contentSide = 200

  /// The part of a page where most of its text and pictures are; all of it if they cover a quarter
  /// of it and reach its edges, and `nil` for a blank page.
  ///
  /// What differs from the color of the edges counts, without the outermost hundredth on each side:
  /// page numbers stand far from the text.
  var content: CameraMove.PageArea? {
    let edge = edgeColor
    var (columns, rows) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    var onEdge = 0
    for y in 0..<height {
      for x in 0..<width where differs(x, y, from: edge) {
        columns[x] += 1
        rows[y] += 1
        if x == 0 || y == 0 || x == width - 1 || y == height - 1 { onEdge += 1 }
      }
    }
    let count = rows.reduce(0, +)
    // A mark at an edge, such as a bar code, does not fill the page.
    if 20 * onEdge > 2 * (width + height), 4 * count > width * height { return .whole }
    guard 500 * count > width * height else { return nil }
    let (across, down) = (Self.most(of: columns, count), Self.most(of: rows, count))
    return CameraMove.PageArea(
      left: Double(across.lowerBound) / Double(width),
      top: Double(down.lowerBound) / Double(height),
      width: Double(across.count) / Double(width), height: Double(down.count) / Double(height))
  }

  private func differs(_ x: Int, _ y: Int, from color: SIMD4<Int>) -> Bool {
    let difference = SIMD4<Int>(truncatingIfNeeded: self[x, y]) &- color
    return max(difference.max(), -difference.min()) > 24
  }

  /// The median color of the outermost pixels, which a mark at an edge does not change.
  private var edgeColor: SIMD4<Int> {
    let columns = (0..<width).flatMap { [self[$0, 0], self[$0, height - 1]] }
    let rows = (0..<height).flatMap { [self[0, $0], self[width - 1, $0]] }
    let edge = columns + rows
    var median = SIMD4<Int>.zero
    for channel in 0..<4 {
      median[channel] = Int(edge.map { $0[channel] }.sorted()[edge.count / 2])
    }
    return median
  }

  /// The range in which all but a hundredth on either side lies.
  private static func most(of counts: [Int], _ all: Int) -> Range<Int> {
    func first(_ counts: some Sequence<(offset: Int, element: Int)>) -> Int {
      var sum = 0
      for (place, count) in counts {
        sum += count
        if 100 * sum > all { return place }
      }
      return 0
    }
    return first(counts.enumerated())..<(first(counts.enumerated().reversed()) + 1)
  }
}
