import GLESKitCGLES2
import Glibc
import Imaging
import PageCurl
import TestSupport
import Testing

@Suite(.serialized) struct PageCurlRendererTests {
  private static let angles = [180, 0, 90, -90, -20, 135, 45, 222.5, 710]

  private func curl(
    _ width: Double, _ height: Double, time: Double, degrees: Double, radius: Double = 20
  ) throws -> CurlGeometry {
    try CurlGeometry(
      width: width, height: height, time: time, angle: degrees * .pi / 180, radius: radius,
      fold: .cylinder)
  }

  @Test(arguments: CurlQuality.allCases)
  func theFirstFrameIsTheFrontAndTheLastThePageBelow(quality: CurlQuality) throws {
    let stage = try Stage()
    let images = (1...3).map { Stage.noise(97, 131, seed: $0) }
    let pages = CurlPages(
      front: try stage.page(images[0]), back: try stage.page(images[1]),
      below: try stage.page(images[2]))
    var look = CurlLook()
    look.quality = quality
    for degrees in Self.angles {
      let start = try stage.picture(
        try curl(97, 131, time: 0, degrees: degrees), pages, look: look)
      #expect(differences(start, images[0]) == 0)
      let end = try stage.picture(
        try curl(97, 131, time: 1, degrees: degrees), pages, look: look)
      #expect(differences(end, images[2]) == 0)
    }
  }

  @Test func theFirstFrameKeepsTransparencyToTheBit() throws {
    let stage = try Stage()
    var image = Stage.noise(64, 48, seed: 4)
    for y in 0..<48 {
      for x in 0..<64 {
        let alpha = UInt8((x * 7 + y * 3) % 256)
        let color = pointwiseMin(image[x, y], SIMD4(repeating: alpha))
        image[x, y] = SIMD4(color.x, color.y, color.z, alpha)
      }
    }
    let pages = CurlPages(front: try stage.page(image, isOpaque: false))
    let flat = try stage.picture(try curl(64, 48, time: 0, degrees: 160), pages)
    #expect(differences(flat, image) == 0)
    let gone = try stage.picture(try curl(64, 48, time: 1, degrees: 160), pages)
    #expect(differences(gone, Image(width: 64, height: 48)) == 0)
  }

  /// A back that is not drawn is like one of glass, whatever its page.
  @Test(arguments: CurlQuality.allCases)
  func aMissingBackHidesNothing(quality: CurlQuality) throws {
    let stage = try Stage()
    let front = try stage.page(Stage.noise(97, 131, seed: 1))
    let below = try stage.page(Stage.noise(97, 131, seed: 2))
    let glass = try stage.page(Image(width: 97, height: 131), isOpaque: false)
    var look = CurlLook()
    look.quality = quality
    for degrees in Self.angles {
      let curl = try curl(97, 131, time: 0.5, degrees: degrees)
      let expected = try stage.picture(
        curl, CurlPages(front: front, back: glass, below: below), look: look)
      var missing = look
      missing.drawsBack = false
      let picture = try stage.picture(
        curl, CurlPages(front: front, back: below, below: below), look: missing)
      #expect(differences(picture, expected) == 0, "\(degrees)°")
    }
  }

  /// Opaque paper is copied at scale 1, and drawn without coverage inside its edges at others.
  @Test(arguments: [1, 1.37, 0.6]) func copiedAndDrawnPagesAreTheSameBits(scale: Double) throws {
    let stage = try Stage()
    let images = (7...9).map { Stage.noise(83, 61, seed: $0) }
    func pages(copied: Bool) throws -> CurlPages {
      CurlPages(
        front: try stage.page(images[0], isOpaque: copied),
        back: try stage.page(images[1]),
        below: try stage.page(images[2], isOpaque: copied))
    }
    let sphere = Stage.noise(16, 16, seed: 11)
    var random = SeededGenerator(seed: 10)
    for index in 0..<60 {
      let geometry = try curl(
        83, 61, time: .random(in: 0...1, using: &random),
        degrees: index % 3 == 0 ? Double(index) * 30 : .random(in: 0...360, using: &random),
        radius: .random(in: 0...30, using: &random))
      // A view that cuts the page off on one side and shows room on the other side.
      let view = CurlView(
        origin: SIMD2(Double(index % 5) * 4 - 8, Double(index % 7) * 3 - 9) / scale, scale: scale)
      var look = CurlLook()
      look.quality = index % 2 == 0 ? .draft : .standard
      // Colored light and tinted paper.
      if index % 5 == 1 { look.shading = CurlShading(sphere: sphere) }
      if index % 5 == 3 { look.frontTint = SIMD3(0.9, 0.7, 0.5) }
      let copied = try stage.picture(
        geometry, try pages(copied: true), look: look, view: view, size: SIMD2(90, 66))
      let drawn = try stage.picture(
        geometry, try pages(copied: false), look: look, view: view, size: SIMD2(90, 66))
      #expect(differences(copied, drawn) == 0)
    }
  }

