import GLESKitSupport

/// A value that a thread of its own computes before it is needed.
struct Ahead<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value
  private let made = Monitor<Value?>(nil)
  private let thread: WorkerThread?

  /// - Parameter isThreaded: Whether to start a thread; otherwise, or where the system allows no
  ///   further one, ``take()`` computes the value.
  init(isThreaded: Bool, _ make: @escaping @Sendable () -> Value) {
    self.make = make
    thread =
      isThreaded
      ? try? WorkerThread { [made] in
        let value = make()
        made.update { $0 = value }
      } : nil
  }

  /// Returns the value, once it is there. Call this once.
  func take() -> Value {
    thread?.join()
    return made.update { $0 } ?? make()
  }
}
