import GLESKitSupport
import Glibc
import Synchronization

/// What a worker does with its tasks, one after the other. It belongs to the worker's thread.
protocol Worker: AnyObject {
  /// Does a task and returns the replies that are due: to this task and to those before it, in
  /// order. The others come with those to later tasks.
  func perform(_ task: [Int]) throws(RecordingError) -> [WorkerMessage]

  /// Returns the outstanding replies, because there is no further task for now.
  func finish() throws(RecordingError) -> [WorkerMessage]
}

extension Worker {
  func finish() throws(RecordingError) -> [WorkerMessage] { [] }
}

/// Where workers run.
package enum WorkerHost: Sendable {
  /// On threads of this process: for apps, in which other threads run.
  case threads
  /// In copies of this process with two threads each: for tools. A driver that crashes ends one
  /// copy, whose tasks another one does again.
  ///
  /// Two threads share the driver's code and the memory of a process, and each has an EGL display
  /// of its own; Mesa's llvmpipe lets more of them wait for each other.
  case processes

  fileprivate static let threadsPerProcess = 2
}

/// Workers that wait for tasks, and do up to a few each in the order in which they get them.
///
/// All calls are made on one thread.
final class WorkerPool {
  /// A reply, or why there is none.
  struct Reply {
    var worker: Int
    var task: [Int]
    var result: Result<WorkerMessage, RecordingError>
  }

  /// A worker as the pool sees it.
  private struct Seat {
    /// The pool's end of the socket.
    var descriptor: Int32
    /// The key of its process; `nil` for a thread of this one.
    var process: pid_t?
    var tasks: [Task] = []
    /// When the first of the tasks began.
    var began = SuspendingClock.now
  }

  private struct Task {
    var numbers: [Int]
    /// How many workers have died of it, or beside it.
    var losses = 0
  }

  /// The seconds that a task may take before its worker counts as hanging.
  private static let patience = Duration.seconds(600)

  private let host: WorkerHost
  private let memory: Int
  private let make: @Sendable (_ worker: Int) -> any Worker
  /// Names a task in errors, such as "frame 12".
  private let name: ([Int]) -> String
  /// Is told what ended, where others do its tasks again.
  var onLoss: (String) -> Void = { _ in }
  private var seats: [Seat] = []
  private var processes: [pid_t: Int] = [:]
  private var threads: [WorkerThread] = []
  private var buffer = [UInt8](repeating: 0, count: WorkerMessage.capacity)
  private var polled: [pollfd] = []
  /// The errors of workers on threads, by their numbers.
  private let failures = Mutex<[Int: RecordingError]>([:])

  /// Starts workers.
  ///
  /// - Parameters:
  ///   - memory: The most memory for data of a worker process, in bytes.
  ///   - name: Names a task in errors.
  ///   - make: Makes a worker, in its process and on its thread.
  init(
    _ count: Int, in host: WorkerHost, memory: Int, name: @escaping ([Int]) -> String,
    make: @escaping @Sendable (_ worker: Int) -> any Worker
  ) throws(RecordingError) {
    (self.host, self.memory, self.name, self.make) = (host, memory, name, make)
    switch host {
    case .threads:
      for number in 0..<count { try startThread(for: number) }
    case .processes:
      for first in stride(from: 0, to: count, by: WorkerHost.threadsPerProcess) {
        try startProcess(for: first..<min(first + WorkerHost.threadsPerProcess, count))
      }
    }
  }

  deinit { stop() }

  var count: Int { seats.count }

  /// The number of tasks that a worker has.
  func load(of worker: Int) -> Int { seats[worker].tasks.count }

  /// The last task that a worker has got and not done.
  func lastTask(of worker: Int) -> [Int]? { seats[worker].tasks.last?.numbers }

  /// Gives a task to a worker.
  func send(_ task: [Int], to worker: Int) {
    if seats[worker].tasks.isEmpty { seats[worker].began = .now }
    seats[worker].tasks.append(Task(numbers: task))
    // If the worker has died, receiving notices.
    _ = WorkerMessage(task).send(to: seats[worker].descriptor)
  }

  /// The next reply of any worker.
  ///
  /// - Parameter waits: Whether to wait for it.
  /// - Returns: `nil` if there is none and `waits` is false.
  /// - Throws: ``RecordingError/crash(_:)`` if two workers have died of a task, `Interrupted`.
  func receive(waits: Bool) throws -> Reply? {
    while true {
      polled.removeAll(keepingCapacity: true)
      for seat in seats {
        polled.append(pollfd(fd: seat.descriptor, events: Int16(POLLIN), revents: 0))
      }
      let ready = poll(&polled, nfds_t(polled.count), waits ? 200 : 0)
      if ready <= 0 {
        guard waits else { return nil }
        try Interruption.check()
        try endHanging()
        continue
      }
      for (worker, entry) in polled.enumerated() where entry.revents != 0 {
        guard
          let message = WorkerMessage(
            from: seats[worker].descriptor, using: &buffer, waits: false)
        else {
          try replace(worker)
          break
        }
        let task = seats[worker].tasks.removeFirst()
        seats[worker].began = .now
        return Reply(worker: worker, task: task.numbers, result: result(message, of: worker))
      }
    }
  }

  /// Ends all workers. Tasks under way are not finished.
  func stop() {
    for seat in seats { shutdown(seat.descriptor, Int32(SHUT_RDWR)) }
    for process in processes.keys { kill(process, SIGKILL) }
    for process in processes.keys { Self.reap(process) }
    for thread in threads { thread.join() }
    for seat in seats { close(seat.descriptor) }
    (seats, processes, threads) = ([], [:], [])
  }

