/// Converts between images (top row first) and GL (bottom row first).
enum Rows {
  /// Throws if so many bytes don't hold a number of rows.
  static func check(
    _ byteCount: Int, hold rows: Int, of rowBytes: Int, apart distance: Int
  ) throws(GLESError) {
    // Divides instead of multiplying, because a product could overflow.
    guard distance >= rowBytes, byteCount >= rowBytes,
      (byteCount - rowBytes) / distance >= rows - 1
    else {
      throw .badPixels(
        reason: "\(byteCount) bytes are too few for \(rows) rows of \(rowBytes), \(distance) bytes "
          + "apart")
    }
  }

  /// Copies rows in reverse order, packed, in bands of at most 256 KiB.
  ///
  /// A copy of the whole image would touch new memory for every byte, which takes longer than
  /// copying.
  ///
  /// - Parameters:
  ///   - bytes: The rows, `stride` bytes apart.
  ///   - rowBytes: The bytes of a row without padding.
  ///   - take: Receives a band and its first row's number, counted from the bottom.
  static func turned(
    _ bytes: UnsafeRawBufferPointer, rowBytes: Int, rows: Int, stride distance: Int,
    _ take: (_ band: UnsafeRawBufferPointer, _ row: Int, _ rows: Int) -> Void
  ) {
    let height = min(rows, max(1, (1 << 18) / rowBytes))
    withUnsafeTemporaryAllocation(byteCount: height * rowBytes, alignment: 16) { band in
      for first in stride(from: 0, to: rows, by: height) {
        let count = min(height, rows - first)
        for row in 0..<count {
          let start = (rows - 1 - first - row) * distance
          band[row * rowBytes..<(row + 1) * rowBytes].copyBytes(
            from: bytes[start..<start + rowBytes])
        }
        take(UnsafeRawBufferPointer(band), first, count)
      }
    }
  }

  /// Reverses the order of packed rows in place.
  static func turn(_ bytes: UnsafeMutableRawBufferPointer, rowBytes: Int, rows: Int) {
    guard rows > 1, let base = bytes.baseAddress else { return }
    withUnsafeTemporaryAllocation(byteCount: rowBytes, alignment: 16) { spare in
      guard let spare = spare.baseAddress else { return }
      for row in 0..<rows / 2 {
        let upper = base + row * rowBytes
        let lower = base + (rows - 1 - row) * rowBytes
        spare.copyMemory(from: upper, byteCount: rowBytes)
        upper.copyMemory(from: lower, byteCount: rowBytes)
        lower.copyMemory(from: spare, byteCount: rowBytes)
      }
    }
  }
}
