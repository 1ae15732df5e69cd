import Glibc
import ImageCoding
import Imaging
import Testing

@testable import Recording

/// White pages with another part at the bottom: how they are encoded is measured.
struct WebPictureTests {
  private static let size = PixelSize(240, 300)

  /// - Parameter color: That of a pixel in the lower three tenths of the page, by its place and a
  ///   number from 0 to 255 that follows no pattern.
  private func page(_ color: (_ x: Int, _ y: Int, _ dice: UInt8) -> [UInt8]) -> Image {
    var image = Image(
      width: Self.size.width, height: Self.size.height, filledWith: SIMD4(repeating: 255))
    var state: UInt32 = 1
    for y in 210..<Self.size.height {
      for x in 0..<Self.size.width {
        state = state &* 1_664_525 &+ 1_013_904_223
        let start = 4 * (y * Self.size.width + x)
        image.pixels.replaceSubrange(start..<start + 3, with: color(x, y, UInt8(state >> 24)))
      }
    }
    return image
  }

  private func isLossless(_ image: Image, quality: Int? = nil) throws -> Bool {
    let picture = try PageSource.encoded(image, .balanced, quality)
    let decoded = try ImageFile.decode(picture.bytes, name: "a page")
    #expect(decoded.width == Self.size.width && decoded.height == Self.size.height)
    if decoded == image { return true }
    // The lower part looks the same, but is not.
    func luma(_ image: Image, _ start: Int) -> Double {
      zip([0.3, 0.59, 0.11], image.pixels[start...]).reduce(0) { $0 + $1.0 * Double($1.1) }
    }
    let off = stride(from: 0, to: image.pixels.count, by: 4).count {
      abs(luma(decoded, $0) - luma(image, $0)) > 13
    }
    #expect(off * 1000 <= Self.size.width * Self.size.height)
    return false
  }

  @Test func photosAmongTextAreLossyIfThatIsHardlySeen() throws {
    let photo = page { x, y, dice in
      [UInt8(60 + x / 2 + Int(dice) % 5), UInt8(200 - x / 3 + Int(dice) / 64), UInt8(y / 2)]
    }
    #expect(try !isLossless(photo))
    // So low a quality is seen.
    let busy = page { _, _, dice in [dice, 255 - dice, dice &* 7] }
    #expect(try isLossless(busy, quality: 1))
  }

  @Test func colorsBesidePhotosAreLossyUnlessTheyAloneTellTextFromPaper() throws {
    func comic(_ text: [UInt8], on paper: [UInt8], sharpness: Double) -> Image {
      page { x, y, dice in
        guard x > 160 else {
          return [UInt8(60 + x / 2 + Int(dice) % 9), UInt8(200 - x / 3), dice / 9]
        }
        // With a sharpness of 2, edges are as soft as those of large text.
        let cover = min(max(0.5 + sharpness * sin(Double(x) / 6) * sin(Double(y) / 8), 0), 1)
        return zip(text, paper).map { UInt8(cover * Double($0) + (1 - cover) * Double($1)) }
      }
    }
    #expect(try !isLossless(comic([32, 32, 32], on: [245, 200, 20], sharpness: 2)))
    #expect(try isLossless(comic([230, 0, 0], on: [0, 120, 0], sharpness: 40)))
  }

  @Test func textIsLossless() throws {
    let text = page { x, y, _ in
      Array(repeating: (x / 7 + y / 9) % 5 == 0 && x % 3 > 0 ? 0 : 255, count: 3)
    }
    #expect(try isLossless(text))
  }
}
