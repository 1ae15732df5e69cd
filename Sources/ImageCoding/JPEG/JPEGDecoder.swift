import GLESKitCTurboJPEG
import Imaging

/// Decodes JPEG with TurboJPEG's 2.x functions.
///
/// Colors are converted to sRGB by the embedded profile; without one they are taken for sRGB, and
/// CMYK is converted to RGB by R = (255 − C) · (255 − K) / 255.
enum JPEGDecoder {
  /// Decodes at 1, 2, 4 or 8 eighths of the size, rounded up.
  static func decode(
    _ bytes: [UInt8], name: String, structure: JPEGStructure, eighths: Int, capacity: Int
  ) throws(ImageError) -> Image {
    guard let end = structure.end, structure.couldHoldAllPixels(inBytes: end) else {
      throw .truncated(name: name, format: .jpeg)
    }
    guard let decoder = tjInitDecompress() else {
      throw .corrupt(name: name, format: .jpeg, reason: "the decoder could not be started")
    }
    defer { tjDestroy(decoder) }

    // The codec must read the size that the buffer is made for. Errors are ignored if the size is
    // right: this call fails for samplings without a name, which the codec decodes nevertheless.
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let headerCode = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(
        decoder, $0.baseAddress, UInt(end), &width, &height, &subsampling, &colorspace)
    }
    guard structure.size == PixelSize(Int(width), Int(height)) else {
      let reason = headerCode == 0 ? "its frame header is ambiguous" : sentence(of: decoder)
      throw .corrupt(name: name, format: .jpeg, reason: reason)
    }

    let size = scaled(structure.size, eighths: eighths)
    let isCMYK = structure.components == 4
    let pixels = try filledBytes(size.width * size.height * 4, capacity: capacity) { target in
      let code = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          decoder, $0.baseAddress, UInt(end), target.baseAddress, Int32(size.width),
          Int32(size.width * 4), Int32(size.height),
          Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
      }
      if code != 0 {
        let reason = sentence(of: decoder)
        let isWarning = tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        guard isWarning, harmlessWarnings.contains(where: { reason.contains($0) }) else {
          return .corrupt(name: name, format: .jpeg, reason: reason)
        }
      }
      if isCMYK {
        CMYK.convert(target, isInverted: structure.hasAdobeMarker, by: structure.profile)
      } else {
        structure.profile?.convert(target, .rgba8, isGray: structure.components == 1)
      }
      return nil
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }

  /// Warnings of the codec that do not affect the pixels; all others mean damage. The codec reports
  /// only the first warning, so damage after a harmless one is not noticed, except a missing end,
  /// which ``JPEGStructure`` detects.
  private static let harmlessWarnings = [
    "extraneous bytes before marker", "unknown JFIF revision", "Unknown Adobe color transform",
    "Invalid SOS parameters for sequential JPEG",
  ]

  private static func sentence(of handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
  }

  /// The smallest of eighth, quarter, half and full size that is at least `target` on both sides.
  /// The codec supports every eighth, but only 1, 2 and 4 eighths have vector code: 3/8 takes
  /// longer than full size.
  static func smallestEighths(of size: PixelSize, atLeast target: PixelSize) -> Int {
    [1, 2, 4].first {
      let scaled = scaled(size, eighths: $0)
      return scaled.width >= target.width && scaled.height >= target.height
    } ?? 8
  }

  /// Returns a scaled size as TurboJPEG rounds it (`TJSCALED`).
  static func scaled(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize((size.width * eighths + 7) / 8, (size.height * eighths + 7) / 8)
  }
}
