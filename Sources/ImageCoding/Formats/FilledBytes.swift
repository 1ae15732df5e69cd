/// Makes `count` bytes that `fill` writes, without clearing them first: touching a large buffer
/// twice costs a noticeable part of the decoding time.
///
/// - Parameter fill: Writes every byte, or returns an error.
func filledBytes(
  _ count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> ImageError?
) throws(ImageError) -> [UInt8] {
  var failure: ImageError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
    failure = fill(
      UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count]))
    initialized = failure == nil ? count : 0
  }
  if let failure { throw failure }
  return bytes
}
