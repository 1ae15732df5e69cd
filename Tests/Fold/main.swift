// Draws sheets over the fold that scripts/check-client has added to the library, whose pages show
// each point's place on the paper, and compares them with the geometry.

import Glibc
import Offscreen
import PageCurl

let (width, height) = (240, 180)
let offscreen = try OffscreenContext()
let renderer = try PageRenderer(offscreen.gl)
let target = try Framebuffer(offscreen.gl, width: width, height: height)
var ruler = Image(width: width, height: height)
for y in 0..<height {
  for x in 0..<width { ruler[x, y] = SIMD4(UInt8(x), UInt8(height - 1 - y), 0, 255) }
}
// A back is mirrored like a page that is turned sideways.
var other = ruler
for y in 0..<height {
  for x in 0..<width { other[x, y] = ruler[width - 1 - x, y] | SIMD4(0, 0, 255, 0) }
}
let front = CurlPage(try Texture(offscreen.gl, ruler), isOpaque: true)
let back = CurlPage(try Texture(offscreen.gl, other), isOpaque: true)
var look = CurlLook()
(look.light, look.shadow, look.backFlip) = (nil, nil, .sideways)

var (seen, worst) = ([PaperSide.front: 0, .back: 0], 0.0)
for angle in [Double.pi, 2.6, 0.5] {
  for step in 1..<12 {
    let curl = try CurlGeometry(
      width: Double(width), height: Double(height), time: Double(step) / 12, angle: angle,
      radius: 24, fold: .weak)
    let shape = CurlShape.fold(curl)
    offscreen.gl.clear(color: .zero)
    let pages = CurlPages(front: front, back: back)
    try renderer.draw(
      [CurlLeaf(shape, pages: pages, look: look)], into: target)
    let picture = try target.readImage()
    for y in 0..<height {
      for x in 0..<width {
        let point = SIMD2(Double(x) + 0.5, Double(height - y) - 0.5)
        // Away from edges and the silhouette, where a pixel shows more than one place.
        let around = try [SIMD2(0, 0), SIMD2(3, 0), SIMD2(-3, 0), SIMD2(0, 3), SIMD2(0, -3)].map {
          try shape.intersections(at: point + $0).first
        }
        guard let place = around[0], around.allSatisfy({ $0?.side == place.side }),
          abs(shape.normal(at: place.paper).z) > 0.4
        else { continue }
        let pixel = picture[x, y]
        guard pixel.z == (place.side == .back ? 255 : 0) else {
          print("check-client: \(pixel) at (\(x), \(y)), which shows the \(place.side)")
          exit(1)
        }
        let shown = SIMD2(Double(pixel.x), Double(pixel.y)) + 0.5
        worst = max(worst, (shown - place.paper).max(), (place.paper - shown).max())
        seen[place.side, default: 0] += 1
      }
    }
  }
}
let count = seen.values.reduce(0, +)
print("check-client: the fold of CONTRIBUTING.md: \(count) pixels, at most \(worst) px off")
guard seen.values.allSatisfy({ $0 > 20_000 }), worst < 1.5 else {
  print("check-client: the fold is not drawn as its curve says")
  exit(1)
}
