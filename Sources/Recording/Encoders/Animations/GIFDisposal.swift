/// The disposal method of a GIF's pictures.
enum GIFDisposal {
  /// Makes every picture be cleared before the next one is shown (GIF89a, section 23), so that it
  /// doesn't show through transparent pixels.
  ///
  /// ffmpeg only does this for pictures with transparent pixels, and leaves an opaque picture in
  /// place even if a transparent one follows (libavcodec/gif.c, 5.1).
  ///
  /// - Returns: Whether the file was parsed to its end.
  static func clearAll(_ file: inout [UInt8]) -> Bool {
    var position = 13
    guard file.count > position else { return false }
    position += tableLength(file[10])
    while position + 10 < file.count {
      switch file[position] {
      case 0x21:
        let isGraphicControl = file[position + 1] == 0xF9
        if isGraphicControl { file[position + 3] = file[position + 3] & ~0x1C | 2 << 2 }
        position = endOfBlocks(file, from: position + 2)
      case 0x2C:
        // One byte between the colors and the blocks holds the code size.
        position = endOfBlocks(file, from: position + 10 + tableLength(file[position + 9]) + 1)
      default: return false
      }
    }
    return position < file.count && file[position] == 0x3B
  }

  /// The length of a color table in bytes, from the low bits of its flags.
  private static func tableLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// The end of data blocks, each of which starts with its length; the last length is 0.
  private static func endOfBlocks(_ file: [UInt8], from start: Int) -> Int {
    var position = start
    while position < file.count, file[position] != 0 { position += Int(file[position]) + 1 }
    return position + 1
  }
}
