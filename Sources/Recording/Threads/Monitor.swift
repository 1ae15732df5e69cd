import GLESKitSupport
import Glibc

/// A value that threads share, and on whose changes they can wait: a mutex and a condition.
final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is only accessed while the mutex is held.
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

  /// Changes the state and wakes all waiting threads.
  func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&state)
  }

  /// Waits until `body` returns a value. `body` is called again after each change.
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
  /// Calls `work` with 0 to `count` − 1 on several threads and returns the results in order.
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
    var helpers: [WorkerThread] = []
    defer { for helper in helpers { helper.join() } }
    for _ in 1..<max(min(threads, count), 1) { helpers.append(try WorkerThread.started(run)) }
    run()
    for helper in helpers { helper.join() }
    helpers = []
    return shared.update { $0.values.compactMap(\.self) }
  }
}
