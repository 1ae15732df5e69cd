import GLESKitCWebP
import Imaging

/// Decodes lossy and lossless WebP with libwebp. Colors are converted to sRGB by the embedded
/// profile; without one they are taken for sRGB.
enum WebPDecoder {
  static func decode(
    _ bytes: [UInt8], name: String, structure: WebPStructure, capacity: Int
  ) throws(ImageError) -> Image {
    guard structure.isComplete else { throw .truncated(name: name, format: .webp) }
    let size = structure.size
    let pixels = try filledBytes(size.width * size.height * 4, capacity: capacity) { target in
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0 else {
        return .corrupt(name: name, format: .webp, reason: "the decoder could not be started")
      }
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = target.assumingMemoryBound(to: UInt8.self).baseAddress
      config.output.u.RGBA.stride = Int32(size.width * 4)
      config.output.u.RGBA.size = target.count
      let code = bytes.withUnsafeBufferPointer { WebPDecode($0.baseAddress, $0.count, &config) }
      guard code == VP8_STATUS_OK else { return failure(code, name: name) }
      structure.profile?.convert(target, .rgba8)
      // Always, because a lossless image may have alpha that its header does not declare.
      Alpha.premultiply(target)
      return nil
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }

  private static func failure(_ code: VP8StatusCode, name: String) -> ImageError {
    switch code {
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: .truncated(name: name, format: .webp)
    case VP8_STATUS_OUT_OF_MEMORY:
      .corrupt(name: name, format: .webp, reason: "there is not enough memory")
    default: .corrupt(name: name, format: .webp, reason: "its compressed data is invalid")
    }
  }
}
