import GLES
import Glibc
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

/// Pages in perspective, on cones, and several at a time.
@Suite(.serialized) struct CurlSceneTests {
  private static let size = SIMD2(96, 72)
  private static let view = CurlView(origin: SIMD2(-30, -20))
  private static let frame = SIMD2(160, 116)
  private static let eye = SIMD3(50.0, 40, 300)

  private static let shapes: [CurlShape] = {
    let (width, height) = (Double(size.x), Double(size.y))
    var shapes: [CurlShape] = []
    for fold in CurlFold.allCases {
      for (time, degrees, radius) in [(0.3, 180.0, 12.0), (0.5, 150, 9), (0.45, -60, 14)] {
        if let curl = try? CurlGeometry(
          width: width, height: height, time: time, angle: degrees * .pi / 180, radius: radius,
          fold: fold)
        {
          shapes.append(.fold(curl))
        }
      }
    }
    for (binding, end, time) in [
      (Binding.left, SpineEnd.first, 0.35), (.top, .last, 0.3), (.left, .last, 0.5),
    ] {
      if let cone = try? ConeTurn(
        width: width, height: height, apexDepth: 60, binding: binding, end: end
      ).geometry(at: time) {
        shapes.append(.cone(cone))
      }
    }
    return shapes
  }()

  private func draw(
    _ stage: Stage, _ leaves: [CurlLeaf], eye: SIMD3<Double>? = Self.eye
  ) throws -> Image {
    let target = try Framebuffer(stage.gl, width: Self.frame.x, height: Self.frame.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    try stage.renderer.draw(leaves, eye: eye, view: Self.view, into: target)
    return try target.readImage()
  }

  private func plain(_ stage: Stage, _ colors: [SIMD4<UInt8>]) throws -> CurlPages {
    let pages = try colors.map {
      try stage.page(Image(width: Self.size.x, height: Self.size.y, filledWith: $0))
    }
    return CurlPages(front: pages[0], back: pages[1], below: pages[2])
  }

  /// A sphere of one color leaves paper in its own color; others shade it.
  @Test(.long, arguments: Self.shapes.indices) func aLitSphereShadesPaper(index: Int) throws {
    let stage = try Stage()
    let pages = try plain(
      stage, [SIMD4(99, 99, 99, 255), SIMD4(90, 90, 90, 255), SIMD4(60, 60, 60, 255)])
    func picture(_ change: (inout CurlLook) -> Void) throws -> Image {
      var look = CurlLook()
      look.shadow = nil
      change(&look)
      return try draw(stage, [CurlLeaf(Self.shapes[index], pages: pages, look: look)])
    }
    let own = try picture { $0.light = nil }
    let gray = Image(width: 8, height: 8, filledWith: SIMD4(200, 200, 200, 255))
    #expect(differences(try picture { $0.shading = CurlShading(sphere: gray) }, own) == 0)
    var sphere = Image(width: 8, height: 8, filledWith: SIMD4(100, 100, 100, 255))
    sphere[4, 4] = gray[4, 4]
    #expect(differences(try picture { $0.shading = CurlShading(sphere: sphere) }, own) > 100)
  }

  /// Compares the shadow on the ground with rays to 12 × 12 points of the light.
  @Test(.long, arguments: Self.shapes.indices)
  func theShadowIsThatOfAnAreaLight(index: Int) throws {
    let stage = try Stage()
    let white = SIMD4<UInt8>(repeating: 255)
    let pages = try plain(stage, [white, white, white])
    var look = CurlLook()
    look.light = nil
    let shadow = CurlShadow(strength: 0.6)
    look.shadow = shadow
    let shape = Self.shapes[index]
    let picture = try draw(stage, [CurlLeaf(shape, pages: pages, look: look)])
    let slope = SIMD2(shadow.direction.x, shadow.direction.y) / shadow.direction.z
    var strength = shadow.strength
    if case .fold(let curl) = shape { strength = shadow.strength(for: curl) }
    let lamp = Normal.quantiles(12)
    var squares = 0.0
    var count = 0
    var darkest = 0.0
    for y in stride(from: 1, to: Self.size.y, by: 5) {
      for x in stride(from: 1, to: Self.size.x, by: 5) {
        let point = SIMD2(Double(x) + 0.5, Double(y) + 0.5)
        // Only the ground, away from raised paper.
        let isGround = try [SIMD2(0.0, 0), SIMD2(3, 0), SIMD2(-3, 0), SIMD2(0, 3), SIMD2(0, -3)]
          .allSatisfy {
            (try shape.intersections(at: point + $0, from: Self.eye).first?.position.z ?? 0) < 0.01
          }
        guard isGround else { continue }
        var blocked = 0
        for across in lamp {
          for up in lamp {
            let way = slope + shadow.softness * SIMD2(across, up)
            let far = SIMD3(point.x + 1e5 * way.x, point.y + 1e5 * way.y, 1e5)
            if try shape.intersections(at: point, from: far).contains(where: {
              $0.position.z > 1e-3
            }) {
              blocked += 1
            }
          }
        }
        let dark = strength * Double(blocked) / 144
        let pixel = picture[
          x - Int(Self.view.origin.x), Self.frame.y - 1 - (y - Int(Self.view.origin.y))]
        let error = Double(pixel.x) - 255 * (1 - dark)
        squares += error * error
        darkest = max(darkest, dark)
        count += 1
      }
    }
    let rms = (squares / Double(count)).squareRoot()
    #expect(rms <= 3, "\(index): \(rms) of \(count)")
    #expect(count > 30 && darkest > 0.1)
  }

  @Test func fromFarAwayItLooksAsFromStraightAbove() throws {
    let stage = try Stage()
    let pages = CurlPages(
      front: try stage.page(Stage.noise(96, 72, seed: 1)),
      back: try stage.page(Image(width: 96, height: 72, filledWith: SIMD4(90, 120, 200, 255))),
      below: try stage.page(Stage.noise(96, 72, seed: 3)))
    let paper = try PaperTurn(width: 96, height: 72).geometry(at: 0.3)
    let flat = CurlShape.paper(try PaperTurn(width: 96, height: 72).geometry(at: 0))
    for shape in Self.shapes + [.paper(paper)] {
      guard case .fold(let curl) = shape else {
        let above = try draw(stage, [CurlLeaf(shape, pages: pages)], eye: nil)
        let far = try draw(stage, [CurlLeaf(shape, pages: pages)], eye: SIMD3(48, 36, 1e6))
        #expect(psnr(above, far) > 50)
        // Something rises: the front and the page below are not all that is seen.
        #expect(above != (try draw(stage, [CurlLeaf(flat, pages: pages)], eye: nil)))
        continue
      }
      let above = try stage.picture(curl, pages, view: Self.view, size: Self.frame)
      let far = try draw(stage, [CurlLeaf(shape, pages: pages)], eye: SIMD3(48, 36, 1e5))
      // Foreshortened noise is filtered differently; everything else is the same.
      #expect(psnr(above, far) > 20)
      var flat = 0
      for y in 0..<72 {
        for x in 0..<96 where curl.distance(of: SIMD2(Double(x), Double(72 - y))) < -50 {
          if above[x + 30, y + 24] != far[x + 30, y + 24] { flat += 1 }
        }
      }
      #expect(flat == 0)
    }
  }

  /// An eye among the paper is raised above the highest leaf.
  @Test func theEyeIsAboveEveryLeaf() throws {
    let stage = try Stage()
    let colors: [SIMD4<UInt8>] = [
      SIMD4(250, 240, 200, 255), SIMD4(40, 90, 200, 255), SIMD4(60, 160, 60, 255),
    ]
    let pages = try plain(stage, colors)
    let leaves = try [(0.6, 14.0), (0.3, 5)].map { time, radius in
      let turn = try LeafTurn(
        width: Double(Self.size.x), height: Double(Self.size.y), radius: radius, fold: .cylinder)
      return CurlLeaf(.fold(try turn.geometry(at: time)), pages: pages)
    }
    let heights = leaves.map { $0.shape.lowestEye }
    try #require(heights[0] > 1.5 * heights[1])
    for leaves in [leaves, leaves.reversed()] {
      let low = try draw(stage, leaves, eye: SIMD3(50, 40, 1))
      #expect(try draw(stage, leaves, eye: SIMD3(50, 40, heights[0])) == low)
    }
  }

  /// An almost flat cone, or a roll far larger than the page, would need an unbounded number of
  /// strips.
  @Test(.long) func hardlyBentPaperIsDrawn() throws {
    let stage = try Stage()
    let colors: [SIMD4<UInt8>] = [
      SIMD4(250, 240, 200, 255), SIMD4(40, 90, 200, 255), SIMD4(60, 160, 60, 255),
    ]
    let pages = try plain(stage, colors)
    let (width, height) = (Double(Self.size.x), Double(Self.size.y))
    // From the page's own pixels to its place beside the spine.
    for (time, side) in [(0, 0), (1e-12, 0), (1 - 1e-12, 1), (1.0, 1)] {
      let turn = try ConeTurn(width: width, height: height, apexDepth: 60, binding: .left)
      let leaf = CurlLeaf(.cone(try turn.geometry(at: time)), pages: pages)
      // The view cuts the turned page off at its left end.
      let picture = try draw(stage, [leaf])
      #expect(picture[side == 0 ? 60 : 15, 60] == colors[side])
      #expect(picture[80, 60] == colors[side == 0 ? 0 : 2])
    }
    for radius in [1e12, 1e18] {
      let curl = try CurlGeometry(
        width: width, height: height, contactOffset: -2, angle: .pi, radius: radius, fold: .cylinder
      )
      let picture = try draw(stage, [CurlLeaf(.fold(curl), pages: pages)])
      #expect(picture[80, 60].w == 255)
    }
  }

  /// The text does not lose its focus as a page leaves the ground, nor gain any as it lands.
  @Test func theFocusDoesNotJump() throws {
    let stage = try Stage()
    let (width, height) = (Double(Self.size.x), Double(Self.size.y))
    let pages = CurlPages(
      front: try stage.page(Stage.noise(Self.size.x, Self.size.y, seed: 1)),
      back: try stage.page(Stage.noise(Self.size.x, Self.size.y, seed: 2)))
    let cone = try ConeTurn(width: width, height: height, apexDepth: 60, binding: .left)
    let roll = try LeafTurn(width: width, height: height, radius: 12, fold: .cylinder)
    let view = CurlView(origin: SIMD2(-100, -20))
    for (time, near) in [(0.0, 1e-6), (1, 1 - 1e-6)] {
      let target = try Framebuffer(stage.gl, width: 220, height: Self.frame.y)
      func picture(_ draw: () throws -> Void) throws -> Image {
        target.bind()
        stage.gl.apply(RenderState())
        stage.gl.clear(color: .zero)
        try draw()
        return try target.readImage()
      }
      let flat = try picture {
        let leaf = CurlLeaf(.fold(try roll.geometry(at: time)), pages: pages)
        try stage.renderer.draw([leaf], view: view, into: target)
      }
      for quality in [CurlQuality.standard, .best] {
        let lifted = try picture {
          var look = CurlLook()
          look.quality = quality
          let leaf = CurlLeaf(.cone(try cone.geometry(at: near)), pages: pages, look: look)
          try stage.renderer.draw([leaf], eye: Self.eye, view: view, into: target)
        }
        let worst = zip(flat.pixels, lifted.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= 8, "\(quality), time \(time)")
      }
    }
  }

  /// Tall frames are drawn in several layers, which cover the page wherever it lies in the frame.
  @Test func layersCoverThePage() throws {
    let stage = try Stage()
    let size = SIMD2(24, 1100)
    let page = try stage.page(Stage.noise(size.x, size.y, seed: 3))
    let curl = try CurlGeometry(
      width: Double(size.x), height: Double(size.y), time: 0.5, angle: .pi, radius: 5,
      fold: .cylinder)
    var look = CurlLook()
    look.quality = .best
    let leaf = CurlLeaf(
      .fold(curl), pages: CurlPages(front: page, back: page, below: page), look: look)
    func picture(margin: Int) throws -> ArraySlice<UInt8> {
      let target = try Framebuffer(stage.gl, width: size.x, height: size.y + margin)
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: .zero)
      try stage.renderer.draw(
        [leaf], eye: SIMD3(12, 550, 2000), view: CurlView(origin: SIMD2(0, -Double(margin))),
        into: target)
      return try target.readImage().pixels.prefix(4 * size.x * size.y)
    }
    let worst = zip(try picture(margin: 0), try picture(margin: 300))
      .map { abs(Int($0) - Int($1)) }.max()
    #expect(worst ?? 255 <= 2)
  }

