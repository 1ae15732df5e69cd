import GLESKitSupport

/// Reads the orientation from EXIF data.
enum EXIF {
  /// What precedes the TIFF block in a JPEG's APP1, and in other files by some writers.
  static let prefix = Array("Exif\0\0".utf8)

  /// Returns the orientation in a TIFF block of either byte order, which may follow ``prefix``: a
  /// JPEG's APP1, or a PNG's `eXIf` chunk. Returns `nil` if there is none or the block is damaged,
  /// because bad metadata is no reason to reject an image.
  static func orientation(inTIFF data: ArraySlice<UInt8>) -> Orientation? {
    let block = data.starts(with: prefix) ? data.dropFirst(prefix.count) : data
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
      // The standard requires SHORT; some cameras write LONG.
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

  /// Returns the orientation in a PNG's `tEXt` chunk, in which ImageMagick and exiftool stored EXIF
  /// before there was `eXIf`: after the keyword, a name, a count and hexadecimal digits. Returns
  /// `nil` for other texts.
  static func orientation(inText text: ArraySlice<UInt8>) -> Orientation? {
    guard keywords.contains(where: { text.starts(with: $0.utf8) }) else { return nil }
    let lines = text.drop { $0 != 0 }.dropFirst(2)
      .split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count == 3 else { return nil }
    let digits = lines[2].compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
      UInt8(digits[$0] << 4 | digits[$0 + 1])
    }
    return orientation(inTIFF: bytes[...])
  }

  private static let keywords = ["Raw profile type exif\0", "Raw profile type APP1\0"]
  private static let orientationTag = 0x0112
  private static let typeShort = 3
  private static let typeLong = 4
}

/// Reads numbers of a TIFF block; a read beyond its end returns `nil`.
private struct TIFFReader {
  let block: ArraySlice<UInt8>
  let isLittleEndian: Bool

  func value16(at offset: Int) -> Int? { value(at: offset, bytes: 2) }
  func value32(at offset: Int) -> Int? { value(at: offset, bytes: 4) }

  private func value(at offset: Int, bytes: Int) -> Int? {
    guard offset >= 0, offset <= block.count - bytes else { return nil }
    let field = block.dropFirst(offset).prefix(bytes)
    return isLittleEndian ? field.littleEndianNumber : field.bigEndianNumber
  }
}