  /// A page whose corners differ: red top left, green top right, blue bottom left, white bottom
  /// right.
  private static let corners: Image = {
    var image = Image(width: 80, height: 60)
    for y in 0..<60 {
      for x in 0..<80 {
        image[x, y] =
          switch (x < 40, y < 30) {
          case (true, true): SIMD4(255, 0, 0, 255)
          case (false, true): SIMD4(0, 255, 0, 255)
          case (true, false): SIMD4(0, 0, 255, 255)
          case (false, false): SIMD4(255, 255, 255, 255)
          }
      }
    }
    return image
  }()

  @Test func theBackReadsUnmirroredAndUpright() throws {
    let stage = try Stage()
    let plain = try stage.page(Image(width: 80, height: 60, filledWith: SIMD4(9, 9, 9, 255)))
    let pages = CurlPages(front: plain, back: try stage.page(Self.corners))
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    // A leaf folded over its whole width lies beside the page, like the back drawn flat.
    for (binding, origin) in [
      (Binding.left, SIMD2(-80.0, 0.0)), (.right, SIMD2(80, 0)), (.top, SIMD2(0, 60)),
      (.bottom, SIMD2(0, -60)),
    ] {
      let turn = try LeafTurn(width: 80, height: 60, binding: binding, radius: 10, fold: .cylinder)
      let picture = try stage.picture(
        try turn.geometry(at: 1), pages, look: look, view: CurlView(origin: origin),
        size: SIMD2(80, 60))
      #expect(differences(picture, Self.corners) == 0)
    }
  }

  /// To 2 steps: at the silhouette the front and then the back are blended over the same pixel, and
  /// each blending rounds.
  @Test func constantPagesStayConstantWithoutLight() throws {
    let stage = try Stage()
    let color = SIMD4<UInt8>(200, 150, 100, 255)
    let page = try stage.page(Image(width: 120, height: 90, filledWith: color))
    let pages = CurlPages(front: page, back: page, below: page)
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    for quality in CurlQuality.allCases {
      look.quality = quality
      for degrees in Self.angles {
        for time in [0.2, 0.5, 0.8] {
          let picture = try stage.picture(
            try curl(120, 90, time: time, degrees: degrees), pages, look: look)
          var worst = 0
          for y in 0..<90 {
            for x in 0..<120 {
              for channel in 0..<4 {
                worst = max(worst, abs(Int(picture[x, y][channel]) - Int(color[channel])))
              }
            }
          }
          #expect(worst <= 2)
        }
      }
    }
  }

  @Test func everyPixelShowsTheSheetThatTheReferenceSees() throws {
    let stage = try Stage()
    let (red, green, blue) = (
      SIMD4<UInt8>(255, 0, 0, 255), SIMD4<UInt8>(0, 255, 0, 255), SIMD4<UInt8>(0, 0, 255, 255)
    )
    func page(_ color: SIMD4<UInt8>) throws -> CurlPage {
      try stage.page(Image(width: 90, height: 70, filledWith: color))
    }
    let pages = CurlPages(front: try page(red), back: try page(green), below: try page(blue))
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    look.quality = .draft
    var random = SeededGenerator(seed: 6)
    var wrong = 0
    var edges = 0
    // Drivers move corners to the nearest of 2 to this power steps of a pixel.
    var bits: GLint = 0
    glGetIntegerv(GLenum(GL_SUBPIXEL_BITS), &bits)
    let reach = 0.1 + 0.71 / exp2(Double(bits))
    for _ in 0..<60 {
      let geometry = try curl(
        90, 70, time: .random(in: 0...1, using: &random),
        degrees: .random(in: -400...400, using: &random),
        radius: .random(in: 0...40, using: &random))
      let picture = try stage.picture(geometry, pages, look: look)
      for y in 0..<70 {
        for x in 0..<90 {
          let center = SIMD2(Double(x) + 0.5, 69.5 - Double(y))
          func color(_ point: SIMD2<Double>) -> SIMD4<UInt8> {
            switch geometry.intersections(at: point).first?.side {
            case .front: red
            case .back: green
            case nil: blue
            }
          }
          guard picture[x, y] != color(center) else { continue }
          // Within about a tenth of a pixel of an edge both are right.
          let near = (0..<32).map { index in
            let way = Double(index / 2) * .pi / 8
            return color(center + (index % 2 == 0 ? 0.5 : 1) * reach * SIMD2(cos(way), sin(way)))
          }
          if near.contains(picture[x, y]) { edges += 1 } else { wrong += 1 }
        }
      }
    }
    #expect(wrong == 0)
    #expect(edges < 400)
  }
}
