import Imaging
import TestSupport
import Testing

@Suite struct CompositingTests {
  @Test func drawingOverIsPorterAndDuffsOver() {
    let below = randomImage(20, 12, isOpaque: false, seed: 1)
    let above = randomImage(9, 7, isOpaque: false, seed: 2)
    var drawn = below
    drawn.draw(above, left: 11, top: 5)
    for y in 0..<12 {
      for x in 0..<20 {
        guard x >= 11, y >= 5 else {
          #expect(drawn[x, y] == below[x, y])
          continue
        }
        let (s, d) = (above[x - 11, y - 5], below[x, y])
        for channel in 0..<4 {
          let behind = (Double(255 - Int(s.w)) * Double(d[channel]) / 255).rounded()
          #expect(Int(drawn[x, y][channel]) == Int(s[channel]) + Int(behind))
        }
      }
    }
  }

  /// What lies outside is left out, wherever it begins.
  @Test func picturesMayLieOutside() {
    let below = randomImage(6, 5, isOpaque: false, seed: 1)
    let above = randomImage(4, 3, isOpaque: false, seed: 2)
    for (left, top) in [(-1, -2), (4, 3), (-4, 0), (6, 0), (0, 5), (.min, .max), (-3, 4)] {
      var drawn = below
      drawn.draw(above, left: left, top: top)
      for y in 0..<5 {
        for x in 0..<6 {
          let isInside = left > -9 && (0..<4).contains(x - left) && (0..<3).contains(y - top)
          guard isInside else {
            #expect(drawn[x, y] == below[x, y])
            continue
          }
          var one = Image(width: 1, height: 1, filledWith: below[x, y])
          let part = Image(width: 1, height: 1, filledWith: above[x - left, y - top])
          one.draw(part, left: 0, top: 0)
          #expect(drawn[x, y] == one[0, 0])
        }
      }
    }
  }

  @Test func pixelsOfAnUnknownNumber() {
    let pixels = [UInt8](0..<24)
    #expect(
      Image(validating: pixels, width: 3, height: 2)
        == Image(width: 3, height: 2, pixels: pixels))
    for (width, height) in [
      (3, 3), (2, 2), (4, 2), (0, 0), (-3, -2), (6, 0), (0, 6), (.max, .max), (.max, 2), (.min, 1),
    ] {
      #expect(Image(validating: pixels, width: width, height: height) == nil)
    }
    #expect(Image(validating: Array(pixels.dropLast()), width: 3, height: 2) == nil)
    #expect(Image(validating: [], width: 0, height: 0) == nil)
  }

  @Test func flattenedImagesAreOpaque() {
    let glass = Image(width: 3, height: 2, filledWith: SIMD4(0, 50, 100, 100))
    let flat = glass.flattened(on: SIMD3(200, 0, 255))
    #expect(flat == Image(width: 3, height: 2, filledWith: SIMD4(122, 50, 255, 255)))
    #expect(flat.flattened(on: SIMD3(1, 2, 3)) == flat)
  }

  @Test func straightColorsArePremultiplied() {
    #expect(SIMD4<UInt8>(255, 128, 0, 128).premultiplied == SIMD4(128, 64, 0, 128))
    #expect(SIMD4<UInt8>(255, 128, 7, 0).premultiplied == .zero)
  }

  @Test func anImageWhoseMemoryIsChangedKeepsItsSize() throws {
    try inOwnProcess(endingIn: .failure) { _ in
      var image = Image(width: 2, height: 2)
      image.pixels.removeLast()
    }
  }
}
