import GLES
import Glibc
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

/// The edges of raised pages: cones, and folds in perspective.
@Suite(.serialized) struct RaisedEdgeTests {
  private static let size = SIMD2(96, 72)
  private static let frame = SIMD2(216, 128)
  private static let view = CurlView(origin: SIMD2(-104, -28))
  /// The samples of a pixel of the reference in each direction.
  private static let side = 16

  /// A page in the air, and the eye.
  private struct Moment {
    var shape: CurlShape
    var eye: SIMD3<Double>

    /// - Parameter number: Numbers from 0 to 71 give all combinations, neighbors very different
    ///   ones: sheets, bound pages that fold, and those on cones by turns.
    init(number: Int) throws {
      var values = Combination(rest: number / 3 * 7 % 24)
      let time = values.next([0.2, 0.35, 0.5, 0.7])
      eye = values.next([SIMD3(50.0, 40, 300), SIMD3(-60, -120, 260), SIMD3(48, 36, 1200)])
      let isFirst = values.next([true, false])
      let (width, height) = (Double(size.x), Double(size.y))
      switch number % 3 {
      case 0:
        shape = .fold(
          try CurlGeometry(
            width: width, height: height, time: time, angle: isFirst ? 2.6 : -1.05,
            radius: isFirst ? 9 : 14, fold: isFirst ? .cylinder : .elastica))
      case 1:
        shape = .fold(
          try LeafTurn(
            width: width, height: height, radius: isFirst ? 12 : 7, tilt: isFirst ? 0.5 : 0,
            fold: isFirst ? .elastica : .cylinder
          ).geometry(at: time))
      default:
        shape = .cone(
          try ConeTurn(
            width: width, height: height, apexDepth: isFirst ? 60 : 140,
            end: isFirst ? .first : .last
          ).geometry(at: time))
      }
    }
  }

  /// Draws a moment, with so many pixels for each pixel of the frame.
  private func picture(
    _ stage: Stage, _ moment: Moment, _ pages: CurlPages, _ quality: CurlQuality, times: Int = 1
  ) throws -> Image {
    var look = CurlLook()
    (look.light, look.shadow, look.quality) = (nil, nil, quality)
    let target = try Framebuffer(
      stage.gl, width: times * Self.frame.x, height: times * Self.frame.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: SIMD4(0.1, 0.1, 0.15, 1))
    var view = Self.view
    view.scale = Double(times)
    try stage.renderer.draw(
      [CurlLeaf(moment.shape, pages: pages, look: look)], eye: moment.eye, view: view, into: target)
    return try target.readImage()
  }

  /// Returns the means of squares of pixels, and which are not of one color.
  private func means(_ image: Image, of side: Int) -> (image: Image, isMixed: [Bool]) {
    var small = Image(width: image.width / side, height: image.height / side)
    var isMixed: [Bool] = []
    image.pixels.withUnsafeBytes { bytes in
      // Two pixels at a time, their bytes in lanes: debug builds are slow.
      let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
      for y in 0..<small.height {
        for x in 0..<small.width {
          var (even, odd): (UInt64, UInt64) = (0, 0)
          var differs: UInt64 = 0
          let start = 4 * (side * y * image.width + side * x)
          let first = bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
          let both = UInt64(first) << 32 | UInt64(first)
          for row in 0..<side {
            for pair in 0..<side / 2 {
              let two = bytes.loadUnaligned(
                fromByteOffset: start + 4 * row * image.width + 8 * pair, as: UInt64.self)
              even &+= two & lanes
              odd &+= two &>> 8 & lanes
              differs |= two ^ both
            }
          }
          func mean(_ sums: UInt64, _ lane: UInt64) -> UInt8 {
            let sum = Int((sums &>> lane & 0xFFFF) + (sums &>> (lane + 32) & 0xFFFF))
            return UInt8((2 * sum + side * side) / (2 * side * side))
          }
          small[x, y] = SIMD4(mean(even, 0), mean(odd, 0), mean(even, 16), mean(odd, 16))
          isMixed.append(differs != 0)
        }
      }
    }
    return (small, isMixed)
  }

