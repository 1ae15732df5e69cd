import GLES
import GLMath
import Imaging
import PageCurl
import TestSupport
import Testing

@Suite(.serialized) struct PaperSceneTests {
  private static let size = SIMD2(180, 140)
  private static let eye = SIMD3(90.0, 70, 560)
  private static let view = CurlView(origin: SIMD2(-200, -40))
  private static let target = SIMD2(600, 220)

  private func picture(
    _ stage: Stage, _ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook
  ) throws -> Image {
    let target = try Framebuffer(stage.gl, width: Self.target.x, height: Self.target.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    try stage.renderer.draw(
      [CurlLeaf(shape, pages: pages, look: look)], eye: Self.eye, view: Self.view, into: target)
    return try target.readImage()
  }

  private static let plain: CurlLook = {
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    return look
  }()

  /// A coordinate of the page as a triangle wave of 16 levels per page pixel.
  private static func wave(_ place: Double) -> Double {
    255 * abs((place / 32).truncatingRemainder(dividingBy: 1) * 2 - 1)
  }

  /// Invariant 13: the paper's coordinates, drawn as colors, are those of the line of sight.
  ///
  /// The waves have four texels per page pixel. A sample is at most a quarter of a texel beside its
  /// place (`narrow.glsl`), and the texel, the layer's sample and the pixel are rounded to half a
  /// level each: together 0.16 page pixels. The rest is a tenth of a pixel of the target.
  @Test(.long, arguments: Binding.allCases) func paperIsWhereTheGeometryPutsIt(binding: Binding)
    throws
  {
    let stage = try Stage()
    let (width, height) = (Double(Self.size.x), Double(Self.size.y))
    let rows = (0..<4 * Self.size.y).map {
      UInt8(Self.wave(height - (Double($0) + 0.5) / 4).rounded())
    }
    let columns = (0..<4 * Self.size.x).map { UInt8(Self.wave((Double($0) + 0.5) / 4).rounded()) }
    func map(blue: UInt8) throws -> CurlPage {
      try stage.page(
        Image(
          width: columns.count, height: rows.count,
          pixels: rows.flatMap { row in columns.flatMap { [$0, row, blue, 255] } }))
    }
    let pages = CurlPages(front: try map(blue: 0), back: try map(blue: 255))
    var judged = 0
    let papers = [PaperMaterial.office, .card, .silk]
    // Straight, and led by either corner.
    let moments = [(0.1, 0.0), (0.3, 0), (0.5, 0), (0.7, 0), (0.9, 0), (0.15, 0.6), (0.35, -0.6)]
    for (paper, (time, tilt)) in Sweep.pairs(papers, moments) {
      let turn = try PaperTurn(
        width: width, height: height, binding: binding, paper: paper, tilt: tilt)
      let shape = CurlShape.paper(try turn.geometry(at: time))
      let picture = try picture(stage, shape, pages, Self.plain)
      var random = SeededGenerator(seed: UInt64(time * 10))
      for _ in 0..<200 {
        let (x, y) = (
          Int.random(in: 1..<Self.target.x - 1, using: &random),
          Int.random(in: 1..<Self.target.y - 1, using: &random)
        )
        let point =
          Self.view.origin + SIMD2(Double(x) + 0.5, Double(Self.target.y - y) - 0.5)
        func hit(_ offset: SIMD2<Double>) throws -> PaperPoint? {
          try shape.intersections(at: point + offset, from: Self.eye).first
        }
        guard let seen = try hit(.zero) else {
          if try [SIMD2(1.0, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)].allSatisfy({
            try hit($0) == nil
          }) {
            #expect(picture[x, y] == .zero, "\(time): \(x), \(y)")
          }
          continue
        }
        // Where neighbors see other paper, the pixel shows both; where they see paper far away,
        // the pixel shows more than half a wave.
        var stretch = 0.0
        var isSmooth = true
        for axis in [SIMD2(1.0, 0), SIMD2(0, 1)] {
          guard let next = try hit(axis), let last = try hit(-axis), next.side == seen.side,
            last.side == seen.side
          else {
            isSmooth = false
            break
          }
          stretch = max(
            stretch, (next.paper - seen.paper).length, (last.paper - seen.paper).length)
          let bend = (next.paper + last.paper - 2 * seen.paper).length
          // The mean over the pixel differs from its middle by a 24th of the second difference.
          if bend > 0.5 { isSmooth = false }
        }
        guard isSmooth, stretch < 3 else { continue }
        var place = seen.paper
        if seen.side == .back {
          switch BackFlip(for: binding) {
          case .sideways: place.x = width - place.x
          case .upwards: place.y = height - place.y
          }
        }
        let pixel = picture[x, y]
        #expect(pixel.w >= 254, "\(time): \(x), \(y)")
        #expect(pixel.z == (seen.side == .back ? 255 : 0), "\(time): \(x), \(y)")
        for (drawn, way) in [(pixel.x, place.x), (pixel.y, place.y)] {
          let wave = Self.wave(way)
          // At the ends of a wave and of the page the mean over a pixel is not linear.
          guard abs(wave - 127.5) < 100, way > 3, way < (way == place.x ? width : height) - 3
          else { continue }
          let away = abs(Double(drawn) - wave) / 16
          #expect(
            away < 0.16 + 0.1 * max(stretch, 1), "\(time): \(x), \(y): \(away), \(stretch)")
          judged += 1
        }
      }
    }
    #expect(judged > (Sweep.isFull ? 450 : 150), "\(judged)")
  }

