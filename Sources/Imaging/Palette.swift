extension Image {
  /// The image in at most 16 colors, of which a file needs four bits for each pixel, or `nil` if
  /// that would be seen: for text and line art, whose colors are those of ink and paper and what
  /// anti-aliasing mixes of them.
  ///
  /// Ink and paper, the colors of even areas, stay as they are. Where colors change, at most 0.1 %
  /// of the image's pixels are off by more than a tenth in a channel, and none by more than a
  /// quarter. In even areas and gradients at most 0.1 % of them are off by more than 4 of 255, and
  /// no color with 16 pixels of them, such as a rare ink or a small mark.
  package var inFewColors: Image? {
    guard isOpaque, let colors = ColorCounts(of: self) else { return nil }
    let limit = width * height / 1000
    let palette = colors.palette(size: 16, evenFrom: width * height / 2000)
    var nearest: [UInt32: UInt32] = [:]
    var (off, evenOff) = (0, 0)
    for (color, count) in colors.counts {
      let squares = palette.map { color.difference(to: $0).wrappedSquareSum }
      guard let best = squares.indices.min(by: { squares[$0] < squares[$1] }) else { return nil }
      nearest[color] = palette[best].bits
      let error = color.difference(to: palette[best]).max()
      if error > 25 { off += count.all }
      if error > ColorCounts.evenStep { evenOff += count.even }
      if error > 63 || error > ColorCounts.evenStep && count.even >= 16 { return nil }
      guard off <= limit, evenOff <= limit else { return nil }
    }
    var image = self
    image.pixels.withUnsafeMutableBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      var (last, replaced) = (pixels[0], nearest[pixels[0]] ?? pixels[0])
      for index in pixels.indices {
        let color = pixels[index]
        if color != last { (last, replaced) = (color, nearest[color] ?? color) }
        pixels[index] = replaced
      }
    }
    return image
  }
}

/// How often the colors of an image occur.
private struct ColorCounts {
  /// The number of all pixels of a color, and of those that hardly differ from the pixel on their
  /// left and the one above: in even areas and gradients.
  struct Count {
    var all = 0
    var even = 0
  }

  private(set) var counts: [UInt32: Count] = [:]

  /// The largest difference in a channel between neighbors of an even area.
  static let evenStep: Int32 = 4
  /// Text in a few inks has fewer than 2000 colors; counting more is wasted time.
  private static let most = 8192

  /// Counts the colors of an image; `nil` if it has too many.
  init?(of image: Image) {
    let (width, height) = (image.width, image.height)
    let isCounted = image.pixels.withUnsafeBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
        one == other || one.difference(to: SIMD4(bits: other)).max() <= Self.evenStep
      }
      for row in 0..<height {
        var start = row * width
        let end = start + width
        while start < end {
          let color = pixels[start]
          var count = Count()
          let isFirst = start == row * width
          // A run of one color.
          var index = start
          while index < end, pixels[index] == color {
            let isEven =
              (index > start || isFirst || isNear(color, pixels[index - 1]))
              && (row == 0 || isNear(color, pixels[index - width]))
            if isEven { count.even += 1 }
            index += 1
          }
          count.all = index - start
          counts[color, default: Count()] += count
          start = index
        }
        if counts.count > Self.most { return false }
      }
      return true
    }
    guard isCounted else { return nil }
  }

  /// The colors of even areas, and as many of the others as a palette has room for.
  ///
  /// - Parameter least: The least number of pixels of an even color.
  func palette(size: Int, evenFrom least: Int) -> [SIMD4<UInt8>] {
    // Of equally frequent colors, always the same one.
    func sorted(_ numbers: [UInt32: Int]) -> [SIMD4<UInt8>] {
      numbers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { SIMD4(bits: $0.key) }
    }
    var palette = sorted(counts.mapValues(\.even).filter { $0.value >= max(least, 1) })
    var mixed: [UInt32: Int] = [:]
    for (color, count) in counts { mixed[color.coarse.bits, default: 0] += count.all }
    for color in sorted(mixed) where palette.count < size {
      let isNew = palette.allSatisfy { color.bits.difference(to: $0).max() > UInt32.halfLevel }
      if isNew { palette.append(color) }
    }
    return Array(palette.prefix(size))
  }
}

extension ColorCounts.Count {
  fileprivate static func += (count: inout Self, other: Self) {
    count.all += other.all
    count.even += other.even
  }
}

extension UInt32 {
  /// Half the distance of two of ``coarse``'s eight levels.
  fileprivate static let halfLevel: Int32 = 18

  /// The absolute differences of the channels to those of another color.
  fileprivate func difference(to other: SIMD4<UInt8>) -> SIMD4<Int32> {
    let difference =
      SIMD4<Int32>(truncatingIfNeeded: SIMD4(bits: self))
      &- SIMD4<Int32>(truncatingIfNeeded: other)
    return difference.replacing(with: 0 &- difference, where: difference .< 0)
  }

  /// The color with each channel at the nearest of eight levels.
  fileprivate var coarse: SIMD4<UInt8> {
    let levels = (SIMD4<UInt32>(truncatingIfNeeded: SIMD4(bits: self)) &* 7 &+ 127) / 255
    return SIMD4(truncatingIfNeeded: (levels &* 255 &+ 3) / 7)
  }
}

extension SIMD4<UInt8> {
  fileprivate init(bits: UInt32) { self = unsafeBitCast(bits, to: Self.self) }
  fileprivate var bits: UInt32 { unsafeBitCast(self, to: UInt32.self) }
}

extension SIMD4<Int32> {
  fileprivate var wrappedSquareSum: Int32 { (self &* self).wrappedSum() }
}
