import GLESKitFrameKernels
import ImageCoding
import Imaging

/// libFuzzer's entry point. Any pixels must become a PNG that decodes to the same pixels, or
/// nothing if the output buffer is too small. Returning 0 keeps the input as a candidate for the
/// corpus.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  guard count >= 8 else { return 0 }
  let width = 1 + Int(input[0]) + (input[1] & 15 == 0 ? Int(input[2]) << 4 : 0)
  var pixels = Array(input[4...])
  let height = min((pixels.count + 4 * width - 1) / (4 * width), 256)
  pixels += [UInt8](repeating: input[3], count: max(4 * width * height - pixels.count, 0))
  pixels.removeLast(pixels.count - 4 * width * height)
  let isOpaque = input[1] & 16 != 0
  for pixel in stride(from: 0, to: pixels.count, by: 4) {
    if isOpaque { pixels[pixel + 3] = 255 }
    for channel in pixel..<pixel + 3 { pixels[channel] = min(pixels[channel], pixels[pixel + 3]) }
  }

  let keepsAlpha = input[1] & 32 != 0
  func encode(in room: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: room) { file, count in
      count = frame_kernels_png(pixels, width, height, keepsAlpha, file.baseAddress, room)
    }
  }
  // With the longest codes, the output is at most one and a half times the size of the pixels.
  let file = encode(in: 2 * frame_kernels_png_capacity(width, height))
  do throws(ImageError) {
    let image = try ImageFile.decode(file, name: "ours")
    precondition(image.width == width && image.height == height && image.pixels == pixels)
  } catch {
    preconditionFailure(error.description)
  }
  let room = Int(input[2]) * (file.count + 32) / 255
  let second = encode(in: room)
  precondition(second.isEmpty || second == file)
  return 0
}
