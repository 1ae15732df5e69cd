import GLES
import Glibc
import Imaging
import PageCurl
import TestSupport
import Testing

/// The shadow compared with rays from points of what is seen to points of the light.
@Suite struct CurlShadowRayTests {
  private static let size = SIMD2(240, 180)
  /// The room around the page.
  private static let desk = 30

  /// A curl, and the direction of the light.
  private struct Moment: CustomStringConvertible {
    var time: Double
    var degrees: Double
    var radius: Double
    var light: SIMD3<Double>

    /// - Parameter number: Numbers from 0 to 269 give all combinations, neighbors very different
    ///   ones.
    init(number: Int) {
      var values = Combination(rest: number * 77 % 270)
      light = values.next([CurlLight().direction, toward(128, 55), toward(128, 25)])
      time = values.next([0.3, 0.5, 0.7])
      degrees = values.next([180, 200, 135, 0, -70, 155])
      radius = values.next([5, 10, 20, 40, 80])
    }

    var description: String { "time \(time), \(degrees)°, radius \(radius), light \(light)" }
  }

  /// Casts rays from the visible points of a pixel.
  private struct Caster {
    private let width = Double(size.x)
    private let height = Double(size.y)
    private let contact: Double
    private let radius: Double
    private let fold: FoldReference
    /// Points of the fold: beyond the contact line, height, and distance on the paper.
    private let points: [SIMD3<Double>]
    private let lift: SIMD2<Double>
    private let slope: SIMD2<Double>
    private let softness: Double
    /// The number of strata of the light in each of its two dimensions.
    private let strata: Int
    private var random: SeededGenerator

    init(_ curl: CurlGeometry, _ shadow: CurlShadow, strata: Int, seed: UInt64 = 1) {
      self.strata = strata
      random = SeededGenerator(seed: seed)
      (contact, radius, lift) = (curl.contactOffset, curl.radius, curl.lift)
      let fold = FoldReference(curl)
      self.fold = fold
      // Chords of 192 pieces lie less than a thousandth of the radius off the fold.
      let lower = (0...192).map { step -> SIMD3<Double> in
        let across = fold.reach * sin(Double(step) / 192 * .pi / 2)
        return SIMD3(across, fold.height(at: across), fold.length(to: across))
      }
      points =
        lower
        + lower.dropLast().reversed().map {
          SIMD3($0.x, 2 * curl.radius - $0.y, fold.length - $0.z)
        }
      slope = SIMD2(shadow.direction.x, shadow.direction.y) / shadow.direction.z
      softness = shadow.softness
    }

    /// Places that divide the normal distribution into 3,600 equal shares, found by summation.
    private static let quantiles: [Double] = {
      let (count, step) = (3600, 1e-4)
      var places: [Double] = []
      var (sum, x) = (0.0, -5.0)
      while places.count < count, x < 5 {
        x += step
        sum += exp(-x * x / 2) / (2 * Double.pi).squareRoot() * step
        if sum >= (Double(places.count) + 0.5) / Double(count) { places.append(x) }
      }
      return places
    }()

    /// Returns whether the page contains the point of the paper at distance `s` beyond the contact
    /// line.
    private func contains(_ s: Double, _ along: Double) -> Bool {
      let x = (contact + s) * lift.x - along * lift.y
      let y = (contact + s) * lift.y + along * lift.x
      return x >= 0 && x <= width && y >= 0 && y <= height
    }

    /// Returns whether paper above `height` is on the way from a point toward the light.
    private func isHidden(_ d: Double, _ along: Double, _ height: Double, _ way: SIMD2<Double>)
      -> Bool
    {
      let (across, up) = (way.x * lift.x + way.y * lift.y, way.y * lift.x - way.x * lift.y)
      let top = 2 * radius - height
      if d + top * across <= 0, contains(fold.length - d - top * across, along + top * up) {
        return true
      }
      var last = points[0].x - d - across * (points[0].y - height)
      for index in 1..<points.count {
        let beyond = points[index].x - d - across * (points[index].y - height)
        defer { last = beyond }
        guard (last < 0) != (beyond < 0) else { continue }
        let share = last / (last - beyond)
        let place = points[index - 1] + share * (points[index] - points[index - 1])
        // Paper does not hide itself. With 0.01, light along slowly rising paper passed through it.
        guard place.y - height > (height > 0 ? 0.001 * radius : 1e-3) else { continue }
        if contains(place.z, along + (place.y - height) * up) { return true }
      }
      return false
    }

