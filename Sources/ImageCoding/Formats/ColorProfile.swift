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

  /// Converts pixels in place; see ``ColorConversion/apply(to:)``.
  ///
  /// - Returns: `false`, and the pixels are as they were, if there is no
  ///   ``conversion(of:isGray:)``.
  @discardableResult
  func convert(
    _ pixels: UnsafeMutableRawBufferPointer, _ layout: Layout, isGray: Bool = false
  ) -> Bool {
    guard let conversion = conversion(of: layout, isGray: isGray) else { return false }
    conversion.apply(to: pixels)
    return true
  }

  /// The conversion of pixels to sRGB.
  ///
  /// - Parameter isGray: Whether the file has gray levels, so that the three channels are equal.
  /// - Returns: `nil` if the colors are sRGB's, or the profile is damaged or for another kind of
  ///   colors. Viewers ignore such profiles, too.
  func conversion(of layout: Layout, isGray: Bool = false) -> ColorConversion? {
    guard let source = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
      return nil
    }
    defer { cmsCloseProfile(source) }
    guard let sRGB = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(sRGB) }
    switch (cmsGetColorSpace(source), layout.isCMYK) {
    case (cmsSigGrayData, false) where isGray:
      return ColorConversion(ofGray: layout, from: source, to: sRGB)
    case (cmsSigRgbData, false), (cmsSigCmykData, true):
      return ColorConversion(of: layout, from: source, to: sRGB)
    default: return nil
    }
  }
}
