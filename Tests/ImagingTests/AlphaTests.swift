import Testing

@testable import Imaging

@Suite struct AlphaTests {
  /// Every colour with every alpha, as pixels (c, c, c, a).
  private static let pixels: [UInt8] = {
    var pixels: [UInt8] = []
    for alpha: UInt8 in 0...255 {
      for color: UInt8 in 0...255 { pixels += [color, color, color, alpha] }
    }
    return pixels
  }()

  @Test func premultipliedColoursAreExactlyRounded() {
    var pixels = Self.pixels
    pixels.withUnsafeMutableBytes { Alpha.premultiply($0) }
    var wanted: [UInt8] = []
    for alpha in 0..<256 {
      for color in 0..<256 {
        let value = UInt8((color * alpha * 2 + 255) / 510)
        wanted += [value, value, value, UInt8(alpha)]
      }
    }
    #expect(pixels == wanted)
  }

  @Test func premultiplyingStraightColoursGivesThemBack() {
    var premultiplied = Self.pixels
    premultiplied.withUnsafeMutableBytes { Alpha.premultiply($0) }
    var again = [UInt8](repeating: 7, count: premultiplied.count)
    premultiplied.withUnsafeBytes { source in
      again.withUnsafeMutableBytes { Alpha.unpremultiply(source, into: $0) }
    }
    // Straight colours with alpha 0 are 0.
    #expect(again[..<1024].allSatisfy { $0 == 0 })
    again.withUnsafeMutableBytes { Alpha.premultiply($0) }
    #expect(again == premultiplied)
  }

  @Test func coloursAboveTheirAlphaBecomeTheBrightest() {
    var straight = [UInt8](repeating: 0, count: 4)
    ([200, 100, 99, 100] as [UInt8]).withUnsafeBytes { source in
      straight.withUnsafeMutableBytes { Alpha.unpremultiply(source, into: $0) }
    }
    #expect(straight == [255, 255, 252, 100])
  }

  @Test func sixteenBitsAreRoundedOnce() {
    for (color, alpha) in [(0, 0), (65535, 65535), (65535, 1), (128, 65535), (40_000, 30_000)] {
      let source = [UInt16(color), 0, UInt16(color), UInt16(alpha)]
      var target = [UInt8](repeating: 1, count: 4)
      source.withUnsafeBytes { source in
        target.withUnsafeMutableBytes { Alpha.premultiply16(source, into: $0) }
      }
      let wanted = (Double(color) * Double(alpha) * 255 / (65535 * 65535)).rounded()
      let wantedAlpha = (Double(alpha) * 255 / 65535).rounded()
      #expect(target == [UInt8(wanted), 0, UInt8(wanted), UInt8(wantedAlpha)])
    }
  }

  @Test func oneTransparentPixelIsFoundInAnyPlace() {
    // More pixels than one block of the search.
    var image = Image(width: 113, height: 79, filledWith: SIMD4(9, 9, 9, 255))
    #expect(image.isOpaque)
    for (x, y) in [(0, 0), (112, 78), (50, 36), (28, 36)] {
      image[x, y].w = 254
      #expect(!image.isOpaque)
      image[x, y].w = 255
    }
    #expect(image.isOpaque)
  }
}
