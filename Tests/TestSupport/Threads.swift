import Glibc

/// Runs `body` on a thread of its own and waits for its end: for what depends on the thread, such
/// as GL contexts, which Swift's concurrency hides. The corresponding C function is
/// `pthread_create`.
public func runOnThread<Failure: Error>(
  _ body: @escaping @Sendable () throws(Failure) -> Void
) throws {
  let thread = try Thread(body)
  try thread.join()
}

/// A thread that runs one closure.
public struct Thread: ~Copyable {
  private final class Work: @unchecked Sendable {
    let body: @Sendable () throws -> Void
    var failure: (any Error)?

    init(_ body: @escaping @Sendable () throws -> Void) { self.body = body }
  }

  private let work: Work
  private let thread: pthread_t

  /// Starts the thread.
  public init(_ body: @escaping @Sendable () throws -> Void) throws {
    let work = Work(body)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
        do { try work.body() } catch { work.failure = error }
        return nil
      }, Unmanaged.passRetained(work).toOpaque())
    guard code == 0 else { throw ThreadError(code: code) }
    self.work = work
    self.thread = thread
  }

  /// Waits for the end; throws what the closure threw.
  public consuming func join() throws {
    pthread_join(thread, nil)
    if let failure = work.failure { throw failure }
  }
}

/// A thread could not be started.
public struct ThreadError: Error {
  /// The C error number.
  public let code: Int32
}
