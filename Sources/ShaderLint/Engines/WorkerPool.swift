import CompilerLogs
import GLESKitSupport
import Glibc
import Profiling

/// How workers are isolated and limited.
package struct Isolation: Hashable, Sendable {
  /// The number of worker processes; 0 for one per processor.
  package var workers = 0
  /// The time limit for one step of a shader or program, in seconds.
  package var seconds = 10
  /// The limit of one worker's data segment in bytes. The libraries and files that a driver maps
  /// do not count.
  package var memory = 384 << 20
  /// The executable that runs as worker.
  package var executable = WorkerProgram.path

  /// Makes the default: one worker per processor, 10 seconds, 384 MiB.
  package init() {}

  var workerCount: Int {
    if workers > 0 { return workers }
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// The outcome of one job.
struct JobOutcome: Sendable {
  /// The results of the finished steps.
  var steps: [WorkerMessage.Response] = []
  /// The step that didn't finish, and why.
  var loss: (step: WorkerMessage.Phase, cause: Loss)?
  /// Whether the job is a single shader, not a program.
  var isSingleShader = false

  enum Loss: Hashable, Sendable {
    /// A signal ended the process; 0 if it exited.
    case crashed(signal: Int32)
    case hung(seconds: Int)
    case outOfMemory(limit: Int)
  }

  init() {}

  init(_ work: WorkerMessage.Request.Work) {
    if case .shader = work { isSingleShader = true }
  }

  func step(_ phase: WorkerMessage.Phase) -> WorkerMessage.Response? {
    steps.first { $0.phase == phase }
  }
}

/// Distributes jobs to worker processes and replaces workers that crash or hang.
///
/// Each worker has a queue of jobs, so that it never has to wait. It answers in order. If it dies
/// or hangs, the oldest unanswered job is the cause, and its other jobs go to a new worker. A job
/// that crashed is tried once more in a new worker, because an earlier job may have corrupted the
/// driver.
struct WorkerPool {
  private let choice: EngineChoice
  private let isolation: Isolation
  private let profiler: Profiler
  private var workers: [WorkerProcess] = []
  /// The engine's summary, from the first worker that is ready.
  private var description: String?
  private var retried: Set<Int> = []
  private var waiting: [Int] = []
  private var outcomes: [Int: JobOutcome] = [:]

  /// The jobs in a worker's queue: enough to keep it busy, few enough to repeat little work after a
  /// crash.
  private static let depth = 24
  /// While each worker has at least this many jobs, responses are collected for a moment.
  private static let reserve = 12
  /// The time limit for starting a driver.
  private static let startSeconds = 60

  init(_ choice: EngineChoice, _ isolation: Isolation, profiler: Profiler) {
    self.choice = choice
    self.isolation = isolation
    self.profiler = profiler
  }

  /// Starts the workers, at most one for each of `jobs` jobs, without waiting for them.
  mutating func start(jobs: Int) throws(EngineUnavailable) {
    while workers.count < min(jobs, isolation.workerCount) { try addWorker() }
  }

  private mutating func addWorker() throws(EngineUnavailable) {
    do throws(CError) {
      workers.append(
        try WorkerProcess(
          executable: isolation.executable,
          arguments: WorkerProgram.arguments(choice, isolation), memory: isolation.memory))
    } catch {
      throw WorkerProgram.missing(error, isolation.executable)
    }
  }

  /// Runs jobs 0 ..< `count`.
  ///
  /// - Parameters:
  ///   - count: The number of jobs.
  ///   - request: Returns the work of a job, or `nil` if there is none; called as late as possible.
  ///   - begin: Called once, before any request, with the engine's summary.
  ///   - done: Receives each outcome, in the order of the jobs.
  mutating func run(
    count: Int, request: (Int) -> WorkerMessage.Request.Work?, begin: (String) -> Void,
    done: (Int, JobOutcome) -> Void
  ) throws(EngineUnavailable) {
    defer { stop() }
    var next = 0
    var reported = 0
    var works: [Int: WorkerMessage.Request.Work] = [:]
    guard count > 0 else { return }
    try start(jobs: count)
    begin(try summary())
    while reported < count {
      for index in workers.indices where workers[index].isReady {
        while workers[index].jobs.count < Self.depth {
          let job: Int
          if let again = waiting.first {
            // Retry a job alone.
            if retried.contains(again) && !workers[index].jobs.isEmpty { break }
            job = waiting.removeFirst()
          } else if next < count {
            job = next
            next += 1
            works[job] = request(job)
          } else {
            break
          }
          guard let work = works[job] else {
            outcomes[job] = JobOutcome()
            continue
          }
          outcomes[job] = JobOutcome(work)
          workers[index].add(WorkerMessage.Request(job: UInt32(job), work: work), job: job)
          if retried.contains(job) { break }
        }
        // Send all jobs with one system call.
        workers[index].flush()
      }
      while reported < count, let outcome = outcomes[reported], !isPending(reported) {
        done(reported, outcome)
        outcomes[reported] = nil
        works[reported] = nil
        reported += 1
      }
      if reported < count { try wait() }
    }
  }

  /// Waits until a worker is ready, and returns the engine's summary.
  private mutating func summary() throws(EngineUnavailable) -> String {
    try start(jobs: 1)
    while true {
      if let description { return description }
      try wait()
    }
  }

  private mutating func stop() {
    for worker in workers { _ = worker.end(kill: true) }
    workers = []
  }

  /// Whether a job is in a worker's queue or waits for a retry.
  private func isPending(_ job: Int) -> Bool {
    waiting.contains(job) || workers.contains { $0.jobs.contains(job) }
  }

  /// Waits for responses and handles them.
  private mutating func wait() throws(EngineUnavailable) {
    guard workers.contains(where: { !$0.isReady || !$0.jobs.isEmpty }) else { return }
    var polled: [pollfd] = []
    for worker in workers {
      let events = worker.wantsToWrite ? POLLIN | POLLOUT : POLLIN
      polled.append(pollfd(fd: worker.descriptor, events: Int16(events), revents: 0))
    }
    // Waking up costs as much as reading a response: let some accumulate.
    if workers.allSatisfy({ $0.jobs.count >= Self.reserve }) { usleep(1000) }
    let result = profiler.measure("wait for engine") {
      poll(&polled, nfds_t(polled.count), timeout)
    }
    if result < 0 && errno != EINTR { return }
    for index in workers.indices.reversed() {
      if polled[index].revents & Int16(POLLOUT) != 0 { workers[index].flush() }
      if polled[index].revents & ~Int16(POLLOUT) != 0 {
        guard let responses = workers[index].receive() else {
          try replace(index, cause: nil)
          continue
        }
        for response in responses { try take(response, from: index) }
      }
      if isOverdue(workers[index]) { try replace(index, cause: .hung(seconds: isolation.seconds)) }
    }
  }

  private func limit(of worker: WorkerProcess) -> UInt64? {
    if !worker.isReady { return UInt64(Self.startSeconds) * 1_000_000_000 }
    return worker.jobs.isEmpty ? nil : UInt64(isolation.seconds) * 1_000_000_000
  }

  private func isOverdue(_ worker: WorkerProcess) -> Bool {
    limit(of: worker).map { SpanClock.now &- worker.stepBegan >= $0 } ?? false
  }

  /// Milliseconds until the first worker exceeds its time limit; -1 for none.
  private var timeout: Int32 {
    let now = SpanClock.now
    let rest = workers.compactMap { worker in
      limit(of: worker).map { $0 - min($0, now &- worker.stepBegan) }
    }.min()
    return rest.map { Int32(clamping: $0 / 1_000_000 + 1) } ?? -1
  }

  private mutating func take(
    _ response: WorkerMessage.Response, from index: Int
  ) throws(EngineUnavailable) {
    switch response.phase {
    case .ready:
      workers[index].isReady = true
      description = description ?? String(decoding: response.log, as: UTF8.self)
    case .unavailable:
      let lines = String(decoding: response.log, as: UTF8.self).split(separator: "\n")
        .map(String.init)
      throw EngineUnavailable(
        description: lines.first ?? "", attempts: Array(lines.dropFirst()))
    default:
      let job = Int(response.job)
      outcomes[job]?.steps.append(response)
      guard response.isLast else { return }
      workers[index].jobs.removeAll { $0 == job }
    }
  }

  /// Replaces a worker that died, or that has to be stopped for `cause`.
  private mutating func replace(_ index: Int, cause: JobOutcome.Loss?) throws(EngineUnavailable) {
    let worker = workers.remove(at: index)
    let ending = worker.end(kill: cause != nil)
    guard worker.isReady else {
      throw EngineUnavailable(
        description: cause == nil
          ? "the driver terminated its process at start (\(Self.describe(ending)))"
          : "the driver did not start within \(Self.startSeconds) seconds")
    }
    if let blamed = worker.jobs.first {
      let rest = Array(worker.jobs.dropFirst())
      for job in rest { outcomes[job]?.steps = [] }
      if cause == nil && retried.insert(blamed).inserted {
        outcomes[blamed]?.steps = []
        waiting = [blamed] + rest + waiting
      } else {
        // Swift's runtime aborts only if there is no memory; its traps are other signals. How much
        // memory a worker held is not known if this process holds more.
        let isFull =
          ending.peakMemory > isolation.memory / 2
          || choice.engine == .own && ending.signal == SIGABRT
        let loss =
          cause
          ?? (isFull ? .outOfMemory(limit: isolation.memory) : .crashed(signal: ending.signal))
        let step = nextStep(of: blamed)
        outcomes[blamed]?.loss = (step, loss)
        waiting = rest + waiting
      }
    }
    try addWorker()
  }

  /// Returns the step that a job was in when its worker was lost.
  private func nextStep(of job: Int) -> WorkerMessage.Phase {
    switch outcomes[job]?.steps.last?.phase {
    case .vertex: .fragment
    case .fragment: .link
    case .link: .validate
    default: .vertex
    }
  }

  private static func describe(_ ending: SpawnedProcess.Ending) -> String {
    ending.signal == 0 ? "exit status \(ending.status)" : "signal \(ending.signal)"
  }
}
