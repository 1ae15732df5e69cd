import GLESKitCLCMS

/// The conversion of the colors of one profile to sRGB, for any number of pixels.
final class ColorConversion {
  private enum Method {
    case transform(cmsHTRANSFORM)
    /// The color of each gray level: four channels, as many bits as the pixels have.
    case levels([UInt16])
  }

  private let layout: ColorProfile.Layout
  private let method: Method

  /// A conversion of colors; `nil` if the profile is damaged, or nothing would change.
  init?(of layout: ColorProfile.Layout, from source: cmsHPROFILE, to sRGB: cmsHPROFILE) {
    self.layout = layout
    let (target, flags) =
      switch layout {
      case .rgba8: (layout, cmsFLAGS_COPY_ALPHA)
      // The shortcuts for 16 bits are off by up to 8/255 in the dark.
      case .rgba16: (layout, cmsFLAGS_COPY_ALPHA | cmsFLAGS_NOOPTIMIZE)
      case .cmyk8: (.rgba8, 0)
      }
    guard
      let transform = cmsCreateTransform(
        source, layout.format, sRGB, target.format, cmsUInt32Number(INTENT_PERCEPTUAL),
        cmsUInt32Number(flags))
    else { return nil }
    if case .rgba8 = layout, Self.keepsColors(transform) {
      cmsDeleteTransform(transform)
      return nil
    }
    method = .transform(transform)
  }

  /// A conversion of gray levels by a table; `nil` if the profile is damaged.
  init?(ofGray layout: ColorProfile.Layout, from source: cmsHPROFILE, to sRGB: cmsHPROFILE) {
    guard
      let transform = cmsCreateTransform(
        source, GLESKIT_GRAY_16, sRGB, GLESKIT_RGBA_16, cmsUInt32Number(INTENT_PERCEPTUAL),
        cmsUInt32Number(cmsFLAGS_NOOPTIMIZE))
    else { return nil }
    defer { cmsDeleteTransform(transform) }
    let levels = Array(UInt16.min ... .max)
    var colors = [UInt16](repeating: 0, count: levels.count * 4)
    cmsDoTransform(transform, levels, &colors, cmsUInt32Number(levels.count))
    self.layout = layout
    if case .rgba16 = layout {
      method = .levels(colors)
    } else {
      method = .levels(
        (0..<256 * 4).map { index in
          UInt16((Int(colors[index / 4 * 257 * 4 + index % 4]) + 128) / 257)
        })
    }
  }

  deinit {
    if case .transform(let transform) = method { cmsDeleteTransform(transform) }
  }

  /// Converts pixels in place; alpha, which colors are not multiplied by, stays.
  func apply(to pixels: UnsafeMutableRawBufferPointer) {
    switch method {
    case .transform(let transform): apply(transform, to: pixels)
    case .levels(let colors): apply(colors, to: pixels)
    }
  }

  private func apply(_ transform: cmsHTRANSFORM, to pixels: UnsafeMutableRawBufferPointer) {
    let bytesPerPixel = if case .rgba16 = layout { 8 } else { 4 }
    // In pieces, because its counts of pixels have 32 bits.
    let pieceBytes = bytesPerPixel << 20
    for start in stride(from: 0, to: pixels.count, by: pieceBytes) {
      let piece = UnsafeMutableRawBufferPointer(
        rebasing: pixels[start..<min(start + pieceBytes, pixels.count)])
      cmsDoTransform(
        transform, piece.baseAddress, piece.baseAddress,
        cmsUInt32Number(piece.count / bytesPerPixel))
    }
    if layout.isCMYK {
      for alpha in stride(from: 3, to: pixels.count, by: 4) { pixels[alpha] = 255 }
    }
  }

  private func apply(_ colors: [UInt16], to pixels: UnsafeMutableRawBufferPointer) {
    if case .rgba16 = layout {
      let channels = pixels.bindMemory(to: UInt16.self)
      for start in stride(from: 0, to: channels.count, by: 4) {
        let level = Int(channels[start]) * 4
        for channel in 0..<3 { channels[start + channel] = colors[level + channel] }
      }
    } else {
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let level = Int(pixels[start]) * 4
        for channel in 0..<3 {
          pixels[start + channel] = UInt8(truncatingIfNeeded: colors[level + channel])
        }
      }
    }
  }

  /// Whether a transform of `rgba8` changes no channel of a 9×9×9 grid of colors by more than a
  /// step. Most profiles are sRGB's own: their pixels stay as they are stored.
  private static func keepsColors(_ transform: cmsHTRANSFORM) -> Bool {
    var colors: [UInt8] = []
    for number in 0..<9 * 9 * 9 {
      colors += [number / 81, number / 9 % 9, number % 9].map { UInt8($0 * 255 / 8) } + [255]
    }
    var converted = colors
    cmsDoTransform(transform, colors, &converted, cmsUInt32Number(colors.count / 4))
    return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }
}
