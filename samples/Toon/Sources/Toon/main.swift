import GLES
import GLMath
import Glibc
import ImageCoding
import Imaging
import Offscreen

// Toon [NAME=VALUE...]                writes toon.jpg with these uniforms
// Toon --watch FILE [NAME=VALUE...]   shades with this copy of shaders/toon.frag, and writes
//                                     toon.jpg again whenever it changes
// Toon --list                         lists the uniforms

/// Prints the problem to standard error.
func complain(_ message: String) {
  let line = "Toon: \(message)\n"
  write(STDERR_FILENO, line, line.utf8.count)
}

/// Prints the problem to standard error and exits.
func fail(_ message: String, status: Int32) -> Never {
  complain(message)
  exit(status)
}

let size = PixelSize(720, 480)
var settings = Settings([
  "u_bands": [4], "u_shade": [0.42, 0.4, 0.62], "u_gloss": [0.25], "u_rim": [0.42],
  "u_rimColor": [0.14, 0.13, 0.08], "u_width": [3], "u_ink": [0.16, 0.1, 0.14],
])

do {
  var arguments = CommandLine.arguments.dropFirst()
  var watched: String?
  if let option = arguments.firstIndex(of: "--watch") {
    guard arguments.indices.contains(option + 1) else {
      throw Settings.Failure(description: "--watch needs a file")
    }
    watched = arguments[option + 1]
    arguments.removeSubrange(option...option + 1)
  }
  for argument in arguments where argument != "--list" { try settings.read(argument) }
  let offscreen = try OffscreenContext()
  // Supersampled: ES 2.0 has no multisampled framebuffer objects.
  let target = try Framebuffer(
    offscreen.gl, width: size.width * 2, height: size.height * 2, depth: true)
  let meadow = try Meadow(offscreen.gl)
  let programs = try meadow.programs()
  try settings.check(against: programs)
  if arguments.contains("--list") {
    for (name, program) in zip(["light in steps", "outlines"], programs) {
      print("\(name):\n\(settings.list(program))", terminator: "")
    }
    exit(0)
  }
  /// Draws with the current programs, and writes toon.jpg.
  func draw() throws {
    for program in try meadow.programs() { try settings.apply(to: program) }
    target.bind()
    try meadow.draw(aspectRatio: Float(size.width) / Float(size.height))
    try ImageFile.write(target.readImage().fitted(within: size), to: "toon.jpg")
  }
  guard let watched else {
    try draw()
    exit(0)
  }
  let watcher = try ProgramWatcher(files: [watched]) { try meadow.shade(with: $0[0]) }
  try draw()
  while true {
    switch watcher.update() {
    case .replaced: try draw()
    case .failed(let error): complain("\(error)")
    case nil: usleep(50_000)
    }
  }
} catch let error as Settings.Failure {
  fail("\(error)", status: 2)
} catch {
  fail("\(error)", status: 1)
}
