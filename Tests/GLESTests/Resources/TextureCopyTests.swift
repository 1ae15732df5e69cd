import GLES
import Imaging
import Offscreen
import TestSupport
import Testing

@Suite struct TextureCopyTests {
  @Test func pixelsAreCopiedBitForBitToTheirPlace() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var random = SeededGenerator(seed: 9)
    func noise(_ width: Int, _ height: Int) -> Image {
      Image(
        width: width, height: height,
        pixels: (0..<width * height * 4).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    let (from, onto) = (noise(37, 23), noise(41, 29))
    let source = try Framebuffer(gl, color: try Texture(gl, from))
    let texture = try Texture(gl, onto)
    try texture.copy(
      from: source, region: PixelRegion(x: 5, y: 2, width: 20, height: 11), toX: 9, y: 17)
    let result = try Framebuffer(gl, color: texture).readImage()
    for y in 0..<29 {
      for x in 0..<41 {
        // Rows from the bottom: 17 ..< 28 of the texture are 2 ..< 13 of the source.
        let up = 28 - y
        let isCopied = (9..<29).contains(x) && (17..<28).contains(up)
        let expected = isCopied ? from[x - 4, 22 - (up - 15)] : onto[x, y]
        #expect(result[x, y] == expected)
      }
    }
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let source = try Framebuffer(gl, width: 8, height: 8)
    let texture = try Texture(gl, width: 8, height: 8)
    let gray = try Texture(gl, width: 8, height: 8, format: .luminance8)
    for (region, x, y) in [
      (PixelRegion(x: 1, y: 0, width: 8, height: 8), 0, 0),
      (PixelRegion(x: 0, y: 0, width: 8, height: 8), 1, 0),
      (PixelRegion(x: -1, y: 0, width: 2, height: 2), 0, 0),
      (PixelRegion(x: 0, y: 0, width: 2, height: 2), 0, 7),
    ] {
      #expect(throws: GLESError.self) {
        try texture.copy(from: source, region: region, toX: x, y: y)
      }
    }
    let whole = PixelRegion(width: 8, height: 8)
    #expect(throws: GLESError.self) { try gray.copy(from: source, region: whole, toX: 0, y: 0) }
    #expect(throws: GLESError.self) {
      try source.color.copy(from: source, region: whole, toX: 0, y: 0)
    }
    try texture.copy(
      from: source, region: PixelRegion(x: 8, y: 8, width: 0, height: 0), toX: 0, y: 0)
  }
}
