import GLES
import Imaging
import Offscreen
import PageCurl
import TestSupport
import Testing

/// The shadow of a book's stacks.
@Suite struct BookBodyTests {
  private static let page = PageRect(low: SIMD2(40, 30), high: SIMD2(100, 110))

  /// Draws the shadow of a stack beside an empty one on white.
  private func shadow(height: Double, hiddenBy hidden: [PageRect] = []) throws -> Image {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 160, height: 140)
    target.bind()
    offscreen.gl.clear(color: [1, 1, 1, 1])
    let body = BookBody(
      first: BookBody.Stack(page: Self.page, height: height, edge: 0),
      last: BookBody.Stack(page: Self.page, height: 0, edge: 0), away: SIMD2(1, 0))
    var look = CurlLook()
    look.shadow = CurlShadow(strength: 1)
    try BookBodyProgram(PageRenderer(offscreen.gl)).draw(body, look, hiddenBy: hidden, into: target)
    return try target.readImage()
  }

  /// What pages cover costs no drawing. The rest is the same.
  @Test func nothingIsDrawnBehindPages() throws {
    let all = try shadow(height: 6)
    let some = try shadow(height: 6, hiddenBy: [Self.page])
    var darkest: UInt8 = 255
    for y in 0..<140 {
      for x in 0..<160 {
        let isHidden = (40..<100).contains(x) && (30..<110).contains(y)
        if isHidden {
          #expect(some[x, 139 - y].x == 255)
          darkest = min(darkest, all[x, 139 - y].x)
        } else {
          #expect(abs(Int(some[x, 139 - y].x) - Int(all[x, 139 - y].x)) <= 2, "\(x), \(y)")
        }
      }
    }
    #expect(darkest < 50)
  }

  /// A stack that grows from nothing casts a shadow that does.
  @Test func theLastSheetsShadowFades() throws {
    let darkest = try [0.01, 0.25, 0.5, 1].map { height in
      255 - Int(try shadow(height: height).pixels.min() ?? 0)
    }
    #expect(darkest[0] <= 4 && darkest[3] > 200, "\(darkest)")
    #expect(zip(darkest, darkest.dropFirst()).allSatisfy { $0 < $1 }, "\(darkest)")
  }

  /// A stack that grows shows the same lines, and another at its end only.
  @Test(arguments: [SIMD2(1.0, 0.0), SIMD2(-1, 0)]) func linesDoNotFlicker(out: SIMD2<Double>)
    throws
  {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 160, height: 140)
    let program = try BookBodyProgram(PageRenderer(offscreen.gl))
    var look = CurlLook()
    look.shadow = nil
    let stills = try (0..<24).map { step in
      target.bind()
      offscreen.gl.clear(color: [0, 0, 0, 1])
      let edge = 16 + Double(step) / 40
      let body = BookBody(
        first: BookBody.Stack(page: Self.page, height: 40, edge: edge),
        last: BookBody.Stack(page: Self.page, height: 0, edge: 0), away: out)
      try program.draw(body, look, into: target)
      return try target.readImage()
    }
    for x in out.x > 0 ? 100..<115 : 25..<40 {
      let tones = stills.map { Int($0[x, 70].x) }
      #expect((tones.max() ?? 0) - (tones.min() ?? 0) <= 3, "\(x): \(tones)")
    }
  }
}
