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
      angle: degrees * .pi / 180, radius: radius)
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

  /// Returns the share of light that the sheet hides from the visible point: rays to a grid of
  /// 16 × 16 points of the light, each intersected with the sheet.
  private func hidden(_ curl: CurlGeometry, _ shadow: CurlShadow, at point: SIMD2<Double>) throws
    -> Double
  {
    let seen = curl.intersections(at: point).first
    guard seen?.side != .back else { return 0 }
    let ground = SIMD3(point.x, point.y, seen?.position.z ?? 0)
    let slope = SIMD2(shadow.direction.x, shadow.direction.y) / shadow.direction.z
    let lamp = Self.normalQuantiles
    var blocked = 0
    for across in lamp {
      for up in lamp {
        let m = slope + shadow.softness * SIMD2(across, up)
        let base = point - ground.z * m
        let eye = SIMD3(base.x + 1e5 * m.x, base.y + 1e5 * m.y, 1e5)
        if try curl.intersections(at: base, from: eye).contains(where: {
          $0.position.z > ground.z + 1e-3
        }) {
          blocked += 1
        }
      }
    }
    return Double(blocked) / Double(lamp.count * lamp.count)
  }

  /// Returns the mean over a pixel: each visible side's share with the shadow at one of its points.
  private func averageHidden(
    _ curl: CurlGeometry, _ shadow: CurlShadow, at center: SIMD2<Double>
  ) throws -> Double {
    var places: [PaperSide?: (count: Int, example: SIMD2<Double>)] = [:]
    for index in 0..<64 {
      let point = center + SIMD2(Double(index % 8) - 3.5, Double(index / 8) - 3.5) / 8
      let side = curl.intersections(at: point).first?.side
      places[side, default: (0, point)].count += 1
    }
    return try places.values.reduce(0) {
      $0 + Double($1.count) / 64 * (try hidden(curl, shadow, at: $1.example))
    }
  }

  /// Places that divide the normal distribution into equal shares, found by summation.
  private static let normalQuantiles: [Double] = {
    var places: [Double] = []
    var sum = 0.0
    let step = 1e-3
    for index in 0..<8000 {
      let x = -4 + (Double(index) + 0.5) * step
      sum += exp(-x * x / 2) / (2 * Double.pi).squareRoot() * step
      if sum >= (Double(places.count) + 0.5) / 16 && places.count < 16 { places.append(x) }
    }
    return places
  }()

  @Test func theShadowIsThatOfAnAreaLight() throws {
    let stage = try Stage()
    let pages = try pages(stage)
    let shadow = try #require(Self.look.shadow)
    for (time, degrees, radius) in [
      (0.3, 180.0, 12.0), (0.5, 200, 14), (0.55, 135, 10), (0.4, 0, 16), (0.6, -70, 12),
      (0.2, 155, 20),
    ] {
      let curl = try geometry(time, degrees, radius)
      let picture = try stage.picture(curl, pages, look: Self.look)
      var squares = 0.0
      var darkest = 0.0
      var count = 0
      for y in stride(from: 2, to: Self.size.y, by: 5) {
        for x in stride(from: 2, to: Self.size.x, by: 5) {
          let point = SIMD2(Double(x) + 0.5, Double(Self.size.y - y) - 0.5)
          let dark = try averageHidden(curl, shadow, at: point) * shadow.strength(for: curl)
          let error = Double(picture[x, y].x) - 255 * (1 - dark)
          squares += error * error
          darkest = max(darkest, dark)
          count += 1
        }
      }
      let rms = (squares / Double(count)).squareRoot()
      #expect(rms <= 3, "time \(time), \(degrees)°, radius \(radius)")
      #expect(darkest > 0.1)
    }
  }

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
        width: Double(size.x), height: Double(size.y), time: time, angle: angle, radius: radius)
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
