/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): fast and well spread, but not cryptographic.
enum FNV1a {
  /// The hash of no bytes.
  static var seed: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// Returns the hash of the bytes that gave `hash`, followed by `byte`.
  @inline(__always)
  static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
  }
}
