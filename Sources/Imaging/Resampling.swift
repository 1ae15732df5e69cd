extension Image {
  /// The picture scaled to fit within `bounds`, its shape kept; the same picture if it fits already.
  public func fitted(within bounds: PixelSize) -> Image {
    resized(to: PixelSize(width, height).fitted(within: bounds))
  }

  /// The picture scaled to exactly `size`; at its own size it is returned unchanged.
  ///
  /// The filter is the Catmull-Rom cubic (Keys 1981, a = −1/2), stretched over all the source pixels
  /// that fall under it when scaling down, so nothing is skipped and nothing shimmers. It keeps text
  /// sharper than averaging areas and rings less than Lanczos. Premultiplied values are filtered, so
  /// that the colour of transparent pixels does not bleed; each result is rounded once and its
  /// colours limited to its alpha. The values are filtered as stored, in sRGB's own scale, as
  /// browsers and most programs do, so very fine black and white patterns come out a little dark.
  ///
  /// - Precondition: `size` is at least 1×1.
  public func resized(to size: PixelSize) -> Image {
    precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
    return resized(to: size, covering: (Double(width), Double(height)))
  }

  /// Scales the top left part of the picture that is `part` pixels wide and high, where that is less
  /// than all: a codec that scales by itself rounds its picture's size up, and what the last column
  /// and row show lies partly outside.
  package func resized(
    to size: PixelSize, covering part: (width: Double, height: Double)
  ) -> Image {
    if size == PixelSize(width, height), part == (Double(width), Double(height)) { return self }
    let columns = FilterTaps(from: width, covering: part.width, to: size.width)
    let rows = FilterTaps(from: height, covering: part.height, to: size.height)
    let count = size.width * size.height * 4
    let resized = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      pixels.withUnsafeBufferPointer { source in
        resample(source, into: buffer, columns: columns, rows: rows)
      }
      initialized = count
    }
    return Image(width: size.width, height: size.height, pixels: resized)
  }

  /// Row by row: first down the columns of the source into one row of floats, then along that row.
  /// So no more memory is needed than that row, whatever the source's size.
  private func resample(
    _ source: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>,
    columns: FilterTaps, rows: FilterTaps
  ) {
    let stride = width * 4
    withUnsafeTemporaryAllocation(of: Float.self, capacity: stride) { row in
      for y in 0..<rows.count {
        row.update(repeating: 0)
        let taps = rows.taps(at: y)
        for (index, weight) in taps.weights.enumerated() {
          let line = UnsafeBufferPointer(
            rebasing: source[(taps.first + index) * stride..<(taps.first + index + 1) * stride])
          for x in 0..<stride { row[x] += weight * Float(line[x]) }
        }
        for x in 0..<columns.count {
          let taps = columns.taps(at: x)
          var sum = SIMD4<Float>()
          var pixel = taps.first * 4
          for weight in taps.weights {
            sum += weight * SIMD4(row[pixel], row[pixel + 1], row[pixel + 2], row[pixel + 3])
            pixel += 4
          }
          // `clamp` would do, but is a call for every pixel.
          sum += 0.5
          sum.replace(with: 0, where: sum .< 0)
          sum.replace(with: 255, where: sum .> 255)
          let alpha = sum.w
          sum.replace(with: alpha, where: sum .> alpha)
          let start = (y * columns.count + x) * 4
          for channel in 0..<4 {
            target.initializeElement(at: start + channel, to: UInt8(sum[channel]))
          }
        }
      }
    }
  }
}

/// For every pixel of a scaled row (or column): the source pixels that it is made of, and how much
/// of each.
struct FilterTaps {
  /// Pixels in the result.
  let count: Int
  private var firsts: [Int] = []
  private var ends: [Int] = []
  private var weights: [Float] = []

  /// `target` pixels out of the first `part` of `source` pixels.
  init(from source: Int, covering part: Double, to target: Int) {
    count = target
    let step = part / Double(target)
    let stretch = max(step, 1)
    firsts.reserveCapacity(target)
    ends.reserveCapacity(target)
    for index in 0..<target {
      let center = (Double(index) + 0.5) * step
      let first = max(0, Int(center - 2 * stretch + 0.5))
      let end = min(source, Int(center + 2 * stretch + 0.5))
      let raw = (first..<end).map { Self.catmullRom((Double($0) + 0.5 - center) / stretch) }
      // At the border part of the filter lies outside: what is inside has to make up the whole.
      let sum = raw.reduce(0, +)
      firsts.append(first)
      weights.append(contentsOf: raw.map { Float($0 / sum) })
      ends.append(weights.count)
    }
  }

  /// The first source pixel for result pixel `index`, and the weights of it and those after it.
  func taps(at index: Int) -> (first: Int, weights: ArraySlice<Float>) {
    (firsts[index], weights[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
  }

  /// Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981, with a = −1/2.
  private static func catmullRom(_ x: Double) -> Double {
    let x = abs(x)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }
}
