import GLESKit
import Glibc
import Recording

// CaptureBenchmark FOLDER OUTPUT: records the book of samples/Reader, whose leaf turns to and fro,
// and measures how much longer a frame takes.

/// Milliseconds of the monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// Reader's book without a window.
final class Reader {
  let target: Framebuffer
  private let gl: Context
  private let painter: BookPainter
  private var book: OpenBook
  private var side = Side.right

  init(_ gl: Context, _ pages: BookPages, _ size: PixelSize) throws {
    self.gl = gl
    painter = try BookPainter(gl, pages: pages) { print($0) }
    let layout = BookLayout(frame: size, natural: try pages.naturalSize(of: 0))
    book = OpenBook(pageCount: pages.count, layout: layout, turned: 1)
    target = try Framebuffer(gl, width: size.width, height: size.height)
  }

  func draw(seconds: Double) throws {
    var moving = book.shape(seconds: seconds)
    if moving == nil {
      // One leaf, there and back.
      book.turn(side, seconds: seconds)
      side = side == .right ? .left : .right
      moving = book.shape(seconds: seconds)
    }
    try painter.paint(book, moving: moving, into: target)
    // What showing the frame does: a software renderer has drawn it then.
    gl.finish()
  }
}

func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }

/// Milliseconds that this thread has run.
func threadTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The lower quartile, which other work on the machine changes least, and the median.
func typical(_ times: [Double]) -> (quartile: Double, median: Double) {
  let sorted = times.sorted()
  return (sorted[sorted.count / 4], sorted[sorted.count / 2])
}

let offscreen = try OffscreenContext()
let pages = try BookPages(at: [CommandLine.arguments[1]])
let output = CommandLine.arguments[2]
let reader = try Reader(offscreen.gl, pages, PixelSize(1200, 800))
for frame in 0..<60 { try reader.draw(seconds: Double(frame) / 30) }

let start = now()
let recorder = try FrameRecorder(
  of: reader.target, to: "\(output)/fixed-step.mp4", timing: .fixedStep)
for frame in 0..<600 {
  try reader.draw(seconds: 2 + Double(frame) / 30)
  try recorder.capture()
}
try recorder.stop()
print("fixed step: 600 frames captured in \(text((now() - start) / 1e3)) s")

/// The time of the drawn frames, in seconds. It advances by the same step for each frame, so that
/// frames show the same shapes whether they are recorded or not.
var moment = 100.0

/// Draws 1,200 frames, half of them recorded, at most so many in a second, and prints frame times.
@MainActor func realTime(_ title: String, framesPerSecond: Double?) throws {
  var times: [Bool: [Double]] = [:]
  var captures: [Double] = []
  var dropped = 0
  for round in 0..<6 {
    for isRecorded in [false, true] {
      let recorder =
        isRecorded
        ? try FrameRecorder(of: reader.target, to: "\(output)/\(title)-\(round).mp4") : nil
      var next = now()
      for _ in 0..<100 {
        let start = now()
        // Two turns, there and back, in each hundred.
        moment += 0.0161
        try reader.draw(seconds: moment)
        let drawn = threadTime()
        try recorder?.capture()
        if isRecorded { captures.append(threadTime() - drawn) }
        times[isRecorded, default: []].append(now() - start)
        guard let framesPerSecond else { continue }
        next += 1e3 / framesPerSecond
        usleep(UInt32(max(next - now(), 0) * 1e3))
      }
      try recorder?.stop()
      dropped += recorder?.droppedCount ?? 0
    }
  }
  let (plain, recorded) = (typical(times[false] ?? []), typical(times[true] ?? []))
  let costs = captures.sorted()
  print(
    "real time, \(title): lower quartile of frame times \(text(plain.quartile)) ms, recorded "
      + "\(text(recorded.quartile)) ms: \(text(recorded.quartile / plain.quartile)) times; median "
      + "\(text(plain.median)) and \(text(recorded.median)) ms: "
      + "\(text(recorded.median / plain.median)) times; \(dropped) dropped; a capture that reads "
      + "takes \(text(costs[costs.count * 9 / 10])) ms of processor time of the app's thread")
}

try realTime("as-fast-as-possible", framesPerSecond: nil)
try realTime("30-a-second", framesPerSecond: 30)
