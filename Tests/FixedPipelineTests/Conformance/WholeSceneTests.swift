import ES1
import FixedPipeline
import GLES
import GLESKitSupport
import GLMath
import Glibc
import ImageCoding
import Imaging
import Offscreen
import TestSupport
import Testing

/// Whole pictures, as apps draw them, by real ES 1.1 and by `FixedPipeline`.
///
/// With the environment variable `GLESKIT_SCENES` both pictures of each scene are written into the
/// folder that it names: `scripts/draw-scenes` makes those of `Documentation/scenes/` so.
@Suite(.serialized) struct WholeSceneTests {
  static let size = 240

  @Test(.long, arguments: WholeScene.Subject.allCases)
  func looksLikeRealES1(_ subject: WholeScene.Subject) throws {
    let scene = WholeScene.of(subject)
    let real = try #require(RealContext(size: Self.size))
    let expected = Self.image(real.draw(scene.draws))
    lazy var triangles = {
      real.makeCurrent()
      return Self.image(real.draw(scene.withoutAllButTriangles))
    }()
    let offscreen = try OffscreenContext()
    let actual = Self.image(try OurDrawing(offscreen.gl, size: Self.size).draw(scene.draws))
    if let folder = getenv("GLESKIT_SCENES").map({ String(cString: $0) }) {
      try ImageFile.write(Self.opaque(expected), to: "\(folder)/\(subject.rawValue)-es11.png")
      try ImageFile.write(Self.opaque(actual), to: "\(folder)/\(subject.rawValue)-gleskit.png")
    }
    var tones: Set<UInt8> = []
    var (wrong, letOff) = (0, 0)
    for y in 0..<Self.size {
      for x in 0..<Self.size {
        let (e, a) = (expected[x, y], actual[x, y])
        tones.insert(a.y)
        let difference = Self.difference(e, a)
        if difference <= 1 { continue }
        // On an edge the other picture has the same color next to it. Elsewhere a texel's last bit
        // may be doubled by the texture environment.
        let near = Self.neighbors(x, y)
        let isEdge =
          near.contains { triangles[$0.x, $0.y] != triangles[x, y] }
          && near.contains { Self.difference(expected[$0.x, $0.y], a) <= 3 }
        if isEdge || difference <= scene.largestScale { letOff += 1 } else { wrong += 1 }
      }
    }
    #expect(wrong == 0, "pixels differ by more than 1/255")
    #expect(letOff <= 3, "pixels on edges, or of a texel that is doubled, differ")
    // A picture in which nothing happens would prove nothing.
    #expect(tones.count > 100)
  }

  private static func image(_ bottomFirst: [UInt8]) -> Image {
    var pixels: [UInt8] = []
    for row in (0..<size).reversed() {
      pixels += bottomFirst[row * size * 4..<(row + 1) * size * 4]
    }
    return Image(width: size, height: size, pixels: pixels)
  }

  /// What a screen shows, whatever alpha was left behind.
  private static func opaque(_ image: Image) -> Image {
    var image = image
    for alpha in stride(from: 3, to: image.pixels.count, by: 4) { image.pixels[alpha] = 255 }
    return image
  }

  private static func difference(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    let d = SIMD4<Int16>(truncatingIfNeeded: a) &- SIMD4(truncatingIfNeeded: b)
    return Int(max(d.max(), -d.min()))
  }

  private static func neighbors(_ x: Int, _ y: Int) -> [(x: Int, y: Int)] {
    (max(y - 1, 0)...min(y + 1, size - 1)).flatMap { v in
      (max(x - 1, 0)...min(x + 1, size - 1)).map { (x: $0, y: v) }
    }
  }
}

extension WholeScene {
  /// The largest of the texture units' `GL_RGB_SCALE`.
  fileprivate var largestScale: Int {
    draws.flatMap(\.state.units).reduce(1) { largest, unit in
      guard unit.isEnabled, case .combine(let combine) = unit.environment else { return largest }
      return max(largest, combine.rgb.scale)
    }
  }

  /// Each triangle in a color of its own, neither lit nor textured nor tested by alpha.
  fileprivate var withoutAllButTriangles: [Scene] {
    var random = SeededGenerator(seed: 3)
    return draws.filter { $0.mode == .triangles }.map { scene in
      var plain = Scene()
      plain.clipPlanes = scene.clipPlanes
      plain.clipView = scene.clipView
      plain.state.modelview = scene.state.modelview
      plain.state.projection = scene.state.projection
      plain.state.render = scene.state.render
      plain.state.render.blending = nil
      let numbers = scene.positions.numbers
      let order = (scene.indices ?? []).map { Int($0) * 3 }
      plain.positions = Scene.Array(
        order.flatMap { numbers[$0..<$0 + 3] }, .float, count: 3)
      let colors = stride(from: 0, to: order.count, by: 3).flatMap { _ -> [UInt8] in
        let color = (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
        return color + color + color
      }
      plain.colors = Scene.Array(colors, .unsignedByte, count: 4)
      return plain
    }
  }
}
