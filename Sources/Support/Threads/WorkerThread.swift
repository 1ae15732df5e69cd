import Glibc

/// A thread that runs one closure. The corresponding C function is `pthread_create`.
package struct WorkerThread: Sendable {
  private final class Work {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private let thread: pthread_t

  /// Starts the thread. It blocks all signals, so that they go to the threads that existed before.
  ///
  /// - Throws: `EAGAIN` if the system's limit of threads is reached.
  package init(_ body: @escaping @Sendable () -> Void) throws(CError) {
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
      throw CError(code: code)
    }
    self.thread = thread
  }

  /// Waits for the thread to end. Call this or ``detach()``, once.
  package func join() { pthread_join(thread, nil) }

  /// Lets the thread end by itself.
  package func detach() { pthread_detach(thread) }
}
