import Glibc

/// What an external program said and how it ended.
public struct Subprocess: Sendable {
  /// Exit status; 128 + signal when a signal ended it, as shells count.
  public let status: Int
  /// What it wrote to standard output.
  public let output: [UInt8]

  /// The output as text, without white space at its end.
  public var text: String {
    let end = output.lastIndex { !" \n\t\r".utf8.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: output[..<end], as: UTF8.self)
  }

  /// Runs a program, found along `PATH`, until it ends; its standard error goes to ours.
  /// The corresponding C function is `posix_spawnp`.
  ///
  /// - Throws: ``SubprocessError`` when it could not be started.
  public init(_ command: [String]) throws(SubprocessError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SubprocessError(command, code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)

    var arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    let code = posix_spawnp(&child, command[0], &actions, nil, &arguments, environ)
    close(ends[1])
    defer { close(ends[0]) }
    guard code == 0 else { throw SubprocessError(command, code: code) }

    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(ends[0], &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      output += chunk[..<count]
    }
    var ending: Int32 = 0
    while waitpid(child, &ending, 0) < 0 && errno == EINTR {}
    let signal = ending & 0x7F
    status = Int(signal == 0 ? ending >> 8 & 0xFF : 128 + signal)
    self.output = output
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
