import Imaging

/// A PNG file without compression, so that shaderlint needs no codec.
enum StoredPNG {
  /// Returns the file of an opaque image.
  static func bytes(_ image: Image) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity(image.height * (3 * image.width + 1))
    for y in 0..<image.height {
      // No filter.
      rows.append(0)
      for x in 0..<image.width {
        let pixel = image[x, y]
        rows += [pixel.x, pixel.y, pixel.z]
      }
    }
    // 8 bits, RGB, deflate, no interlacing.
    let header = bigEndian(image.width) + bigEndian(image.height) + [8, 2, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return bigEndian(data.count) + checked + bigEndian(Int(crc(checked)))
  }

  /// Returns a zlib stream of stored blocks (RFC 1950, RFC 1951).
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: data.count, by: 65_535) {
      let end = min(start + 65_535, data.count)
      let count = end - start
      stream.append(end == data.count ? 1 : 0)
      for value in [count, ~count] {
        stream += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
      stream += data[start..<end]
    }
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return stream + bigEndian(b << 16 | a)
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    ~data.reduce(~0) { crc, byte in table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8) }
  }
}
