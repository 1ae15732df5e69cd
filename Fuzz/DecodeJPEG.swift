import ImageCoding
import Imaging

/// libFuzzer's entry: any bytes behind a JPEG's first marker give a picture of the declared size or
/// an error. Called for every input; 0 keeps it as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  decode([0xFF, 0xD8, 0xFF] + UnsafeBufferPointer(start: start, count: count).dropFirst(3))
}
