import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Pages and photos among pages of nearly the same shape.
@Suite struct MixedShapesTests {
  /// What a picture's edges show.
  enum Edge { case smooth, rough }

  private static let paper: SIMD4<UInt8> = [70, 60, 50, 255]
  private static let white: SIMD4<UInt8> = [255, 255, 255, 255]

  /// A picture of 300 pixels' height with an edge of this kind at its left and its right or, if it
  /// is turned, at its top and its bottom. Smooth ones get brighter along the edge and have grain.
  private static func picture(_ width: Int, _ low: Edge, _ high: Edge, isTurned: Bool) -> Image {
    let size = isTurned ? PixelSize(300, width) : PixelSize(width, 300)
    var picture = Image(width: size.width, height: size.height, filledWith: paper)
    for across in 0..<width {
      for along in 0..<300 {
        let kind = across < width / 2 ? low : high
        let bright = kind == .rough ? (along / 3 + across / 3) % 2 * 150 : along / 10
        let grain = 3 * ((along * 7 + across * 5) % 3)
        let color = UInt8(bright + grain)
        picture[isTurned ? along : across, isTurned ? across : along] = [
          paper.x + color, paper.y + color, paper.z + color, 255,
        ]
      }
    }
    return picture
  }

  /// The page that a picture makes, and the columns across it, of which each is white or not.
  private static func page(
    _ picture: Image, _ width: Int, isTurned: Bool
  ) throws -> (page: Image, isWhite: [Bool]) {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/page.png"
    try ImageFile.write(picture, to: path)
    let size = isTurned ? PixelSize(300, width) : PixelSize(width, 300)
    let page = try BookPages(at: [path]).picture(of: 0, size: size)
    return (
      page,
      (0..<width).map { across in
        (0..<300).contains { page[isTurned ? $0 : across, isTurned ? across : $0] == white }
      }
    )
  }

  /// No page is white beside a picture that nearly fits, which is seen whole if an edge is paper.
  @Test(
    arguments: [
      (Edge.smooth, Edge.smooth), (.smooth, .rough), (.rough, .smooth), (.rough, .rough),
    ], [false, true])
  func nothingIsWhiteBesideAPicture(edges: (Edge, Edge), isTurned: Bool) throws {
    for width in [465, 432] {
      let own = 480 - width
      let isCropped = edges == (.rough, .rough) && width == 465
      let picture = Self.picture(width, edges.0, edges.1, isTurned: isTurned)
      let (page, isWhite) = try Self.page(picture, 480, isTurned: isTurned)
      guard edges != (.rough, .rough) || isCropped else {
        // Of clearly another shape: like a photo in an album, with a margin of 18 pixels.
        for side in [0, 479, 17] { #expect(isWhite[side]) }
        let rows = [0, 17, 282, 299].map { row in isTurned ? page[row, 240] : page[240, row] }
        #expect(rows.allSatisfy { $0 == Self.white })
        continue
      }
      #expect(!isWhite.contains(true))
      guard !isCropped else { continue }
      let first = edges.0 == .rough ? 0 : edges.1 == .rough ? own : own / 2
      for across in stride(from: 0, to: width, by: 5) {
        let at = isTurned ? (150, across) : (across, 150)
        let on = isTurned ? (150, across + first) : (across + first, 150)
        #expect(page[on.0, on.1] == picture[at.0, at.1])
      }
      // The paper goes on in its colors, without its grain.
      let side = first > 0 ? 0 : 479
      for along in [20, 150, 280] {
        let color = isTurned ? page[along, side] : page[side, along]
        let expected = Int(Self.paper.x) + along / 10 + 3
        #expect(abs(Int(color.x) - expected) <= 3, "\(color)")
      }
    }
  }

  /// A page of a PDF may have text up to its edges, and keeps all of it.
  @Test func pagesOfDocumentsAreNotCropped() throws {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/page.pdf"
    let lines = (0..<30).map { "0 \(10 * $0) 300 5 re" }.joined(separator: " ")
    try AtomicFile.write(
      pdfFile(of: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R >>",
        pdfStream("0 g \(lines) f"),
      ]), to: path)
    let page = try BookPages(at: [path]).picture(of: 0, size: PixelSize(315, 300))
    #expect((0..<315).filter { page[$0, 297] == [0, 0, 0, 255] }.count >= 299)
    #expect(page[2, 297] == Self.white && page[312, 297] == Self.white)
  }
}
