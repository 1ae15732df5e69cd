import GLES
import Glibc
import Imaging
import TestSupport
import Testing

@testable import PageCurl

/// The shadows on raised pages on cones, compared with rays to points of the light.
@Suite(.serialized) struct ConeShadowTests {
  private static let size = SIMD2(160, 120)
  private static let view = CurlView(origin: SIMD2(-190, -50))
  private static let frame = SIMD2(540, 220)
  private static let eye = SIMD3(80.0, 60, 600)

  /// One page or two in the air, and the light.
  private struct Moment {
    var cones: [CurlShape]
    var shadow: CurlShadow

    /// - Parameter number: Numbers from 0 to 95 give all combinations, neighbors very different
    ///   ones. From 96 on they are pages with different apexes, as of a script's turns.
    init(number: Int) throws {
      var values = Combination(rest: number * 41 % 96)
      let (direction, softness) = values.next([
        (CurlLight().direction, 0.35), (toward(170, 35), 0.2), (toward(40, 50), 0.05),
        (toward(-80, 40), 0.15),
      ])
      let time = values.next([0.2, 0.3, 0.45, 0.6, 0.7, 0.8])
      let times = values.next([[time], [min(time + 0.12, 0.98), time]])
      let depth = values.next([40.0, 150])
      func cone(_ time: Double, _ depth: Double) throws -> CurlShape {
        let turn = try ConeTurn(
          width: Double(size.x), height: Double(size.y), apexDepth: depth,
          binding: number % 3 == 0 ? .right : .left, end: number % 2 == 0 ? .last : .first)
        return .cone(try turn.geometry(at: time))
      }
      cones = try times.map { try cone($0, depth) }
      if number >= 96 {
        cones = [
          try cone(min(time + 0.12, 0.98), depth), try cone(time, depth < 100 ? 90 : 60),
        ]
      }
      shadow = CurlShadow(direction: direction, softness: softness)
      shadow.bounds = PageRect(low: SIMD2(-190, -50), high: SIMD2(350, 170))
    }

    /// Returns the page that is seen at a place, and its point.
    func seen(at place: SIMD2<Double>) throws -> (leaf: Int, point: PaperPoint)? {
      var best: (leaf: Int, point: PaperPoint)?
      for (leaf, cone) in cones.enumerated() {
        guard let point = try cone.intersections(at: place, from: eye).first else { continue }
        if best.map({ point.position.z > $0.point.position.z }) ?? true { best = (leaf, point) }
      }
      return best
    }

    /// Returns the share of the light that a page hides from a place.
    func hidden(by cone: CurlShape, from place: SIMD3<Double>) throws -> Double {
      var hidden = 0
      for across in lamp {
        for up in lamp {
          let slope = shadow.slope + shadow.spread * SIMD2(across, up)
          // The same ray, from the page plane on.
          let foot = SIMD2(place.x, place.y) - place.z * slope
          let far = SIMD3(foot.x + 1e5 * slope.x, foot.y + 1e5 * slope.y, 1e5)
          let met = try cone.intersections(at: foot, from: far)
          if met.contains(where: { $0.position.z > place.z + 1e-2 }) { hidden += 1 }
        }
      }
      return Double(hidden) / Double(lamp.count * lamp.count)
    }

    /// Returns the light that is left at a point of a page. Pages that started earlier, and the
    /// page itself, lie over a page's front, and later ones over its back.
    func light(_ leaf: Int, _ point: PaperPoint) throws -> Double {
      let over = point.side == .front ? cones[...leaf] : cones[(leaf + 1)...]
      return try over.reduce(1) {
        $0 * (1 - shadow.strength * (try hidden(by: $1, from: point.position)))
      }
    }
  }

  private static let lamp = Normal.quantiles(16)

  private func picture(
    _ stage: Stage, _ moment: Moment, color: SIMD3<Double> = .zero
  ) throws -> Image {
    let white = try stage.page(
      Image(width: Self.size.x, height: Self.size.y, filledWith: SIMD4(repeating: 255)))
    var look = CurlLook()
    look.light = nil
    look.shadow = moment.shadow
    look.shadow?.color = color
    let target = try Framebuffer(stage.gl, width: Self.frame.x, height: Self.frame.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: SIMD4(repeating: 1))
    let pages = CurlPages(front: white, back: white, below: white)
    try stage.renderer.draw(
      moment.cones.map { CurlLeaf($0, pages: pages, look: look) }, eye: Self.eye,
      view: Self.view, into: target)
    return try target.readImage()
  }

  /// Off edges, where the light is that of an area light, raised cones are as dark as rays find.
  @Test(.long) func theShadowIsThatOfAnAreaLight() throws {
    let stage = try Stage()
    var (judged, shaded, largest, worst) = (0, 0, 0.0, 0.0)
    let numbers = Sweep(sample: 12, full: 192).numbers
    for number in Array(numbers) + (96..<104).filter({ !numbers.contains($0) }) {
      let moment = try Moment(number: number)
      let picture = try picture(stage, moment)
      var (squares, count) = (0.0, 0)
      for y in stride(from: number % 7, to: picture.height, by: 7) {
        for x in stride(from: number % 5, to: picture.width, by: 7) {
          let place =
            Self.view.origin + SIMD2(Double(x) + 0.5, Double(picture.height - y) - 0.5)
          guard let seen = try moment.seen(at: place) else { continue }
          // The same side of the same page is seen around the pixel.
          let isEven = try [SIMD2(2.0, 0), SIMD2(-2, 0), SIMD2(0, 2), SIMD2(0, -2)].allSatisfy {
            let other = try moment.seen(at: place + $0)
            return other?.leaf == seen.leaf && other?.point.side == seen.point.side
          }
          guard isEven else { continue }
          let left = try moment.light(seen.leaf, seen.point)
          let error = Double(picture[x, y].x) - 255 * left
          squares += error * error
          count += 1
          if left < 0.9 { shaded += 1 }
          worst = max(worst, abs(error))
        }
      }
      judged += count
      let error = (squares / Double(max(count, 1))).squareRoot()
      largest = max(largest, error)
      #expect(error <= 2, "\(number): RMS \(error)")
    }
    print(
      "raised cones: \(judged) places, \(shaded) in shadow, RMS \(largest) at most, worst \(worst)")
    #expect(judged > 500 && shaded > 100)
    // A line of light across a shadow had 40.
    #expect(worst <= 16)
  }

  /// A shadow adds its color where a black one takes light.
  @Test func shadowsOnConesHaveTheirColor() throws {
    let stage = try Stage()
    let moment = try Moment(number: 9)
    let color = SIMD3(0.2, 0.5, 1)
    let (black, tinted) = (
      try picture(stage, moment), try picture(stage, moment, color: color)
    )
    var (worst, darkened) = (0.0, 0)
    for y in 0..<Self.frame.y {
      for x in 0..<Self.frame.x {
        let place = Self.view.origin + SIMD2(Double(x) + 0.5, Double(Self.frame.y - y) - 0.5)
        guard try moment.seen(at: place) != nil else { continue }
        if black[x, y].x < 200 { darkened += 1 }
        for channel in 0..<3 {
          let light = Double(black[x, y][channel])
          worst = max(
            worst, abs(Double(tinted[x, y][channel]) - light - color[channel] * (255 - light)))
        }
      }
    }
    #expect(worst <= 3 && darkened > 100, "\(worst), \(darkened)")
  }
}
