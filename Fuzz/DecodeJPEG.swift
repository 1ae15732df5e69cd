import ImageCoding
import Imaging

/// libFuzzer's entry point. The bytes after the first marker of a JPEG must decode to an image of
/// the declared size or throw an error. Returning 0 keeps the input as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  decode([0xFF, 0xD8, 0xFF] + UnsafeBufferPointer(start: start, count: count).dropFirst(3))
}
