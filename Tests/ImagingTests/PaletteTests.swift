import Imaging
import Testing

/// Images in few colors, measured pixel by pixel.
struct PaletteTests {
  private static let (width, height) = (160, 120)

  /// - Parameter color: That of a pixel by its place.
  private func image(_ color: (_ x: Int, _ y: Int) -> SIMD3<Int>) -> Image {
    var image = Image(width: Self.width, height: Self.height)
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        image[x, y] = SIMD4(SIMD3<UInt8>(truncatingIfNeeded: color(x, y)), 255)
      }
    }
    return image
  }

  private func gray(_ level: Int) -> SIMD3<Int> { SIMD3(repeating: level) }

  private func colors(_ image: Image) -> Set<SIMD4<UInt8>> {
    Set((0..<Self.width * Self.height).map { image[$0 % Self.width, $0 / Self.width] })
  }

  /// Strokes with soft edges of all levels, on paper with an even box.
  private func text(ink: SIMD3<Int>) -> Image {
    image { x, y in
      let paper = (20..<60).contains(x) && (10..<40).contains(y) ? gray(240) : gray(255)
      let distance = abs((x * 8 + y * 3) % 128 - 64)
      let share = min(max(distance - 40, 0), 16)
      return (paper &* (16 &- share) &+ ink &* share) / 16
    }
  }

  @Test(arguments: [SIMD3(0, 0, 0), SIMD3(20, 40, 160)])
  func edgesAreCoarseAndAreasExact(ink: SIMD3<Int>) throws {
    let text = text(ink: ink)
    let few = try #require(text.inFewColors)
    #expect(colors(few).count <= 16 && colors(text).count > 16)
    var off = 0
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let (one, other) = (text[x, y], few[x, y])
        if (0..<4).contains(where: { abs(Int(one[$0]) - Int(other[$0])) > 25 }) { off += 1 }
        let isArea = [gray(240), gray(255), ink].contains { SIMD4(truncating: $0) == one }
        if isArea { #expect(one == other, "(\(x), \(y))") }
      }
    }
    #expect(off * 1000 <= Self.width * Self.height)
    #expect(few.inFewColors == few)
  }

  @Test func gradientsAndPhotosAreRefused() {
    let gradient = image { x, y in
      y < 20 ? gray(255 - x) : (x / 9 + y / 7) % 4 == 0 ? gray(0) : gray(255)
    }
    #expect(gradient.inFewColors == nil)
    let photo = image { x, y in
      y < 20 ? SIMD3(x, 255 - x, (x * y * 7) % 256) : (x / 9) % 4 == 0 ? gray(0) : gray(255)
    }
    #expect(photo.inFewColors == nil)
    // A chart in more inks than a palette has.
    #expect(image { x, _ in SIMD3(x / 8 * 12, 255 - x / 8 * 12, 99) }.inFewColors == nil)
  }

  /// A rare ink has no place in a palette that the others fill.
  @Test func rareInksAreKept() {
    var marked = image { x, y in
      let share = (x * 7 + y * 3) % 16
      let ink = y < 80 ? SIMD3(0, 0, 0) : SIMD3(20, 40, 220)
      return (gray(255) &* (15 &- share) &+ ink &* share) / 15
    }
    for x in 0..<5 {
      for y in 0..<4 { marked[x + 70, y + 60] = SIMD4(200, 0, 0, 255) }
    }
    #expect(marked.inFewColors.map { $0[72, 62] == SIMD4(200, 0, 0, 255) } != false)
  }

  @Test func transparentImagesAreRefused() {
    #expect(Image(width: 4, height: 4).inFewColors == nil)
    #expect(Image(width: 1, height: 1, filledWith: SIMD4(repeating: 255)).inFewColors != nil)
  }
}

extension SIMD4<UInt8> {
  fileprivate init(truncating color: SIMD3<Int>) {
    self.init(SIMD3<UInt8>(truncatingIfNeeded: color), 255)
  }
}