  /// Wherever a line of sight meets paper beside an edge, that paper is drawn.
  @Test(arguments: [(0.1, 0.0), (0.3, 0), (0.5, 0), (0.7, 0), (0.9, 0), (0.2, 0.6), (0.3, -0.4)])
  func paperIsDrawnToItsEdges(time: Double, tilt: Double) throws {
    let stage = try Stage()
    let (width, height) = (Double(Self.size.x), Double(Self.size.y))
    let white = try stage.page(Image(width: 1, height: 1, filledWith: SIMD4(repeating: 255)))
    let turn = try PaperTurn(width: width, height: height, tilt: tilt)
    let shape = CurlShape.paper(try turn.geometry(at: time))
    let picture = try picture(stage, shape, CurlPages(front: white, back: white), Self.plain)
    var judged = 0
    for share in stride(from: 0.02, through: 0.98, by: 0.02) {
      for paper in [
        SIMD2(width - 1, share * height), SIMD2(1, share * height), SIMD2(share * width, 1),
        SIMD2(share * width, height - 1),
      ] {
        let place = shape.position(of: paper)
        let seen = Self.eye + (place - Self.eye) * (Self.eye.z / (Self.eye.z - place.z))
        let pixel = SIMD2(seen.x, seen.y) - Self.view.origin
        let (x, y) = (Int(pixel.x), Self.target.y - 1 - Int(pixel.y))
        let center = Self.view.origin + SIMD2(Double(x) + 0.5, Double(Self.target.y - y) - 0.5)
        // No edge crosses the pixel.
        let corners = [SIMD2(-0.6, -0.6), SIMD2(0.6, -0.6), SIMD2(-0.6, 0.6), SIMD2(0.6, 0.6)]
        guard (0..<Self.target.x).contains(x), (0..<Self.target.y).contains(y),
          try corners.allSatisfy({
            try !shape.intersections(at: center + $0, from: Self.eye).isEmpty
          })
        else { continue }
        judged += 1
        #expect(picture[x, y].w >= 250, "\(paper): \(x), \(y)")
      }
    }
    #expect(judged > 20, "\(judged)")
  }

  /// Lit paper is neither black nor brighter than white, and level paper keeps its color.
  @Test func theLightIsContinuous() throws {
    let stage = try Stage()
    let gray = try stage.page(
      Image(width: Self.size.x, height: Self.size.y, filledWith: SIMD4(200, 200, 200, 255)))
    let turn = try PaperTurn(width: 180, height: 140)
    var look = CurlLook()
    look.shadow = nil
    for time in [0.01, 0.4, 0.6, 0.99] {
      let picture = try picture(
        stage, .paper(try turn.geometry(at: time)), CurlPages(front: gray, back: gray), look)
      for y in 60..<140 {
        for x in 0..<Self.target.x where picture[x, y].w == 255 {
          let value = picture[x, y].x
          #expect(value > 100 && value < 230, "\(time): \(x), \(y)")
          if time == 0.01, x > 205, x < 300 { #expect(abs(Int(value) - 200) <= 2) }
        }
      }
    }
  }

  @Test func forwardAndInverseAgree() throws {
    for binding in Binding.allCases {
      let turn = try PaperTurn(
        width: 180, height: 140, binding: binding, paper: .silk, tilt: 0.5)
      for time in [0.2, 0.35, 0.5, 0.8] {
        let leaf = CurlShape.paper(try turn.geometry(at: time))
        for index in 0..<100 {
          let paper = SIMD2(1 + 178 * Double(index % 10) / 9, 1 + 138 * Double(index / 10) / 9)
          let place = leaf.position(of: paper)
          let share = Self.eye.z / (Self.eye.z - place.z)
          let foot = SIMD2(
            Self.eye.x + (place.x - Self.eye.x) * share, Self.eye.y + (place.y - Self.eye.y) * share
          )
          let found = try leaf.intersections(at: foot, from: Self.eye)
          #expect(found.contains { ($0.paper - paper).length < 1e-5 }, "\(binding), \(time)")
        }
      }
    }
  }
}
