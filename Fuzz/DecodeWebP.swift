import ImageCoding
import Imaging

/// libFuzzer's entry: any bytes behind a WebP's signature give a picture of the declared size or an
/// error. Called for every input; 0 keeps it as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let rest = UnsafeBufferPointer(start: start, count: count).dropFirst(12)
  // The length that the header gives is right, so that changes get past the first gate.
  let length = (0..<4).map { UInt8(truncatingIfNeeded: (rest.count + 4) >> (8 * $0)) }
  return decode(Array("RIFF".utf8) + length + Array("WEBP".utf8) + rest)
}
