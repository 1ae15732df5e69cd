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
    let edge = Self.median(of: edgePixels)
    var (columns, rows) = ([Int](repeating: 0, count: width), [Int](repeating: 0, count: height))
    var onEdge = 0
    for y in 0..<height {
      for x in 0..<width where Self.differ(self[x, y], edge) {
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

  /// The color of the paper, if it is that of all but a twentieth of the outermost pixels.
  var paperColor: SIMD4<UInt8>? {
    let edge = edgePixels
    let color = Self.median(of: edge)
    return 20 * edge.count { Self.differ($0, color) } > edge.count ? nil : color
  }

  private static func differ(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>) -> Bool {
    let difference =
      SIMD4<Int>(truncatingIfNeeded: first) &- SIMD4<Int>(truncatingIfNeeded: second)
    return max(difference.max(), -difference.min()) > 24
  }

  /// The outermost pixels, corners twice.
  var edgePixels: [SIMD4<UInt8>] {
    let columns = (0..<width).flatMap { [self[$0, 0], self[$0, height - 1]] }
    let rows = (0..<height).flatMap { [self[0, $0], self[width - 1, $0]] }
    return columns + rows
  }

  /// The median color, which a mark at an edge does not change.
  private static func median(of pixels: [SIMD4<UInt8>]) -> SIMD4<UInt8> {
    var median = SIMD4<UInt8>.zero
    for channel in 0..<4 {
      median[channel] = pixels.map { $0[channel] }.sorted()[pixels.count / 2]
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
