import GLES
import GLMath
import Glibc
import Imaging
import TestSupport
import Testing

@testable import PageCurl

/// The brightness of white pages under an even sky, compared with light that is followed along
/// random paths.
@Suite(.serialized) struct PaperEnergyTests {
  /// The largest difference, as a share.
  private static let tolerance = 0.05

  /// A page's cross-section.
  struct Section: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let profile: CrossSection

    /// A straight page.
    init(slope: Double) {
      testDescription = "\(slope)°"
      profile = CrossSection(
        length: 1, angle: slope * .pi / 180,
        curvatures: [Double](repeating: 0, count: TurnMotion.pieces + 1))
    }

    /// A moment of a turn.
    init(_ name: String, _ paper: PaperMaterial, at time: Double) {
      testDescription = "\(name) at \(time)"
      profile = TurnMotion.of(paper).profile(at: time)
    }
  }

  private static let slopes = stride(from: 0.0, through: 180, by: 15).map { Section(slope: $0) }
  private static let turns = ["80gsm", "card", "silk"].flatMap { name in
    let paper = PaperMaterial.named.first { $0.name == name }?.material ?? .office
    return [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98].map {
      Section(name, paper, at: $0)
    }
  }
  /// A quarter of them, unless everything is tried.
  private static let sections = (slopes + turns).enumerated()
    .filter { Sweep.isFull || $0.offset % 4 == 2 }.map(\.element)

  /// Both sides, seen or not, from the spine to the free edge, and that edge.
  @Test(.long, arguments: sections) func theLightIsThatOfAnEvenSky(section: Section) throws {
    let page = PaperGeometry(
      page: PageRect(low: .zero, high: SIMD2(100, 142)), binding: .left, profile: section.profile)
    let source = PaperIrradiance.Source(CurlLight(ambient: 1), nil, in: page.frame)
    let light = PaperIrradiance(on: section.profile, count: TurnMotion.pieces + 1, from: source)
    var judge = SkyJudge(section.profile)
    for s in [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98] {
      let node = Int(s * Double(TurnMotion.pieces))
      let share = s * Double(TurnMotion.pieces) - Double(node)
      let (before, after) = (light.brightness(at: node), light.brightness(at: node + 1))
      let both = before + share * (after - before)
      for (side, value) in [(PaperSide.front, both.x), (.back, both.y)] {
        let expected = judge.brightness(side, at: s, paths: 4096)
        #expect(
          abs(value / expected - 1) < Self.tolerance, "\(side) at \(s): \(value), \(expected)")
      }
    }
    let edge = judge.edge(paths: 1024)
    #expect(abs(light.edge / edge - 1) < Self.tolerance, "edge: \(light.edge), \(edge)")
  }

  /// What is drawn, as viewers on both sides see it.
  @Test(arguments: Sweep(short: 3, sample: 12, full: 52).numbers)
  func aWhitePageIsDrawnInTheLightOfAnEvenSky(number: Int) throws {
    let all = Self.slopes + Self.turns
    let section = all[(number * 17 + 4) % all.count]
    let drawn = try DrawnSection(section.profile)
    var judge = SkyJudge(section.profile)
    var judged = 0
    func compare(_ shown: Double, _ expected: Double, _ place: String) {
      judged += 1
      #expect(
        abs(shown / expected - 1) < Self.tolerance,
        "\(section.testDescription), \(place): \(shown), \(expected)")
    }
    for eye in [-300.0, 300] {
      var last = -1.0
      for (s, side, shown) in try drawn.row(from: eye) where abs(s - last) > 0.12 {
        last = s
        compare(shown, judge.brightness(side, at: s, paths: 2500), "\(side) at \(s)")
      }
      if let shown = try drawn.edge(from: eye) {
        compare(shown, judge.edge(paths: 2500), "edge")
      }
    }
    #expect(judged > 8)
  }
}

/// A white page under an even sky, as it is drawn.
private struct DrawnSection {
  private static let size = SIMD2(180.0, 256)
  private let stage: Stage
  private let page: PaperGeometry
  private let leaf: CurlLeaf

  init(_ profile: CrossSection) throws {
    stage = try Stage()
    let white = try stage.page(Image(width: 1, height: 1, filledWith: SIMD4(repeating: 255)))
    var look = CurlLook()
    look.light = CurlLight(ambient: 1, highlight: 0)
    look.shadow = nil
    look.paperColor = SIMD3(repeating: 1)
    page = PaperGeometry(
      page: PageRect(low: .zero, high: Self.size), binding: .left, profile: profile)
    leaf = CurlLeaf(.paper(page), pages: CurlPages(front: white, back: white), look: look)
  }

  private static func eye(_ x: Double) -> SIMD3<Double> { SIMD3(x, size.y / 2, 500) }

  private func picture(
    from eye: SIMD3<Double>, _ view: CurlView, width: Int, height: Int
  ) throws -> Image {
    let target = try Framebuffer(stage.gl, width: width, height: height)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    try stage.renderer.draw([leaf], eye: eye, view: view, into: target)
    return try target.readImage()
  }

  /// Returns the light of a row of pixels along the middle of the page, where no edge is near.
  func row(from x: Double) throws -> [(s: Double, side: PaperSide, light: Double)] {
    let (eye, width) = (Self.eye(x), 1800)
    let view = CurlView(origin: SIMD2(-Double(width) / 2, Self.size.y / 2 - 1))
    let picture = try picture(from: eye, view, width: width, height: 3)
    let seen = try (0..<width).map { x in
      try leaf.shape.intersections(at: view.origin + SIMD2(Double(x) + 0.5, 1.5), from: eye).first
    }
    return (2..<width - 2).compactMap { x in
      guard let point = seen[x], seen[x - 2...x + 2].allSatisfy({ $0?.side == point.side })
      else { return nil }
      return (point.paper.x / Self.size.x, point.side, Self.light(picture[x, 1].x))
    }
  }

  /// Returns the light of the middle of the edge at the free end, enlarged; `nil` if it is narrow.
  func edge(from x: Double) throws -> Double? {
    let (eye, scale) = (Self.eye(x), 33)
    let depth = PaperGeometry.thickness(isBoard: false) * Self.size.x
    let edge = VisibleRun.edge(
      of: page, from: eye, PaperLight(page, leaf.look), thickness: depth,
      least: 4 / Double(scale))
    guard let edge else { return nil }
    let middle = page.frame.page(SIMD2((edge.low + edge.high) / 2, Self.size.y / 2))
    let view = CurlView(origin: middle - SIMD2(0.5, 0.5), scale: Double(scale))
    let picture = try picture(from: eye, view, width: scale, height: scale)
    return Self.light(picture[scale / 2, scale / 2].x)
  }

  /// Returns the light that a value of an sRGB picture stands for.
  private static func light(_ value: UInt8) -> Double {
    let value = Double(value) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}
