/// Copies a frame whose last row comes first.
///
/// A thread alone would take longer than a GPU needs for the frame: 1.1 ms for 1920×1080 pixels,
/// which are in no cache.
struct FrameCopy: @unchecked Sendable {
  // Sendable: each part is copied by one thread, and `run()` waits for all.
  let source: UnsafeRawBufferPointer
  let target: UnsafeMutableRawBufferPointer
  let rowBytes: Int

  /// Copies all rows on a number of threads.
  func run(threads: Int) {
    let done: [Void]? = try? Parallel.results(threads, threads: threads) { copy($0, of: threads) }
    // Where the system allows no further thread, this one copies.
    if done == nil { copy(0, of: 1) }
  }

  private func copy(_ part: Int, of parts: Int) {
    let rows = target.count / rowBytes
    for row in (rows * part / parts)..<(rows * (part + 1) / parts) {
      let bottomFirst = (rows - 1 - row) * rowBytes
      UnsafeMutableRawBufferPointer(rebasing: target[(row * rowBytes)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: source[bottomFirst..<(bottomFirst + rowBytes)]))
    }
  }
}
