import Glibc
import TestSupport
import Testing

@testable import PageCurl

/// The shadow of pages that bend like paper, compared with lines of sight toward the light.
@Suite struct PaperShadowTests {
  private static let size = SIMD2(180.0, 140)
  private static let desk = PageRect(low: SIMD2(-220, -60), high: SIMD2(220, 200))

  /// Returns the share of the light that a page hides from a place at some height: the mean over
  /// slopes across the rulings of the share of those along them, for each line of sight that meets
  /// the paper.
  private func hidden(
    _ leaf: PaperGeometry, _ shadow: CurlShadow, from place: SIMD2<Double>, height: Double = 0
  ) -> Double {
    let frame = leaf.frame
    let (place, unit) = (frame.local(place), frame.breadth)
    let slope = frame.local(direction: SIMD3(shadow.slope.x, shadow.slope.y, 1))
    var sum = 0.0
    for value in Self.across {
      let across = slope.x + shadow.spread * value
      let crossings = leaf.profile.crossings(
        x: place.x / unit, z: height / unit, along: atan2(1, across))
      let paper = crossings.map { s in
        (height: leaf.profile.point(at: s).z * unit - height, ends: leaf.ends(at: s * unit))
      }.filter { $0.height > 1e-2 }
      // The slopes along the rulings that meet paper at any of the heights.
      let dark = Self.along.count { value in
        let along = slope.y + shadow.spread * value
        return paper.contains { paper in
          let y = place.y + along * paper.height
          return y >= paper.ends.x && y <= paper.ends.y
        }
      }
      sum += Double(dark) / Double(Self.along.count)
    }
    return sum / Double(Self.across.count)
  }

  /// Returns how far a darkness is off at a place. Within a pixel, an edge may be anywhere.
  private func off(
    _ dark: Double, _ leaf: PaperGeometry, _ shadow: CurlShadow, from place: SIMD2<Double>,
    height: Double = 0
  ) -> Double {
    func hidden(_ x: Double, _ y: Double) -> Double {
      self.hidden(leaf, shadow, from: place + SIMD2(x, y), height: height)
    }
    var near = [hidden(0, 0)]
    if abs(dark - near[0]) >= 0.03 {
      near += [hidden(1, 0), hidden(-1, 0), hidden(0, 1), hidden(0, -1)]
    }
    return max(dark - (near.max() ?? 0), (near.min() ?? 0) - dark)
  }

  private static let across = Normal.quantiles(Sweep(short: 100, sample: 160, full: 400).count)
  private static let along = Normal.quantiles(Sweep(short: 50, sample: 80, full: 200).count)

  /// Lights of three sizes, the default one first.
  private static let lights = [
    CurlShadow(), CurlShadow(direction: SIMD3(0.41, 0.71, 0.57), softness: 0.05),
    CurlShadow(direction: SIMD3(-0.6, -0.5, 0.62), softness: 0.15),
  ]

  @Test(
    arguments: Sweep.pairs(
      [(0.15, 0.0), (0.4, 0), (0.6, 0), (0.85, 0), (0.1, 0.6), (0.25, -0.6), (0.4, 0.7)], lights))
  func theShadowIsThatOfAnAreaLight(
    moment: (time: Double, tilt: Double), shadow: CurlShadow
  ) throws {
    let leaf = try PaperTurn(width: Self.size.x, height: Self.size.y, tilt: moment.tilt)
      .geometry(at: moment.time)
    #expect((leaf.tilt != 0) == (moment.tilt != 0))
    var mesh = ShadowGrid()
    PaperShadow(leaf, shadow, pixel: 1).add(to: &mesh, within: Self.desk, strength: 1)
    var random = SeededGenerator(seed: UInt64(100 * moment.time))
    var (worst, judged) = (Worst(), 0)
    for _ in 0..<60 {
      // A place in a triangle; some that connect strips have no area.
      let first = Int.random(in: 0..<mesh.vertices.count - 2, using: &random)
      let corners = (0..<3).map { SIMD3<Double>(mesh.vertices[first + $0]) }
      let (one, other) = (corners[1] - corners[0], corners[2] - corners[0])
      guard abs(one.x * other.y - one.y * other.x) > 1e-3 else { continue }
      let parts = (0..<3).map { _ in Double.random(in: 0.01...1, using: &random) }
      let vertex = (0..<3).reduce(SIMD3<Double>.zero) {
        $0 + parts[$1] / (parts[0] + parts[1] + parts[2]) * corners[$1]
      }
      let place = SIMD2(vertex.x, vertex.y)
      // Under level paper there is no light, and nobody sees it.
      let lines = leaf.profile.crossings(x: leaf.frame.local(place).x / leaf.frame.breadth)
      guard lines.allSatisfy({ leaf.profile.point(at: $0).z * leaf.frame.breadth > 1 }),
        // The shadow ends at the spine within a hundredth of a pixel on either side of it.
        abs(leaf.frame.local(place).x) > 0.01
      else { continue }
      worst.include(off(vertex.z, leaf, shadow, from: place))
      judged += 1
    }
    #expect(judged > 10)
    // At the default strength, 0.45, this is less than 4 of 255.
    #expect(worst.value < 0.03)
  }

