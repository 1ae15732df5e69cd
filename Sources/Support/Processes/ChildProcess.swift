import Glibc

/// A program with a pipe to its input or from its output. What it writes to standard error is kept
/// for the error message.
///
/// No wait lasts forever: each ends when the program does (a grandchild that holds a pipe is not
/// waited for) or when the program makes no progress for too long, which kills it; ``finish()``
/// then tells. After an ``Interruption`` its patience is shorter. A value that is dropped before
/// ``finish()`` kills the program too.
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
    /// Its exit status; `nil` if a signal ended it.
    package var status: Int32? { signal == 0 ? code : nil }
    fileprivate let code: Int32
    /// The signal that ended it; 0 is none.
    package let signal: Int32
    /// The first line of its standard error that is not a warning; may be empty.
    package let complaint: String
    /// Seconds without progress after which it was killed; `nil` if it was not.
    package let idleSeconds: Int?

    /// "ended with status 1: …", to follow the program's name.
    package var sentence: String {
      if let idleSeconds { return "made no progress for \(idleSeconds) s and was stopped" }
      let how = status.map { "ended with status \($0)" } ?? "was killed"
      return complaint.isEmpty ? how : "\(how): \(complaint)"
    }
  }

  private let process: SpawnedProcess
  private let patience: Int?
  private let grace: Int
  private var data: Int32
  /// -1 once the program has closed it.
  private var errors: Int32
  private var said: [UInt8] = []
  private var lastProgress = SuspendingClock.now
  private var idleSeconds: Int?

  /// A program that complains without end must not fill the memory.
  private static let errorLimit = 1 << 16

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: The program, found along `PATH`, and its arguments.
  ///   - flow: Which of its streams is ours; the other is empty.
  ///   - descriptors: Files that it finds open as descriptors 3, 4 and so on.
  ///   - memory: The most memory for data in bytes; `nil` sets no limit.
  ///   - patience: Seconds that it may take without reading input, writing output or ending;
  ///     `nil` sets no limit. What it writes to standard error does not count.
  ///   - grace: The same after an interruption, so that it can finish what it writes.
  /// - Throws: The C error number: `ENOENT` when there is no such program.
  package init(
    _ command: [String], flow: Flow, passing descriptors: [Int32] = [], memory: Int? = nil,
    patience: Int? = nil, grace: Int = 20
  ) throws(CError) {
    (process, data, errors) = try Self.start(command, flow, descriptors, memory)
    (self.patience, self.grace) = (patience, grace)
  }

  private static func start(
    _ command: [String], _ flow: Flow, _ descriptors: [Int32], _ memory: Int?
  ) throws(CError) -> (SpawnedProcess, data: Int32, errors: Int32) {
    let dataPipe = try Pipes.make()
    let errorPipe: (reading: Int32, writing: Int32)
    do throws(CError) {
      errorPipe = try Pipes.make()
    } catch {
      for end in [dataPipe.reading, dataPipe.writing] { close(end) }
      throw error
    }
    let isInput = flow == .input
    let theirs = isInput ? dataPipe.reading : dataPipe.writing
    let ours = [isInput ? dataPipe.writing : dataPipe.reading, errorPipe.reading]
    for end in ours { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    Pipes.grow(ours[0])
    defer { for end in [theirs, errorPipe.writing] { close(end) } }
    let standard = isInput ? [theirs, nil, errorPipe.writing] : [nil, theirs, errorPipe.writing]
    do throws(CError) {
      let process = try SpawnedProcess(
        command, descriptors: standard + descriptors, memory: memory)
      return (process, ours[0], ours[1])
    } catch {
      for end in ours { close(end) }
      throw error
    }
  }

  deinit {
    process.end()
    for end in [data, errors] where end >= 0 { close(end) }
  }

  /// Runs a program until it ends. By default, an interruption stops it at once.
  ///
  /// - Throws: As ``init(_:flow:passing:memory:patience:grace:)``, and `EFBIG` for an output of
  ///   more
  ///   than `limit` bytes.
  package static func output(
    of command: [String], passing descriptors: [Int32] = [], limit: Int, memory: Int? = nil,
    patience: Int? = nil, grace: Int = 0
  ) throws(CError) -> (output: [UInt8], ending: Ending) {
    var process = try ChildProcess(
      command, flow: .output, passing: descriptors, memory: memory, patience: patience,
      grace: grace)
    let output = try process.readAll(limit: limit)
    return (output, process.finish())
  }

  /// Whether there is a program of that name along `PATH`.
  package static func isInstalled(_ name: String) -> Bool { SpawnedProcess.path(of: name) != nil }

  /// Writes `bytes` to its input, waiting while it is busy.
  ///
  /// - Throws: `EPIPE` when it does not read any more; ``finish()`` tells why.
  package mutating func write(_ bytes: UnsafeRawBufferPointer) throws(CError) {
    lastProgress = .now
    var rest = bytes
    while !rest.isEmpty {
      let (written, code) = Pipes.ignoringBroken { Glibc.write(data, rest.baseAddress, rest.count) }
      if written >= 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        lastProgress = .now
      } else if code == EAGAIN {
        // A grandchild may hold the pipe open after the program's end.
        guard waitForPipes(Int16(POLLOUT)), !process.hasEnded else { throw CError(code: EPIPE) }
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
      let count = try readSome(into: &chunk, from: 0)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      if bytes.count > limit { throw CError(code: EFBIG) }
    }
  }

  /// Fills a buffer with the next bytes of its output. Returns whether there were enough.
  package mutating func read(into bytes: inout [UInt8]) throws(CError) -> Bool {
    lastProgress = .now
    var filled = 0
    while filled < bytes.count {
      let got = try readSome(into: &bytes, from: filled)
      if got == 0 { return false }
      filled += got
    }
    return true
  }

  /// Waits for its output, and reads some of it into a buffer from an index on; 0 at the end.
  private mutating func readSome(into bytes: inout [UInt8], from first: Int) throws(CError) -> Int {
    var hasEnded = false
    while true {
      let count = bytes.withUnsafeMutableBytes {
        let rest = UnsafeMutableRawBufferPointer(rebasing: $0[first...])
        return Glibc.read(data, rest.baseAddress, rest.count)
      }
      if count > 0 { lastProgress = .now }
      if count >= 0 { return count }
      if errno == EAGAIN {
        // A grandchild may hold the pipe open after the program's end.
        if hasEnded { return 0 }
        guard waitForPipes(Int16(POLLIN)) else { return 0 }
        hasEnded = process.hasEnded
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
    lastProgress = .now
    while idleSeconds == nil && !process.hasEnded {
      guard waitForPipes(0) else { break }
    }
    let ending = process.end()
    while said.count < Self.errorLimit && drainErrors() {}
    return Ending(
      code: ending.status, signal: ending.signal, complaint: firstComplaint,
      idleSeconds: idleSeconds)
  }

  /// Waits until the pipe of data is ready, the program says something or ends, or some time has
  /// passed.
  ///
  /// - Returns: False if the program has been killed because it made no progress for too long.
  private mutating func waitForPipes(_ events: Int16) -> Bool {
    let limit = Interruption.pending == nil ? patience : min(patience ?? grace, grace)
    if let limit, lastProgress.duration(to: .now) >= .seconds(limit) {
      idleSeconds = limit
      process.end()
      return false
    }
    var ends = [
      pollfd(fd: data, events: events, revents: 0),
      pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.handle, events: Int16(POLLIN), revents: 0),
    ]
    poll(&ends, 3, process.pollInterval)
    _ = drainErrors()
    return true
  }

  /// Takes in some of what it has written to standard error; false if there is no more for now.
  private mutating func drainErrors() -> Bool {
    guard errors >= 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(errors, &chunk, chunk.count)
    if count < 0 { return errno == EINTR }
    if said.count < Self.errorLimit { said += chunk[..<count] }
    if count == 0 {
      // poll would report the closed end again and again.
      close(errors)
      errors = -1
    }
    return count > 0
  }

  /// What it said first, warnings apart: what follows is mostly a consequence.
  private var firstComplaint: String {
    let lines = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline)
      .filter { $0.contains { !$0.isWhitespace } }
    let line = lines.first { !$0.contains("arning") } ?? lines.first ?? ""
    // ffmpeg names its objects by their addresses: `[mov @ 0x55d0c1] moov atom not found`.
    guard line.hasPrefix("["), let address = line.firstRange(of: " @ 0x"),
      let end = line[address.upperBound...].firstRange(of: "] ")
    else { return String(line) }
    return String(line[end.upperBound...])
  }
}