  /// Returns the pixels of an image that are at most two pixels from one that is mixed.
  private func edges(_ image: Image, _ isMixed: [Bool]) -> Image {
    var pixels: [UInt8] = []
    for y in 0..<image.height {
      for x in 0..<image.width {
        let isNear = (max(y - 2, 0)...min(y + 2, image.height - 1)).contains { row in
          isMixed[
            row * image.width + max(x - 2, 0)...row * image.width + min(x + 2, image.width - 1)
          ]
          .contains(true)
        }
        if isNear { pixels += (0..<4).map { image[x, y][$0] } }
      }
    }
    return Image(width: pixels.count / 4, height: 1, pixels: pixels)
  }

  /// Pages of one color, or a printed one: each texel as so many times so many.
  private func pages(_ stage: Stage, isText: Bool, times: Int = 1) throws -> CurlPages {
    let colors: [SIMD4<UInt8>] = [
      SIMD4(250, 240, 200, 255), SIMD4(40, 90, 200, 255), SIMD4(60, 160, 60, 255),
    ]
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let pages = try colors.enumerated().map { index, color -> CurlPage in
      guard isText, index < 2 else {
        return try stage.page(Image(width: 1, height: 1, filledWith: color))
      }
      let printed = try ImageFile.read("/\(root)/samples/pages/page-\(index + 1).png")
      var piece = Image(width: times * Self.size.x, height: times * Self.size.y)
      for y in 0..<piece.height {
        for x in 0..<piece.width { piece[x, y] = printed[150 + x / times, 540 + y / times] }
      }
      return try stage.page(piece)
    }
    return CurlPages(front: pages[0], back: pages[1], below: pages[2])
  }

  /// Compares the pixels at most two from an edge with the means of 16 × 16 pixels of drafts, which
  /// have one sample each. Of text they also show how its picture is filtered.
  @Test(.long, arguments: [false, true]) func edgesAreThoseOf256Samples(ofText isText: Bool) throws
  {
    let stage = try Stage()
    let own = try pages(stage, isText: isText)
    let plain = try pages(stage, isText: false)
    let large = try pages(stage, isText: isText, times: Self.side)
    var ratios: [CurlQuality: [Double]] = [:]
    for number in Sweep(sample: 12, full: 72).numbers {
      let moment = try Moment(number: number)
      func means(_ pages: CurlPages, _ times: Int) throws -> (image: Image, isMixed: [Bool]) {
        self.means(try picture(stage, moment, pages, .draft, times: times), of: times)
      }
      let isMixed = try means(plain, Self.side).isMixed
      let expected = edges(try means(large, Self.side).image, isMixed)
      func ratio(_ image: Image) -> Double { psnr(edges(image, isMixed), expected) }
      for quality in [CurlQuality.standard, .best] {
        let ratio = ratio(try picture(stage, moment, own, quality))
        ratios[quality, default: []].append(ratio)
        let bar = quality == .best ? (isText ? 31.0 : 40) : (isText ? 25 : 35)
        #expect(ratio >= bar, "\(number), \(quality)")
      }
      // The judge sees that more samples are better.
      if !isText {
        let (four, sixteen) = (ratio(try means(own, 2).image), ratio(try means(own, 4).image))
        #expect(sixteen > four, "\(number)")
        #expect(ratio(try means(own, 8).image) > sixteen, "\(number)")
      }
    }
    for (quality, all) in ratios {
      let sorted = all.sorted()
      let median = sorted[sorted.count / 2]
      print("\(quality)\(isText ? ", text" : ""): \(sorted[0]) dB, median \(median) dB")
      if !isText { #expect(median >= 45) }
    }
  }
}
