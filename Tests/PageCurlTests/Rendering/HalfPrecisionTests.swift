import GLES
import Imaging
import PageCurl
import TestSupport
import Testing

/// Drivers whose fragment stage has no `highp` and whose `mediump` is half precision, emulated:
/// no pixel is lost.
@Suite(.serialized) struct HalfPrecisionTests {
  /// Pages of soft colors, on which paper that is a pixel beside its place looks nearly the same.
  private static func page(_ size: SIMD2<Int>, _ color: SIMD4<UInt8>) -> Image {
    var image = Image(width: size.x, height: size.y, filledWith: color)
    for y in 0..<size.y {
      for x in 0..<size.x { image[x, y].x = color.x - UInt8((x + y) / 8 % 16) }
    }
    return image
  }

  private func pages(_ stage: Stage, _ size: SIMD2<Int>, isOpaque: Bool = true) throws -> CurlPages
  {
    CurlPages(
      front: try stage.page(Self.page(size, [250, 200, 200, 255]), isOpaque: isOpaque),
      back: try stage.page(Self.page(size, [200, 250, 150, 255]), isOpaque: isOpaque),
      below: try stage.page(Self.page(size, [160, 160, 250, 255])))
  }

  /// Compares pictures on both stages.
  private func compare(
    _ name: String, _ stages: [Stage], _ draw: (Stage) throws -> Image
  ) throws {
    try stages[0].offscreen.makeCurrent()
    let full = try draw(stages[0])
    try stages[1].offscreen.makeCurrent()
    let half = try withHalfPrecision { try draw(stages[1]) }
    let lost = lostPixels(half, from: full)
    #expect(lost.isEmpty, "\(name): \(lost.count) pixels are lost, such as \(lost[0])")
  }

  private func stages() throws -> [Stage] { [try Stage(), try withHalfPrecision { try Stage() }] }

  @Test(.long) func smallPagesLoseNoPixel() throws {
    let stages = try stages()
    for number in Sweep(sample: 40, full: 2000).numbers {
      let frame = try RandomFrame(number)
      try compare("frame \(number)", stages) { stage in
        try frame.picture(
          on: stage, try pages(stage, frame.size, isOpaque: frame.isOpaque))
      }
    }
  }

  @Test(.long) func largePagesLoseNoPixel() throws {
    let stages = try stages()
    let size = SIMD2(1000, 300)
    let curls = [(0.0, 40.0), (.pi, 94), (2.8, 60), (0.3, 3), (1.2, 200), (2.8, 0)]
    let looks = CurlQuality.allCases.flatMap { quality in
      [CurlFold.cylinder, .elastica].map { (quality, $0) }
    }
    for ((angle, radius), (quality, fold)) in Sweep.pairs(curls, looks) {
      var look = CurlLook()
      look.quality = quality
      let flat = try CurlGeometry(
        width: 1000, height: 300, time: 0.4, angle: angle, radius: radius, fold: .cylinder)
      let curl = try CurlGeometry(
        width: 1000, height: 300, contactOffset: flat.contactOffset, angle: angle, radius: radius,
        fold: fold)
      try compare("\(quality), \(fold), \(angle), \(radius)", stages) { stage in
        try stage.picture(curl, try pages(stage, size), look: look)
      }
    }
  }