  /// Pages in the air hide each other as paper does: flat, the first to start lies on top; turned
  /// over, the last.
  @Test func severalLeavesHideEachOther() throws {
    let stage = try Stage()
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    look.quality = .draft
    let turn = try LeafTurn(width: 96, height: 72, radius: 8, tilt: 0.2, fold: .cylinder)
    let curls = try [0.75, 0.5, 0.25].map { try turn.geometry(at: $0) }
    func color(_ leaf: Int, _ side: PaperSide) -> SIMD4<UInt8> {
      SIMD4(UInt8(40 + 60 * leaf), side == .front ? 200 : 20, 90, 255)
    }
    let below = SIMD4<UInt8>(9, 9, 9, 255)
    let leaves = try curls.enumerated().map { index, curl in
      CurlLeaf(
        .fold(curl),
        pages: try plain(stage, [color(index, .front), color(index, .back), below]), look: look)
    }
    let view = CurlView(origin: SIMD2(-100, -10))
    let target = try Framebuffer(stage.gl, width: 200, height: 92)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    try stage.renderer.draw(leaves, view: view, into: target)
    let picture = try target.readImage()
    func expected(_ point: SIMD2<Double>) -> SIMD4<UInt8> {
      let seen = curls.map { $0.intersections(at: point).first }
      for (index, hit) in seen.enumerated().reversed() {
        if let hit, hit.position.z > 0 { return color(index, hit.side) }
      }
      for (index, hit) in seen.enumerated() {
        if let hit { return color(index, hit.side) }
      }
      let isPage = point.x >= 0 && point.x < 96 && point.y >= 0 && point.y < 72
      return isPage ? below : .zero
    }
    var wrong = 0
    for y in 0..<92 {
      for x in 0..<200 {
        let point = view.origin + SIMD2(Double(x) + 0.5, 91.5 - Double(y))
        let near = [
          SIMD2(0.0, 0), SIMD2(0.05, 0), SIMD2(-0.05, 0), SIMD2(0, 0.05), SIMD2(0, -0.05),
        ]
        if !near.contains(where: { expected(point + $0) == picture[x, y] }) { wrong += 1 }
      }
    }
    #expect(wrong == 0)
  }
}
