/// How a GIF's pictures make way for the next.
enum GIFDisposal {
  /// Has every picture taken away before the next one is shown (GIF89a, 23), so that nothing of it shines
  /// through.
  ///
  /// ffmpeg does so for pictures with transparent pixels only, and leaves an opaque picture in place
  /// even where a transparent one follows (libavcodec/gif.c, 5.1).
  ///
  /// - Returns: Whether the file was read to its end.
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
        // Behind the colours a byte says how long the first codes are.
        position = endOfBlocks(file, from: position + 10 + tableLength(file[position + 9]) + 1)
      default: return false
      }
    }
    return position < file.count && file[position] == 0x3B
  }

  /// The bytes of a table of colours, whose size stands in the low bits.
  private static func tableLength(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  /// Where blocks end of which each begins with its length, the last one's being 0.
  private static func endOfBlocks(_ file: [UInt8], from start: Int) -> Int {
    var position = start
    while position < file.count, file[position] != 0 { position += Int(file[position]) + 1 }
    return position + 1
  }
}
