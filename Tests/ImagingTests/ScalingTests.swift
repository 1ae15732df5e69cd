import Imaging
import TestSupport
import Testing

@Test(arguments: [
  PixelSize(83, 61), PixelSize(41, 30), PixelSize(7, 200), PixelSize(166, 122), PixelSize(1, 1),
  PixelSize(300, 3), PixelSize(82, 61), PixelSize(83, 60),
])
func scalingMatchesPillowsBicubic(size: PixelSize) throws {
  for image in [
    try Judge.image(of: "jpeg-444.jpg"),
    randomImage(83, 61, isOpaque: false, seed: 7),
  ] {
    let scaled = image.resized(to: size)
    #expect(PixelSize(scaled.width, scaled.height) == size)
    let judged = try Judge.resize(image, to: size)
    let apart = difference(scaled, judged)
    #expect(apart.largest <= 1)
    #expect(apart.mean < 0.01)
  }
}

@Test func scalingToTheSameSizeChangesNothing() {
  let image = randomImage(37, 23, isOpaque: false, seed: 8)
  #expect(image.resized(to: PixelSize(37, 23)) == image)
  #expect(image.fitted(within: PixelSize(37, 24)) == image)
  #expect(image.fitted(within: PixelSize(1000, 1000)) == image)
}

@Test(arguments: [PixelSize(1, 1), PixelSize(5, 90), PixelSize(64, 64), PixelSize(17, 3)])
func scalingKeepsOneColorAndValidAlpha(size: PixelSize) {
  let color = SIMD4<UInt8>(90, 7, 120, 120)
  let flat = Image(width: 31, height: 17, filledWith: color)
  #expect(
    flat.resized(to: size) == Image(width: size.width, height: size.height, filledWith: color))
  let scaled = randomImage(31, 17, isOpaque: false, seed: 9).resized(to: size)
  for start in stride(from: 0, to: scaled.pixels.count, by: 4) {
    for channel in start..<start + 3 { #expect(scaled.pixels[channel] <= scaled.pixels[start + 3]) }
  }
}

@Test func fittedSizesKeepShapeAndStayInTheBox() {
  #expect(PixelSize(1920, 1080).fitted(within: PixelSize(640, 640)) == PixelSize(640, 360))
  #expect(PixelSize(1080, 1920).fitted(within: PixelSize(640, 640)) == PixelSize(360, 640))
  #expect(PixelSize(100_000, 1).fitted(within: PixelSize(10, 10)) == PixelSize(10, 1))
  #expect(PixelSize(3, 4).fitted(within: PixelSize(30, 40)) == PixelSize(3, 4))
  for width in stride(from: 1, to: 400, by: 13) {
    for height in stride(from: 1, to: 400, by: 17) {
      let size = PixelSize(width, height)
      let fitted = size.fitted(within: PixelSize(50, 70))
      #expect(fitted.width <= 50 && fitted.height <= 70)
      let scale = min(1, 50 / Double(width), 70 / Double(height))
      #expect(abs(Double(fitted.width) - max(1, Double(width) * scale)) <= 0.5)
      #expect(abs(Double(fitted.height) - max(1, Double(height) * scale)) <= 0.5)
    }
  }
}
