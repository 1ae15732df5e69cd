/// Makes `count` bytes that `fill` writes in place, without clearing them first: touching a page-sized
/// buffer twice costs as much as decoding part of it.
///
/// - Parameter fill: Writes every byte, or returns the error on which the bytes are dropped.
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
