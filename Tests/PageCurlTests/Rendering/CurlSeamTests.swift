import Glibc
import Imaging
import PageCurl
import TestSupport
import Testing

/// The sheet is drawn in pieces, between which nothing may be visible.
@Suite(.serialized) struct CurlSeamTests {
  private static let size = SIMD2(210, 160)

  /// Directions in which pixel centers lie exactly on lines along the cylinder, and random ones.
  private static func angles() -> [Double] {
    var random = SeededGenerator(seed: 31)
    let drags = [(-13, 3), (-2, 1), (-3, -4), (-1, 1), (-5, -1), (-1, 0), (0, 1), (1, 0), (7, -2)]
    return drags.map { atan2(Double($0.1), Double($0.0)) }
      + (0..<6).map { _ in Double.random(in: 0...(2 * .pi), using: &random) }
  }

  @Test(arguments: [CurlQuality.draft, .standard, .best])
  func noPinholes(quality: CurlQuality) throws {
    let stage = try Stage()
    let pages = try CurlPages(
      front: page(stage, SIMD4(0, 255, 0, 255)), back: page(stage, SIMD4(0, 0, 255, 255)),
      below: page(stage, SIMD4(255, 0, 0, 255)))
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    look.quality = quality
    var holes = 0
    for (index, angle) in Self.angles().enumerated() {
      for step in stride(from: Sweep.isFull ? 0 : index % 5, to: 8, by: Sweep.isFull ? 1 : 5) {
        // Whole and half radii and contact lines put seams on pixel centers, too.
        let start = try CurlGeometry(
          width: Double(Self.size.x), height: Double(Self.size.y), time: 0, angle: angle,
          radius: [16, 24.5, 9][(index + step) % 3], fold: .cylinder)
        let range = start.extent
        let way = (range.upperBound - range.lowerBound) * (0.15 + 0.1 * Double(step))
        let curl = try CurlGeometry(
          width: start.width, height: start.height,
          contactOffset: (2 * (range.upperBound - way)).rounded() / 2, angle: angle,
          radius: start.radius, fold: .cylinder)
        holes += self.holes(in: try stage.picture(curl, pages, look: look), curl)
      }
    }
    #expect(holes == 0)
  }

  /// Beside the ends of a sharp fold, where the turned part hides nothing, the front is drawn.
  @Test(arguments: CurlQuality.allCases) func sharpFoldsLoseNoPixel(quality: CurlQuality) throws {
    let stage = try Stage()
    var random = RandomCurls(seed: 47)
    var look = CurlLook()
    look.quality = quality
    look.light = nil
    look.shadow = nil
    var lost: [String] = []
    let paper = try page(stage, SIMD4(0, 255, 0, 255))
    let pages = CurlPages(front: paper, back: paper, below: try page(stage, SIMD4(255, 0, 0, 255)))
    for number in 0..<Sweep(short: 40, sample: 80, full: 500).count {
      let curl = try CurlGeometry(
        width: Double(Self.size.x), height: Double(Self.size.y), time: random.number(0.02...0.98),
        angle: random.angle(), radius: number % 2 == 0 ? 0 : random.number(0...1),
        fold: random.fold())
      let picture = try stage.picture(curl, pages, look: look)
      // In a pixel that lies in front of the fold, with all around it, there is nothing but paper.
      var count = 0
      for y in 0..<Self.size.y {
        for x in 0..<Self.size.x {
          let pixel = picture[x, y]
          let place = SIMD2(Double(x) + 0.5, Double(Self.size.y - y) - 0.5)
          let isFlat = curl.distance(of: place) < -0.75
          if pixel.w < 255 || isFlat && pixel.x > 2 { count += 1 }
        }
      }
      if count > 0 { lost.append("\(count): \(curl)") }
    }
    #expect(lost == [])
  }

  /// The turned part hides the front at a sharp fold, also in pixels that the fold crosses.
  @Test(arguments: [0, 0.1, 0.3]) func sharpFoldsHaveNoFringe(radius: Double) throws {
    let stage = try Stage()
    let white = SIMD4<UInt8>(250, 250, 250, 255)
    let pages = try CurlPages(
      front: page(stage, SIMD4(20, 20, 20, 255)), back: page(stage, white),
      below: page(stage, white))
    var look = CurlLook()
    look.light = nil
    look.shadow = nil
    for quality in [CurlQuality.standard, .best] {
      look.quality = quality
      for (angle, length) in [(Double.pi, Self.size.x), (0, Self.size.x), (.pi / 2, Self.size.y)] {
        // Contact lines on pixel edges, on centers and between them, past the middle of the page.
        for way in [0.5, 0.502, 0.504, 0.6] {
          let curl = try CurlGeometry(
            width: Double(Self.size.x), height: Double(Self.size.y),
            contactOffset: 0, angle: angle, radius: radius, fold: .cylinder)
          let moved = try CurlGeometry(
            width: curl.width, height: curl.height,
            contactOffset: curl.extent.upperBound - way * Double(length), angle: angle,
            radius: radius, fold: .cylinder)
          let picture = try stage.picture(moved, pages, look: look)
          var fringe = 0
          for y in stride(from: 0, to: Self.size.y, by: angle == .pi / 2 ? 1 : 40) {
            for x in stride(from: 0, to: Self.size.x, by: angle == .pi / 2 ? 40 : 1) {
              let place = SIMD2(Double(x) + 0.5, Double(Self.size.y - y) - 0.5)
              // Nothing covers the front beyond the end of the turned part.
              guard moved.distance(of: place) > -way * Double(length) + 2 else { continue }
              if picture[x, y].x < 249 { fringe += 1 }
            }
          }
          #expect(fringe == 0, "\(quality), \(angle), \(way)")
        }
      }
    }
  }

  private func page(_ stage: Stage, _ color: SIMD4<UInt8>) throws -> CurlPage {
    try stage.page(Image(width: Self.size.x, height: Self.size.y, filledWith: color))
  }

  /// Counts pixels that do not show the side of the sheet on which they and their neighbors lie,
  /// but the page below, or the front through a gap in the back.
  private func holes(in picture: Image, _ curl: CurlGeometry) -> Int {
    let colors: [PaperSide: SIMD4<UInt8>] = [
      .front: SIMD4(0, 255, 0, 255), .back: SIMD4(0, 0, 255, 255),
    ]
    var holes = 0
    for y in 0..<Self.size.y {
      for x in 0..<Self.size.x {
        let center = SIMD2(Double(x) + 0.5, Double(Self.size.y - y) - 0.5)
        guard let side = curl.intersections(at: center).first?.side, picture[x, y] != colors[side]
        else {
          continue
        }
        let isInside = (0..<9).allSatisfy { place in
          let point = center + 1.5 * SIMD2(Double(place % 3) - 1, Double(place / 3) - 1)
          return curl.intersections(at: point).first?.side == side
        }
        if isInside { holes += 1 }
      }
    }
    return holes
  }
}
