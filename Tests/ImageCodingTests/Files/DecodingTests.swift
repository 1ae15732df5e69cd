import Imaging
import Testing

@testable import ImageCoding
@testable import Imaging

@Test func everyKindDecodesToTheJudgesPixels() throws {
  for picture in try Judge.cases.get() {
    let image = try ImageFile.decode(picture.bytes, name: picture.name)
    #expect(image.width == picture.expected.width, "\(picture)")
    #expect(image.height == picture.expected.height, "\(picture)")
    // PNG is exact. Pillow rounds CMYK twice, and no two JPEG decoders need agree on the last bit.
    let tolerance = picture.name.hasSuffix(".png") ? 0 : 1
    #expect(difference(image, picture.expected).largest <= tolerance, "\(picture)")
    let header = try ImageFile.probe(picture.bytes, name: picture.name)
    #expect(header.size == PixelSize(image.width, image.height), "\(picture)")
  }
}
