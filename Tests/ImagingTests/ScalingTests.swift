import Imaging
import Testing

@testable import ImageCoding
@testable import Imaging

@Test(arguments: [
  PixelSize(83, 61), PixelSize(41, 30), PixelSize(7, 200), PixelSize(166, 122), PixelSize(1, 1),
  PixelSize(300, 3), PixelSize(82, 61), PixelSize(83, 60),
])
func scalingIsTheJudgesBicubic(size: PixelSize) throws {
  for image in [
    try ImageFile.decode(try Judge.bytes(of: "jpeg-444.jpg"), name: "photo"),
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
func scalingKeepsOneColourAndValidAlpha(size: PixelSize) {
  let color = SIMD4<UInt8>(90, 7, 120, 120)
  let flat = Image(width: 31, height: 17, filledWith: color)
  #expect(
    flat.resized(to: size) == Image(width: size.width, height: size.height, filledWith: color))
  let scaled = randomImage(31, 17, isOpaque: false, seed: 9).resized(to: size)
  for start in stride(from: 0, to: scaled.pixels.count, by: 4) {
    for channel in start..<start + 3 { #expect(scaled.pixels[channel] <= scaled.pixels[start + 3]) }
  }
}

@Test func scalingCommutesWithTurning() {
  let image = randomImage(40, 26, isOpaque: true, seed: 10)
  for orientation in Orientation.allCases {
    let size = PixelSize(13, 9)
    let a = image.resized(to: size).upright(from: orientation)
    let b = image.upright(from: orientation)
      .resized(to: orientation.swapsAxes ? size.swapped : size)
    #expect(difference(a, b).largest <= 1, "\(orientation)")
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

@Test func everyOrientationIsFollowedByItsInverse() {
  let image = randomImage(45, 34, isOpaque: false, seed: 11)
  let inverse: [Orientation: Orientation] = [.turned90: .turned270, .turned270: .turned90]
  for orientation in Orientation.allCases {
    let turned = image.upright(from: orientation)
    #expect(turned.width == (orientation.swapsAxes ? 34 : 45))
    #expect(turned.upright(from: inverse[orientation] ?? orientation) == image)
  }
}

@Test func fittingDecodesToTheRightSizeAndPicture() throws {
  for name in ["jpeg-large.jpg", "jpeg-large-turned.jpg", "png-exif.png", "jpeg-1x1.jpg"] {
    let bytes = try Judge.bytes(of: name)
    let whole = try ImageFile.decode(bytes, name: name)
    for side in [1, 37, 51, 180, 500] {
      let box = PixelSize(side, side)
      let fitted = try ImageFile.decode(bytes, name: name, options: DecodingOptions(fitting: box))
      let wanted = whole.fitted(within: box)
      try #require(PixelSize(fitted.width, fitted.height) == PixelSize(wanted.width, wanted.height))
      // The codec's own scaling is another filter: close, not equal. A shift by one pixel is not.
      #expect(difference(fitted, wanted).mean < 3, "\(name) \(box)")
    }
  }
}

@Test func contactSheetHasThePicturesInTheirCells() {
  let gray = SIMD4<UInt8>(224, 224, 224, 255)
  var sheet = ContactSheet(count: 5, columns: 3, cell: PixelSize(20, 10), margin: 4)
  #expect(sheet.rows == 2)
  #expect(sheet.image == Image(width: 76, height: 32, filledWith: gray))
  let red = SIMD4<UInt8>(200, 0, 0, 255)
  sheet.place(Image(width: 80, height: 40, filledWith: red), at: 0)
  sheet.place(Image(width: 4, height: 6, filledWith: SIMD4(0, 0, 64, 128)), at: 4)
  var wanted = Image(width: 76, height: 32, filledWith: gray)
  for y in 4..<14 { for x in 4..<24 { wanted[x, y] = red } }
  for y in 20..<26 { for x in 36..<40 { wanted[x, y] = SIMD4(112, 112, 176, 255) } }
  #expect(sheet.image == wanted)
  #expect(ContactSheet(count: 2, columns: 9, cell: PixelSize(1, 1), margin: 0).image.width == 2)
}
