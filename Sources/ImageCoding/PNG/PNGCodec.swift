import GLESKitCSpng
import Imaging

/// A decoder of libspng that reads a file's parts row by row.
final class PNGCodec {
  /// libspng's error code.
  struct Failure: Error {
    let code: Int32

    init(_ code: Int32) { self.code = code }

    var reason: String { String(cString: spng_strerror(code)) }
  }

  private let context: OpaquePointer
  private var reader: PartsReader

  private init(_ bytes: UnsafeRawBufferPointer, _ parts: [Range<Int>]) throws(Failure) {
    guard let context = spng_ctx_new(0) else { throw Failure(Int32(SPNG_EMEM.rawValue)) }
    self.context = context
    reader = PartsReader(bytes: bytes, parts: parts)
    try check(
      spng_set_png_stream(
        context,
        { _, user, target, length in
          guard let user else { return Int32(SPNG_IO_ERROR.rawValue) }
          let codec = Unmanaged<PNGCodec>.fromOpaque(user).takeUnretainedValue()
          let target = UnsafeMutableRawBufferPointer(start: target, count: length)
          return codec.reader.read(into: target) ? 0 : Int32(SPNG_IO_EOF.rawValue)
        }, Unmanaged.passUnretained(self).toOpaque()))
  }

  /// Starts to decode a file, and skips the passes before `pass`.
  ///
  /// - Parameter bytes: The file. Must outlive this object.
  convenience init(
    _ bytes: UnsafeRawBufferPointer, _ structure: PNGStructure, pass: Int32
  ) throws(Failure) {
    try self.init(bytes, structure.parts)
    let size = structure.size
    try check(spng_set_image_limits(context, UInt32(size.width), UInt32(size.height)))
    let format = structure.bitDepth == 16 ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8
    let flags = SPNG_DECODE_TRNS.rawValue | SPNG_DECODE_PROGRESSIVE.rawValue
    try check(spng_decode_image(context, nil, 0, Int32(format.rawValue), Int32(flags)))
    guard pass > 0 else { return }
    let skipped = UnsafeMutableRawBufferPointer.allocate(
      byteCount: size.width * structure.bytesPerDecodedPixel, alignment: 8)
    defer { skipped.deallocate() }
    while try row.pass < pass { try read(into: skipped) }
  }

  deinit { spng_ctx_free(context) }

  /// The embedded profile, if it is whole and not too large.
  static func profile(
    in bytes: UnsafeRawBufferPointer, _ structure: PNGStructure
  ) -> ColorProfile? {
    guard let parts = structure.partsWithProfile,
      let codec = try? PNGCodec(bytes, parts)
    else { return nil }
    var chunk = spng_iccp()
    guard
      spng_set_chunk_limits(
        codec.context, ColorProfile.maximumBytes, ColorProfile.maximumBytes) == 0,
      spng_get_iccp(codec.context, &chunk) == 0
    else { return nil }
    return ColorProfile(UnsafeRawBufferPointer(start: chunk.profile, count: chunk.profile_len))
  }

  /// The pass and the number of the next row.
  var row: (pass: Int32, number: Int) {
    get throws(Failure) {
      var info = spng_row_info()
      let code = spng_get_row_info(context, &info)
      if code == SPNG_EOI.rawValue { return (.max, 0) }
      try check(code)
      return (info.pass, Int(info.row_num))
    }
  }

  /// Writes the pixels of the next row to their places in `row`.
  func read(into row: UnsafeMutableRawBufferPointer) throws(Failure) {
    let code = spng_decode_row(context, row.baseAddress, row.count)
    // The code of the last row.
    if code != SPNG_EOI.rawValue { try check(code) }
  }

  /// Reads the rest of the file after the last row.
  func finish() throws(Failure) { try check(spng_decode_chunks(context)) }

  private func check(_ code: Int32) throws(Failure) { if code != 0 { throw Failure(code) } }
}
