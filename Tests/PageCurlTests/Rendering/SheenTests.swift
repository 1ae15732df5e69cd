import GLES
import GLMath
import Glibc
import Imaging
import TestSupport
import Testing

@testable import PageCurl

/// The highlight, the lit sphere and print that shines through on every kind of paper, against the
/// paper's points and normals.
@Suite(.serialized) struct SheenTests {
  private static let size = SIMD2(180, 140)
  private static let view = CurlView(origin: SIMD2(-200, -40))
  private static let frame = SIMD2(600, 220)
  private static let eye = SIMD3(90.0, 70, 560)

  /// The shapes of a turn, by its name.
  private static let turns: [(name: String, shape: @Sendable (Double) throws -> CurlShape)] = {
    let (width, height) = (Double(size.x), Double(size.y))
    func sheet(_ fold: CurlFold) -> @Sendable (Double) throws -> CurlShape {
      {
        .fold(
          try SheetTurn(width: width, height: height, radius: 30, fold: fold).geometry(at: $0))
      }
    }
    func leaf(_ fold: CurlFold) -> @Sendable (Double) throws -> CurlShape {
      { .fold(try LeafTurn(width: width, height: height, radius: 30, fold: fold).geometry(at: $0)) }
    }
    return [
      ("elastica", sheet(.elastica)), ("cylinder", sheet(.cylinder)),
      ("paper", { .paper(try PaperTurn(width: width, height: height).geometry(at: $0)) }),
      (
        "tilted paper",
        { .paper(try PaperTurn(width: width, height: height, tilt: 0.4).geometry(at: $0)) }
      ),
      (
        "cone",
        {
          .cone(try ConeTurn(width: width, height: height, apexDepth: 300).geometry(at: $0))
        }
      ),
      ("elastic leaf", leaf(.elastica)), ("cylindrical leaf", leaf(.cylinder)),
      (
        "cover",
        {
          .paper(try PaperTurn(width: width, height: height, paper: .cover).geometry(at: $0))
        }
      ),
    ]
  }()

  private static func plain(_ gray: UInt8) -> Image {
    Image(width: size.x, height: size.y, filledWith: SIMD4(gray, gray, gray, 255))
  }

  private func picture(
    _ stage: Stage, _ shape: CurlShape, _ look: CurlLook, front: Image = plain(64),
    back: Image = plain(64)
  ) throws -> Image {
    let (front, back) = (try stage.page(front), try stage.page(back))
    let target = try Framebuffer(stage.gl, width: Self.frame.x, height: Self.frame.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    let leaf = CurlLeaf(shape, pages: CurlPages(front: front, back: back), look: look)
    try stage.renderer.draw([leaf], eye: Self.eye, view: Self.view, into: target)
    return try target.readImage()
  }

  /// What the eye sees in the middle of a pixel; `nil` within two pixels of anything else.
  private func paper(_ shape: CurlShape, _ x: Int, _ y: Int) throws -> PaperPoint? {
    func seen(_ dx: Double, _ dy: Double) throws -> PaperPoint? {
      let pixel = SIMD2(Double(x) + 0.5 + dx, Double(Self.frame.y - y) - 0.5 + dy)
      return try shape.intersections(at: Self.view.origin + pixel, from: Self.eye).first
    }
    let here = try seen(0, 0)
    for (dx, dy) in [(2.0, 0.0), (-2, 0), (0, 2), (0, -2)] {
      guard let there = try seen(dx, dy), let here, there.side == here.side,
        abs(there.paper.x - here.paper.x) < 10
      else { return nil }
    }
    return here
  }

  /// The default highlight is seen on dark and on middle gray of every kind of paper, is what the
  /// lighting equation says, and is restrained.
  @Test(.long, arguments: turns.indices, [UInt8(64), 128])
  func highlightsAreSeen(index: Int, gray: UInt8) throws {
    let stage = try Stage()
    let plain = Self.plain(gray)
    var (brightest, judged) = (0, 0)
    for time in [0.1, 0.25, 0.4, 0.7] {
      let shape = try Self.turns[index].shape(time)
      var look = CurlLook()
      look.shadow = nil
      look.showThrough = 0
      let lit = try picture(stage, shape, look, front: plain, back: plain)
      look.light?.highlight = 0
      let dull = try picture(stage, shape, look, front: plain, back: plain)
      let light = CurlLight()
      for y in stride(from: 3, to: Self.frame.y, by: 29) {
        for x in stride(from: 1, to: Self.frame.x, by: 4) {
          let more = Int(lit[x, y].x) - Int(dull[x, y].x)
          brightest = max(brightest, more)
          guard let point = try paper(shape, x, y) else { continue }
          let normal = (point.side == .front ? 1 : -1) * shape.normal(at: point.paper)
          let effect = SIMD4<Double>(light.effect(normal: normal))
          // White that lies over the paper.
          let expected = (255 - Double(dull[x, y].x)) * effect.w
          judged += 1
          if case .cone = shape {
            let shade = Double(gray) * CurlLight.shown(effect.x)
            let seen = dull[x, y].x
            #expect(abs(Double(seen) - shade) <= 2, "\(time): \(x), \(y): \(seen), \(shade)")
          }
          #expect(
            abs(Double(more) - expected) <= 2.5,
            "\(Self.turns[index].name) at \(time): \(x), \(y): \(more), \(expected)")
        }
      }
    }
    #expect((6...40).contains(brightest), "\(Self.turns[index].name)")
    #expect(judged > 100)
  }

