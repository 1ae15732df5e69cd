import GLESKitSpawn
import Glibc

/// Copies of this process that run a closure and then end.
///
/// A copy has all values that the closure uses, so nothing is passed as text; memory that is mapped
/// as shared before stays shared, at the same addresses. Only a process in which no other thread
/// runs can be copied, because their locks would stay locked: this is for tools, not for apps.
///
/// The corresponding C functions are `fork` and `prctl` with `PR_SET_PDEATHSIG`.
package enum ForkedProcess {
  /// The number of processors that this process may use, which a container or a batch system may
  /// limit. The corresponding C function is `sched_getaffinity`.
  package static var usableProcessors: Int { Int(gleskit_usable_processors()) }

  /// Starts a copy, which the kernel kills when this thread ends in whatever way. Wait for its end
  /// with `waitpid`.
  ///
  /// - Parameters:
  ///   - descriptors: What the copy keeps. It loses other descriptors that are closed when a
  ///     program is run.
  ///   - memory: The most memory for data in bytes; 0 sets no limit.
  ///   - body: What the copy does, on a thread of its own: Swift 6.3's locks know a thread by the
  ///     number that `gettid` returned first, which is wrong for the copied thread, and two threads
  ///     would wait for each other forever.
  /// - Returns: The number of the process.
  /// - Throws: The C error number, such as `EAGAIN` if the limit of processes is reached.
  package static func start(
    keeping descriptors: [Int32], memory: Int = 0, _ body: @escaping @Sendable () -> Void
  ) throws(CError) -> pid_t {
    let result = gleskit_fork(descriptors, Int32(descriptors.count), UInt64(memory))
    if result == 0 {
      (try? WorkerThread(body))?.join()
      // Not `exit`, which would write what this process has yet to write.
      _exit(0)
    }
    guard result > 0 else { throw CError(code: -result) }
    return result
  }
}
