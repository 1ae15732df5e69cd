import GLCallCounter
import GLES
import Imaging
import PageCurl
import TestSupport
import Testing

/// Drivers whose fragment stage has no `highp`: the shaders then compute with `mediump`, which
/// llvmpipe implements as 16-bit floats with 11-bit significands. Documentation/page-curl.md,
/// Limits, describes the effect.
@Suite(.serialized) struct MediumPrecisionTests {
  /// A stage whose shaders are compiled as for such a driver.
  private func coarseStage() throws -> Stage {
    gl_simulate_highp(gl_highp_missing)
    defer { gl_simulate_highp(gl_highp_as_it_is) }
    let stage = try Stage()
    // Programs are compiled when they are first needed.
    let page = try stage.page(Image(width: 8, height: 8, filledWith: SIMD4(1, 2, 3, 255)))
    let curl = try CurlGeometry(
      width: 64, height: 48, time: 0.5, angle: 2.8, radius: 9, fold: .cylinder)
    for quality in CurlQuality.allCases {
      var look = CurlLook()
      look.quality = quality
      _ = try stage.picture(curl, CurlPages(front: page, back: page, below: page), look: look)
    }
    return stage
  }

  /// The paper's x as a wave of 32 pixels up and 32 down, in all channels.
  private func wave(_ size: SIMD2<Int>) -> Image {
    let row = (0..<size.x).flatMap { x in
      let place = (Double(x) + 0.5).truncatingRemainder(dividingBy: 64)
      let value = UInt8((place < 32 ? place : 64 - place) / 32 * 255)
      return [value, value, value, 255]
    }
    return Image(
      width: size.x, height: size.y, pixels: [UInt8]((0..<size.y).map { _ in row }.joined()))
  }

  /// A page's size, and the differences from `highp` that are allowed: the share of pixels that
  /// show paper more than a pixel from its place, and the mean distance in pixels.
  static let bars = [
    (SIMD2(96, 72), share: 0.0002, mean: 0.01), (SIMD2(1000, 200), 0.0005, 0.05),
    (SIMD2(4096, 200), 0.01, 0.05),
  ]

  @Test(.long, arguments: bars.indices, CurlQuality.allCases)
  func withoutHighpPaperIsNearItsPlace(index: Int, quality: CurlQuality) throws {
    let (size, share, mean) = Self.bars[index]
    let stages = [try Stage(), try coarseStage()]
    let image = wave(size)
    var look = CurlLook()
    look.quality = quality
    look.light = nil
    look.shadow = nil
    var (beyond, sum, seen, differing) = (0, 0.0, 0, 0)
    for angle in Sweep.isFull ? [2.8, 0.3] : [2.8] {
      let curl = try CurlGeometry(
        width: Double(size.x), height: Double(size.y), time: 0.45, angle: angle,
        radius: Double(size.y) / 5, fold: .cylinder)
      let pictures = try stages.map { stage in
        try stage.offscreen.makeCurrent()
        let page = try stage.page(image)
        return try stage.picture(curl, CurlPages(front: page, back: page, below: page), look: look)
      }
      // A step of 23 meets all four channels.
      for index in stride(from: 0, to: pictures[0].pixels.count, by: Sweep.isFull ? 1 : 23) {
        let (fine, coarse) = (pictures[0].pixels[index], pictures[1].pixels[index])
        let away = Double(abs(Int(fine) - Int(coarse))) / 255 * 32
        if away > 1 { beyond += 1 }
        if fine != coarse { differing += 1 }
        sum += away
        seen += 1
      }
    }
    #expect(Double(beyond) <= share * Double(seen), "\(beyond) of \(seen)")
    #expect(sum <= mean * Double(seen), "\(sum / Double(seen)) px")
    // Only drafts use interpolated texture coordinates; other qualities would test nothing.
    #expect(quality == .draft || differing > 0)
  }
}
