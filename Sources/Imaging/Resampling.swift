import GLESKitPixelKernels

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
  /// - Parameter size: The new size. Less than 1×1 counts as 1×1.
  public func resized(to size: PixelSize) -> Image {
    resized(
      to: PixelSize(max(size.width, 1), max(size.height, 1)),
      covering: (Double(width), Double(height)))
  }

  /// Scales the top left `part` of the image to `size`. A codec that scales while decoding rounds
  /// its size up, so its last column and row may lie partly outside the picture.
  package func resized(
    to size: PixelSize, covering part: (width: Double, height: Double)
  ) -> Image {
    if size == PixelSize(width, height), part == (Double(width), Double(height)) { return self }
    let columns = ColumnWeights(FilterTaps(from: width, covering: part.width, to: size.width))
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
    columns: ColumnWeights, rows: FilterTaps
  ) {
    let stride = width * 4
    withUnsafeTemporaryAllocation(of: Float.self, capacity: stride) { sums in
      for y in 0..<rows.count {
        sums.update(repeating: 0)
        for row in rows.span(at: y) {
          let line = UnsafeBufferPointer(rebasing: source[row * stride..<(row + 1) * stride])
          pixel_add_row(
            line.baseAddress, rows.weight(of: row, at: y), sums.baseAddress, stride)
        }
        columns.resample(UnsafeBufferPointer(sums), into: target, row: y)
      }
    }
  }
}

/// Scales down an image whose rows arrive one at a time, so that the image need not be in memory.
/// The result is that of ``Image/resized(to:)``, to the bit.
package struct RowScaler {
  /// The most bytes that it takes for each column: the sums of at most six rows of the result, as
  /// the cubic spans four and its ends are rounded, and the weights.
  package static let bytesPerColumn = 6 * 16 + 4 * 4

  private let columns: ColumnWeights
  private let rows: FilterTaps
  private let stride: Int
  private let target: UnsafeMutableBufferPointer<UInt8>
  /// The weighted sums of the rows of the result that have begun and not ended, from row `ended`.
  private var sums: [[Float]] = []
  private var ended = 0
  private var next = 0

  /// - Parameters:
  ///   - source: The size of the image.
  ///   - size: The size of the result, no larger on either side.
  ///   - target: Receives the result: 4 bytes a pixel.
  package init(
    from source: PixelSize, to size: PixelSize, into target: UnsafeMutableRawBufferPointer
  ) {
    columns = ColumnWeights(
      FilterTaps(from: source.width, covering: Double(source.width), to: size.width))
    rows = FilterTaps(from: source.height, covering: Double(source.height), to: size.height)
    stride = source.width * 4
    self.target = target.bindMemory(to: UInt8.self)
  }

  /// Takes the next row of the image, from top to bottom: premultiplied RGBA.
  package mutating func append(_ row: UnsafeBufferPointer<UInt8>) {
    while ended + sums.count < rows.count, rows.span(at: ended + sums.count).contains(next) {
      sums.append([Float](repeating: 0, count: stride))
    }
    for index in sums.indices {
      let weight = rows.weight(of: next, at: ended + index)
      pixel_add_row(row.baseAddress, weight, &sums[index], stride)
    }
    next += 1
    while !sums.isEmpty, rows.span(at: ended).upperBound == next {
      sums.removeFirst().withUnsafeBufferPointer {
        columns.resample($0, into: target, row: ended)
      }
      ended += 1
    }
  }
}

/// The filter along one axis: which source pixels each pixel of the result sums, and their weights.
private struct FilterTaps {
  /// The number of pixels in the result.
  let count: Int
  private let source: Int
  private let step: Double
  private let stretch: Double
  /// The sum of the weights of each pixel: at the border part of the filter lies outside, so the
  /// weights inside are normalized.
  private var sums: [Double] = []

  /// The filter for `target` pixels from the first `part` of `source` pixels.
  init(from source: Int, covering part: Double, to target: Int) {
    count = target
    self.source = source
    step = part / Double(target)
    stretch = max(step, 1)
    sums.reserveCapacity(target)
    for index in 0..<target {
      let center = center(of: index)
      sums.append(span(at: index).reduce(0) { $0 + rawWeight(of: $1, around: center) })
    }
  }

  private func center(of index: Int) -> Double { (Double(index) + 0.5) * step }

  /// The source pixels that pixel `index` of the result sums.
  func span(at index: Int) -> Range<Int> {
    let center = center(of: index)
    return max(
      0, Int(center - 2 * stretch + 0.5))..<min(source, Int(center + 2 * stretch + 0.5))
  }

  /// The weight of a source pixel. Weights are not stored: those of a column of 200 million pixels
  /// would take 3 GB.
  func weight(of position: Int, at index: Int) -> Float {
    Float(rawWeight(of: position, around: center(of: index)) / sums[index])
  }

  private func rawWeight(of position: Int, around center: Double) -> Double {
    Self.catmullRom((Double(position) + 0.5 - center) / stretch)
  }

  /// Keys, "Cubic Convolution Interpolation for Digital Image Processing", 1981, with a = −1/2.
  private static func catmullRom(_ x: Double) -> Double {
    let x = abs(x)
    if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
    if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
    return 0
  }
}

/// The weights of the pixels of a row, which are the same in every row.
private struct ColumnWeights {
  private var columns: [pixel_column] = []
  private var weights: [Float] = []

  init(_ taps: FilterTaps) {
    columns.reserveCapacity(taps.count)
    weights.reserveCapacity((0..<taps.count).reduce(0) { $0 + taps.span(at: $1).count })
    for index in 0..<taps.count {
      let span = taps.span(at: index)
      for position in span { weights.append(taps.weight(of: position, at: index)) }
      columns.append(pixel_column(first: span.lowerBound, end: weights.count))
    }
  }

  /// Scales a row of sums, rounds it and writes it as a row of the result.
  func resample(
    _ row: UnsafeBufferPointer<Float>, into target: UnsafeMutableBufferPointer<UInt8>, row y: Int
  ) {
    let result = target[(y * columns.count * 4)...].prefix(columns.count * 4)
    pixel_scale_row(
      row.baseAddress, weights, columns, columns.count,
      UnsafeMutableBufferPointer(rebasing: result).baseAddress)
  }
}
