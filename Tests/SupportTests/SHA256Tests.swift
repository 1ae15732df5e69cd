import TestSupport
import Testing

@testable import GLESKitSupport

/// The judge is sha256sum.
@Test func hashesAreThoseOfSha256sum() throws {
  let folder = try TemporaryFolder()
  for count in [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000, 600_001] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let path = "\(folder.path)/\(count)"
    try AtomicFile.write(bytes, to: path)
    let judge = try Subprocess(["sha256sum", path]).text.prefix(64)
    #expect(try SHA256.hash(ofFile: path) == judge, "\(count) bytes")
    // In pieces of another length.
    var hash = SHA256()
    for start in stride(from: 0, to: count, by: 37) {
      bytes[start..<min(start + 37, count)].withUnsafeBytes { hash.update($0) }
    }
    #expect(hash.finish() == judge, "\(count) bytes")
  }
}
