/// The one place that converts between pictures (top row first) and GL (bottom row first).
enum Rows {
  /// A packed copy of `rows` rows in the opposite order.
  ///
  /// - Parameters:
  ///   - bytes: The rows, `stride` bytes apart.
  ///   - rowBytes: The bytes of a row that matter.
  static func turned(
    _ bytes: UnsafeRawBufferPointer, rowBytes: Int, rows: Int, stride: Int
  ) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: rowBytes * rows) { buffer, count in
      let target = UnsafeMutableRawBufferPointer(buffer)
      for row in 0..<rows {
        let source = bytes[row * stride..<row * stride + rowBytes]
        let start = (rows - 1 - row) * rowBytes
        target[start..<start + rowBytes].copyBytes(from: source)
      }
      count = rowBytes * rows
    }
  }

  /// Reverses the order of packed rows where they are.
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