    /// Returns the height of the paper that is seen beyond the contact line, 0 on the ground; `nil`
    /// is the back.
    private func height(_ d: Double, _ along: Double) -> Double? {
      guard d <= fold.reach else { return 0 }
      let s = d > 0 ? fold.length(to: d) : d
      if contains(fold.length - s, along) { return nil }
      return d > 0 && contains(s, along) ? fold.height(at: d) : 0
    }

    private func line(_ place: SIMD2<Double>) -> (d: Double, along: Double) {
      (place.x * lift.x + place.y * lift.y - contact, place.y * lift.x - place.x * lift.y)
    }

    /// Returns whether the same side of the paper, or the ground, is seen at all places.
    func isEven(_ places: [SIMD2<Double>]) -> Bool {
      let seen = places.map { place in
        let (d, along) = line(place)
        return height(d, along).map { $0 > 0 ? 1 : 2 } ?? 0
      }
      return seen.allSatisfy { $0 == seen[0] }
    }

    /// Returns the share of light that is hidden from what is seen in a pixel. The back faces the
    /// light.
    mutating func darkness(at corner: SIMD2<Double>) -> Double {
      var hidden = 0
      let share = Self.quantiles.count / strata
      for across in 0..<strata {
        for up in 0..<strata {
          let place =
            corner + SIMD2(.random(in: 0...1, using: &random), .random(in: 0...1, using: &random))
          let (d, along) = line(place)
          guard let height = height(d, along) else { continue }
          let way =
            slope + softness
            * SIMD2(
              Self.quantiles[share * across + .random(in: 0..<share, using: &random)],
              Self.quantiles[share * up + .random(in: 0..<share, using: &random)])
          if isHidden(d, along, height, way) { hidden += 1 }
        }
      }
      return Double(hidden) / Double(strata * strata)
    }
  }

