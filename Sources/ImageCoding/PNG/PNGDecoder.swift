import GLESKitCSpng
import Imaging

/// Decodes PNG with libspng.
///
/// Colours are treated as sRGB; `gAMA`, `cHRM` and `iCCP` are ignored. Of an animated PNG the
/// default image is decoded.
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

  /// Returns libspng's error code; 0 if all of `target` was written.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer,
    structure: PNGStructure
  ) -> Int32 {
    guard let context = spng_ctx_new(0) else { return Int32(SPNG_EMEM.rawValue) }
    defer { spng_ctx_free(context) }
    var reader = PartsReader(bytes: bytes, parts: structure.parts)
    return withUnsafeMutablePointer(to: &reader) { reader in
      let code = spng_set_png_stream(
        context,
        { _, user, target, length in
          guard let reader = user?.assumingMemoryBound(to: PartsReader.self) else {
            return Int32(SPNG_IO_ERROR.rawValue)
          }
          let target = UnsafeMutableRawBufferPointer(start: target, count: length)
          return reader.pointee.read(into: target) ? 0 : Int32(SPNG_IO_EOF.rawValue)
        }, reader)
      return code == 0 ? decode(context, into: target, structure: structure) : code
    }
  }

  private static func decode(
    _ context: OpaquePointer, into target: UnsafeMutableRawBufferPointer, structure: PNGStructure
  ) -> Int32 {
    var code = spng_set_image_limits(
      context, UInt32(structure.size.width), UInt32(structure.size.height))
    if code != 0 { return code }
    let transparency = Int32(SPNG_DECODE_TRNS.rawValue)
    if structure.bitDepth == 16 {
      // libspng's conversion to 8 bits drops the low byte instead of rounding.
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
    // The last data chunk's checksum is verified only when the next chunk is read.
    return spng_decode_chunks(context)
  }
}

/// Reads the parts of a file that affect its pixels. The codec never sees the rest, such as texts
/// that inflate to gigabytes or damaged profiles.
private struct PartsReader {
  private let bytes: UnsafeRawBufferPointer
  private var part = 0..<0
  private var later: ArraySlice<Range<Int>>

  init(bytes: UnsafeRawBufferPointer, parts: [Range<Int>]) {
    self.bytes = bytes
    later = parts[...]
  }

  /// Fills `target` with the next bytes; returns `false` if there are too few.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = target[...]
    while !rest.isEmpty {
      if part.isEmpty {
        guard let next = later.popFirst() else { return false }
        part = next
      }
      let piece = part.prefix(rest.count)
      UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[piece]))
      rest = rest.dropFirst(piece.count)
      part = piece.endIndex..<part.upperBound
    }
    return true
  }
}
