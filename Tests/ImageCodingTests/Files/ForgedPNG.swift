@testable import ImageCoding

func big32(_ value: Int) -> [UInt8] {
  [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
}

/// CRC-32 of a PNG chunk, bit by bit (ISO 3309).
private func checksum(_ bytes: [UInt8]) -> Int {
  var sum: UInt32 = .max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return Int(~sum)
}

func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
  let body = Array(type.utf8) + data
  return big32(data.count) + body + big32(checksum(body))
}

/// A PNG file with a header of one's own.
func png(
  _ width: Int, _ height: Int, data: [UInt8], depth: UInt8 = 8, colorType: UInt8 = 0,
  isInterlaced: Bool = false
) -> [UInt8] {
  let kind = [depth, colorType, 0, 0, isInterlaced ? 1 : 0]
  return Signature.png + chunk("IHDR", big32(width) + big32(height) + kind)
    + chunk("IDAT", data) + chunk("IEND", [])
}
