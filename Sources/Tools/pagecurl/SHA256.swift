import GLESKitCNettle
import GLESKitSupport

/// SHA-256 hashes, by Nettle.
enum SHA256 {
  /// Returns the hash of a file in 64 hexadecimal digits, as `sha256sum` prints it.
  static func hash(ofFile path: String) throws(FileError) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    try Files.read(path) { piece in
      nettle_sha256_update(
        &context, piece.count, piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
