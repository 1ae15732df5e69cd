// A client that uses the library on several threads at once. scripts/check-sanitizers builds it
// with the address and the thread sanitizer.
//
//   Client FOLDER     writes images to the folder, and must end without a report
//   Client --wrong    must be reported by both sanitizers
import GLES
import Glibc
import ImageLoading
import Offscreen
import Profiling
import Synchronization

struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

func check(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
  if !isTrue { throw Wrong(what()) }
}

/// Runs closures at once, each on a thread of its own, and throws an error of theirs.
///
/// With `pthread_create` and `pthread_join`, which the thread sanitizer knows.
func runAtOnce(_ works: [@Sendable () throws -> Void]) throws {
  final class Job: Sendable {
    let work: @Sendable () throws -> Void
    let error = Mutex<(any Error)?>(nil)
    init(_ work: @escaping @Sendable () throws -> Void) { self.work = work }
  }
  let jobs = works.map(Job.init)
  var threads: [pthread_t] = []
  for job in jobs {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        let job = Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue()
        do { try job.work() } catch { job.error.withLock { $0 = error } }
        return nil
      }, Unmanaged.passRetained(job).toOpaque())
    try check(code == 0, "pthread_create failed with \(code)")
    threads.append(thread)
  }
  for thread in threads { pthread_join(thread, nil) }
  for job in jobs {
    if let error = job.error.withLock({ $0 }) { throw error }
  }
}

/// Objects that one thread makes and another one drops.
final class Litter: Sendable {
  struct Objects: @unchecked Sendable {
    // Only references are counted on the other thread.
    let objects: [AnyObject]
  }
  private let state = Mutex<(heap: [Objects], isOver: Bool)>(([], false))

  func add(_ objects: [AnyObject]) { state.withLock { $0.heap.append(Objects(objects: objects)) } }

  func end() { state.withLock { $0.isOver = true } }

  /// Drops objects until the end.
  func sweep() {
    while true {
      let (heap, isOver) = state.withLock { state in
        defer { state.heap = [] }
        return (state.heap, state.isOver)
      }
      if heap.isEmpty, isOver { return }
      if heap.isEmpty { usleep(200) }
    }
  }
}

/// Makes contexts and draws with each.
func draw(_ number: Int, _ profiler: Profiler, _ litter: Litter) throws {
  let routes: [RouteChoice] = [.only(.surfaceless), .only(.device(0))]
  for round in 0..<2 {
    let offscreen = try OffscreenContext(routes[(number + round) % 2])
    let gl = offscreen.gl
    let target = try Framebuffer(
      gl, width: 32, height: 24, depth: true, samples: round == 0 ? 1 : 4)
    let program = try Program(
      gl, vertex: "attribute vec2 a_place; void main() { gl_Position = vec4(a_place, 0.0, 1.0); }",
      fragment: """
        uniform lowp vec4 u_color; uniform sampler2D u_page;
        void main() { gl_FragColor = u_color * texture2D(u_page, vec2(0.5)); }
        """)
    let corners: [SIMD2<Float>] = [[-1, -1], [3, -1], [-1, 3]]
    let uploader = TextureUploader(gl)
    let white = Image(width: 64, height: 64, filledWith: SIMD4(repeating: 255))
    for frame in 0..<20 {
      try profiler.measure("frame") {
        let texture = try Texture(gl, white)
        let triangle = try VertexInput(
          program, [VertexAttribute("a_place", in: Buffer(gl, corners), components: 2)])
        target.bind()
        gl.clear(color: .zero, depth: 1)
        texture.bind()
        let level = UInt8(10 * frame + number)
        try program.set("u_color", to: SIMD4(Float(level) / 255, 0, 0, 1))
        profiler.start("draw")
        try triangle.draw(.triangles, count: 3)
        profiler.stop("draw")
        let pixel = try target.readImage()[16, 12]
        try check(pixel == [level, 0, 0, 255], "\(offscreen.route): \(pixel), not \(level)")
        uploader.upload(white) { result in
          if case .success(let texture) = result { litter.add([texture]) }
        }
        uploader.advance()
        litter.add([texture, triangle])
      }
    }
  }
}

/// Asks for contexts that there are not, and for all that there are.
func fail() throws {
  for _ in 0..<5 {
    do {
      _ = try OffscreenContext(.only(.device(999)))
      throw Wrong("device 999 exists")
    } catch let error as OffscreenError {
      try check(!error.description.isEmpty, "no reason")
    }
    _ = OffscreenContext.probe()
  }
}

/// Reads a profiler that others use.
func watch(_ profiler: Profiler) {
  for round in 0..<20 {
    _ = profiler.report().rows.count + profiler.trace().utf8.count
    if round % 8 == 7 { profiler.reset() }
    profiler.isOn = round % 5 != 4
    usleep(5_000)
  }
  profiler.isOn = true
}

/// Loads images of each format: all, some, with other priorities, and cancelled.
func load(from folder: String) async throws {
  var paths: [String] = []
  for index in 0..<24 {
    let image = Image(
      width: 60 + index, height: 40, filledWith: [UInt8(10 * index), 100, 50, 255])
    paths.append("\(folder)/\(index).\(["png", "jpg", "webp"][index % 3])")
    try ImageFile.write(image, to: paths[index])
  }
  let loader = ImageLoader(memoryLimit: 1 << 20, threads: 4)
  let isLoaded = { (path: String, image: Image) in
    image.width == 60 + (paths.firstIndex(of: path) ?? 0)
  }
  for round in 0..<3 {
    var count = 0
    for await loaded in loader.images(at: paths) {
      try check(isLoaded(paths[loaded.index], try loaded.result.get()), "a wrong image")
      count += 1
      if round == 1, count == 5 { break }
    }
    try check(count == (round == 1 ? 5 : 24), "\(count) images")
    loader.removeCachedImages()
    let tasks = paths.enumerated().map { index, path in
      Task(priority: index % 2 == 0 ? .high : .low) { try await loader.image(at: path) }
    }
    for task in tasks[12...] { task.cancel() }
    for (task, path) in zip(tasks, paths).prefix(12) {
      try check(isLoaded(path, try await task.value), "a wrong image")
    }
    for task in tasks[12...] { _ = await task.result }
  }
}

/// Does what each of the sanitizers must report: two threads write at once, and memory is read that
/// was freed.
func doWrong() throws {
  nonisolated(unsafe) let number = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  number.initialize(to: 0)
  let count: @Sendable () -> Void = { for _ in 0..<1000 { number.pointee += 1 } }
  try runAtOnce([count, count])
  number.deallocate()
  print(number.pointee)
}

let folder = CommandLine.arguments[1]
if folder == "--wrong" {
  try doWrong()
  exit(0)
}
let profiler = Profiler(traceLimit: 64)
let litter = Litter()
let draws = (0..<4).map { number -> @Sendable () throws -> Void in
  { try draw(number, profiler, litter) }
}
try runAtOnce([
  {
    defer { litter.end() }
    try runAtOnce(draws)
  },
  { litter.sweep() }, { try fail() }, { watch(profiler) },
])
try turnPages(seconds: CommandLine.arguments.dropFirst(2).first.flatMap(Double.init) ?? 3)
try await load(from: folder)
print("done")
