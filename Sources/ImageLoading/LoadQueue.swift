import GLESKitSupport
import Glibc
import ImageCoding
import Synchronization

/// Runs jobs by priority on a few threads, within a limit of memory.
final class LoadQueue: Sendable {
  /// The number of processors that are online. The corresponding C function is `sysconf`.
  static var processorCount: Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

  struct State {
    /// The jobs that wait, those that come first at the end.
    var waiting: [Waiting] = []
    /// Bytes of jobs that are being loaded, and of results that were not yet taken.
    var usedBytes = 0
    /// The most bytes that were used at a time, with the cache.
    var peakBytes = 0
    var cache: ImageCache
    /// Threads at work.
    var workers = 0
    /// Images that are being loaded.
    var loading = 0
    /// Images whose pixels were decoded.
    var decodedCount = 0
  }

  struct Waiting {
    let job: LoadJob
    /// The bytes that loading takes; `nil` until the header was read.
    var cost: Int?
  }

  /// What a thread does next.
  private enum Work {
    case measure(LoadJob)
    case load(LoadJob, cost: Int)
    case deliver(LoadJob, LoadJob.Output)
  }

  let memoryLimit: Int
  /// What images that are loaded together may take. The rest is left for the program's code and for
  /// what the allocator keeps of freed results.
  private var budget: Int { memoryLimit - memoryLimit / 4 }
  private let threads: Int
  private let state: Mutex<State>

  /// Starts a thread that runs a closure.
  private let start: @Sendable (_ body: @escaping @Sendable () -> Void) throws(CError) -> Void

  init(
    memoryLimit: Int, cacheLimit: Int, threads: Int,
    start: @escaping @Sendable (_ body: @escaping @Sendable () -> Void) throws(CError) -> Void = {
      body throws(CError) in try WorkerThread(body).detach()
    }
  ) {
    self.memoryLimit = memoryLimit
    self.threads = threads
    self.start = start
    state = Mutex(State(cache: ImageCache(limit: cacheLimit)))
  }

  /// Reads the state, for tests.
  func inspect<Value>(_ read: (borrowing State) -> Value) -> Value { state.withLock { read($0) } }

  func cachedImage(for request: LoadRequest) -> Image? {
    state.withLock { $0.cache.image(for: request) }
  }

  func removeCachedImages() { state.withLock { $0.cache.shrink(to: 0) } }

  /// Adds jobs of one priority.
  func add(_ jobs: [LoadJob]) {
    guard let priority = jobs.first?.priority else { return }
    state.withLock { state in
      // Behind the jobs of the same priority, so before them in the array.
      let index = state.waiting.firstIndex { $0.job.priority >= priority } ?? state.waiting.count
      state.waiting.insert(contentsOf: jobs.reversed().map { Waiting(job: $0) }, at: index)
    }
    wake()
  }

  /// Delivers ``ImageLoadingError/cancelled(name:)`` to jobs that have no result. Those that wait
  /// are never loaded, and those that are being loaded stop after the current step.
  func cancel(_ jobs: [LoadJob]) {
    for job in jobs { job.deliver(.failure(.cancelled(name: job.request.name))) }
    wake()
  }

  /// Tells that results of this many bytes were taken.
  func release(_ byteCount: Int) {
    state.withLock { $0.usedBytes -= byteCount }
    wake()
  }

  /// Starts threads for the jobs that wait.
  func wake() {
    let count = state.withLock { state in
      let count = min(threads - state.workers, state.waiting.count)
      state.workers += count
      return count
    }
    for _ in 0..<count {
      do throws(CError) { try start(run) } catch { stop(error) }
    }
  }

