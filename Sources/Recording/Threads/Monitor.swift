import Glibc

/// A value that threads share: they take turns with it and wait for what others do to it.
final class Monitor<State>: @unchecked Sendable {
  // Sendable, because the state is only touched while the mutex is held.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the state and wakes whoever waits.
  func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `body` returns something; it is asked again after each change.
  func wait<Result>(for body: (inout State) throws -> Result?) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = try body(&state) { return result }
      pthread_cond_wait(changed, mutex)
    }
  }
}

extension Monitor {
  /// Does `count` pieces of work on several threads, and returns what each came to.
  static func results<Value: Sendable>(
    _ count: Int, threads: Int, of work: @escaping @Sendable (Int) -> Value
  ) throws(RecordingError) -> [Value] where State == (next: Int, values: [Value?]) {
    let shared = Monitor((next: 0, values: [Value?](repeating: nil, count: count)))
    let run = { @Sendable in
      while true {
        let index = shared.update { state in
          state.next += 1
          return state.next - 1
        }
        guard index < count else { return }
        let value = work(index)
        shared.update { $0.values[index] = value }
      }
    }
    var helpers: [Thread] = []
    defer { for helper in helpers { helper.join() } }
    for _ in 1..<max(min(threads, count), 1) { helpers.append(try Thread(run)) }
    run()
    for helper in helpers { helper.join() }
    helpers = []
    return shared.update { $0.values.compactMap(\.self) }
  }
}

/// A thread that runs one closure. The corresponding C function is `pthread_create`.
struct Thread {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts the thread. Signals go to the threads that were there before.
  init(_ body: @escaping @Sendable () -> Void) throws(RecordingError) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw .program("a thread could not be started: \(String(cString: strerror(code)))")
    }
    self.thread = thread
  }

  /// Waits for its end; called once.
  func join() { pthread_join(thread, nil) }
}
