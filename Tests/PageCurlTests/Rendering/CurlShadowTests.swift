import GLES
import Glibc
import Imaging
import PageCurl
import TestSupport
import Testing

@Suite(.serialized) struct CurlShadowTests {
  private static let size = SIMD2(120, 90)

  private func geometry(_ time: Double, _ degrees: Double, _ radius: Double) throws -> CurlGeometry
  {
    try CurlGeometry(
      width: Double(Self.size.x), height: Double(Self.size.y), time: time,
      angle: degrees * .pi / 180, radius: radius, fold: .cylinder)
  }

  private func pages(_ stage: Stage) throws -> CurlPages {
    let white = try stage.page(
      Image(width: Self.size.x, height: Self.size.y, filledWith: SIMD4(repeating: 255)))
    return CurlPages(front: white, back: white, below: white)
  }

  private static let look: CurlLook = {
    var look = CurlLook()
    look.light = nil
    look.shadow = CurlShadow(strength: 0.6)
    return look
  }()

  /// A shadow adds its color where a black one takes light.
  @Test func aShadowHasItsColor() throws {
    let stage = try Stage()
    let pages = try pages(stage)
    let curl = try geometry(0.5, 200, 14)
    let black = try stage.picture(curl, pages, look: Self.look)
    var look = Self.look
    let color = SIMD3(0.2, 0.5, 1)
    look.shadow?.color = color
    let tinted = try stage.picture(curl, pages, look: look)
    var (worst, darkest) = (0.0, 255.0)
    for y in 0..<Self.size.y {
      for x in 0..<Self.size.x {
        for channel in 0..<3 {
          let light = Double(black[x, y][channel])
          let expected = light + color[channel] * (255 - light)
          worst = max(worst, abs(Double(tinted[x, y][channel]) - expected))
          darkest = min(darkest, light)
        }
      }
    }
    #expect(worst <= 2 && darkest < 180, "\(worst), \(darkest)")
  }

  @Test func noShadowIsLeftAtEitherEnd() throws {
    let stage = try Stage()
    let pages = try pages(stage)
    let white = Image(width: Self.size.x, height: Self.size.y, filledWith: SIMD4(repeating: 255))
    for degrees in stride(from: 0.0, to: 360, by: 15) {
      for time in [0.0, 1] {
        let picture = try stage.picture(try geometry(time, degrees, 15), pages, look: Self.look)
        #expect(differences(picture, white) == 0)
      }
      // It does not disappear abruptly either.
      let late = try stage.picture(try geometry(0.995, degrees, 15), pages, look: Self.look)
      #expect((late.pixels.min() ?? 0) > 250)
    }
  }

