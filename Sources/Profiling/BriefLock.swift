import Glibc
import Synchronization

/// A value and a lock that is held for some nanoseconds; while a trace is read, longer.
///
/// It is released by a plain store. Releasing a `Mutex` takes 16 ns more, a tenth of a span: after
/// all earlier stores, it asks whether a thread sleeps.
struct BriefLock<Value>: ~Copyable, @unchecked Sendable {
  // Sendable: the value is used by one thread at a time.

  private let isLocked = Atomic(false)
  private let value: UnsafeMutablePointer<Value>

  init(_ value: Value) {
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  @inline(__always)
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    var tries = 0
    while isLocked.exchange(true, ordering: .acquiring) {
      tries += 1
      // The owner was interrupted, or reads many spans. Sleep rather than yield, so that it goes on
      // even if its priority is lower.
      if tries % 64 == 0 { usleep(50) }
    }
    defer { isLocked.store(false, ordering: .releasing) }
    return body(&value.pointee)
  }
}