  /// Paper of any color that faces the lamp more than level paper keeps its hue: it isn't cut off
  /// at white.
  @Test(.long, arguments: turns.indices) func lightKeepsTheHue(index: Int) throws {
    let stage = try Stage()
    let cream = Image(
      width: Self.size.x, height: Self.size.y, filledWith: SIMD4(253, 246, 227, 255))
    var (bright, worst) = (0, 0.0)
    for (number, around) in stride(from: 0, to: 2 * Double.pi, by: .pi / 4).enumerated() {
      var look = CurlLook()
      look.shadow = nil
      look.showThrough = 0
      look.paperColor = SIMD3(253, 246, 227) / 255
      look.light = CurlLight(
        direction: SIMD3(cos(around), sin(around), 0.4), ambient: 0.1 * Double(number % 4),
        highlight: 0)
      let shape = try Self.turns[index].shape(number % 2 == 0 ? 0.3 : 0.6)
      let picture = try picture(stage, shape, look, front: cream, back: cream)
      for start in stride(from: 0, to: picture.pixels.count, by: 4) {
        guard picture.pixels[start + 3] == 255 else { continue }
        let (red, blue) = (Double(picture.pixels[start]), Double(picture.pixels[start + 2]))
        if red == 255 { bright += 1 }
        worst = max(worst, abs(blue - red * 227 / 253))
      }
    }
    #expect(worst <= 6, "\(Self.turns[index].name)")
    #expect(bright > 1_000, "\(Self.turns[index].name)")
  }

  /// The default highlight does not turn the tips of cream pages white: their blue becomes brighter
  /// by at most 5 of 255.
  @Test(.long, arguments: turns.indices) func creamHasNoWhiteTips(index: Int) throws {
    let stage = try Stage()
    let color = SIMD4<UInt8>(252, 244, 224, 255)
    let cream = Image(width: Self.size.x, height: Self.size.y, filledWith: color)
    var most = 0
    for time in [0.1, 0.25, 0.4, 0.7] {
      let shape = try Self.turns[index].shape(time)
      var look = CurlLook()
      look.shadow = nil
      let lit = try picture(stage, shape, look, front: cream, back: cream)
      look.light?.highlight = 0
      let dull = try picture(stage, shape, look, front: cream, back: cream)
      for blue in stride(from: 2, to: lit.pixels.count, by: 4)
      where dull.pixels[blue + 1] == 255 {
        most = max(most, Int(lit.pixels[blue]) - Int(dull.pixels[blue]))
      }
    }
    #expect((1...5).contains(most), "\(Self.turns[index].name)")
  }

  /// The print on the front shines through a printed back where it is, in the color of both. Steep
  /// boards are left out: a pixel of one covers more than the margin around that print.
  @Test(arguments: turns.indices.dropLast()) func printShinesThrough(index: Int) throws {
    let stage = try Stage()
    var front = Self.plain(255)
    for y in 0..<(Self.size.y / 2) {
      for x in (Self.size.x / 2)..<Self.size.x { front[x, y] = SIMD4(0, 0, 0, 255) }
    }
    var look = CurlLook()
    look.shadow = nil
    look.light?.highlight = 0
    var (darkest, judged) = (0, 0)
    for time in [0.7, 0.5, 0.85].prefix(Sweep(short: 1, sample: 3, full: 3).count) {
      let shape = try Self.turns[index].shape(time)
      func pictures(back: UInt8) throws -> [Image] {
        try [0, 0.1, 1].map { share in
          look.showThrough = share
          return try picture(stage, shape, look, front: front, back: Self.plain(back))
        }
      }
      let (white, gray) = (try pictures(back: 255), try pictures(back: 128))
      for y in stride(from: 3, to: Self.frame.y, by: 7) {
        for x in stride(from: 1, to: Self.frame.x, by: 4) {
          guard let point = try paper(shape, x, y) else { continue }
          let beyond = point.paper - SIMD2<Double>(Self.size) / 2
          guard min(abs(beyond.x), abs(beyond.y)) > 12 else { continue }
          func darkening(_ pictures: [Image], _ index: Int) -> Int {
            Int(pictures[0][x, y].x) - Int(pictures[index][x, y].x)
          }
          let (faint, strong) = (darkening(white, 1), darkening(white, 2))
          let place = "\(Self.turns[index].name) at \(time): \(x), \(y)"
          guard point.side == .back, beyond.x > 0, beyond.y > 0 else {
            #expect(faint == 0 && strong == 0, "\(place)")
            continue
          }
          judged += 1
          darkest = max(darkest, faint)
          #expect(strong >= faint && faint >= 0, "\(place): \(faint), \(strong)")
          let both = Double(strong) * 128 / 255
          #expect(abs(Double(darkening(gray, 2)) - both) <= 3, "\(place): \(both)")
        }
      }
    }
    #expect((4...36).contains(darkest), "\(Self.turns[index].name)")
    #expect(judged > 50, "\(Self.turns[index].name)")
  }

