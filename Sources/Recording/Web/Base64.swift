import GLESKitCNettle

/// Encodes bytes as Base64 (RFC 4648). The corresponding C function is `base64_encode_raw`.
func base64(_ bytes: [UInt8]) -> String {
  let count = (bytes.count + 2) / 3 * 4
  return String(unsafeUninitializedCapacity: count) { text in
    text.withMemoryRebound(to: CChar.self) {
      nettle_base64_encode_raw($0.baseAddress, bytes.count, bytes)
    }
    return count
  }
}
