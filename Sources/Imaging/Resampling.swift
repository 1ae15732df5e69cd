extension Image {
  /// Returns the image scaled down to fit within `bounds`, with its aspect ratio; unchanged if it
  /// fits.
  public func fitted(within bounds: PixelSize) -> Image {
    resized(to: PixelSize(width, height).fitted(within: bounds))
  }

  /// Returns the image scaled to `size`; unchanged if it has that size.
  ///
  /// The filter is the Catmull-Rom cubic (Keys 1981, a = −1/2). When scaling down it is stretched
  /// over all source pixels, so none is skipped. It keeps text sharper than area averaging and
  /// rings less than Lanczos. It filters premultiplied values, so the colors of transparent pixels
  /// do not bleed. Each result is rounded once, and its colors are limited to its alpha. Values
  /// are filtered as stored, in sRGB rather than linear light, as browsers do; very fine black and
  /// white patterns come out slightly dark.
  ///
  /// - Precondition: `size` is at least 1×1.
  public func resized(to size: PixelSize) -> Image {
    precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
    return resized(to: size, covering: (Double(width), Double(height)))
  }

  /// Scales the top left `part` of the image to `size`. A codec that scales while decoding rounds
  /// its size up, so its last column and row may lie partly outside the picture.
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

  /// Resamples row by row: first vertically into one row of floats, then along that row. So it
  /// needs only one row of memory.
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
          // Not `clamp`, which is a function call for every pixel.
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

/// The source pixels and their weights for every pixel of a scaled row or column.
struct FilterTaps {
  /// The number of pixels in the result.
  let count: Int
  private var firsts: [Int] = []
  private var ends: [Int] = []
  private var weights: [Float] = []

  /// Computes the weights for `target` pixels from the first `part` of `source` pixels.
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
      // At the border part of the filter lies outside: normalize the weights inside.
      let sum = raw.reduce(0, +)
      firsts.append(first)
      weights.append(contentsOf: raw.map { Float($0 / sum) })
      ends.append(weights.count)
    }
  }

  /// Returns the first source pixel for result pixel `index`, and the weights from there on.
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
