import Glibc

/// A value that threads share, and on whose changes they can wait: a mutex and a condition.
package final class Monitor<State>: @unchecked Sendable {
  // Sendable: `state` is only accessed while the mutex is held.
  private var state: State
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: State) {
    self.state = state
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Changes the state and wakes all waiting threads.
  package func update<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try locked { try body(&state) }
  }

  /// Waits until `body` returns a value. `body` is called again after each change.
  package func wait<Result>(for body: (inout State) throws -> Result?) rethrows -> Result {
    try locked {
      while true {
        if let result = try body(&state) { return result }
        pthread_cond_wait(changed, mutex)
      }
    }
  }

  /// Waits until `body` returns a value, but no longer than until a deadline.
  ///
  /// - Returns: The value; `nil` if there was none at the deadline.
  package func wait<Result>(
    until deadline: SuspendingClock.Instant, for body: (inout State) throws -> Result?
  ) rethrows -> Result? {
    try locked {
      while true {
        if let result = try body(&state) { return result }
        let left = SuspendingClock.now.duration(to: deadline)
        guard left > .zero else { return nil }
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        time.tv_sec += Int(left.components.seconds) + 1
        pthread_cond_timedwait(changed, mutex, &time)
      }
    }
  }

  private func locked<Result>(_ body: () throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body()
  }
}
