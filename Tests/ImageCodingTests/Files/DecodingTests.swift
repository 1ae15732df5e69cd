import Imaging
import TestSupport
import Testing

@testable import ImageCoding

@Test func everyKindDecodesToTheJudgesPixels() throws {
  for picture in try Judge.cases.get() {
    let image = try ImageFile.decode(picture.bytes, name: picture.name)
    #expect(image.width == picture.expected.width, "\(picture)")
    #expect(image.height == picture.expected.height, "\(picture)")
    // PNG of 8 bits is exact, and of 16 bits dithered. Little CMS rounds between its steps. Pillow
    // rounds CMYK twice, and no two JPEG decoders need agree on the last bit.
    let isExact = picture.name.hasSuffix(".png") && !picture.name.contains("-16")
    let tolerance = picture.name.hasPrefix("profile") ? 2 : isExact ? 0 : 1
    #expect(difference(image, picture.expected).largest <= tolerance, "\(picture)")
    let header = try ImageFile.probe(picture.bytes, name: picture.name)
    #expect(header.size == PixelSize(image.width, image.height), "\(picture)")
  }
}

/// Gray levels are rounded, not cut off: half of them would be one too dark.
@Test func convertedLevelsAreRounded() throws {
  let picture = try #require(Judge.cases.get().first { $0.name == "profile-gray-8.png" })
  let image = try ImageFile.decode(picture.bytes, name: picture.name)
  #expect(difference(image, picture.expected).mean < 0.1)
}

/// An image is stretched to the box only when it is made smaller both ways.
@Test func onlyLargerImagesAreStretched() {
  var options = DecodingOptions(fitting: PixelSize(100, 100))
  options.stretching = 0.02
  for (size, target) in [
    ((202, 200), (100, 100)), ((100, 101), (100, 100)), ((100, 100), (100, 100)),
    ((100, 99), (100, 99)), ((99, 100), (99, 100)), ((50, 50), (50, 50)),
  ] {
    #expect(options.target(for: PixelSize(size.0, size.1)) == PixelSize(target.0, target.1))
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

/// A PNG is scaled while its rows arrive, interlaced or not: to the bit as if it were whole.
@Test func aPNGIsScaledAsAWholeOneWouldBe() throws {
  let names = try Judge.cases.get().map(\.name).filter {
    $0.hasSuffix(".png") && $0 != "png-exif.png"
  }
  #expect(names.contains { $0.contains("adam7") })
  for name in names {
    let bytes = try Judge.bytes(of: name)
    let whole = try ImageFile.decode(bytes, name: name)
    for box in [PixelSize(1, 1), PixelSize(5, 90), PixelSize(9, 7), PixelSize(22, 18)] {
      let options = DecodingOptions(fitting: box)
      #expect(
        try ImageFile.decode(bytes, name: name, options: options) == whole.fitted(within: box),
        "\(name) \(box)")
    }
  }
}
