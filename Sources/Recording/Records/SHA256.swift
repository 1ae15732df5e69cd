import GLESKitCNettle
import GLESKitSupport

/// SHA-256 hashes, by Nettle.
package enum SHA256 {
  /// Returns the hash of a file in 64 hexadecimal digits, as `sha256sum` prints it.
  package static func hash(ofFile path: String) throws(FileError) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    try Files.read(path) { piece in
      nettle_sha256_update(
        &context, piece.count, piece.baseAddress?.assumingMemoryBound(to: UInt8.self))
    }
    return digest(&context).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the 32 bytes of the hash of a text in UTF-8.
  static func hash(of text: String) -> [UInt8] {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    let bytes = Array(text.utf8)
    nettle_sha256_update(&context, bytes.count, bytes)
    return digest(&context)
  }

  private static func digest(_ context: inout sha256_ctx) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    return digest
  }
}
