import Glibc
import Synchronization

/// Another program, found along `PATH`, with a pipe to its input or from its output. What it says on
/// standard error is kept for the error message.
///
/// It runs in a process group of its own: Ctrl-C reaches us alone, so that we can end it in order. A
/// value that is dropped before ``finish()`` kills it.
package struct ChildProcess: ~Copyable {
  /// Which way bytes flow.
  package enum Flow {
    /// From us to its standard input.
    case input
    /// From its standard output to us.
    case output
  }

  /// How it ended.
  package struct Ending {
    /// Its exit status; `nil` where a signal ended it.
    package let status: Int32?
    /// What it said, shortened to the line that says most.
    package let complaint: String

    /// "ended with status 1: …", to follow the program's name.
    package var sentence: String {
      let how = status.map { "ended with status \($0)" } ?? "was killed"
      return complaint.isEmpty ? how : "\(how): \(complaint)"
    }
  }

  private let process: pid_t
  private let flow: Flow
  private var data: Int32
  private let errors: Int32
  private var said: [UInt8] = []
  private var isRunning = true

  /// Pipes are made and marked one after the other, so that no program inherits another's.
  private static let spawning = Mutex<Void>(())

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: Its name and its arguments.
  ///   - flow: Which of its streams is ours; the other is empty.
  ///   - descriptors: Files that it finds open as descriptors 3, 4 and so on.
  /// - Throws: The C error number: `ENOENT` where there is no such program.
  package init(_ command: [String], flow: Flow, passing descriptors: [Int32] = []) throws(CError) {
    let result = Self.spawning.withLock { _ in
      Result { () throws(CError) in
        try Self.spawn(command, flow: flow, passing: descriptors)
      }
    }
    (process, data, errors) = try result.get()
    self.flow = flow
  }

  deinit {
    if isRunning {
      kill(process, SIGKILL)
      _ = Self.wait(for: process)
    }
    if data >= 0 { close(data) }
    close(errors)
  }

  /// Runs a program until it ends.
  ///
  /// - Throws: As ``init(_:flow:passing:)``, and `EFBIG` for an output of more than `limit` bytes.
  package static func output(
    of command: [String], passing descriptors: [Int32] = [], limit: Int
  ) throws(CError) -> (output: [UInt8], ending: Ending) {
    var process = try ChildProcess(command, flow: .output, passing: descriptors)
    let output = try process.readAll(limit: limit)
    return (output, process.finish())
  }

  /// Whether there is a program of that name along `PATH`.
  package static func isInstalled(_ name: String) -> Bool {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// Hands it `bytes`, waiting while it is busy.
  ///
  /// - Throws: `EPIPE` when it reads no more.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(CError) {
    var rest = bytes
    while !rest.isEmpty {
      let (written, code) = Pipes.ignoringBroken { Glibc.write(data, rest.baseAddress, rest.count) }
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if code == EAGAIN {
        waitForPipes(Int16(POLLOUT))
      } else if code != EINTR {
        throw CError(code: code)
      }
    }
  }

  /// Reads its output to the end.
  private mutating func readAll(limit: Int) throws(CError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(data, &chunk, chunk.count)
      if count > 0 {
        bytes += chunk[..<count]
        if bytes.count > limit { throw CError(code: EFBIG) }
      } else if count == 0 {
        return bytes
      } else if errno == EAGAIN {
        waitForPipes(Int16(POLLIN))
      } else if errno != EINTR {
        throw CError(code: errno)
      }
    }
  }

  /// Closes its input.
  package mutating func endInput() {
    if data >= 0 { close(data) }
    data = -1
  }

  /// Closes its input and waits for its end.
  package mutating func finish() -> Ending {
    endInput()
    var isOpen = true
    while isOpen {
      var ends = [pollfd(fd: errors, events: Int16(POLLIN), revents: 0)]
      poll(&ends, 1, -1)
      isOpen = drainErrors()
    }
    let status = Self.wait(for: process)
    isRunning = false
    let signal = status & 0x7F
    return Ending(status: signal == 0 ? status >> 8 & 0xFF : nil, complaint: firstComplaint)
  }

  /// Waits until the pipe of data is ready, taking in meanwhile what it says, so that it is never held
  /// up by either.
  private mutating func waitForPipes(_ events: Int16) {
    var ends = [
      pollfd(fd: data, events: events, revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
    ]
    // A closed end would return at once for ever: leave it out.
    let hasErrors = drainErrors()
    poll(&ends, hasErrors ? 2 : 1, -1)
    if hasErrors { _ = drainErrors() }
  }

  /// Takes in some of what it has said; false once it can say no more.
  private mutating func drainErrors() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(errors, &chunk, chunk.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    // A program that complains without end must not fill the memory.
    if said.count < 1 << 16 { said += chunk[..<count] }
    return count > 0
  }

  /// What it said first, warnings apart: what follows is mostly a consequence.
  private var firstComplaint: String {
    let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.contains { !$0.isWhitespace } }
    return String(lines.first { !$0.contains("arning") } ?? lines.first ?? "")
  }

  private static func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}

/// A C error number.
package struct CError: Error {
  package var code: Int32

  package init(code: Int32) { self.code = code }

  /// The system's sentence for it.
  package var reason: String { String(cString: strerror(code)) }
}

extension ChildProcess {
  private static func spawn(
    _ command: [String], flow: Flow, passing descriptors: [Int32]
  ) throws(CError) -> (pid_t, Int32, Int32) {
    var (dataEnds, errorEnds): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&dataEnds) == 0 else { throw CError(code: errno) }
    guard pipe(&errorEnds) == 0 else {
      let code = errno
      for end in dataEnds { close(end) }
      throw CError(code: code)
    }
    let (ours, theirs) = flow == .input ? (dataEnds[1], dataEnds[0]) : (dataEnds[0], dataEnds[1])
    for end in dataEnds + errorEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    for end in [ours, errorEnds[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    Pipes.grow(ours)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let (used, unused) =
      flow == .input ? (STDIN_FILENO, STDOUT_FILENO) : (STDOUT_FILENO, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, theirs, used)
    posix_spawn_file_actions_addopen(&actions, unused, "/dev/null", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, errorEnds[1], STDERR_FILENO)
    // Last, as one of the pipes may have the number 3 on our side, and by way of numbers that are not
    // among the new ones.
    let passed = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 3 + Int32(descriptors.count)) }
    defer { for copy in passed { close(copy) } }
    for (index, copy) in passed.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, 3 + Int32(index))
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, defaults) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    let code = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, environ)
    close(theirs)
    close(errorEnds[1])
    guard code == 0 else {
      close(ours)
      close(errorEnds[0])
      throw CError(code: code)
    }
    return (process, ours, errorEnds[0])
  }
}