  /// The shadow of a page on one that began to turn later.
  @Test(arguments: [
    (0.5, 0.2, 0.0), (0.6, 0.35, 0), (0.75, 0.5, 0), (0.6, 0.3, 0.6), (0.3, 0.05, 0.7),
  ])
  func theShadowFallsOnOtherPages(times: (Double, Double, tilt: Double)) throws {
    let turn = try PaperTurn(width: Self.size.x, height: Self.size.y, tilt: times.tilt)
    let (over, under) = (try turn.geometry(at: times.0), try turn.geometry(at: times.1))
    let (shadow, eye) = (CurlShadow(), SIMD3(90.0, 70, 700))
    let light = PaperLight(under, CurlLook())
    let front = try #require(
      VisibleRun.runs(of: under, from: eye, light, tolerance: 0.03).first { $0.side == .front })
    var mesh = ShadowGrid()
    PaperShadow(over, shadow, pixel: 1)
      .add(to: &mesh, on: front, front.low...front.high, of: under, from: eye, strength: 1)
    var random = SeededGenerator(seed: UInt64(100 * times.0))
    var (worst, darkest, judged) = (Worst(), 0.0, 0)
    for _ in 0..<40 {
      let vertex = mesh.vertices[Int.random(in: mesh.vertices.indices, using: &random)]
      let seen = under.frame.local(SIMD2(Double(vertex.x), Double(vertex.y)))
      let ruling = front.ruling(at: seen.x)
      let middle = under.frame.local(eye).y
      let along = middle + (seen.y - middle) / ruling.size
      #expect(along > ruling.chord.x - 0.1 && along < ruling.chord.y + 0.1, "beside the page")
      let place = under.frame.page(SIMD2(ruling.x, along))
      // Where pages nearly touch, there is no light, and nobody sees it.
      let gaps = over.profile.crossings(x: over.frame.local(place).x / over.frame.breadth)
        .map { over.profile.point(at: $0).z * over.frame.breadth - ruling.z }
      guard gaps.allSatisfy({ abs($0) > 1 }) else { continue }
      judged += 1
      worst.include(off(Double(vertex.z), over, shadow, from: place, height: ruling.z))
      darkest = max(darkest, Double(vertex.z))
    }
    #expect(judged > 10)
    #expect(darkest > 0.2)
    // Of crossing rulings, a share of the light sees different ends.
    #expect(worst.value < (times.tilt == 0 ? 0.03 : 0.045))
  }

  /// A page that lies lower everywhere hides no light.
  @Test func noShadowRises() throws {
    let turn = try PaperTurn(width: Self.size.x, height: Self.size.y)
    let (over, under) = (try turn.geometry(at: 0.6), try turn.geometry(at: 0.05))
    let eye = SIMD3(90.0, 70, 700)
    for run in VisibleRun.runs(
      of: over, from: eye, PaperLight(over, CurlLook()), tolerance: 0.03)
    {
      // Beside the spine, where both begin, paper is as high as paper.
      let low = max(run.low, 20)
      guard low < run.high else { continue }
      var mesh = ShadowGrid()
      PaperShadow(under, CurlShadow(), pixel: 1)
        .add(to: &mesh, on: run, low...run.high, of: over, from: eye, strength: 1)
      #expect(mesh.vertices.allSatisfy { $0.z < 0.02 })
    }
  }

  /// Beside the ends of a page that lies on the ground there is light.
  @Test func levelPaperCastsNoShadowBesideIt() throws {
    let leaf = try PaperTurn(width: Self.size.x, height: Self.size.y).geometry(at: 0.01)
    var mesh = ShadowGrid()
    PaperShadow(leaf, CurlShadow(), pixel: 1).add(to: &mesh, within: Self.desk, strength: 1)
    let beside = mesh.vertices.filter { (5...40).contains($0.x) && (-20 ... -0.005).contains($0.y) }
    #expect(beside.allSatisfy { $0.z < 0.1 })
    #expect(beside.contains { $0.y > -0.1 })
  }
}
