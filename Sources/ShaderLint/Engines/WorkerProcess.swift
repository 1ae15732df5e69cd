import GLESKitSupport
import Glibc
import Profiling

/// A worker process, as the linter sees it.
struct WorkerProcess {
  private let process: SpawnedProcess
  /// The linter's end of the socket.
  let descriptor: Int32
  /// Requests that are not written to the socket yet.
  private var outbox: [UInt8] = []
  private var sent = 0
  private var inbox: [UInt8] = []
  /// The unfinished jobs, oldest first.
  var jobs: [Int] = []
  /// Whether the worker has reported that it is ready.
  var isReady = false
  /// The time at which the current step began, in nanoseconds.
  var stepBegan: UInt64 = 0

  /// Starts a worker.
  ///
  /// - Throws: The C error number when the executable cannot be started.
  init(executable: String, arguments: [String], memory: Int) throws(CError) {
    let (ours, theirs) = try MessageSocket.pair()
    defer { close(theirs) }
    do throws(CError) {
      // The worker knows its end as `WorkerProgram.descriptor`, the fourth.
      process = try SpawnedProcess(
        [executable] + arguments, descriptors: [nil, nil, nil, theirs],
        environment: WorkerEnvironment.strings, memory: memory)
    } catch {
      close(ours)
      throw error
    }
    descriptor = ours
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    stepBegan = SpanClock.now
  }

  var wantsToWrite: Bool { sent < outbox.count }

  /// Queues a request for ``flush()``.
  mutating func add(_ request: WorkerMessage.Request, job: Int) {
    if jobs.isEmpty { stepBegan = SpanClock.now }
    jobs.append(job)
    outbox += request.bytes
  }

  /// Writes queued requests until the socket is full.
  mutating func flush() {
    while sent < outbox.count {
      let written = outbox.withUnsafeBytes {
        Glibc.send(
          descriptor, $0.baseAddress?.advanced(by: sent), outbox.count - sent,
          Int32(MSG_NOSIGNAL))
      }
      if written < 0 && errno == EINTR { continue }
      // Try a full socket again later; reading detects a broken one.
      guard written > 0 else { return }
      sent += written
    }
    outbox.removeAll(keepingCapacity: true)
    sent = 0
  }

  /// Reads the responses that have arrived; `nil` if the worker has closed the socket.
  mutating func receive() -> [WorkerMessage.Response]? {
    var ended = false
    while true {
      let count = Pipes.read(descriptor, onto: &inbox)
      if count == 0 { ended = true }
      if count < 1 << 16 { break }
    }
    var found: [WorkerMessage.Response] = []
    var start = inbox.startIndex
    while let (payload, end) = WorkerMessage.frame(in: inbox[start...]) {
      if let response = WorkerMessage.Response(payload: payload) { found.append(response) }
      start = end
    }
    inbox.removeFirst(start)
    if !found.isEmpty { stepBegan = SpanClock.now }
    return ended && found.isEmpty ? nil : found
  }

  /// Closes the socket, kills the process if it does not end within a second, or at once if asked
  /// to, and returns how it ended.
  func end(kill: Bool) -> SpawnedProcess.Ending {
    close(descriptor)
    if !kill { _ = process.wait(until: .now + .seconds(1)) }
    return process.end()
  }
}

/// The environment of workers: the linter's, with additions.
enum WorkerEnvironment {
  /// Variables that are set unless the user has set them.
  static let settings: [(name: String, value: String)] = [
    // Mesa 22.3.6's disk cache drops the warnings of shaders that were part of a linked program.
    ("MESA_SHADER_CACHE_DISABLE", "true"),
    // Workers don't draw, so llvmpipe needs no rasterizer threads.
    ("LP_NUM_THREADS", "0"),
    // Mesa's compiler allocates and frees thousands of small blocks. Larger free lists in glibc's
    // thread cache (by default 7 blocks for each size up to 1 kB) save 10 % of processor time.
    ("GLIBC_TUNABLES", "glibc.malloc.tcache_count=2000:glibc.malloc.tcache_max=4096"),
  ]

  static var strings: [String] {
    var strings: [String] = []
    var pointer = environ
    while let entry = pointer.pointee {
      strings.append(String(cString: entry))
      pointer += 1
    }
    for (name, value) in settings where !strings.contains(where: { $0.hasPrefix("\(name)=") }) {
      strings.append("\(name)=\(value)")
    }
    return strings
  }
}
