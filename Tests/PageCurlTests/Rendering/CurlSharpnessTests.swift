import Glibc
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@Suite(.serialized) struct CurlSharpnessTests {
  /// A piece of a printed page.
  private func text(_ name: String, x: Int, y: Int) throws -> Image {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try ImageFile.read("/\(root)/samples/pages/\(name)")
    var piece = Image(width: 160, height: 128)
    for row in 0..<128 {
      for column in 0..<160 { piece[column, row] = page[x + column, y + row] }
    }
    return piece
  }

  @Test func textStaysSharpAndSmooth() throws {
    let stage = try Stage()
    let front = try text("page-1.png", x: 150, y: 540)
    let back = try text("page-2.png", x: 150, y: 540)
    let below = try text("page-3.png", x: 150, y: 540)
    let pages = CurlPages(
      front: try stage.page(front), back: try stage.page(back), below: try stage.page(below))
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    var drafts: [Double] = []
    for frame in Sweep.isFull ? Array(0..<12) : [0, 5, 7, 10] {
      let curl = try CurlGeometry(
        width: 160, height: 128, time: 0.12 + 0.06 * Double(frame),
        angle: .pi + [0, 0.2, -0.5, 1.1][frame % 4], radius: [12, 24, 40][frame % 3])
      let expected = CurlReference(curl, front: front, back: back, below: below).picture()
      look.quality = .standard
      let smooth = psnr(try stage.picture(curl, pages, look: look), expected)
      look.quality = .best
      #expect(psnr(try stage.picture(curl, pages, look: look), expected) >= 42, "frame \(frame)")
      look.quality = .draft
      drafts.append(psnr(try stage.picture(curl, pages, look: look), expected))
      #expect(smooth >= 42, "frame \(frame)")
    }
    // Without the filter the same frames miss the limit, except the first, in which hardly any
    // paper is curled.
    #expect(drafts.dropFirst().allSatisfy { $0 < 42 })
  }
}
