import GLESKitCSpng
import GLESKitSupport
import Imaging

/// Reads the rows of a PNG from top to bottom, as premultiplied RGBA with 8 bits a channel, so that
/// the image need not be in memory.
///
/// An interlaced file stores seven small images, the passes, one after the other, and each row is
/// made of pixels of up to four of them. So each pass has a decoder of its own, which skips the
/// passes before. Together they take twice the time of one decoder, and the memory of a few rows.
final class PNGRows {
  private let structure: PNGStructure
  private let passes: [(number: Int32, codec: PNGCodec)]
  private let conversion: ColorConversion?
  /// A row with 16 bits a channel; empty for a file with fewer.
  private let wide: UnsafeMutableRawBufferPointer
  private var next = 0

  /// - Parameter bytes: The file. Must outlive this object.
  init(
    _ bytes: UnsafeRawBufferPointer, _ structure: PNGStructure
  ) throws(PNGCodec.Failure) {
    self.structure = structure
    let isWide = structure.bitDepth == 16
    conversion = (PNGCodec.profile(in: bytes, structure) ?? structure.colors.profile)?
      .conversion(of: isWide ? .rgba16 : .rgba8, isGray: structure.isGray)
    var passes: [(number: Int32, codec: PNGCodec)] = []
    for number in structure.passes {
      passes.append((number, try PNGCodec(bytes, structure, pass: number)))
    }
    self.passes = passes
    wide = .allocate(
      byteCount: isWide ? structure.size.width * 8 : 0, alignment: MemoryLayout<UInt64>.alignment)
  }

  deinit { wide.deallocate() }

  /// Writes the next row of the image to `row`, of four bytes a pixel.
  ///
  /// - Throws: libspng's error code, also when the tool is interrupted: a file of 400 kB can have
  ///   200 million rows, which take half a minute.
  func read(into row: UnsafeMutableRawBufferPointer) throws(PNGCodec.Failure) {
    if Interruption.pending != nil { throw PNGCodec.Failure(Int32(SPNG_IO_ERROR.rawValue)) }
    if structure.bitDepth == 16 {
      // libspng's conversion to 8 bits drops the low byte instead of rounding.
      try decode(into: wide)
      conversion?.apply(to: wide)
      Alpha.premultiply16(
        UnsafeRawBufferPointer(wide), into: row, width: structure.size.width, from: next)
    } else {
      try decode(into: row)
      conversion?.apply(to: row)
      if structure.hasAlpha { Alpha.premultiply(row) }
    }
    next += 1
    guard next == structure.size.height else { return }
    // The last data chunk's checksum is verified only when the next chunk is read.
    try passes.last?.codec.finish()
  }

  private func decode(into row: UnsafeMutableRawBufferPointer) throws(PNGCodec.Failure) {
    for (number, codec) in passes where try codec.row == (number, next) {
      try codec.read(into: row)
    }
  }
}