  @Test func transparentPlacesTakeNoShadow() throws {
    let stage = try Stage()
    let clear = try stage.page(
      Image(width: Self.size.x, height: Self.size.y, filledWith: .zero), isOpaque: false)
    let white = try pages(stage).front
    let pages = CurlPages(front: white, back: white, below: clear)
    let curl = try geometry(0.5, 180, 15)
    let picture = try stage.picture(curl, pages, look: Self.look)
    // Beyond the silhouette there is only the transparent page.
    let first = Int(curl.lift.x * (curl.contactOffset + curl.radius)) + 3
    #expect(first < Self.size.x - 10)
    for y in 0..<Self.size.y {
      for x in first..<Self.size.x { #expect(picture[x, y] == .zero) }
    }
  }

  @Test func whatIsOutsideTheBoundsStaysAsItIs() throws {
    let stage = try Stage()
    let pages = try pages(stage)
    let target = SIMD2(Self.size.x + 40, Self.size.y + 40)
    let curl = try geometry(0.3, 180, 20)
    let picture = try stage.picture(
      curl, pages, look: Self.look, view: CurlView(origin: SIMD2(-20, -20)), size: target)
    for x in 0..<target.x { #expect(picture[x, 5] == .zero) }
    var darkened = 0
    for y in 20..<(20 + Self.size.y) where picture[20 + Self.size.x - 1, y].x < 250 {
      darkened += 1
    }
    #expect(darkened > 10)
  }

  /// A shadow with bounds falls on all in them: on white ground, and on transparent ground that
  /// white is laid under later.
  @Test(arguments: ["fold", "raised fold", "cone"])
  func shadowsFallBesideThePage(shape: String) throws {
    let stage = try Stage()
    let pages = try pages(stage)
    let size = SIMD2(Self.size.x + 80, Self.size.y + 80)
    let page = SIMD2<Double>(Self.size)
    var look = Self.look
    look.shadow?.bounds = PageRect(low: SIMD2(-40, -40), high: page + SIMD2(40, 40))
    let curl =
      shape == "cone"
      ? CurlShape.cone(
        try ConeTurn(width: page.x, height: page.y, apexDepth: 60, binding: .left, end: .first)
          .geometry(at: 0.4))
      : .fold(try geometry(0.4, 200, 20))
    let eye = shape == "raised fold" ? SIMD3(page.x / 2, page.y / 2, 600) : nil
    func picture(white: Bool) throws -> Image {
      let target = try Framebuffer(stage.gl, width: size.x, height: size.y)
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: SIMD4(repeating: white ? 1 : 0))
      let renderer = try PageRenderer(stage.gl)
      renderer.isTargetOpaque = white
      try renderer.draw(
        [CurlLeaf(curl, pages: pages, look: look)], eye: eye,
        view: CurlView(origin: SIMD2(-40, -40)), into: target)
      return try target.readImage()
    }
    let (white, clear) = (try picture(white: true), try picture(white: false))
    var (worst, darkened) = (0, 0)
    for y in 0..<size.y {
      for x in 0..<size.x {
        let over = Int(clear[x, y].x) + 255 - Int(clear[x, y].w)
        worst = max(worst, abs(over - Int(white[x, y].x)))
        let isBeside = y >= size.y - 40 || y < 40 || x < 40 || x >= size.x - 40
        if isBeside, clear[x, y].x == 0, clear[x, y].w > 20 { darkened += 1 }
      }
    }
    #expect(worst <= 2 && darkened > 50, "\(worst), \(darkened)")
  }

  /// In a triangle that is narrower than a driver's steps of 1/256 pixel, a pixel may get a value
  /// far from those at its corners. No pixel of random curls, and of two that had a black one, is
  /// much darker than all of its neighbors.
  ///
  /// A pixel whose center lies on the contact line, where two meshes meet, may be shaded twice; it
  /// is left out, like radii below 4 pixels, whose shadows are narrower than a pixel.
  @Test func noPixelIsDarkerThanTheShadowAroundIt() throws {
    let stage = try Stage()
    let size = SIMD2(210, 160)
    let white = try stage.page(
      Image(width: size.x, height: size.y, filledWith: SIMD4(repeating: 255)))
    let pages = CurlPages(front: white, back: white, below: white)
    let sweep = Sweep(sample: 40, full: 10_000)
    for number in [-2, -1] + Array(sweep.numbers) {
      var make = RandomCurls(seed: UInt64(bitPattern: Int64(number)))
      let (time, angle, radius) =
        switch number {
        case -2: (0.1, 1.0, 5.0)
        case -1: (0.3, 250 * Double.pi / 180, 8.0)
        default: (make.number(0...1), make.angle(), make.number(4...30))
        }
      let curl = try CurlGeometry(
        width: Double(size.x), height: Double(size.y), time: time, angle: angle, radius: radius,
        fold: .cylinder)
      var look = Self.look
      look.shadow?.strength = 1
      let picture = try stage.picture(curl, pages, look: look)
      for y in 1..<(size.y - 1) {
        for x in 1..<(size.x - 1) {
          let here = Int(picture[x, y].x)
          let point = SIMD2(Double(x) + 0.5, Double(size.y - y) - 0.5)
          guard here < 200, abs(curl.distance(of: point)) > 1.0 / 128 else { continue }
          var darkest = 255
          for index in 0..<9 where index != 4 {
            darkest = min(darkest, Int(picture[x + index % 3 - 1, y + index / 3 - 1].x))
          }
          if darkest - here >= 40 {
            Issue.record(
              "curl \(number): time \(time), angle \(angle), radius \(radius): \(x), \(y)")
          }
        }
      }
    }
  }
}
