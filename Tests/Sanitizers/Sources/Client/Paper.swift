import GLES
import Glibc
import Imaging
import Offscreen
import PageCurl

/// What a thread has to draw with.
private struct Desk {
  let offscreen: OffscreenContext
  let renderer: PageRenderer
  let target: Framebuffer
  let copy: Texture
  let pages: CurlPages

  /// The context is current when this returns.
  init() throws {
    offscreen = try OffscreenContext()
    let gl = offscreen.gl
    renderer = try PageRenderer(gl)
    target = try Framebuffer(gl, width: 240, height: 160)
    copy = try Texture(gl, width: 240, height: 160)
    func page(_ color: SIMD4<UInt8>) throws -> CurlPage {
      CurlPage(
        try Texture(gl, Image(width: 120, height: 160, filledWith: color)), isOpaque: true)
    }
    pages = CurlPages(
      front: try page([250, 240, 230, 255]), back: try page([200, 220, 240, 255]),
      below: try page([240, 250, 240, 255]))
  }

  /// Draws a page that turns, copies the picture and reads the copy back.
  func picture(_ time: Double) throws -> Image {
    target.bind()
    offscreen.gl.clear(color: [0.8, 0.7, 0.6, 1])
    let turn = try PaperTurn(width: 120, height: 160, paper: .office)
    try renderer.draw(
      [CurlLeaf(.paper(try turn.geometry(at: time)), pages: pages)], eye: [0, 80, 800],
      view: CurlView(origin: [-120, 0]), into: target)
    try copy.copy(from: target, region: target.bounds, toX: 0, y: 0)
    let framebuffer = try Framebuffer(offscreen.gl, color: copy)
    return try framebuffer.readImage()
  }
}

/// Draws pages that turn with eight contexts on eight threads, and compares their pictures with
/// those of one thread.
func turnPages(seconds: Double) throws {
  let times = (1...5).map { Double($0) / 6 }
  let expected: [Image]
  do {
    let desk = try Desk()
    expected = try times.map { try desk.picture($0) }
  }
  let deadline = ContinuousClock.now + .seconds(seconds)
  try runAtOnce(
    (0..<8).map { number in
      {
        let desk = try Desk()
        desk.offscreen.releaseCurrent()
        var round = number
        repeat {
          let index = round % times.count
          try desk.offscreen.makeCurrent()
          let picture = try desk.picture(times[index])
          desk.offscreen.releaseCurrent()
          try check(picture == expected[index], "thread \(number) drew another page")
          round += 1
        } while ContinuousClock.now < deadline
      }
    })
}
