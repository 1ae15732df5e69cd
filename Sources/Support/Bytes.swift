/// Numbers in the bytes of files and messages, which have no alignment. Inlined: compiled for any
/// sequence, a number takes a microsecond, and a hostile PNG has millions.
extension Sequence<UInt8> {
  /// The number whose bytes these are, the most significant byte first.
  @inlinable package var bigEndianNumber: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The number whose bytes these are, the least significant byte first.
  @inlinable package var littleEndianNumber: Int { reversed().bigEndianNumber }
}

extension Int {
  /// Returns the lowest `count` bytes, the most significant one first.
  package func bigEndianBytes(_ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }

  /// Returns the lowest `count` bytes, the least significant one first.
  package func littleEndianBytes(_ count: Int) -> [UInt8] { bigEndianBytes(count).reversed() }
}
