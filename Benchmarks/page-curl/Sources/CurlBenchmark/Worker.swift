import GLES
import Glibc
import Imaging
import Offscreen
import PageCurl
import Synchronization

let frames = 120
let (width, height) = (1920, 1080)

/// An image that resembles a page of text: dark strokes on paper.
func page(_ seed: Int) -> Image {
  var image = Image(width: width, height: height, filledWith: SIMD4(250, 246, 235, 255))
  for y in 0..<height where (y / 14) % 2 == 1 {
    for x in 60..<(width - 60) where (x * (seed + 3) + y / 28 * 37) % 11 < 4 {
      image[x, y] = SIMD4(30, 30, 40, 255)
    }
  }
  return image
}

/// A display, a context, the pages as textures, and memory for the frames.
final class Worker {
  private let offscreen: OffscreenContext
  private let renderer: PageRenderer
  private let pages: CurlPages
  private let target: Framebuffer
  private var memory = [UInt8](repeating: 1, count: width * height * 4)
  private let look: CurlLook
  private let angle: Double

  init(route: RouteChoice, quality: CurlQuality, angle: Double) throws {
    offscreen = try OffscreenContext(route)
    let gl = offscreen.gl
    renderer = try PageRenderer(gl)
    pages = CurlPages(
      front: CurlPage(try Texture(gl, page(0)), isOpaque: true),
      back: CurlPage(try Texture(gl, page(1)), isOpaque: true),
      below: CurlPage(try Texture(gl, page(2)), isOpaque: true))
    target = try Framebuffer(gl, width: width, height: height)
    var look = CurlLook()
    look.quality = quality
    self.look = look
    self.angle = angle
  }

  func frame(_ index: Int) throws {
    let curl = try CurlGeometry(
      width: Double(width), height: Double(height), time: Double(index) / Double(frames - 1),
      angle: angle, radius: 108, fold: .cylinder)
    try renderer.draw([CurlLeaf(.fold(curl), pages: pages, look: look)], into: target)
    try memory.withUnsafeMutableBytes { try target.readPixels(into: $0) }
  }
}

func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

/// The processor time of this process so far, in milliseconds, all threads together.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
}

/// State that the threads share: barriers before and after each round, the next frame to draw, and
/// whether another round follows.
final class Rounds: @unchecked Sendable {
  let next = Atomic(0)
  var start = pthread_barrier_t()
  var end = pthread_barrier_t()
  var goesOn = true

  init(workers: Int) {
    pthread_barrier_init(&start, nil, UInt32(workers + 1))
    pthread_barrier_init(&end, nil, UInt32(workers + 1))
  }
}

struct Job {
  var rounds: Rounds
  var index: Int
  var quality: CurlQuality
  var angle: Double
}

func work(_ job: Job) throws {
  // Each worker has a display of its own: contexts of the same display wait for each other.
  let worker = try Worker(
    route: job.index == 0 ? .devices : .only(.surfaceless), quality: job.quality,
    angle: job.angle)
  for index in 0..<4 { try worker.frame(index * 30) }
  while true {
    pthread_barrier_wait(&job.rounds.start)
    guard job.rounds.goesOn else { return }
    while true {
      let index = job.rounds.next.add(1, ordering: .relaxed).oldValue
      guard index < frames else { break }
      try worker.frame(index)
    }
    pthread_barrier_wait(&job.rounds.end)
  }
}

final class Box {
  let job: Job
  init(_ job: Job) { self.job = job }
}

/// Starts a worker's thread.
func start(_ job: Job) {
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    { box in
      guard let box else { return nil }
      do {
        try work(Unmanaged<Box>.fromOpaque(box).takeRetainedValue().job)
      } catch {
        print("failed: \(error)")
        exit(1)
      }
      return nil
    }, Unmanaged.passRetained(Box(job)).toOpaque())
}
