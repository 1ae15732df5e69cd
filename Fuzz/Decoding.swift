import ImageCoding
import Imaging

/// What both decoders' targets do with a file: read its header, decode it whole and scaled down, and
/// stop the process if what comes out contradicts what the header said.
func decode(_ bytes: [UInt8]) -> CInt {
  // A million pixels: an input is to take milliseconds, not memory.
  for fitting in [nil, PixelSize(20, 30)] {
    let options = DecodingOptions(maximumPixels: 1 << 20, fitting: fitting)
    do throws(ImageError) {
      let image = try ImageFile.decode(bytes, name: "input", options: options)
      let size = try ImageFile.probe(bytes, name: "input").size
      let expected = fitting.map { size.fitted(within: $0) } ?? size
      precondition(expected == PixelSize(image.width, image.height))
      for pixel in stride(from: 0, to: image.pixels.count, by: 4) {
        let alpha = image.pixels[pixel + 3]
        precondition(image.pixels[pixel..<pixel + 3].allSatisfy { $0 <= alpha })
      }
    } catch {
      precondition(!error.description.isEmpty && !error.description.contains("\n"))
    }
  }
  return 0
}
