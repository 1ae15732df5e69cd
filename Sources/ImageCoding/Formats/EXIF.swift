/// The one thing that is read from EXIF data: which way up the picture is.
enum EXIF {
  /// The orientation in a TIFF block (what follows `Exif\0\0` in a JPEG's APP1, or a PNG's `eXIf`
  /// chunk), in either byte order; `nil` where there is none or the block is damaged. A picture is
  /// not refused for bad metadata.
  static func orientation(inTIFF block: ArraySlice<UInt8>) -> Orientation? {
    let reader: TIFFReader
    if block.starts(with: [0x49, 0x49]) {
      reader = TIFFReader(block: block, isLittleEndian: true)
    } else if block.starts(with: [0x4D, 0x4D]) {
      reader = TIFFReader(block: block, isLittleEndian: false)
    } else {
      return nil
    }
    guard reader.value16(at: 2) == 42, let directory = reader.value32(at: 4),
      let entries = reader.value16(at: directory)
    else { return nil }
    for entry in 0..<entries {
      let start = directory + 2 + entry * 12
      guard let tag = reader.value16(at: start) else { return nil }
      if tag != orientationTag { continue }
      // The standard wants SHORT; some cameras write LONG.
      let value =
        switch reader.value16(at: start + 2) {
        case typeShort: reader.value16(at: start + 8)
        case typeLong: reader.value32(at: start + 8)
        default: Int?.none
        }
      return value.flatMap(Orientation.init(rawValue:))
    }
    return nil
  }

  private static let orientationTag = 0x0112
  private static let typeShort = 3
  private static let typeLong = 4
}

/// Numbers out of a TIFF block; every read beyond its end is `nil`.
private struct TIFFReader {
  let block: ArraySlice<UInt8>
  let isLittleEndian: Bool

  func value16(at offset: Int) -> Int? { value(at: offset, bytes: 2) }
  func value32(at offset: Int) -> Int? { value(at: offset, bytes: 4) }

  private func value(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= block.count - bytes else { return nil }
    let field = block.dropFirst(offset).prefix(bytes)
    return isLittleEndian
      ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
  }
}
