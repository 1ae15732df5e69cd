import GLESKitSupport

/// Work on several threads of this process.
enum Parallel {
  /// Calls `work` with 0 to `count` − 1 on several threads and returns the results in order.
  static func results<Value: Sendable>(
    _ count: Int, threads: Int, of work: @escaping @Sendable (Int) -> Value
  ) throws(RecordingError) -> [Value] {
    let shared = Monitor<(next: Int, values: [Value?])>(
      (next: 0, values: [Value?](repeating: nil, count: count)))
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
