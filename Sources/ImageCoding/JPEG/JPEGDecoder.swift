import GLESKitCTurboJPEG
import Imaging

/// JPEG by TurboJPEG (its 2.x functions, whose error handling stays inside the library).
///
/// Colour is taken as sRGB whatever an embedded profile says. CMYK becomes RGB by the plain formula
/// R = (255 − C) · (255 − K) / 255, without a press profile.
enum JPEGDecoder {
  /// Decodes at full size, or at the half, quarter or eighth of it that is still at least
  /// `target` on both sides; sizes that are not whole are rounded up.
  static func decode(
    _ bytes: [UInt8], name: String, structure: JPEGStructure, atLeast target: PixelSize?
  ) throws(ImageError) -> (image: Image, eighths: Int) {
    guard let end = structure.end, structure.couldHoldAllPixels(inBytes: end) else {
      throw .truncated(name: name, format: .jpeg)
    }
    guard let decoder = tjInitDecompress() else {
      throw .corrupt(name: name, format: .jpeg, reason: "the decoder could not be started")
    }
    defer { tjDestroy(decoder) }

    // The codec must see the size that the buffer is made for. It also fails here on samplings that
    // it has no name for, though it decodes them: only the size counts.
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let headerCode = bytes.withUnsafeBufferPointer {
      tjDecompressHeader3(
        decoder, $0.baseAddress, UInt(end), &width, &height, &subsampling, &colorspace)
    }
    guard structure.size == PixelSize(Int(width), Int(height)) else {
      let reason = headerCode == 0 ? "its frame header is ambiguous" : sentence(of: decoder)
      throw .corrupt(name: name, format: .jpeg, reason: reason)
    }

    let eighths = target.map { smallestEighths(of: structure.size, atLeast: $0) } ?? 8
    let size = scaled(structure.size, eighths: eighths)
    let isCMYK = structure.components == 4
    let pixels = try filledBytes(size.width * size.height * 4) { target in
      let code = bytes.withUnsafeBufferPointer {
        tjDecompress2(
          decoder, $0.baseAddress, UInt(end), target.baseAddress, Int32(size.width),
          Int32(size.width * 4), Int32(size.height),
          Int32(isCMYK ? TJPF_CMYK.rawValue : TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS)
      }
      if code != 0 {
        let reason = sentence(of: decoder)
        let isWarning = tjGetErrorCode(decoder) == TJERR_WARNING.rawValue
        guard isWarning, harmlessWarnings.contains(where: { contains(reason, $0) }) else {
          return .corrupt(name: name, format: .jpeg, reason: reason)
        }
      }
      if isCMYK { convertCMYK(target, isInverted: structure.hasAdobeMarker) }
      return nil
    }
    return (Image(width: size.width, height: size.height, pixels: pixels), eighths)
  }

  /// The codec's warnings that leave the pixels right; all others mean damage. The codec reports the
  /// first warning only, so damage behind a harmless one goes unnoticed, unless it is a missing end,
  /// which ``JPEGStructure`` sees by itself.
  private static let harmlessWarnings = [
    "extraneous bytes before marker", "unknown JFIF revision", "Unknown Adobe color transform",
    "Invalid SOS parameters for sequential JPEG",
  ]

  private static func contains(_ sentence: String, _ part: String) -> Bool {
    let (sentence, part) = (Array(sentence.utf8), Array(part.utf8))
    guard sentence.count >= part.count else { return false }
    return (0...sentence.count - part.count).contains {
      sentence[$0..<$0 + part.count].elementsEqual(part)
    }
  }

  private static func sentence(of handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
  }

  /// Of the codec's factors, every eighth, only the halvings have vector code: at 3/8 it takes longer
  /// than for the whole picture.
  private static func smallestEighths(of size: PixelSize, atLeast target: PixelSize) -> Int {
    [1, 2, 4].first {
      let scaled = scaled(size, eighths: $0)
      return scaled.width >= target.width && scaled.height >= target.height
    } ?? 8
  }

  /// What TurboJPEG makes of a scaling factor (its `TJSCALED`).
  private static func scaled(_ size: PixelSize, eighths: Int) -> PixelSize {
    PixelSize((size.width * eighths + 7) / 8, (size.height * eighths + 7) / 8)
  }

  /// CMYK to opaque RGBA, in place.
  private static func convertCMYK(
    _ pixels: UnsafeMutableRawBufferPointer, isInverted: Bool
  ) {
    let flip: UInt8 = isInverted ? 0 : 255
    for start in stride(from: 0, to: pixels.count, by: 4) {
      let light = UInt32(pixels[start + 3] ^ flip)
      for channel in start..<start + 3 {
        let product = UInt32(pixels[channel] ^ flip) * light + 128
        pixels[channel] = UInt8(truncatingIfNeeded: (product + product >> 8) >> 8)
      }
      pixels[start + 3] = 255
    }
  }
}
