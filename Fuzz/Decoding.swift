import ImageCoding
import Imaging

/// Reads the header of a file, decodes the file at full size and scaled down, and stops the process
/// if the result contradicts the header.
func decode(_ bytes: [UInt8]) -> CInt {
  // At most a million pixels, so that an input takes milliseconds and little memory.
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
