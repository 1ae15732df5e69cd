import GLESKitSupport
import Glibc
import Testing

@testable import PageCurl
@testable import Recording

/// The tables from which the web page draws pages that fold over.
@Suite struct WebFoldTests {
  /// A cubic through the points, with the paper's own slopes, is the fold.
  @Test(arguments: CurlFold.allCases)
  func paperIsWhereTheToolPutsIt(_ fold: CurlFold) throws {
    let table = WebFold.table(fold)
    #expect(table["power"].value == fold.power && table["reach"].value == fold.reach)
    let half = table["points"].elements.compactMap(\.value)
    let lower = stride(from: 0, to: half.count, by: 2).map { index in
      let isMiddle = index == half.count - 2
      let bend = isMiddle ? .pi / 2 : asin(pow(half[index] / fold.reach, fold.power))
      return [half[index], half[index + 1], bend]
    }
    let upper = lower.dropLast().reversed().map { [$0[0], 2 - $0[1], .pi - $0[2]] }
    let points = (lower + upper).flatMap(\.self)
    let pieces = points.count / 3 - 1
    let step = try #require(table["length"].value) / Double(pieces)
    var worst = 0.0
    for sample in 0...1000 {
      let s = fold.length * Double(sample) / 1000
      let piece = min(Int(s / step), pieces - 1)
      let share = s / step - Double(piece)
      let (rest, one, other) = (1 - share, points[(3 * piece)...], points[(3 * piece + 3)...])
      func cubic(_ part: Int, _ slope: (Double) -> Double) -> Double {
        let (start, end) = (one.startIndex, other.startIndex)
        return one[start + part] * (1 + 2 * share) * rest * rest
          + other[end + part] * (3 - 2 * share) * share * share
          + step * slope(one[start + 2]) * share * rest * rest
          - step * slope(other[end + 2]) * share * share * rest
      }
      let point = fold.point(at: s)
      worst = max(worst, hypot(cubic(0, cos) - point.across, cubic(1, sin) - point.height))
    }
    #expect(worst < 2e-5)
  }
}
