/// A set of bytes, which answers in one step.
struct ByteSet {
  private var bits = SIMD4<UInt64>()

  /// Makes an empty set.
  init() {}

  /// Makes the set of the bytes of a text.
  init(_ text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { insert(text.utf8Start[index]) }
  }

  mutating func insert(_ byte: UInt8) { bits[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

  func contains(_ byte: UInt8) -> Bool { bits[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }
}
