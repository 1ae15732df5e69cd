import CSpng
import Pixels

/// PNG by libspng.
///
/// Colour is taken as sRGB whatever `gAMA`, `cHRM`, `sRGB` and `iCCP` say: no colour management
/// takes place. Of an animated PNG the default picture is decoded.
enum PNGDecoder {
  static func decode(
    _ bytes: [UInt8], name: String, structure: PNGStructure
  ) throws(ImageError) -> Image {
    guard structure.isComplete, structure.couldHoldAllPixels else {
      throw .truncated(name: name, format: .png)
    }
    let size = structure.size
    let pixels = try filledBytes(size.width * size.height * 4) { target in
      let code = bytes.withUnsafeBytes { decode($0, into: target, structure: structure) }
      return code == 0
        ? nil : .corrupt(name: name, format: .png, reason: String(cString: spng_strerror(code)))
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }

  /// libspng's error code, 0 when all of `target` has been written.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
    structure: PNGStructure
  ) -> Int32 {
    guard let context = spng_ctx_new(0) else { return Int32(SPNG_EMEM.rawValue) }
    defer { spng_ctx_free(context) }
    let limit = (UInt32(structure.size.width), UInt32(structure.size.height))
    var code = spng_set_image_limits(context, limit.0, limit.1)
    if code == 0 { code = spng_set_chunk_limits(context, chunkLimit, 2 * chunkLimit) }
    if code == 0 { code = spng_set_png_buffer(context, bytes.baseAddress, bytes.count) }
    if code != 0 { return code }

    let transparency = Int32(SPNG_DECODE_TRNS.rawValue)
    if structure.bitDepth == 16 {
      // libspng's own way to 8 bits drops the low byte; it has to be rounded.
      let wide = UnsafeMutableRawBufferPointer.allocate(
        byteCount: target.count * 2, alignment: MemoryLayout<UInt64>.alignment)
      defer { wide.deallocate() }
      let format = Int32(SPNG_FMT_RGBA16.rawValue)
      code = spng_decode_image(context, wide.baseAddress, wide.count, format, transparency)
      if code != 0 { return code }
      Alpha.premultiply16(UnsafeRawBufferPointer(wide), into: target)
    } else {
      let format = Int32(SPNG_FMT_RGBA8.rawValue)
      code = spng_decode_image(context, target.baseAddress, target.count, format, transparency)
      if code != 0 { return code }
      if structure.hasAlpha { Alpha.premultiply(target) }
    }
    // The last data chunk's checksum is only looked at on the way to the chunk after it.
    return spng_decode_chunks(context)
  }

  /// The most bytes of one chunk beside the picture (text, colour profile), inflated; all together
  /// may have twice as many. It keeps a compressed text of a few kilobytes from filling the memory.
  private static let chunkLimit = 32 << 20
}
