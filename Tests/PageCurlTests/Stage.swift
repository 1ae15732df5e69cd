import GLES
import Offscreen
import PageCurl
import Pixels
import TestSupport

/// A context, a renderer and pages to draw with.
struct Stage {
  let offscreen: OffscreenContext
  let renderer: PageCurlRenderer

  init(ignoresExtensions: Bool = false) throws {
    offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    renderer = try PageCurlRenderer(offscreen.gl)
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
    try renderer.draw(curl, pages: pages, look: look, view: view, into: target)
    return try target.readImage()
  }

  /// An opaque picture of noise: every wrong pixel shows.
  static func noise(_ width: Int, _ height: Int, seed: UInt64) -> Image {
    var random = SeededGenerator(seed: seed)
    var image = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let bits = random.next()
        image[x, y] = SIMD4(
          UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8),
          UInt8(truncatingIfNeeded: bits >> 16), 255)
      }
    }
    return image
  }
}

/// How many pixels of two pictures differ.
func differences(_ a: Image, _ b: Image) -> Int {
  guard a.width == b.width, a.height == b.height else { return .max }
  return (0..<(a.width * a.height)).count { pixel in
    a.pixels[(4 * pixel)..<(4 * pixel + 4)] != b.pixels[(4 * pixel)..<(4 * pixel + 4)]
  }
}
