import CompilerLogs
import GLESKitSupport
import Glibc

/// How compiles are kept apart from the linter and from each other.
package struct Isolation: Hashable, Sendable {
  /// Worker processes at a time; 0 stands for as many as there are processors.
  package var workers = 0
  /// The longest that one step of one shader or program may take, in seconds.
  package var seconds = 10
  /// The most memory that one worker may have, in bytes.
  package var memory = 1 << 30
  /// The executable that serves as worker, see ``Worker/serveIfAsked(_:)``; by default the running
  /// one.
  package var executable = "/proc/self/exe"

  /// Makes the default: a worker a processor, 10 seconds, 1 GiB, the running executable.
  package init() {}

  var workerCount: Int {
    if workers > 0 { return workers }
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}

/// What became of one job.
struct JobOutcome: Sendable {
  /// What the worker said of each step that it finished.
  var steps: [WorkerMessage.Response] = []
  /// The step that never ended, and why.
  var loss: (step: WorkerMessage.Phase, cause: Loss)?
  /// The job was one shader, not a program.
  var isSingleShader = false

  enum Loss: Hashable, Sendable {
    /// The process died of this signal.
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

/// Gives jobs to worker processes and replaces those that a driver takes down.
///
/// Each worker has a few jobs in its socket, so that it never waits for us. It answers in order: when
/// it dies or stops, the oldest unanswered job is to blame, and the others go to its successor. A job
/// that crashed is tried once more in a fresh worker, in case an earlier one had left the driver
/// broken.
struct WorkerPool {
  private let choice: EngineChoice
  private let isolation: Isolation
  private var workers: [WorkerProcess] = []
  /// The engine in its own words, from the first worker that is ready.
  private var description: String?
  private var retried: Set<Int> = []
  private var waiting: [Int] = []
  private var outcomes: [Int: JobOutcome] = [:]

  /// Jobs that a worker has at once: enough that it never waits, few enough that little is repeated.
  private static let depth = 24
  /// While every worker has at least so many jobs left, its answers can wait a moment.
  private static let reserve = 12
  /// A driver that takes longer than this to start will not start.
  private static let startSeconds = 60

  init(_ choice: EngineChoice, _ isolation: Isolation) {
    self.choice = choice
    self.isolation = isolation
  }

  /// Starts the workers, at most `jobs` of them; they get ready while the caller does other things.
  mutating func start(jobs: Int) throws(EngineUnavailable) {
    while workers.count < min(jobs, isolation.workerCount) { try addWorker() }
  }

  private mutating func addWorker() throws(EngineUnavailable) {
    workers.append(try makeWorker())
  }

  private func makeWorker() throws(EngineUnavailable) -> WorkerProcess {
    do {
      return try WorkerProcess(
        executable: isolation.executable,
        arguments: Worker.arguments(choice, isolation))
    } catch {
      throw EngineUnavailable(
        description: "cannot start a worker process: \(error.reason) ('\(isolation.executable)')")
    }
  }

  /// Runs jobs 0 ..< `count`.
  ///
  /// - Parameters:
  ///   - count: How many jobs there are.
  ///   - request: Makes the work of a job, as late as possible; `nil` for a job without work.
  ///   - begin: Called once, before any request, with the engine's summary.
  ///   - done: Takes each outcome, in the order of the jobs.
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
            // A job that is tried again is tried alone.
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
          pending.insert(job)
          workers[index].add(WorkerMessage.Request(job: UInt32(job), work: work), job: job)
          if retried.contains(job) { break }
        }
        // One system call for all that was added.
        workers[index].flush()
      }
      while reported < count, let outcome = outcomes[reported], !pending.contains(reported) {
        done(reported, outcome)
        outcomes[reported] = nil
        works[reported] = nil
        reported += 1
      }
      if reported < count { try wait() }
    }
  }

  /// The engine in its own words; waits until a worker is ready.
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

  /// Jobs that are in a worker or wait for another try.
  private var pending: Set<Int> = []

  /// Waits until something happens, and takes it in.
  private mutating func wait() throws(EngineUnavailable) {
    guard !workers.isEmpty, pendingOrStarting else { return }
    var polled: [pollfd] = []
    for worker in workers {
      let events = worker.wantsToWrite ? POLLIN | POLLOUT : POLLIN
      polled.append(pollfd(fd: worker.descriptor, events: Int16(events), revents: 0))
    }
    // Waking up for each answer costs as much as reading it: let a few gather.
    if workers.allSatisfy({ $0.jobs.count >= Self.reserve }) { usleep(1000) }
    let result = poll(&polled, nfds_t(polled.count), timeout)
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

  private var pendingOrStarting: Bool {
    !pending.isEmpty || workers.contains { !$0.isReady }
  }

  private func limit(of worker: WorkerProcess) -> UInt64? {
    if !worker.isReady { return UInt64(Self.startSeconds) * 1_000_000_000 }
    return worker.jobs.isEmpty ? nil : UInt64(isolation.seconds) * 1_000_000_000
  }

  private func isOverdue(_ worker: WorkerProcess) -> Bool {
    limit(of: worker).map { Clock.now >= worker.stepBegan &+ $0 } ?? false
  }

  /// Milliseconds until the next worker is overdue.
  private var timeout: Int32 {
    let now = Clock.now
    let rest = workers.compactMap { worker in
      limit(of: worker).map { Int64(worker.stepBegan &+ $0) - Int64(now) }
    }.min()
    return rest.map { Int32(clamping: max(0, $0 / 1_000_000 + 1)) } ?? -1
  }

  private mutating func take(
    _ response: WorkerMessage.Response, from index: Int
  ) throws(EngineUnavailable) {
    switch response.phase {
    case .ready:
      workers[index].isReady = true
      description = description ?? String(decoding: response.log, as: UTF8.self)
    case .unavailable:
      throw EngineUnavailable(description: String(decoding: response.log, as: UTF8.self))
    default:
      let job = Int(response.job)
      outcomes[job]?.steps.append(response)
      guard response.isLast else { return }
      workers[index].jobs.removeAll { $0 == job }
      pending.remove(job)
    }
  }

  /// Puts a new worker in the place of one that died, or that `cause` says is to be ended.
  private mutating func replace(_ index: Int, cause: JobOutcome.Loss?) throws(EngineUnavailable) {
    let worker = workers.remove(at: index)
    let ending = worker.end(kill: cause != nil)
    guard worker.isReady else {
      throw EngineUnavailable(
        description: cause == nil
          ? "the driver ended its process at start (\(Self.describe(ending)))"
          : "the driver did not start within \(Self.startSeconds) seconds")
    }
    if let blamed = worker.jobs.first {
      let rest = Array(worker.jobs.dropFirst())
      for job in rest { outcomes[job]?.steps = [] }
      if cause == nil && retried.insert(blamed).inserted {
        outcomes[blamed]?.steps = []
        waiting = [blamed] + rest + waiting
      } else {
        let isFull = ending.peak > isolation.memory / 2
        let loss =
          cause
          ?? (isFull ? .outOfMemory(limit: isolation.memory) : .crashed(signal: ending.signal))
        let step = nextStep(of: blamed)
        outcomes[blamed]?.loss = (step, loss)
        pending.remove(blamed)
        waiting = rest + waiting
      }
    }
    try addWorker()
  }

  /// The step that a job was at when its worker was lost.
  private func nextStep(of job: Int) -> WorkerMessage.Phase {
    switch outcomes[job]?.steps.last?.phase {
    case .vertex: .fragment
    case .fragment: .link
    case .link: .validate
    default: .vertex
    }
  }

  private static func describe(_ ending: WorkerProcess.Ending) -> String {
    ending.signal == 0 ? "exit status \(ending.status)" : "signal \(ending.signal)"
  }
}
