import Testing

@testable import Imaging

@Suite struct AlphaTests {
  /// Every color with every alpha, as pixels (c, c, c, a).
  private static let pixels: [UInt8] = {
    var pixels: [UInt8] = []
    for alpha: UInt8 in 0...255 {
      for color: UInt8 in 0...255 { pixels += [color, color, color, alpha] }
    }
    return pixels
  }()

  @Test func premultipliedColorsAreExactlyRounded() {
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

  @Test func premultiplyingStraightColorsGivesThemBack() {
    var premultiplied = Self.pixels
    premultiplied.withUnsafeMutableBytes { Alpha.premultiply($0) }
    var again = [UInt8](repeating: 7, count: premultiplied.count)
    premultiplied.withUnsafeBytes { source in
      again.withUnsafeMutableBytes { Alpha.unpremultiply(source, into: $0) }
    }
    // Straight colors with alpha 0 are 0.
    #expect(again[..<1024].allSatisfy { $0 == 0 })
    again.withUnsafeMutableBytes { Alpha.premultiply($0) }
    #expect(again == premultiplied)
  }

  @Test func colorsAboveTheirAlphaBecomeTheBrightest() {
    var straight = [UInt8](repeating: 0, count: 4)
    ([200, 100, 99, 100] as [UInt8]).withUnsafeBytes { source in
      straight.withUnsafeMutableBytes { Alpha.unpremultiply(source, into: $0) }
    }
    #expect(straight == [255, 255, 252, 100])
  }

  /// A square of 64 equal pixels has the color's mean; colors that 8 bits can store have no dither.
  @Test(arguments: [
    (0, 0), (65535, 65535), (65535, 1), (128, 65535), (40_000, 30_000), (257 * 99, 65535),
    (1, 65535),
  ])
  func sixteenBitsAreDithered(color: UInt16, alpha: UInt16) {
    let source = [[UInt16]](repeating: [color, 0, color, alpha], count: 64).flatMap(\.self)
    var target = [UInt8](repeating: 1, count: 64 * 4)
    source.withUnsafeBytes { source in
      target.withUnsafeMutableBytes { Alpha.premultiply16(source, into: $0, width: 8) }
    }
    let wanted = Double(color) * Double(alpha) * 255 / (65535 * 65535)
    let wantedAlpha = UInt8((Double(alpha) * 255 / 65535).rounded())
    var sum = 0
    for pixel in stride(from: 0, to: target.count, by: 4) {
      let (red, green, blue) = (target[pixel], target[pixel + 1], target[pixel + 2])
      #expect(green == 0 && blue == red && target[pixel + 3] == wantedAlpha)
      #expect(red <= wantedAlpha && abs(Double(red) - wanted) < 1)
      sum += Int(red)
    }
    // The opacity is rounded, and limits the color.
    let mean = min(wanted, Double(wantedAlpha))
    #expect(abs(Double(sum) / 64 - mean) <= 1.0 / 64)
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
