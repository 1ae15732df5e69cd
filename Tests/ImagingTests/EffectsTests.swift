import Imaging
import TestSupport
import Testing

@Suite struct EffectsTests {
  /// The image that Pillow makes; see effects.py.
  private func pillow(_ image: Image, _ arguments: String...) throws -> Image {
    let command =
      [
        "/usr/bin/python3", repositoryFile("Tests/ImagingTests/effects.py"), "\(image.width)",
        "\(image.height)",
      ] + arguments
    let run = try Subprocess(command, input: image.pixels)
    try #require(run.status == 0, "is the Debian package python3-pil installed?")
    return Image(width: image.width, height: image.height, pixels: run.output)
  }

  /// Whether no color exceeds its alpha.
  private func isPremultiplied(_ image: Image) -> Bool {
    stride(from: 0, to: image.pixels.count, by: 4).allSatisfy { start in
      image.pixels[start..<start + 3].allSatisfy { $0 <= image.pixels[start + 3] }
    }
  }

  @Test(
    arguments: Sweep.pairs(
      [0, 0.25, 0.46, 1], [SIMD3<UInt8>(0, 0, 0), SIMD3(255, 255, 255), SIMD3(200, 30, 90)]))
  func highlightsLikePillow(strength: Double, color: SIMD3<UInt8>) throws {
    let image = randomImage(64, 48, isOpaque: false, seed: 1)
    let result = image.highlighted(color: color, strength: strength)
    let expected = try pillow(
      image, "highlight", "\(color.x)", "\(color.y)", "\(color.z)", "\(strength)")
    #expect(difference(result, expected).largest <= 1)
    #expect(isPremultiplied(result))
  }

  @Test func theDefaultHighlightIsThePressedButton() {
    let image = Image(width: 2, height: 1, pixels: [200, 100, 50, 255, 0, 0, 0, 0])
    #expect(image.highlighted().pixels == [108, 54, 27, 255, 0, 0, 0, 0])
    #expect(image.highlighted(strength: -3) == image)
    #expect(image.highlighted(color: [9, 8, 7], strength: 5).pixels == [9, 8, 7, 255, 0, 0, 0, 0])
  }

  @Test func tintsLikePillow() throws {
    let image = randomImage(64, 48, isOpaque: false, seed: 2)
    for color in [SIMD3<UInt8>(0, 128, 255), SIMD3(255, 255, 255), SIMD3(1, 2, 3)] {
      let result = image.tinted(color)
      let expected = try pillow(image, "tint", "\(color.x)", "\(color.y)", "\(color.z)")
      #expect(difference(result, expected).largest <= 1)
      #expect(isPremultiplied(result))
    }
    #expect(image.tinted([255, 255, 255]) == image)
  }

  @Test(
    .long,
    arguments: Sweep.pairs(
      [0.5, 1, 2.25, 7, 10, 11.5, 12], [PixelSize(24, 24), PixelSize(31, 25), PixelSize(25, 24)]))
  func roundsLikePillow(radius: Double, size: PixelSize) throws {
    let white = Image(width: size.width, height: size.height, filledWith: SIMD4(repeating: 255))
    let random = randomImage(size.width, size.height, isOpaque: false, seed: 3)
    for image in [white, random] {
      let result = image.rounded(corners: radius)
      let expected = try pillow(image, "round", "\(radius)")
      #expect(difference(result, expected).largest <= 1)
      #expect(isPremultiplied(result))
    }
  }

  @Test func roundedCornersHaveTheAreaOfCircles() {
    for side in [7, 40, 101] {
      let image = Image(width: side, height: side, filledWith: SIMD4(repeating: 255))
      let disc = image.rounded(corners: 1000)
      let area = disc.pixels.reduce(0.0) { $0 + Double($1) } / 4 / 255
      let expected = Double.pi / 4 * Double(side * side)
      #expect(abs(area - expected) < Double(side) / 100, "\(side)")
      // The four corners are alike.
      for y in 0..<side {
        for x in 0..<side {
          #expect(disc[x, y] == disc[side - 1 - x, y] && disc[x, y] == disc[y, x])
        }
      }
    }
    let image = randomImage(9, 5, isOpaque: true, seed: 4)
    #expect(image.rounded(corners: 0) == image && image.rounded(corners: -1) == image)
    #expect(Image(width: 1, height: 1, filledWith: [9, 9, 9, 9]).rounded(corners: 5)[0, 0].x == 7)
  }

  @Test func aShadowIsTheBlurredShape() {
    let image = Image(width: 40, height: 30, filledWith: [10, 20, 30, 255])
    let result = image.withShadow(color: [255, 0, 0, 128], blur: 8, x: 2, y: 5)
    let margin = 12 + 5
    #expect(result.width == 40 + 2 * margin && result.height == 30 + 2 * margin)
    #expect(result[margin, margin] == [10, 20, 30, 255])
    #expect(result[margin + 39, margin + 29] == [10, 20, 30, 255])
    // Far from corners, the edge of a Gaussian shadow is the error function: half at the shape's
    // edge, 15.9 % one standard deviation outside, 2.3 % two.
    let middle = margin + 2 + 20
    let edge = margin + 5 + 30
    for (distance, share) in [(0.5, 0.4503), (4.5, 0.1303), (8.5, 0.0168)] {
      let pixel = result[middle, edge + Int(distance)]
      #expect(abs(Double(pixel.w) - share * 128) <= 1.5, "\(distance): \(pixel.w)")
      #expect(pixel.x == pixel.w && pixel.y == 0 && isPremultiplied(result))
    }
    #expect(result[0, 0] == .zero)
  }

  @Test func aShadowWithoutBlurIsACopyOfTheShape() {
    let image = randomImage(8, 6, isOpaque: false, seed: 5)
    let result = image.withShadow(color: [0, 0, 0, 255], blur: 0, x: 20, y: 0)
    #expect(result.width == 48 && result.height == 46)
    for y in 0..<6 {
      for x in 0..<8 {
        #expect(result[20 + x, 20 + y] == image[x, y])
        #expect(result[40 + x, 20 + y] == SIMD4(0, 0, 0, image[x, y].w))
      }
    }
  }
}
