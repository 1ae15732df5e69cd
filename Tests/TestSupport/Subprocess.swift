import Glibc

/// What an external program said and how it ended.
public struct Subprocess: Sendable {
  /// Exit status; 128 + signal when a signal ended it, as shells count.
  public let status: Int
  /// What it wrote to standard output.
  public let output: [UInt8]
  /// What it wrote to standard error, where that was asked for; else empty.
  public let errors: [UInt8]

  /// The output as text, without white space at its end.
  public var text: String {
    let end = output.lastIndex { !" \n\t\r".utf8.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: output[..<end], as: UTF8.self)
  }

  /// Runs a program, found along `PATH`, until it ends. The corresponding C function is
  /// `posix_spawnp`.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - input: What it reads from standard input; `nil` leaves it ours.
  ///   - capturesErrors: Whether its standard error is kept; otherwise it goes to ours.
  ///   - meanwhile: Is called with the process's number once it runs, before its output is read;
  ///     it may wait for something to happen and send a signal.
  /// - Throws: ``SubprocessError`` when it could not be started.
  public init(
    _ command: [String], input: [UInt8]? = nil, capturesErrors: Bool = false,
    meanwhile: (pid_t) -> Void = { _ in }
  ) throws(SubprocessError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SubprocessError(command, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    // Files, not pipes: nothing has to be read while something else is written.
    let errorFile = try scratchFile(holding: [], for: command)
    defer { close(errorFile) }
    if capturesErrors { posix_spawn_file_actions_adddup2(&actions, errorFile, STDERR_FILENO) }
    let inputFile = try scratchFile(holding: input ?? [], for: command)
    defer { close(inputFile) }
    if input != nil { posix_spawn_file_actions_adddup2(&actions, inputFile, STDIN_FILENO) }

    // The threads that run tests block signals, and a child would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let code = posix_spawnp(&child, command[0], &actions, &attributes, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw SubprocessError(command, code: code) }

    meanwhile(child)
    output = readAll(ends[0])
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) < 0 && errno == EINTR {}
    let signal = ending & 0x7F
    status = Int(signal == 0 ? ending >> 8 & 0xFF : 128 + signal)
    lseek(errorFile, 0, SEEK_SET)
    errors = readAll(errorFile)
  }
}

/// A nameless file under `/tmp`, at its start.
private func scratchFile(
  holding bytes: [UInt8], for command: [String]
) throws(SubprocessError) -> Int32 {
  var name = Array("/tmp/gleskit-test-XXXXXX".utf8CString)
  let file = mkstemp(&name)
  guard file >= 0 else { throw SubprocessError(command, code: errno) }
  unlink(name)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
    defer { close(file) }
    throw SubprocessError(command, code: errno)
  }
  return file
}

private func readAll(_ descriptor: Int32) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    if count <= 0 { return bytes }
    bytes += chunk[..<count]
  }
}

/// A program that could not be started.
public struct SubprocessError: Error, CustomStringConvertible {
  /// What was to run, and why it did not.
  public let description: String

  init(_ command: [String], code: Int32) {
    description = "cannot run \(command.joined(separator: " ")): \(String(cString: strerror(code)))"
  }
}