  /// Ends a worker that has no thread. If it was the last one, nobody would load what waits: that
  /// fails.
  private func stop(_ error: CError) {
    let stranded = state.withLock { state in
      state.workers -= 1
      guard state.workers == 0 else { return [Waiting]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiting in stranded {
      waiting.job.deliver(
        .failure(.noThread(name: waiting.job.request.name, reason: error.reason)))
    }
  }

  private func run() {
    while let work = state.withLock({ next(&$0) }) {
      switch work {
      case .measure(let job): measure(job)
      case .load(let job, let cost): load(job, cost)
      case .deliver(let job, let output):
        let kept = job.deliver(output)
        state.withLock { $0.usedBytes += kept }
      }
    }
  }

  /// Takes the next piece of work; without any, the thread ends.
  private func next(_ state: inout State) -> Work? {
    while state.waiting.last?.job.isOver == true { state.waiting.removeLast() }
    guard let first = state.waiting.last else {
      state.workers -= 1
      return nil
    }
    let request = first.job.request
    if let image = state.cache.image(for: request) {
      state.waiting.removeLast()
      return .deliver(first.job, .success(image))
    }
    guard let cost = first.cost else {
      state.waiting.removeLast()
      return .measure(first.job)
    }
    if cost > memoryLimit {
      state.waiting.removeLast()
      return .deliver(
        first.job,
        .failure(.tooLarge(name: request.name, needed: cost, memoryLimit: memoryLimit)))
    }
    // What exceeds the budget is loaded alone.
    let free = max(budget, cost) - state.usedBytes
    if cost <= free {
      state.cache.shrink(to: free - cost)
      return start(state.waiting.count - 1, cost, &state)
    }
    // Memory is full. If it is full of results that wait to be taken, somebody who waits for
    // another image first must not wait forever.
    if state.loading == 0,
      let index = state.waiting.lastIndex(where: { !$0.job.isOver && $0.job.isAwaited })
    {
      guard let cost = state.waiting[index].cost else {
        return .measure(state.waiting.remove(at: index).job)
      }
      state.cache.shrink(to: 0)
      return start(index, cost, &state)
    }
    state.workers -= 1
    return nil
  }

  private func start(_ index: Int, _ cost: Int, _ state: inout State) -> Work {
    let job = state.waiting.remove(at: index).job
    state.loading += 1
    state.usedBytes += cost
    state.peakBytes = max(state.peakBytes, state.usedBytes + state.cache.byteCount)
    return .load(job, cost: cost)
  }

  /// Reads the header and puts the job back, now with its cost.
  private func measure(_ job: LoadJob) {
    let cost = Result { () throws(ImageLoadingError) in try job.request.memory() }
    switch cost {
    case .success(let cost):
      state.withLock { state in
        let index =
          state.waiting.firstIndex { $0.job.priority > job.priority } ?? state.waiting.count
        state.waiting.insert(Waiting(job: job, cost: cost), at: index)
      }
      wake()
    case .failure(let error): job.deliver(.failure(error))
    }
  }

  private func load(_ job: LoadJob, _ cost: Int) {
    let output = Result { () throws(ImageLoadingError) in
      try job.request.load(
        isCancelled: { job.isOver }, willDecode: { state.withLock { $0.decodedCount += 1 } })
    }
    // First into the cache: who has the image may ask for it again at once.
    if case .success(let image) = output {
      let size = image.pixels.count
      state.withLock { state in
        let free = budget - (state.usedBytes - cost + size) - state.cache.byteCount
        if size <= free { state.cache.add(image, for: job.request) }
      }
    }
    let kept = job.deliver(output)
    state.withLock { state in
      state.loading -= 1
      state.usedBytes += kept - cost
    }
    wake()
  }
}

extension LoadRequest {
  /// The bytes of the file's start that are read for its header. Cameras put a preview before it,
  /// of up to 64 KiB.
  private static let headerBytes = 1 << 17

  /// The capacity of blocks that only some steps need, such as the file. glibc gives blocks of at
  /// least 32 MiB back at once (`M_MMAP_THRESHOLD` in mallopt(3)), and their unused part takes no
  /// memory. Of smaller blocks each thread keeps up to twice the largest: with a limit of 64 MiB,
  /// photographs of 12 megapixels took 87 MiB.
  private static let stepCapacity = 32 << 20

  /// The bytes that loading takes, from the header.
  func memory() throws(ImageLoadingError) -> Int {
    do throws(ImageError) {
      switch source {
      case .bytes(let bytes, let name):
        return try ImageDecoding(bytes, name: name, options: options).memory + bytes.count
      case .file(let path):
        let start: [UInt8]
        do throws(FileError) {
          start = try Files.part(of: path, at: 0, count: Self.headerBytes)
        } catch {
          throw .file(error)
        }
        do throws(ImageError) {
          return try ImageDecoding(start, name: path, options: options).memory
            + (Files.length(of: path) ?? 0)
        } catch .truncated where start.count == Self.headerBytes {
          // The header comes later.
          let bytes = try ImageFile.bytes(of: path, options: options)
          return try ImageDecoding(bytes, name: path, options: options).memory + bytes.count
        }
      }
    } catch {
      throw .image(error)
    }
  }

  /// Loads the image in steps, and stops after a step if it is cancelled.
  func load(isCancelled: () -> Bool, willDecode: () -> Void) throws(ImageLoadingError) -> Image {
    func check() throws(ImageLoadingError) {
      if isCancelled() { throw .cancelled(name: name) }
    }
    func step<Value>(_ work: () throws(ImageError) -> Value) throws(ImageLoadingError) -> Value {
      try check()
      do throws(ImageError) { return try work() } catch { throw .image(error) }
    }
    let bytes: [UInt8]
    switch source {
    case .bytes(let given, _):
      try check()
      bytes = given
    case .file(let path):
      bytes = try step { () throws(ImageError) in
        try ImageFile.bytes(of: path, options: options, capacity: Self.stepCapacity)
      }
    }
    let decoding = try step { () throws(ImageError) in
      try ImageDecoding(bytes, name: name, options: options)
    }
    let decoded = try step { () throws(ImageError) in
      willDecode()
      return try decoding.decode(stepCapacity: Self.stepCapacity)
    }
    try check()
    let scaled = decoding.scale(decoded)
    try check()
    return decoding.turn(scaled)
  }
}
