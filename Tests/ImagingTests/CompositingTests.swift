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

  @Test func flattenedImagesAreOpaque() {
    let glass = Image(width: 3, height: 2, filledWith: SIMD4(0, 50, 100, 100))
    let flat = glass.flattened(on: SIMD3(200, 0, 255))
    #expect(flat == Image(width: 3, height: 2, filledWith: SIMD4(122, 50, 255, 255)))
    #expect(flat.flattened(on: SIMD3(1, 2, 3)) == flat)
  }

  @Test func straightColoursArePremultiplied() {
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
