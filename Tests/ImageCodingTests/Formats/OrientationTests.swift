import Imaging
import TestSupport
import Testing

@testable import ImageCoding

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

@Test func everyOrientationIsFollowedByItsInverse() {
  let image = randomImage(45, 34, isOpaque: false, seed: 11)
  let inverse: [Orientation: Orientation] = [.turned90: .turned270, .turned270: .turned90]
  for orientation in Orientation.allCases {
    let turned = image.upright(from: orientation)
    #expect(turned.width == (orientation.swapsAxes ? 34 : 45))
    #expect(turned.upright(from: inverse[orientation] ?? orientation) == image)
  }
}

/// EXIF as ImageMagick stores it, in a text; another text and a damaged one have no orientation.
@Test(arguments: [("exif", Orientation.turned90), ("APP1", .turned90), ("xmp", .upright)])
func orientationOfTexts(name: String, orientation: Orientation) throws {
  let directory = "4d4d002a00000008000101120003000000010006000000000000"
  for (start, length) in [("457869660000", directory.count), ("", directory.count), ("", 30)] {
    let digits = start + directory.prefix(length)
    let text = "Raw profile type \(name)\0\n\(name)\n      \(digits.count / 2)\n\(digits)\n"
    var file = png(2, 1, data: [])
    let header = Signature.png.count + 25
    file.insert(contentsOf: chunk("tEXt", Array(text.utf8)), at: header)
    let read = try PNGStructure(file, name: "a.png").orientation
    #expect(read == (length == directory.count ? orientation : .upright), "\(text)")
  }
}
