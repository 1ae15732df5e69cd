import GLES
import Imaging
import Offscreen
import PageCurl
import TestSupport

/// A context, a renderer and pages to draw with.
struct Stage {
  let offscreen: OffscreenContext
  let renderer: PageRenderer

  init(ignoresExtensions: Bool = false) throws {
    offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    renderer = try PageRenderer(offscreen.gl)
  }

  var gl: Context { offscreen.gl }

  func page(_ image: Image, isOpaque: Bool = true) throws -> CurlPage {
    CurlPage(try Texture(gl, image), isOpaque: isOpaque)
  }

  /// Draws one moment on a transparent target.
  func picture(
    _ curl: CurlGeometry, _ pages: CurlPages, look: CurlLook = CurlLook(),
    view: CurlView = CurlView(), size: SIMD2<Int>? = nil
  ) throws -> Image {
    let size = size ?? SIMD2(Int(curl.width), Int(curl.height))
    let target = try Framebuffer(gl, width: size.x, height: size.y)
    target.bind()
    gl.apply(RenderState())
    gl.clear(color: .zero)
    try renderer.draw(
      [CurlLeaf(.fold(curl), pages: pages, look: look)], view: view, into: target)
    return try target.readImage()
  }

  /// An opaque picture of noise, in which every wrong pixel is visible.
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Image {
    var random = SeededGenerator(seed: seed)
    let count = 4 * width * height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
      let bytes = UnsafeMutableRawBufferPointer(bytes)
      for start in stride(from: 0, to: count, by: 4) {
        let bits = UInt32(truncatingIfNeeded: random.next()) | 0xFF00_0000
        bytes.storeBytes(of: bits.littleEndian, toByteOffset: start, as: UInt32.self)
      }
      filled = count
    }
    return Image(width: width, height: height, pixels: pixels)
  }
}

/// Returns the number of pixels in which two pictures differ.
func differences(_ a: Image, _ b: Image) -> Int {
  guard a.width == b.width, a.height == b.height else { return .max }
  return (0..<(a.width * a.height)).count { pixel in
    a.pixels[(4 * pixel)..<(4 * pixel + 4)] != b.pixels[(4 * pixel)..<(4 * pixel + 4)]
  }
}
