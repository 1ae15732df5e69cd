import GLMath
import PageCurl
import TestSupport

/// Random pages, curls and points: narrow and wide pages, every direction, sharp and huge radii.
struct RandomCurls {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  /// A width or height in page pixels.
  mutating func side() -> Double { number(50...3000) }

  mutating func angle() -> Double {
    // One in four is a multiple of 45°, a frequent source of errors.
    Bool.random(using: &random) && Bool.random(using: &random)
      ? Double(Int.random(in: -16...16, using: &random)) * .pi / 4 : number(-20...20)
  }

  /// 0, tiny, usual, or larger than the page.
  mutating func radius(_ width: Double) -> Double {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: 0
    case 1: 1e-6
    case 2: number(width...(4 * width))
    default: number(1...(width / 2))
    }
  }

  mutating func fold() -> CurlFold { Bool.random(using: &random) ? .cylinder : .elastica }

  mutating func curl(time: ClosedRange<Double> = 0...1) throws -> CurlGeometry {
    let width = side()
    return try CurlGeometry(
      width: width, height: side(), time: number(time), angle: angle(), radius: radius(width),
      fold: fold())
  }

  /// A point of the page, at least 1e−6 from its border.
  mutating func point(on curl: CurlGeometry) -> SIMD2<Double> {
    SIMD2(number(1e-6...(curl.width - 1e-6)), number(1e-6...(curl.height - 1e-6)))
  }
}

func length(_ vector: SIMD3<Double>) -> Double { vector.length }
func length(_ vector: SIMD2<Double>) -> Double { vector.length }

/// The largest of many values; NaN counts as infinity.
struct Worst {
  private(set) var value = 0.0
  mutating func include(_ other: Double) {
    if !(other <= value) { value = other.isNaN ? .infinity : other }
  }
}
