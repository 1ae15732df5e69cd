/// Collects a log that is read in pieces. The end of an overlong line is dropped, so that a log of
/// hundreds of megabytes without a newline takes little memory.
package struct LogBuffer {
  /// The limit for a line in bytes.
  package static let lineLimit = 1 << 20

  /// The log so far.
  package private(set) var bytes: [UInt8] = []
  private var lineLength = 0

  /// Makes an empty buffer.
  package init() {}

  /// Adds a piece at the end.
  package mutating func add(_ piece: UnsafeRawBufferPointer) {
    for byte in piece {
      lineLength = byte.isLineEnd ? 0 : lineLength + 1
      if lineLength <= Self.lineLimit { bytes.append(byte) }
    }
  }
}
