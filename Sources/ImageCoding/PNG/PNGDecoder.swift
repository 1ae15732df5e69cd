import GLESKitCSpng
import Imaging

/// Decodes PNG with libspng.
///
/// Colors are converted to sRGB by the embedded profile (`iCCP`); without one they are taken for
/// sRGB, and `gAMA` and `cHRM` are ignored. Of an animated PNG the default image is decoded.
enum PNGDecoder {
  static func decode(
    _ bytes: [UInt8], name: String, structure: PNGStructure, capacity: Int
  ) throws(ImageError) -> Image {
    guard structure.isComplete, structure.couldHoldAllPixels else {
      throw .truncated(name: name, format: .png)
    }
    let size = structure.size
    let pixels = try filledBytes(size.width * size.height * 4, capacity: capacity) { target in
      let code = bytes.withUnsafeBytes { bytes in
        read(bytes, structure.parts) { context in
          decode(
            context, into: target, structure: structure, profile: profile(bytes, structure))
        }
      }
      return code == 0
        ? nil : .corrupt(name: name, format: .png, reason: String(cString: spng_strerror(code)))
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }

  /// The embedded profile, if it is whole and not too large.
  private static func profile(
    _ bytes: UnsafeRawBufferPointer, _ structure: PNGStructure
  ) -> ColorProfile? {
    guard let parts = structure.partsWithProfile else { return nil }
    var profile: ColorProfile?
    _ = read(bytes, parts) { context in
      var code = spng_set_chunk_limits(
        context, ColorProfile.maximumBytes, ColorProfile.maximumBytes)
      if code != 0 { return code }
      var chunk = spng_iccp()
      code = spng_get_iccp(context, &chunk)
      if code == 0 {
        profile = ColorProfile(
          UnsafeRawBufferPointer(start: chunk.profile, count: chunk.profile_len))
      }
      return code
    }
    return profile
  }

  /// Lets the codec read parts of a file. Returns libspng's error code; 0 is success.
  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ parts: [Range<Int>], _ body: (OpaquePointer) -> Int32
  ) -> Int32 {
    guard let context = spng_ctx_new(0) else { return Int32(SPNG_EMEM.rawValue) }
    defer { spng_ctx_free(context) }
    var reader = PartsReader(bytes: bytes, parts: parts)
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
      return code == 0 ? body(context) : code
    }
  }

  private static func decode(
    _ context: OpaquePointer, into target: UnsafeMutableRawBufferPointer, structure: PNGStructure,
    profile: ColorProfile?
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
      profile?.convert(wide, .rgba16, isGray: structure.isGray)
      Alpha.premultiply16(
        UnsafeRawBufferPointer(wide), into: target, width: structure.size.width)
    } else {
      let format = Int32(SPNG_FMT_RGBA8.rawValue)
      code = spng_decode_image(context, target.baseAddress, target.count, format, transparency)
      if code != 0 { return code }
      profile?.convert(target, .rgba8, isGray: structure.isGray)
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
