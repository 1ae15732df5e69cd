import GLESKitSupport
import Glibc

/// What a program wrote and how it ended.
public struct Subprocess: Sendable {
  /// Exit status; 128 + signal when a signal ended it, as shells count.
  public let status: Int
  /// What it wrote to standard output.
  public let output: [UInt8]
  /// What it wrote to standard error, if that was asked for; else empty.
  public let errors: [UInt8]

  /// A test that waits longer than this for a program fails instead of hanging.
  private static let limit = Duration.seconds(300)

  /// A shell starts background jobs without SIGINT, and programs would inherit that from the tests.
  private static let heedsInterrupts: Void = { _ = signal(SIGINT, SIG_DFL) }()

  /// The output as text, without white space at its end.
  public var text: String {
    let end = output.lastIndex { !" \n\t\r".utf8.contains($0) }.map { $0 + 1 } ?? 0
    return String(decoding: output[..<end], as: UTF8.self)
  }

  /// Runs a program, found along `PATH`, until it ends and its output is closed.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments.
  ///   - input: What it reads from standard input; `nil` is nothing.
  ///   - capturesErrors: Whether its standard error is kept; otherwise it goes to ours.
  ///   - environment: Variables that are set for it beside ours.
  ///   - meanwhile: Is called with the process's number once it runs, before its output is read;
  ///     it may wait for something to happen and send a signal.
  /// - Throws: ``SubprocessError`` when it could not be started.
  public init(
    _ command: [String], input: [UInt8]? = nil, capturesErrors: Bool = false,
    environment: [String: String] = [:], meanwhile: (pid_t) -> Void = { _ in }
  ) throws(SubprocessError) {
    Self.heedsInterrupts
    do throws(CError) {
      // Files, not pipes: nothing has to be read while something else is written.
      let inputFile = try scratchFile(holding: input ?? [])
      defer { close(inputFile) }
      let errorFile = try scratchFile(holding: [])
      defer { close(errorFile) }
      let ends = try Pipes.make()
      defer { close(ends.reading) }
      let process: SpawnedProcess
      do {
        defer { close(ends.writing) }
        process = try SpawnedProcess(
          command,
          descriptors: [inputFile, ends.writing, capturesErrors ? errorFile : STDERR_FILENO],
          environment: environment.isEmpty ? nil : variables(environment))
      }
      meanwhile(process.number)
      let deadline = SuspendingClock.now + Self.limit
      output = readAll(ends.reading, until: deadline)
      _ = process.wait(until: deadline)
      let ending = process.end()
      status = Int(ending.signal == 0 ? ending.status : 128 + ending.signal)
      lseek(errorFile, 0, SEEK_SET)
      errors = readAll(errorFile, until: deadline)
    } catch {
      throw SubprocessError(
        description: "cannot run \(command.joined(separator: " ")): \(error.reason)")
    }
  }
}

/// Our environment with some variables set anew.
private func variables(_ changes: [String: String]) -> [String] {
  var strings: [String] = []
  var pointer = environ
  while let entry = pointer.pointee {
    strings.append(String(cString: entry))
    pointer += 1
  }
  strings.removeAll { string in changes.keys.contains { string.hasPrefix("\($0)=") } }
  return strings + changes.map { "\($0)=\($1)" }
}

/// A nameless file under `/tmp`, at its start.
private func scratchFile(holding bytes: [UInt8]) throws(CError) -> Int32 {
  var name = Array("/tmp/gleskit-test-XXXXXX".utf8CString)
  let file = mkstemp(&name)
  guard file >= 0 else { throw CError(code: errno) }
  unlink(name)
  _ = fcntl(file, F_SETFD, FD_CLOEXEC)
  guard write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
    defer { close(file) }
    throw CError(code: errno)
  }
  return file
}

private func readAll(_ descriptor: Int32, until deadline: SuspendingClock.Instant) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while .now < deadline {
    var ends = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    guard poll(&ends, 1, 1000) != 0 else { continue }
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    if count <= 0 { break }
    bytes += chunk[..<count]
  }
  return bytes
}

/// A program that could not be started.
public struct SubprocessError: Error, CustomStringConvertible {
  /// What was to run, and why it did not.
  public let description: String
}
