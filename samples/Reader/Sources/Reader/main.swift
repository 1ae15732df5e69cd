import GLES
import Glibc
import ImageCoding
import Imaging
import Offscreen
import Recording

func complain(_ sentence: String) {
  let line = Array("Reader: \(sentence)\n".utf8)
  write(STDERR_FILENO, line, line.count)
}

/// Writes the image that the window would show, without opening a window.
func still(_ arguments: Arguments, _ pages: BookPages, to path: String) throws {
  let offscreen = try OffscreenContext()
  let painter = try BookPainter(offscreen.gl, pages: pages, complain: complain)
  let layout = BookLayout(frame: arguments.size, natural: try pages.naturalSize(of: 0))
  var book = OpenBook(pageCount: pages.count, layout: layout, turned: arguments.leaf)
  if let (from, to) = arguments.drag {
    // Pixel centers, as in the window.
    book.press(at: from + 0.5, seconds: 0)
    book.drag(to: to + 0.5, seconds: 1)
  }
  let target = try Framebuffer(
    offscreen.gl, width: layout.frame.width, height: layout.frame.height)
  try painter.paint(book, moving: book.shape(seconds: 1), into: target)
  try ImageFile.write(target.readImage(), to: path)
}

/// Records how the leaves turn one after the other, without opening a window. The time is the
/// number of the frame, so that every run makes the same video.
func record(_ arguments: Arguments, _ pages: BookPages, to path: String) throws {
  let offscreen = try OffscreenContext()
  let painter = try BookPainter(offscreen.gl, pages: pages, complain: complain)
  let layout = BookLayout(frame: arguments.size, natural: try pages.naturalSize(of: 0))
  var book = OpenBook(pageCount: pages.count, layout: layout, turned: arguments.leaf)
  let target = try Framebuffer(
    offscreen.gl, width: layout.frame.width, height: layout.frame.height)
  let rate = FrameRate(30)
  let recorder = try FrameRecorder(of: target, to: path, rate: rate, timing: .fixedStep)
  for frame in 0... {
    let seconds = Double(frame) / rate.value
    var moving = book.shape(seconds: seconds)
    if moving == nil {
      book.turn(.right, seconds: seconds)
      moving = book.shape(seconds: seconds)
    }
    try painter.paint(book, moving: moving, into: target)
    try recorder.capture()
    if moving == nil { break }
  }
  try recorder.stop()
}

/// Shows the book in a window until it is closed.
func read(_ arguments: Arguments, _ pages: BookPages) throws {
  let window = try Window(title: "Reader", size: arguments.size)
  let gl = try Context(procAddress: Window.address)
  let painter = try BookPainter(gl, pages: pages, complain: complain)
  let picture = try WindowPicture(gl)
  let natural = try pages.naturalSize(of: 0)
  var book = OpenBook(
    pageCount: pages.count, layout: BookLayout(frame: window.size, natural: natural),
    turned: arguments.leaf)
  var target = try Framebuffer(gl, width: window.size.width, height: window.size.height)
  let tape = Tape()
  reading: while true {
    book.lay(out: BookLayout(frame: window.size, natural: natural))
    if (target.width, target.height) != (window.size.width, window.size.height) {
      // A video has one size.
      tape.stop()
      target = try Framebuffer(gl, width: window.size.width, height: window.size.height)
    }
    let moving = book.shape(seconds: Window.now)
    try painter.paint(book, moving: moving, into: target)
    gl.bindWindow(width: target.width, height: target.height)
    try picture.draw(target.color, in: gl)
    window.present()
    tape.capture()
    window.title =
      "Reader: \(book.turned == 0 ? "cover" : "leaf \(book.turned)") of \(pages.count) pages"
      + (tape.isRunning ? ", recording" : "")

    // While a leaf moves, draw continuously. Otherwise load the next pages, then wait for input.
    var wait: Int32 = moving == nil ? 1000 : 0
    if moving == nil, try painter.prepare(book) { wait = 0 }
    while let input = window.next(within: wait) {
      wait = 0
      switch input {
      case .press(let point): book.press(at: point, seconds: Window.now)
      case .drag(let point): book.drag(to: point, seconds: Window.now)
      case .release: book.release(seconds: Window.now)
      case .turn(let side): book.turn(side, seconds: Window.now)
      case .record: tape.isRunning ? tape.stop() : tape.start(target)
      case .redraw: break
      case .quit: break reading
      }
    }
  }
  tape.finish()
}

do {
  let arguments = try Arguments(CommandLine.arguments.dropFirst())
  let pages = try BookPages(at: arguments.pages)
  if let path = arguments.still {
    try still(arguments, pages, to: path)
  } else if let path = arguments.record {
    try record(arguments, pages, to: path)
  } else {
    try read(arguments, pages)
  }
} catch let misuse as Misuse {
  complain("\(misuse.reason)\n\(Arguments.usage)")
  exit(2)
} catch {
  complain("\(error)")
  exit(1)
}