  private func result(
    _ message: WorkerMessage, of worker: Int
  ) -> Result<WorkerMessage, RecordingError> {
    guard let status = message.numbers.first, status != 0 else {
      return .success(WorkerMessage(Array(message.numbers.dropFirst()), message.text))
    }
    // On threads the error itself is here, and from a process its text.
    let error = failures.withLock { $0[worker] }
    return .failure(error ?? RecordingError(kind: status, message.text))
  }

  // MARK: Starting

  private func socket() throws(RecordingError) -> (ours: Int32, theirs: Int32) {
    do throws(CError) { return try MessageSocket.pair(SOCK_SEQPACKET) } catch {
      throw .program("cannot start a worker: \(error.reason)")
    }
  }

  private func place(_ seat: Seat, at number: Int) {
    if number < seats.count { seats[number] = seat } else { seats.append(seat) }
  }

  private func startThread(for number: Int) throws(RecordingError) {
    let ends = try socket()
    place(Seat(descriptor: ends.ours), at: number)
    threads.append(
      try WorkerThread.started { [make, failures = FailureBox(self)] in
        Self.run(number, on: ends.theirs, make) { failures.note($0, of: number) }
        close(ends.theirs)
      })
  }

  /// Errors of threads reach the pool, which outlives them.
  private struct FailureBox: @unchecked Sendable {
    // Sendable: only the mutex is used.
    private unowned let pool: WorkerPool

    init(_ pool: WorkerPool) { self.pool = pool }

    func note(_ error: RecordingError, of worker: Int) {
      pool.failures.withLock { $0[worker] = error }
    }
  }

  private func startProcess(for numbers: Range<Int>) throws(RecordingError) {
    let pairs = try numbers.map { _ throws(RecordingError) in try socket() }
    defer { for pair in pairs { close(pair.theirs) } }
    let make = make
    let process: pid_t
    do throws(CError) {
      process = try ForkedProcess.start(keeping: pairs.map(\.theirs), memory: memory) {
        let threads = zip(numbers, pairs).map { number, pair in
          try? WorkerThread { Self.run(number, on: pair.theirs, make) { _ in } }
        }
        for thread in threads { thread?.join() }
      }
    } catch {
      for pair in pairs { close(pair.ours) }
      throw .program("cannot start a worker process: \(error.reason)")
    }
    processes[process] = numbers.count
    for (number, pair) in zip(numbers, pairs) {
      place(Seat(descriptor: pair.ours, process: process), at: number)
    }
  }

  /// The body of a worker.
  private static func run(
    _ number: Int, on descriptor: Int32, _ make: (Int) -> any Worker,
    _ fail: (RecordingError) -> Void
  ) {
    let worker = make(number)
    var buffer = [UInt8](repeating: 0, count: WorkerMessage.capacity)
    func send(_ replies: () throws(RecordingError) -> [WorkerMessage]) -> Bool {
      do throws(RecordingError) {
        return try replies().allSatisfy { reply in
          WorkerMessage([0] + reply.numbers, reply.text).send(to: descriptor)
        }
      } catch {
        fail(error)
        return WorkerMessage([error.kind], error.description).send(to: descriptor)
      }
    }
    while true {
      var task = WorkerMessage(from: descriptor, using: &buffer, waits: false)
      if task == nil {
        guard send({ () throws(RecordingError) in try worker.finish() }) else { return }
        task = WorkerMessage(from: descriptor, using: &buffer, waits: true)
      }
      guard let task, send({ () throws(RecordingError) in try worker.perform(task.numbers) })
      else { return }
    }
  }

  // MARK: Losses

  /// Starts workers, each in a process of its own, instead of a process that has ended, and lets
  /// them do its tasks.
  private func replace(_ worker: Int) throws(RecordingError) {
    guard let process = seats[worker].process, processes[process] != nil else {
      throw .program("a thread of the renderer has ended")
    }
    kill(process, SIGKILL)
    let signal = Self.reap(process)
    processes[process] = nil
    for number in seats.indices where seats[number].process == process {
      var tasks = seats[number].tasks
      close(seats[number].descriptor)
      if !tasks.isEmpty { tasks[0].losses += 1 }
      if let task = tasks.first, task.losses > 1 {
        seats[number].descriptor = -1
        throw .crash(name(task.numbers), reason: Self.reason(signal))
      }
      if let task = tasks.first {
        onLoss(
          "the process that draws \(name(task.numbers)) ended \(Self.reason(signal)); another one "
            + "does it again")
      }
      try startProcess(for: number..<(number + 1))
      seats[number].tasks = tasks
      for task in tasks { _ = WorkerMessage(task.numbers).send(to: seats[number].descriptor) }
    }
  }

  /// Ends workers that have done nothing for too long.
  private func endHanging() throws(RecordingError) {
    for number in seats.indices where !seats[number].tasks.isEmpty {
      let seat = seats[number]
      guard SuspendingClock.now - seat.began > Self.patience, seat.process != nil else { continue }
      return try replace(number)
    }
  }

  private static func reason(_ signal: Int32) -> String {
    switch signal {
    case 0: "of itself"
    case SIGKILL: "by SIGKILL, as the system does where memory is scarce"
    default: "by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }

  @discardableResult
  private static func reap(_ process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7F
  }
}