  /// Print that shines through fades as paper lands, so that nothing flashes before it lies.
  @Test(arguments: [2, 3]) func printFadesAsPaperLands(index: Int) throws {
    let stage = try Stage()
    var look = CurlLook()
    look.shadow = nil
    var last = 255
    for time in [0.9, 0.97, 0.99, 0.995, 0.999, 0.9999, 0.99993, 0.99996, 0.99999] {
      let shape = try Self.turns[index].shape(time)
      let pictures = try [0, 1].map { (share: Double) -> [UInt8] in
        look.showThrough = share
        return try picture(
          stage, shape, look, front: Self.plain(0), back: Self.plain(255)
        ).pixels
      }
      let darkest = zip(pictures[0], pictures[1]).map { Int($0) - Int($1) }.max() ?? 0
      #expect(darkest <= last, "\(Self.turns[index].name) at \(time): \(darkest), after \(last)")
      last = darkest
    }
    #expect(last <= 1, "\(Self.turns[index].name)")
  }

  /// A sphere whose red grows to the right and whose green grows upward lights paper by its
  /// normals.
  @Test(arguments: turns.indices) func aLitSphereShadesByTheNormals(index: Int) throws {
    let stage = try Stage()
    var sphere = Image(width: 256, height: 256)
    for y in 0..<256 {
      for x in 0..<256 { sphere[x, y] = SIMD4(UInt8(x), UInt8(255 - y), 128, 255) }
    }
    var look = CurlLook()
    look.shadow = nil
    look.shading = CurlShading(sphere: sphere)
    let shading = try #require(look.shading)
    var judged = 0
    for time in [0.25, 0.4, 0.7] {
      let shape = try Self.turns[index].shape(time)
      let lit = try picture(stage, shape, look)
      for y in stride(from: 3, to: Self.frame.y, by: 29) {
        for x in stride(from: 1, to: Self.frame.x, by: 4) {
          guard let point = try paper(shape, x, y) else { continue }
          let normal = (point.side == .front ? 1 : -1) * shape.normal(at: point.paper)
          let expected = 64 * shading.effect(normal: normal)
          judged += 1
          #expect(
            abs(Float(lit[x, y].x) - expected.x) <= 3 && abs(Float(lit[x, y].y) - expected.y) <= 3,
            "\(Self.turns[index].name) at \(time): \(x), \(y): \(lit[x, y]), \(expected)")
        }
      }
    }
    #expect(judged > 100)
  }

  /// The light is that of ES 1.1's lighting equation, which GLMath evaluates.
  @Test(arguments: [0, 0.3, 0.6, 1]) func lightIsThatOfTheLightingEquation(ambient: Double) {
    var random = SeededGenerator(seed: 11)
    func direction() -> SIMD3<Double> {
      let vector = SIMD3<Double>.random(in: -1...1, using: &random)
      return vector / vector.length
    }
    for _ in 0..<500 {
      let toLight = direction()
      let light = CurlLight(
        direction: 3 * SIMD3(toLight.x, toLight.y, abs(toLight.z)), ambient: ambient,
        highlight: .random(in: 0...1, using: &random),
        shininess: .random(in: 0...128, using: &random))
      // Half of the range is kept free: the equation clamps at 1, and paper that faces the light is
      // brighter than a level sheet.
      let matt = Material(
        ambient: SIMD4(repeating: Float(ambient) / 2),
        diffuse: SIMD4(repeating: Float(1 - ambient) / 2))
      let shiny = Material(
        ambient: .zero, diffuse: .zero, specular: SIMD4(repeating: Float(light.highlight)),
        shininess: Float(light.shininess))
      func judged(_ normal: SIMD3<Float>, _ material: Material) -> Float {
        let white = SIMD4<Float>(repeating: 1)
        let position = SIMD4(SIMD3<Float>(light.direction), 0)
        return material.color(
          at: .zero, normal: normal,
          lights: [Light(diffuse: white, specular: white, position: position)],
          model: LightModel(ambient: material.ambient.x > 0 ? white : .zero)
        ).x
      }
      let normal = direction()
      let (bent, level) = (SIMD3<Float>(normal), SIMD3<Float>(0, 0, 1))
      let effect = light.effect(normal: normal)
      let share = Float(
        judged(level, matt) > 0
          ? CurlLight.bounded(Double(judged(bent, matt) / judged(level, matt))) : 1)
      // Half of the brightest is the equation's limit.
      if judged(bent, matt) < 1 { #expect(abs(effect.x - share) < 1e-4 * max(share, 1)) }
      #expect(abs(effect.w - max(judged(bent, shiny) - judged(level, shiny), 0)) < 1e-4)
    }
  }
}
