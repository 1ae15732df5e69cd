import GLESKitSpawn
import Glibc

/// A running program: the one way in which this package starts programs.
///
/// The program leads a process group of its own, so that a Ctrl-C in the terminal reaches only us
/// and we end the program in order. When it ends, or is ended, its whole group is killed. The
/// kernel kills it when this process dies, even by SIGKILL. It starts with no signal blocked, with
/// default handlers, without core dumps, and with the descriptors that it is given and no others.
///
/// The corresponding C functions are `vfork`, `execve`, `prctl` with `PR_SET_PDEATHSIG`, `setpgid`,
/// `setrlimit` and `wait4`.
package final class SpawnedProcess {
  /// The process and process group number.
  package let number: pid_t
  /// A descriptor that becomes readable when the program ends; -1 where the kernel has none. For
  /// `poll`, which ignores negative descriptors: then poll with ``pollInterval``.
  package let handle: Int32
  private var ending: Ending?
  /// The most memory that this process had held when the program started. The kernel counts it as
  /// the program's, too, since both share it between `vfork` and `execve`.
  private let sharedMemory: Int

  /// How a program ended.
  package struct Ending: Hashable, Sendable {
    /// The signal that ended it; 0 for none.
    package var signal: Int32
    /// Its exit status, 0 to 255.
    package var status: Int32
    /// The most memory that it held, in bytes; 0 if that was no more than what this process had
    /// held before.
    package var peakMemory: Int
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program, found along `PATH` unless its name has a slash, and its arguments.
  ///   - descriptors: What the program finds open as descriptors 0, 1, 2 and so on; `nil` is
  ///     `/dev/null`. The caller keeps and closes its own.
  ///   - environment: `NAME=value` strings; `nil` passes on this process's environment.
  ///   - memory: The most memory for data in bytes; `nil` sets no limit. The program sees failing
  ///     allocations beyond it.
  /// - Throws: The C error number: `ENOENT` when there is no such program.
  package init(
    _ command: [String], descriptors: [Int32?], environment: [String]? = nil, memory: Int? = nil
  ) throws(CError) {
    guard let name = command.first, let path = Self.path(of: name) else {
      throw CError(code: ENOENT)
    }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw CError(code: errno) }
    defer { close(null) }
    var variables = environment.map { $0.map { strdup($0) } + [nil] }
    var arguments = command.map { strdup($0) } + [nil]
    defer {
      for string in arguments + (variables ?? []) { free(string) }
    }
    var (process, handle): (pid_t, Int32) = (0, -1)
    let code = descriptors.map { $0 ?? null }.withUnsafeBufferPointer { descriptors in
      path.withCString { path in
        arguments.withUnsafeMutableBufferPointer { arguments in
          func start(_ variables: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
            var request = gleskit_spawn_request(
              path: path, arguments: arguments.baseAddress, environment: variables,
              descriptors: descriptors.baseAddress, descriptor_count: Int32(descriptors.count),
              memory: UInt64(memory ?? 0))
            return gleskit_spawn(&request, &process, &handle)
          }
          return variables?.withUnsafeMutableBufferPointer { start($0.baseAddress) }
            ?? start(environ)
        }
      }
    }
    guard code == 0 else { throw CError(code: code) }
    (number, self.handle) = (process, handle)
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    sharedMemory = Self.peakMemory(usage)
  }

  private static func peakMemory(_ usage: rusage) -> Int { Int(usage.ru_maxrss) << 10 }

  deinit {
    _ = end()
    if handle >= 0 { close(handle) }
  }

  /// The milliseconds after which a wait in `poll` looks again whether the program has ended, the
  /// tool has been interrupted or a time limit has passed.
  package var pollInterval: Int32 { handle >= 0 ? 100 : 5 }

  /// Whether the program has ended. It stays a zombie until ``end()``.
  package var hasEnded: Bool {
    if ending != nil { return true }
    var info = siginfo_t()
    // An error means that somebody else has waited for it.
    return waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT | WNOHANG) != 0
      || info.si_signo != 0
  }

  /// Waits until the program ends.
  ///
  /// - Returns: Whether it has ended; false when `deadline` passes or ``Interruption`` says stop.
  package func wait(until deadline: SuspendingClock.Instant? = nil) -> Bool {
    while !hasEnded {
      if Interruption.pending != nil || deadline.map({ $0 <= .now }) == true { return false }
      var ends = [pollfd(fd: handle, events: Int16(POLLIN), revents: 0)]
      poll(&ends, 1, pollInterval)
    }
    return true
  }

  /// Kills what still runs of the program and its group, and says how the program ended.
  @discardableResult
  package func end() -> Ending {
    if let ending { return ending }
    // Until wait4 the number cannot be given to another process.
    kill(-number, SIGKILL)
    var (status, usage) = (Int32(0), rusage())
    while wait4(number, &status, 0, &usage) < 0 && errno == EINTR {}
    let peak = Self.peakMemory(usage)
    let result = Ending(
      signal: status & 0x7F, status: status >> 8 & 0xFF, peakMemory: peak > sharedMemory ? peak : 0)
    ending = result
    return result
  }

  /// The executable that a command name stands for, found as a shell does; `nil` if there is none.
  package static func path(of name: String) -> String? {
    if name.contains("/") { return name }
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }.first { path in
      var facts = stat()
      return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }
}
