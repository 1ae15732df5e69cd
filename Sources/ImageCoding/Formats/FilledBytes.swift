/// Makes `count` bytes that `fill` writes, without clearing them first: touching a large buffer
/// twice costs a noticeable part of the decoding time.
///
/// - Parameters:
///   - count: The number of bytes.
///   - capacity: The least capacity. Its unused part is not touched, so it takes no memory.
///   - fill: Writes every byte, or returns an error.
func filledBytes(
  _ count: Int, capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> ImageError?
) throws(ImageError) -> [UInt8] {
  var failure: ImageError?
  let bytes = [UInt8](unsafeUninitializedCapacity: max(count, capacity)) { buffer, initialized in
    failure = fill(
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
    initialized = failure == nil ? count : 0
  }
  if let failure { throw failure }
  return bytes
}
