import GLESKitCLCMS

/// An embedded ICC profile, and the conversion of its colors to sRGB by Little CMS, with the
/// perceptual rendering intent.
struct ColorProfile {
  /// How pixels of four channels are stored.
  enum Layout {
    case rgba8, rgba16
    /// Becomes opaque `rgba8`. Inverted: 255 is no ink.
    case cmyk8(isInverted: Bool)

    var format: cmsUInt32Number {
      switch self {
      case .rgba8: GLESKIT_RGBA_8
      case .rgba16: GLESKIT_RGBA_16
      case .cmyk8(let isInverted): isInverted ? GLESKIT_CMYK_8_INVERTED : GLESKIT_CMYK_8
      }
    }

    var isCMYK: Bool { if case .cmyk8 = self { true } else { false } }
  }

  /// The largest profile that is used, in bytes. Those of printers take about two million.
  static let maximumBytes = 16 << 20

  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// Converts pixels in place; alpha, which colors are not multiplied by, stays.
  ///
  /// - Parameter isGray: Whether the file has gray levels, so that the three channels are equal.
  /// - Returns: `false`, and the pixels are as they were, if the profile is damaged or for another
  ///   kind of colors. Viewers ignore such profiles, too.
  @discardableResult
  func convert(
    _ pixels: UnsafeMutableRawBufferPointer, _ layout: Layout, isGray: Bool = false
  ) -> Bool {
    guard let source = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
      return false
    }
    defer { cmsCloseProfile(source) }
    guard let sRGB = cmsCreate_sRGBProfile() else { return false }
    defer { cmsCloseProfile(sRGB) }
    switch (cmsGetColorSpace(source), layout.isCMYK) {
    case (cmsSigGrayData, false) where isGray:
      return convertGray(pixels, layout, from: source, to: sRGB)
    case (cmsSigRgbData, false), (cmsSigCmykData, true): break
    default: return false
    }
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
    else { return false }
    defer { cmsDeleteTransform(transform) }
    if case .rgba8 = layout, Self.keepsColors(transform) { return true }
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
    return true
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

  /// Converts gray pixels by a table of all levels.
  private func convertGray(
    _ pixels: UnsafeMutableRawBufferPointer, _ layout: Layout, from source: cmsHPROFILE,
    to sRGB: cmsHPROFILE
  ) -> Bool {
    guard
      let transform = cmsCreateTransform(
        source, GLESKIT_GRAY_16, sRGB, GLESKIT_RGBA_16, cmsUInt32Number(INTENT_PERCEPTUAL),
        cmsUInt32Number(cmsFLAGS_NOOPTIMIZE))
    else { return false }
    defer { cmsDeleteTransform(transform) }
    let levels = Array(UInt16.min ... .max)
    var colors = [UInt16](repeating: 0, count: levels.count * 4)
    cmsDoTransform(transform, levels, &colors, cmsUInt32Number(levels.count))
    if case .rgba16 = layout {
      let channels = pixels.bindMemory(to: UInt16.self)
      for start in stride(from: 0, to: channels.count, by: 4) {
        let level = Int(channels[start]) * 4
        for channel in 0..<3 { channels[start + channel] = colors[level + channel] }
      }
    } else {
      let bytes = (0..<256 * 4).map { index in
        UInt8((Int(colors[index / 4 * 257 * 4 + index % 4]) + 128) / 257)
      }
      for start in stride(from: 0, to: pixels.count, by: 4) {
        let level = Int(pixels[start]) * 4
        for channel in 0..<3 { pixels[start + channel] = bytes[level + channel] }
      }
    }
    return true
  }
}
