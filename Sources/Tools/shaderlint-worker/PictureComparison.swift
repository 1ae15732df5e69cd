import Imaging

/// Two drawings of a shader, and what differs.
struct PictureComparison {
  /// The first drawing, the second one, and four times their difference, from left to right,
  /// opaque.
  let panels: Image
  /// The number of pixels, and of those with a channel that differs by more than
  /// ``tolerance``.
  let pixels: Int
  private(set) var differing = 0
  /// The greatest difference of a channel, and where it is, from the top left.
  private(set) var greatest = 0
  private(set) var place = (x: 0, y: 0)

  /// Rounding alone makes colors differ by this: half precision has steps of 1/2048 below 1.
  static let tolerance = 2

  init(_ first: Image, _ second: Image) {
    let (width, height) = (first.width, first.height)
    var panels = Image(width: 3 * width, height: height, filledWith: [0, 0, 0, 255])
    pixels = width * height
    for y in 0..<height {
      for x in 0..<width {
        let (a, b) = (first[x, y], second[x, y])
        let difference = (0..<4).map { abs(Int(a[$0]) - Int(b[$0])) }
        let most = difference.max() ?? 0
        if most > Self.tolerance { differing += 1 }
        if most > greatest { (greatest, place) = (most, (x, y)) }
        panels[x, y] = [a.x, a.y, a.z, 255]
        panels[width + x, y] = [b.x, b.y, b.z, 255]
        let shown = difference.map { UInt8(min(255, 4 * $0)) }
        panels[2 * width + x, y] = [shown[0], shown[1], shown[2], 255]
      }
    }
    self.panels = panels
  }

  /// One sentence with the figures.
  var text: String {
    guard greatest > 0 else { return "the drawings are equal" }
    let share = (Double(differing) / Double(pixels) * 1000).rounded() / 10
    let most = "\(greatest)/255, at (\(place.x), \(place.y))"
    return "\(differing) of \(pixels) pixels (\(share) %) differ by more than "
      + "\(Self.tolerance)/255; the greatest difference is \(most)"
  }
}
