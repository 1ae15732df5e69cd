import CompilerLogs
import GLES
import GLESKitSupport
import Glibc

/// A worker process, as the linter sees it.
struct WorkerProcess {
  let process: pid_t
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

  /// Starts a worker. The corresponding C function is `posix_spawn`.
  ///
  /// - Throws: ``FileError`` when the executable cannot be started.
  init(executable: String, arguments: [String]) throws(FileError) {
    var ends: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
      throw FileError(.read, executable, code: errno)
    }
    // Our end must not live on in another worker, which would hide this one's death; above 9
    // neither is in the way of the numbers that the worker knows.
    let (ours, theirs) = (fcntl(ends[0], F_DUPFD_CLOEXEC, 10), fcntl(ends[1], F_DUPFD_CLOEXEC, 10))
    ends.forEach { close($0) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for standard: Int32 in 0...2 {
      posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", O_RDWR, 0)
    }
    posix_spawn_file_actions_adddup2(&actions, theirs, Worker.descriptor)
    // Threads may block signals, which the worker would inherit.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var variables = WorkerEnvironment.strings.map { strdup($0) } + [nil]
    defer { variables.forEach { free($0) } }
    var child = pid_t()
    let code = posix_spawn(&child, executable, &actions, &attributes, &words, &variables)
    close(theirs)
    guard code == 0 else {
      close(ours)
      throw FileError(.read, executable, code: code)
    }
    process = child
    descriptor = ours
    _ = fcntl(ours, F_SETFL, fcntl(ours, F_GETFL) | O_NONBLOCK)
    stepBegan = Clock.now
  }

  var wantsToWrite: Bool { sent < outbox.count }

  /// Queues a request for ``flush()``.
  mutating func add(_ request: WorkerMessage.Request, job: Int) {
    if jobs.isEmpty { stepBegan = Clock.now }
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
      var count = 0
      inbox += [UInt8](unsafeUninitializedCapacity: 1 << 16) { chunk, filled in
        count = read(descriptor, chunk.baseAddress, 1 << 16)
        filled = max(0, count)
      }
      if count < 0 && errno == EINTR { continue }
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
    if !found.isEmpty { stepBegan = Clock.now }
    return ended && found.isEmpty ? nil : found
  }

  /// Waits for the process to end, after killing it if asked to, and returns how it ended.
  func end(kill: Bool) -> Ending {
    if kill { Glibc.kill(process, SIGKILL) }
    close(descriptor)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    return Ending(
      signal: status & 0x7F, status: status >> 8 & 0xFF, peak: Int(usage.ru_maxrss) << 10)
  }

  /// How a worker ended.
  struct Ending: Hashable {
    /// The signal that ended the process; 0 for none.
    var signal: Int32
    var status: Int32
    /// The peak memory use, in bytes.
    var peak: Int
  }
}

/// The monotonic clock, in nanoseconds.
enum Clock {
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
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