  /// Paper that bends along its rulings, as a page and as a board, and what lies around it.
  @Test(.long) func leavesLoseNoPixel() throws {
    let stages = try stages()
    try stages[0].offscreen.makeCurrent()
    let full = try BookBodyProgram(stages[0].renderer)
    try stages[1].offscreen.makeCurrent()
    let half = try withHalfPrecision { try BookBodyProgram(stages[1].renderer) }
    let size = SIMD2(420, 560)
    let (width, height) = (Double(size.x), Double(size.y))
    let leaf = PageRect(low: SIMD2(0, -14), high: SIMD2(width + 12, height + 14))
    for (index, time) in [0.08, 0.3, 0.5, 0.72, 0.93].enumerated() {
      for board in [false, true] {
        var look = CurlLook()
        look.quality = CurlQuality.allCases[index % 3]
        look.backFlip = .sideways
        if board {
          look.board = CoverBoard(
            outside: .front, page: SIMD2(width, height), cloth: [0.7, 0.5, 0.6])
        }
        let turn = try PaperTurn(
          page: board ? leaf : PageRect(low: .zero, high: SIMD2(width, height)), binding: .left,
          paper: board ? .cover : .office, tilt: board ? 0 : 0.4)
        let shape = CurlShape.paper(try turn.geometry(at: time))
        try compare("\(board ? "board" : "page") at \(time)", stages) { stage in
          let target = try Framebuffer(stage.gl, width: 940, height: 640)
          target.bind()
          stage.gl.apply(RenderState())
          stage.gl.clear(color: [0.8, 0.7, 0.6, 1])
          let page = PageRect(low: SIMD2(470, 40), high: SIMD2(890, 600))
          let other = PageRect(low: SIMD2(50, 40), high: SIMD2(470, 600))
          func cover(_ place: PageRect) -> BookBody.Board {
            BookBody.Board(place: place, cloth: [0.7, 0.5, 0.6], isThere: true, sheets: 10)
          }
          let body = BookBody(
            first: BookBody.Stack(
              page: page, height: 14, edge: 9,
              board: cover(PageRect(low: SIMD2(470, 26), high: SIMD2(904, 614)))),
            last: BookBody.Stack(
              page: other, height: 8, edge: 5,
              board: cover(PageRect(low: SIMD2(36, 26), high: SIMD2(470, 614)))),
            away: SIMD2(1, 0))
          let isFirst = stage.offscreen === stages[0].offscreen
          try (isFirst ? full : half).draw(body, look, into: target)
          try stage.renderer.draw(
            [CurlLeaf(shape, pages: try pages(stage, size), look: look)],
            eye: SIMD3(width / 2, height / 2, 2400), view: CurlView(origin: SIMD2(-470, -40)),
            into: target)
          return try target.readImage()
        }
      }
    }
  }

  /// Meshes, lit by a picture of a sphere or by a light.
  @Test(.long, arguments: [false, true]) func meshesLoseNoPixel(hasSphere: Bool) throws {
    let stages = try stages()
    var look = CurlLook()
    if hasSphere {
      var sphere = Image(width: 64, height: 64, filledWith: [200, 200, 200, 255])
      for index in sphere.pixels.indices where index % 4 != 3 {
        sphere.pixels[index] = UInt8(150 + index / 4 % 64)
      }
      look.shading = CurlShading(sphere: sphere)
    }
    let size = SIMD2(210, 280)
    for scale in [1, 3] {
      let curl = try CurlGeometry(
        width: 210, height: 280, time: 0.4, angle: 2.8, radius: 40, fold: .cylinder)
      let cone = try ConeTurn(width: 210, height: 280, apexDepth: 200).geometry(at: 0.45)
      for (index, shape) in [CurlShape.fold(curl), .cone(cone)].enumerated() {
        try compare("mesh \(index) at \(scale)", stages) { stage in
          let target = try Framebuffer(stage.gl, width: 460, height: 320, depth: true)
          target.bind()
          stage.gl.apply(RenderState())
          stage.gl.clear(color: [0.8, 0.7, 0.6, 1], depth: 1)
          let mesh = try CurlMesh(stage.gl, width: 210, height: 280)
          let matrix = try CurlView(origin: SIMD2(-230, -20)).matrix(
            eye: SIMD3(0, 140, 1100), width: 460, height: 320)
          // Pages of more texels than pixels take another path.
          try mesh.draw(
            shape, pages: try pages(stage, size &* scale), look: look, matrix: matrix)
          return try target.readImage()
        }
      }
    }
  }
}
