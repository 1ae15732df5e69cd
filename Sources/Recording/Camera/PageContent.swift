import Imaging

extension Image {
  /// The longest side of a page's picture in which ``content`` is looked for, in pixels.
  static let contentSide = 200

  /// The part of a page where most of its text and pictures are; all of it if they reach its edges,
  /// and `nil` for a blank page.
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
    if 20 * onEdge > 2 * (width + height) { return .whole }
    let count = rows.reduce(0, +)
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

  /// The mean color of the outermost pixels.
  private var edgeColor: SIMD4<Int> {
    var (sum, count) = (SIMD4<Int>.zero, 0)
    for y in 0..<height {
      for x in 0..<width where x == 0 || y == 0 || x == width - 1 || y == height - 1 {
        sum &+= SIMD4<Int>(truncatingIfNeeded: self[x, y])
        count += 1
      }
    }
    return sum / SIMD4(repeating: max(count, 1))
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
