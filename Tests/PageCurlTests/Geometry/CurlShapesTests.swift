import GLESKitCGLES2
import Glibc
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@Suite(.serialized) struct CurlShapesTests {
  /// Encodes paper coordinates in a picture: a fine triangle wave in red, the coarse place in
  /// green, the side of the sheet in blue.
  private func ruler(_ size: SIMD2<Int>, along axis: Int, side: UInt8) -> Image {
    var image = Image(width: size.x, height: size.y)
    for y in 0..<size.y {
      for x in 0..<size.x {
        let place = axis == 0 ? Double(x) + 0.5 : Double(size.y - y) - 0.5
        let wave = place.truncatingRemainder(dividingBy: 16)
        let fine = wave < 8 ? wave : 16 - wave
        image[x, y] = SIMD4(
          UInt8((fine / 8 * 255).rounded()),
          UInt8((place / Double(axis == 0 ? size.x : size.y) * 255).rounded()), side, 255)
      }
    }
    return image
  }

  /// Decodes the place on the ruler from a pixel, in page pixels; `nil` near a turn of the wave.
  private func read(_ pixel: SIMD4<UInt8>, length: Int) -> Double? {
    let fine = Double(pixel.x) / 255 * 8
    guard fine > 1.2, fine < 6.8 else { return nil }
    let coarse = Double(pixel.y) / 255 * Double(length)
    let period = (coarse / 16).rounded(.down)
    var best = Double.infinity
    for turn in [period - 1, period, period + 1] {
      for place in [16 * turn + fine, 16 * turn + 16 - fine]
      where abs(place - coarse) < abs(best - coarse) { best = place }
    }
    return best
  }

  /// Points around a pixel's center, close enough together to find every edge.
  private static let around: [SIMD2<Double>] = [0.4, 0.8, 1.4, 2].flatMap { reach in
    (0..<8).map { reach * SIMD2(cos(Double($0) * .pi / 4), sin(Double($0) * .pi / 4)) }
  }

  /// The place of the mean of the paper that is visible in a pixel from the same side.
  private static func mean(
    of curl: CurlGeometry, around point: SIMD2<Double>, _ seen: PaperPoint
  ) -> SIMD2<Double> {
    var sum = SIMD2(0.0, 0)
    for index in 0..<25 {
      let offset = SIMD2(Double(index % 5) - 2, Double(index / 5) - 2) / 5
      let here = curl.intersections(at: point + offset).first { $0.side == seen.side }
      sum += here?.paper ?? seen.paper
    }
    let place = curl.position(of: sum / 25)
    return SIMD2(place.x, place.y)
  }

  /// Pages with rulers along x and along y, front and back. The back is laid so that it encodes the
  /// paper's own coordinates.
  @Test(arguments: [CurlQuality.draft, .standard])
  func paperIsWhereTheReferencePutsIt(quality: CurlQuality) throws {
    let stage = try Stage()
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    look.quality = quality
    look.showThrough = 1
    var worst = Worst()
    var measured = 0
    // The full sweep has 64 times, 72 angles and 5 aspects, and takes minutes.
    let isFull = Sweep.isFull
    let sizes =
      isFull
      ? [SIMD2(96, 64), SIMD2(64, 96), SIMD2(80, 80), SIMD2(128, 48), SIMD2(48, 128)]
      : [SIMD2(200, 150), SIMD2(120, 240), SIMD2(160, 160)]
    for (index, size) in sizes.enumerated() {
      let radius = [20.0, 35, 9, 14, 6][index] * (isFull ? 0.5 : 1)
      let rulers = try [0, 1].map { axis in
        CurlPages(front: try stage.page(ruler(size, along: axis, side: 0)))
      }
      for step in stride(from: 0, to: isFull ? 64 * 72 : 24, by: isFull ? 1 : 5) {
        let curl = try CurlGeometry(
          width: Double(size.x), height: Double(size.y),
          time: isFull ? (Double(step / 72) + 0.5) / 64 : 0.1 + 0.035 * Double(step),
          angle: Double(isFull ? step % 72 : step * 5) * .pi / 36, radius: radius, fold: .cylinder)
        // The back shows the front through at full strength, where it lies: the paper's
        // coordinates.
        let pictures = try rulers.map { try stage.picture(curl, $0, look: look) }
        for y in stride(from: 1, to: size.y, by: 3) {
          for x in stride(from: 1, to: size.x, by: 3) {
            let point = SIMD2(Double(x) + 0.5, Double(size.y - y) - 0.5)
            guard let seen = curl.intersections(at: point).first,
              // Not where one pixel covers several texels: an average is not a place.
              abs(curl.normal(at: seen.paper).z) > 0.5,
              (4..<(Double(size.x) - 4)).contains(seen.paper.x),
              (4..<(Double(size.y) - 4)).contains(seen.paper.y),
              let u = read(pictures[0][x, y], length: size.x),
              let v = read(pictures[1][x, y], length: size.y),
              pictures[0][x, y].w == 255,
              // Away from the sheet's edges, where two places mix.
              Self.around.allSatisfy({ curl.intersections(at: point + $0).first?.side == seen.side }
              )
            else { continue }
            let place = curl.position(of: SIMD2(u, v))
            // A filtered pixel contains the mean of the paper in it, which a narrow roll bends
            // considerably.
            let expected = quality == .draft ? point : Self.mean(of: curl, around: point, seen)
            worst.include(length(SIMD2(place.x, place.y) - expected))
            measured += 1
          }
        }
      }
    }
    #expect(measured > (isFull ? 20_000 : 10_000))
    #expect(worst.value <= 0.1)
    if isFull { print("\(quality): \(measured) places, the worst \(worst.value) px off") }
  }

  /// A picture with two different halves, which shows rotations and mirroring.
  private func flag(_ width: Int, _ height: Int, _ transform: (Int, Int) -> (Int, Int)) -> Image {
    var image = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let (u, v) = transform(x, y)
        image[x, y] = SIMD4(
          UInt8(u * 255 / 128), UInt8(v * 255 / 128), UInt8((u / 9 + v / 7) % 2 * 200), 255)
      }
    }
    return image
  }

  /// A light, and the same light when everything is mirrored or rotated.
  private static let lights = [SIMD3(0.0, 0, 1), SIMD3(-0.35, 0.45, 0.82), SIMD3(0.6, -0.2, 0.5)]

  /// The largest difference between a pixel and its neighbors.
  private func steepness(of image: Image, _ x: Int, _ y: Int, _ channel: Int) -> Int {
    var slope = 0
    for v in max(y - 1, 0)...min(y + 1, image.height - 1) {
      for u in max(x - 1, 0)...min(x + 1, image.width - 1) {
        slope = max(slope, abs(Int(image[u, v][channel]) - Int(image[x, y][channel])))
      }
    }
    return slope
  }

  @Test(.long, arguments: lights)
  func mirroredAndTurnedTwinsAreTheTransformedOriginal(light: SIMD3<Double>) throws {
    let stage = try Stage()
    let (w, h) = (96, 72)
    let radius = 11.0
    // Drivers round positions to 1/256 pixel (llvmpipe, NVIDIA) or 1/16 (SwiftShader), and places
    // in textures as finely: a half to one side, which in a twin is the other one.
    var bits: GLint = 0
    glGetIntegerv(GLenum(GL_SUBPIXEL_BITS), &bits)
    let rounding = 2 / Double(1 << Int(bits))
    let original = flag(w, h) { ($0, $1) }
    let mirrored = flag(w, h) { (w - 1 - $0, $1) }
    let flipped = flag(w, h) { ($0, h - 1 - $1) }
    // A quarter turn counterclockwise.
    let turned = flag(h, w) { (w - 1 - $1, $0) }
    func picture(
      _ image: Image, _ light: SIMD3<Double>, _ curl: (Double, Double) throws -> CurlGeometry
    ) throws -> Image {
      let page = try stage.page(image)
      var look = CurlLook()
      look.light?.direction = light
      look.shadow?.direction = light
      return try stage.picture(
        try curl(Double(image.width), Double(image.height)),
        CurlPages(front: page, below: page), look: look)
    }
    func compare(
      _ curl: (_ binding: Binding, _ way: (Double) -> Double, Double, Double) throws -> CurlGeometry
    ) throws {
      let base = try picture(original, light) { try curl(.left, { $0 }, $0, $1) }
      let across = try picture(mirrored, SIMD3(-light.x, light.y, light.z)) {
        try curl(.right, { .pi - $0 }, $0, $1)
      }
      let over = try picture(flipped, SIMD3(light.x, -light.y, light.z)) {
        try curl(.left, { -$0 }, $0, $1)
      }
      let round = try picture(turned, SIMD3(-light.y, light.x, light.z)) {
        try curl(.bottom, { $0 + .pi / 2 }, $0, $1)
      }
      var worst = 0.0
      for y in 0..<h {
        for x in 0..<w {
          for twin in [across[w - 1 - x, y], over[x, h - 1 - y], round[y, w - 1 - x]] {
            for channel in 0..<4 {
              let difference = abs(Int(twin[channel]) - Int(base[x, y][channel]))
              let slope = steepness(of: base, x, y, channel)
              worst = max(worst, Double(difference) - rounding * Double(slope))
            }
          }
        }
      }
      // The last light is so flat that the rounding of the shadow's points is visible: by one more
      // step.
      #expect(worst <= (light.z < 0.6 ? 2 : 1))
    }
    for (time, angle) in [(0.3, Double.pi), (0.5, 2.8), (0.6, 3.6), (0.45, 2.3)] {
      try compare { _, way, width, height in
        try CurlGeometry(
          width: width, height: height, time: time, angle: way(angle), radius: radius,
          fold: .cylinder)
      }
      // The same for leaves bound at the right and at the bottom.
      guard abs(angle - .pi) < 0.5 else { continue }
      try compare { binding, way, width, height in
        let tilt = remainder(way(angle) - binding.angle, 2 * .pi)
        return try LeafTurn(
          width: width, height: height, binding: binding, radius: radius, tilt: tilt,
          fold: .cylinder
        ).geometry(at: time)
      }
    }
  }

  /// A page of twice the size looks like one in a view of twice the scale.
  @Test(arguments: CurlQuality.allCases)
  func aLargerScaleIsALargerPage(quality: CurlQuality) throws {
    let stage = try Stage()
    let page = try stage.page(flag(96, 72) { ($0, $1) })
    var look = CurlLook()
    look.quality = quality
    look.shadow = nil
    let pictures = try [(1.0, 2.0), (2, 1)].map { size, scale in
      let curl = try CurlGeometry(
        width: 96 * size, height: 72 * size, time: 0.45, angle: 2.8, radius: 7 * size,
        fold: .cylinder)
      return try stage.picture(
        curl, CurlPages(front: page, below: page), look: look,
        // Beside the pixels: texels that coincide with pixels are drawn as they are.
        view: CurlView(origin: SIMD2(0.25, 0.25) * size, scale: scale), size: SIMD2(192, 144))
    }
    #expect(difference(pictures[0], pictures[1]).largest <= 1)
  }

  /// A picture depends on its time only: drawn backwards, the frames are the same.
  @Test func uncurlingIsCurlingBackwards() throws {
    let stage = try Stage()
    let pages = CurlPages(
      front: try stage.page(flag(96, 72) { ($0, $1) }),
      below: try stage.page(flag(96, 72) { (95 - $0, $1) }))
    func picture(_ step: Int) throws -> Image {
      let curl = try CurlGeometry(
        width: 96, height: 72, time: Double(step) / 12, angle: 2.7, radius: 9, fold: .cylinder)
      return try stage.picture(curl, pages)
    }
    let forwards = try (0...12).map(picture)
    let backwards = try (0...12).reversed().map(picture)
    #expect(forwards == backwards.reversed())
  }
}
