import ImageCoding
import Imaging

/// libFuzzer's entry point. The bytes after a WebP signature must decode to an image of the
/// declared size or throw an error, and so must the frames of an animation. Returning 0 keeps the
/// input as a candidate for the corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let rest = UnsafeBufferPointer(start: start, count: count).dropFirst(12)
  // Correct the length in the header, so that random changes get past the first check.
  let length = (0..<4).map { UInt8(truncatingIfNeeded: (rest.count + 4) >> (8 * $0)) }
  let bytes = Array("RIFF".utf8) + length + Array("WEBP".utf8) + rest
  if let animation = try? WebPAnimation(bytes, name: "input", maximumPixels: 1 << 16) {
    precondition(zip(animation.ends, animation.ends.dropFirst()).allSatisfy(<))
    for _ in 0..<8 {
      guard let frame = try? animation.next() else { break }
      precondition(PixelSize(frame.width, frame.height) == animation.size)
    }
  }
  return decode(bytes)
}
