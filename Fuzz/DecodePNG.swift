import ImageCoding
import Imaging

/// Corrects the checksum of every chunk, so that random changes get past the first check.
private func withMendedChecksums(_ bytes: inout [UInt8]) {
  var start = 8
  while start + 12 <= bytes.count {
    let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - start - 12 else { return }
    let end = start + 8 + length
    var sum = UInt32.max
    for byte in bytes[start + 4..<end] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    for byte in 0..<4 { bytes[end + byte] = UInt8(truncatingIfNeeded: ~sum >> (24 - 8 * byte)) }
    start = end + 4
  }
}

/// libFuzzer's entry point. The bytes after a PNG signature must decode to an image of the declared
/// size or throw an error. Returning 0 keeps the input as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  bytes += UnsafeBufferPointer(start: start, count: count).dropFirst(8)
  withMendedChecksums(&bytes)
  return decode(bytes)
}