  /// Draws white pages on a white desk.
  private func picture(_ stage: Stage, _ curl: CurlGeometry, _ shadow: CurlShadow) throws -> Image {
    let white = try stage.page(
      Image(width: Self.size.x, height: Self.size.y, filledWith: SIMD4(repeating: 255)))
    var look = CurlLook()
    look.light = nil
    look.shadow = shadow
    let target = try Framebuffer(
      stage.gl, width: Self.size.x + 2 * Self.desk, height: Self.size.y + 2 * Self.desk)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: SIMD4(repeating: 1))
    let pages = CurlPages(front: white, back: white, below: white)
    try stage.renderer.draw(
      [CurlLeaf(.fold(curl), pages: pages, look: look)],
      view: CurlView(origin: SIMD2(repeating: -Double(Self.desk))), into: target)
    return try target.readImage()
  }

  @Test(arguments: CurlFold.allCases)
  func theShadowIsThatOfAnAreaLight(_ fold: CurlFold) throws {
    let stage = try Stage()
    let sweep = Sweep(short: 4, sample: 10, full: 270)
    let step = 5
    var (judged, even, off, largest) = (0, 0, 0, 0.0)
    var (errors, evenErrors) = ([Double](), [Double]())
    // Of number 202, rounding once decided which columns a row had: 1.9 instead of 0.9.
    for number in Array(sweep.numbers) + [202].filter({ !sweep.numbers.contains($0) }) {
      let moment = Moment(number: number)
      let curl = try CurlGeometry(
        width: Double(Self.size.x), height: Double(Self.size.y), time: moment.time,
        angle: moment.degrees * .pi / 180, radius: moment.radius,
        fold: fold)
      let margin = Double(Self.desk)
      var shadow = CurlShadow(direction: moment.light)
      shadow.bounds = PageRect(
        low: SIMD2(-margin, -margin), high: SIMD2(curl.width + margin, curl.height + margin))
      let picture = try picture(stage, curl, shadow)
      var (one, other, finer) = (
        Caster(curl, shadow, strata: 12), Caster(curl, shadow, strata: 12, seed: 2),
        Caster(curl, shadow, strata: 60)
      )
      var (squares, count, evenSquares, evenCount) = (0.0, 0, 0.0, 0)
      // Other pixels of each curl.
      for y in stride(from: number % step, to: picture.height, by: step) {
        for x in stride(from: number / step % step, to: picture.width, by: step) {
          let corner = SIMD2(Double(x), Double(picture.height - 1 - y)) - margin
          let shown = Double(picture[x, y].x)
          func error(_ dark: Double) -> Double {
            shown - 255 * (1 - dark * shadow.strength(for: curl))
          }
          let errors = SIMD2(
            error(one.darkness(at: corner)), error(other.darkness(at: corner)))
          guard shown < 254 || shown - errors.max() < 254 else { continue }
          // The product of two independent errors has no noise of few rays in its mean.
          squares += errors.x * errors.y
          count += 1
          let around = [SIMD2(-2.0, 0), SIMD2(2, 0), SIMD2(0, -2), SIMD2(0, 2), .zero]
          guard one.isEven(around.map { corner + 0.5 + $0 }) else { continue }
          evenSquares += errors.x * errors.y
          evenCount += 1
          // 3,600 rays decide about the worst places.
          guard abs(errors.sum()) > 5 else { continue }
          let error = abs(error(finer.darkness(at: corner)))
          largest = max(largest, error)
          if error > 4 { off += 1 }
        }
      }
      judged += count
      even += evenCount
      errors.append(max(squares / Double(max(count, 1)), 0).squareRoot())
      evenErrors.append(max(evenSquares / Double(max(evenCount, 1)), 0).squareRoot())
      let (error, evenError) = (errors[errors.count - 1], evenErrors[evenErrors.count - 1])
      #expect(error <= 3 && evenError <= 1.6, "\(number): \(moment)")
      if evenError > 1 { print("\(fold) \(number): RMS \(evenError) off edges, \(moment)") }
    }
    errors.sort()
    print(
      "shadow, \(fold): \(errors.count) curls, RMS \(errors[errors.count / 2]) in the middle, "
        + "\(errors.last ?? 0) at most, \(errors.count { $0 > 1 }) above 1; off edges "
        + "\(evenErrors.max() ?? 0) at most, \(evenErrors.count { $0 > 1 }) above 1; \(off) of "
        + "\(even) places above 4, \(largest) at most")
    #expect(judged > 300)
  }

  /// A curl and a sharp lamp, or from number 315 on a softer one. The first 15 were wrong once.
  private static func sharp(_ number: Int) throws -> (CurlGeometry, CurlShadow) {
    var random = SeededGenerator(seed: UInt64(number))
    var (around, up) = [(60.0, 30.0), (45, 40), (90, 40)][number % 3]
    var (degrees, radius) = ([190.0, 170, 155, 205, -70][number / 3 % 5], 16.0)
    var (time, softness) = (0.5, 0.1)
    var fold = CurlFold.elastica
    if number >= 15 {
      around = .random(in: 0..<360, using: &random)
      up = .random(in: 30...80, using: &random)
      degrees = .random(in: 0..<360, using: &random)
      radius = pow(10, .random(in: 0.3...2.3, using: &random))
      time = .random(in: 0.05...0.8, using: &random)
      softness = .random(in: number < 315 ? 0.04...0.12 : 0.12...0.35, using: &random)
      fold = CurlFold.allCases.randomElement(using: &random) ?? .elastica
    }
    let curl = try CurlGeometry(
      width: Double(size.x), height: Double(size.y), time: time, angle: degrees * .pi / 180,
      radius: radius, fold: fold)
    (around, up) = (around * .pi / 180, up * .pi / 180)
    var shadow = CurlShadow(
      direction: SIMD3(cos(around) * cos(up), sin(around) * cos(up), sin(up)), softness: softness)
    let margin = SIMD2(repeating: Double(desk))
    shadow.bounds = PageRect(low: -margin, high: SIMD2<Double>(size) + margin)
    return (curl, shadow)
  }

  /// Off the edges of a sharp lamp's shadow all of its light arrives or none, on the page and on
  /// the desk: no cell of the shadow joins light to shadow.
  @Test func sharpLampsCastNoStreaks() throws {
    let stage = try Stage()
    var (judged, off) = (0, 0)
    for number in Sweep(short: 15, sample: 30, full: 630).numbers {
      let (curl, shadow) = try Self.sharp(number)
      let picture = try picture(stage, curl, shadow)
      var caster = Caster(curl, shadow, strata: 4)
      let step = 7
      for y in stride(from: number % step, to: picture.height, by: step) {
        for x in stride(from: number / step % step, to: picture.width, by: step) {
          let corner = SIMD2(Double(x), Double(picture.height - 1 - y)) - Double(Self.desk)
          let around = [SIMD2(-4.0, 0), SIMD2(4, 0), SIMD2(0, -4), SIMD2(0, 4)].map { corner + $0 }
          let hidden = caster.darkness(at: corner)
          guard hidden == 0 || hidden == 1, caster.isEven(around + [corner]),
            around.allSatisfy({ caster.darkness(at: $0) == hidden })
          else { continue }
          judged += 1
          let error = abs(
            Double(picture[x, y].x) - 255 * (1 - hidden * shadow.strength(for: curl)))
          if error > 4 { off += 1 }
          #expect(error <= 24, "\(number): \(x), \(y) is off by \(error)")
        }
      }
    }
    print("sharp lamps: \(judged) places, \(off) off by more than 4/255")
    #expect(judged > 1000 && off * 2000 < judged)
  }

  /// The shadow of a sheet that has just left the ground ends at its corner, or near it. A cell of
  /// the shadow that reached on to a distant row darkened single pixels beyond it by up to 96/255.
  @Test func shadowsOfLowSheetsEndWhereTheirLightBegins() throws {
    let stage = try Stage()
    var (shaded, largest) = (0, 0.0)
    for number in Sweep(short: 12, sample: 24, full: 240).numbers {
      var random = SeededGenerator(seed: UInt64(number))
      let angle = Double.random(in: 0..<(2 * .pi), using: &random)
      let radius = pow(10, .random(in: 1...2.4, using: &random))
      let flat = try CurlGeometry(
        width: Double(Self.size.x), height: Double(Self.size.y), time: 0, angle: angle,
        radius: radius)
      let lifted = Double.random(in: 2...0.25 * radius + 3, using: &random)
      let curl = try CurlGeometry(
        width: flat.width, height: flat.height, contactOffset: flat.contactOffset - lifted,
        angle: angle, radius: radius, fold: number.isMultiple(of: 2) ? .cylinder : .elastica)
      // From behind the sheet, so that it shades what is beyond it.
      let around = angle + .random(in: -0.7...0.7, using: &random)
      let up = Double.random(in: 0.25...0.6, using: &random)
      var shadow = CurlShadow(
        direction: SIMD3(cos(around) * cos(up), sin(around) * cos(up), sin(up)),
        softness: .random(in: 0.02...0.1, using: &random), strength: 0.85)
      let margin = SIMD2(repeating: Double(Self.desk))
      shadow.bounds = PageRect(low: -margin, high: SIMD2<Double>(Self.size) + margin)
      let picture = try picture(stage, curl, shadow)
      var caster = Caster(curl, shadow, strata: 6)
      for y in 0..<picture.height {
        for x in 0..<picture.width {
          let corner = SIMD2(Double(x), Double(picture.height - 1 - y)) - Double(Self.desk)
          let off = curl.distance(of: corner)
          // What is shaded, around the corner.
          guard picture[x, y].x < 250, off > 0.5, off < 3 * lifted + 40 else { continue }
          shaded += 1
          let around = [SIMD2(-2.0, 0), SIMD2(2, 0), SIMD2(0, -2), SIMD2(0, 2), .zero]
            .map { corner + $0 }
          guard caster.isEven(around), around.allSatisfy({ caster.darkness(at: $0) == 0 })
          else { continue }
          largest = max(largest, 255 - Double(picture[x, y].x))
          #expect(picture[x, y].x > 230, "\(number): \(x), \(y)")
        }
      }
    }
    print("low sheets: \(shaded) places in shadows, \(largest) of 255 too dark at most")
    #expect(shaded > 300)
  }
}
