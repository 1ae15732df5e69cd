import GLES
import Glibc
import ImageCoding
import Imaging
import Offscreen

// Lantern             writes lantern.jpg
// Lantern N FOLDER    writes N frames of a swing to FOLDER/0001.png and so on

/// Prints the problem to standard error and exits.
func fail(_ message: String, status: Int32) -> Never {
  let line = "Lantern: \(message)\n"
  write(STDERR_FILENO, line, line.utf8.count)
  exit(status)
}

let arguments = CommandLine.arguments.dropFirst()
let frames = arguments.first.map { Int($0) ?? 0 }
guard arguments.isEmpty || (arguments.count == 2 && (1...9999).contains(frames ?? 0)) else {
  fail("usage: Lantern [FRAMES FOLDER]; FRAMES is 1 to 9999, FOLDER must exist", status: 2)
}

do {
  let size = PixelSize(720, 450)
  let offscreen = try OffscreenContext()
  // Supersampled: ES 2.0 has no multisampled framebuffer objects.
  let target = try Framebuffer(
    offscreen.gl, width: size.width * 2, height: size.height * 2, depth: true)
  let street = try Street(offscreen.gl, pixelScale: 2)

  func frame(at time: Float) throws -> Image {
    target.bind()
    try street.draw(at: time, aspectRatio: Float(size.width) / Float(size.height))
    return try target.readImage().fitted(within: size)
  }

  guard let frames, let folder = arguments.last else {
    try ImageFile.write(frame(at: 0.15), to: "lantern.jpg")
    exit(0)
  }
  for number in 1...frames {
    let digits = String(number)
    let name = String(repeating: "0", count: 4 - digits.count) + digits
    try ImageFile.write(
      frame(at: Float(number - 1) / Float(frames)), to: "\(folder)/\(name).png")
  }
} catch {
  fail("\(error)", status: 1)
}
