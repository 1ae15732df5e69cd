/// Reads the parts of a file that affect its pixels. The codec never sees the rest, such as texts
/// that inflate to gigabytes or damaged profiles.
struct PartsReader {
  private let bytes: UnsafeRawBufferPointer
  private var part = 0..<0
  private var later: ArraySlice<Range<Int>>

  init(bytes: UnsafeRawBufferPointer, parts: [Range<Int>]) {
    self.bytes = bytes
    later = parts[...]
  }

  /// Fills `target` with the next bytes; returns `false` if there are too few.
  mutating func read(into target: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = target[...]
    while !rest.isEmpty {
      if part.isEmpty {
        guard let next = later.popFirst() else { return false }
        part = next
      }
      let piece = part.prefix(rest.count)
      UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: bytes[piece]))
      rest = rest.dropFirst(piece.count)
      part = piece.endIndex..<part.upperBound
    }
    return true
  }
}
