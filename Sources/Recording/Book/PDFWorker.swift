import GLESKitSpawn
import GLESKitSupport
import Glibc
import Imaging
import Synchronization

/// A process that reads one PDF with poppler: the program `pagecurl-pdf-worker`.
final class PDFWorker {
  /// Why a part of a file can't be read.
  enum Problem: Error {
    /// The process has ended; how, to follow a name.
    case ended(String)
    /// It took too long.
    case hung
    /// The tool has been interrupted.
    case interrupted
    /// What the process says.
    case refused(String)
    case system(CError)
    case file(CError)
    case program(CError)
  }

  /// A small PDF may describe a picture that takes hours and all memory.
  private static let patience = Duration.seconds(120)
  private static let mostMemory = 2 << 30

  private let process: SpawnedProcess
  private let socket: Int32
  private let memory: Int32
  private var memorySize = 0

  /// Starts a process.
  ///
  /// - Parameter file: The descriptor of the PDF.
  init(reading file: Int32) throws(CError) {
    let memory = gleskit_shared_memory()
    guard memory >= 0 else { throw CError(code: -memory) }
    do throws(CError) {
      let ends = try MessageSocket.pair()
      defer { close(ends.theirs) }
      do throws(CError) {
        // Its end of the socket is `MessageSocket.descriptor`.
        process = try SpawnedProcess(
          [CompanionProgram.path(of: "pagecurl-pdf-worker")],
          descriptors: [nil, nil, nil, ends.theirs, memory, file], memory: Self.mostMemory)
      } catch {
        close(ends.ours)
        throw error
      }
      (socket, self.memory) = (ends.ours, memory)
    } catch {
      close(memory)
      throw error
    }
  }

  deinit {
    close(socket)
    close(memory)
    process.end()
  }

  /// Sends a request and waits for the answer.
  func ask(_ request: JSON) throws(Problem) -> JSON {
    let deadline = SuspendingClock.now + Self.patience
    var loss: Problem?
    guard MessageSocket.send(request, to: socket),
      let answer = MessageSocket.receive(
        from: socket,
        when: {
          loss = waitForAnswer(until: deadline)
          return loss == nil
        })
    else { throw loss ?? .ended(ending) }
    if let reason = answer["error"].string { throw .refused(reason) }
    return answer
  }

  private func waitForAnswer(until deadline: SuspendingClock.Instant) -> Problem? {
    while true {
      var ends = [
        pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.handle, events: Int16(POLLIN), revents: 0),
      ]
      poll(&ends, 2, process.pollInterval)
      if ends[0].revents != 0 { return nil }
      // A grandchild may hold the socket open after the program's end.
      if process.hasEnded { return .ended(ending) }
      if Interruption.pending != nil { return .interrupted }
      if deadline <= .now { return .hung }
    }
  }

  private var ending: String {
    // It may have closed the socket a moment before.
    _ = process.wait(until: .now + .seconds(1))
    let ending = process.end()
    // The dynamic linker's status.
    if ending.status == 127 {
      return "needs libraries that are not installed (apt-get install libpoppler-glib8 libqpdf29)"
    }
    return ending.signal == 0
      ? "ended with status \(ending.status)"
      : "ended by signal \(ending.signal) (\(String(cString: strsignal(ending.signal))))"
  }

  /// Makes room for a picture that ``picture(_:)`` will return.
  func makeRoom(for size: PixelSize) throws(CError) {
    let (count, isTooMuch) = (4 * size.width).multipliedReportingOverflow(by: size.height)
    guard !isTooMuch else { throw CError(code: ENOMEM) }
    guard count > memorySize else { return }
    guard ftruncate(memory, count) == 0 else { throw CError(code: errno) }
    memorySize = count
  }

  /// The picture that the process has drawn.
  func picture(_ size: PixelSize) throws(CError) -> Image {
    let count = size.width * size.height
    guard let start = mmap(nil, 4 * count, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0),
      start != MAP_FAILED
    else { throw CError(code: errno) }
    defer {
      // The pages of a book differ in size: none keeps what the largest needed.
      madvise(start, 4 * count, Int32(MADV_REMOVE))
      munmap(start, 4 * count)
    }
    let drawn = UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt32.self), count: count)
    let pixels = [UInt8](unsafeUninitializedCapacity: 4 * count) { bytes, filled in
      bytes.withMemoryRebound(to: UInt32.self) { pixels in
        // cairo's pixels are words of alpha, red, green and blue; all are opaque.
        for index in 0..<count {
          let word = drawn[index]
          pixels[index] =
            (word & 0xFF) << 16 | word & 0xFF00 | (word >> 16) & 0xFF | 0xFF00_0000
        }
      }
      filled = 4 * count
    }
    return Image(width: size.width, height: size.height, pixels: pixels)
  }
}

/// The processes that read one PDF: each thread that needs one at the same time as others gets its
/// own.
final class PDFWorkers: Sendable {
  private struct Idle: @unchecked Sendable {
    // Sendable: a worker is used by the thread that has taken it.
    /// The process to which they belong.
    var owner = getpid()
    var workers: [PDFWorker] = []
  }

  private let path: String
  private let options: PDFOptions
  private let idle = Mutex(Idle())

  init(_ path: String, _ options: PDFOptions) { (self.path, self.options) = (path, options) }

  /// Lets a process do something. A process that ends meanwhile is replaced once.
  ///
  /// - Parameters:
  ///   - part: What of the file is read, for errors, such as "page 3".
  ///   - body: What is done, as a function of the process and of what asks it.
  func perform<Result>(
    _ part: String, _ request: JSON,
    preparing prepare: (PDFWorker) throws(CError) -> Void = { _ in },
    _ result: (JSON, PDFWorker) throws(CError) -> Result?
  ) throws(RecordingError) -> Result {
    var isRepeated = false
    while true {
      do throws(PDFWorker.Problem) {
        let worker: PDFWorker
        if let idle = take() { worker = idle } else { worker = try opened() }
        do throws(CError) { try prepare(worker) } catch { throw .system(error) }
        let answer = try worker.ask(request)
        let value: Result?
        do throws(CError) { value = try result(answer, worker) } catch { throw .system(error) }
        idle.withLock { $0.workers.append(worker) }
        guard let value else { throw .refused("poppler's answer is no answer") }
        return value
      } catch {
        guard case .ended = error, !isRepeated else { throw self.error(error, part) }
        isRepeated = true
      }
    }
  }

  private func take() -> PDFWorker? {
    idle.withLock { idle in
      if idle.owner != getpid() {
        // This process is a copy of the one whose children they are.
        for worker in idle.workers { _ = Unmanaged.passRetained(worker) }
        idle = Idle()
      }
      return idle.workers.popLast()
    }
  }

  private func opened() throws(PDFWorker.Problem) -> PDFWorker {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .file(CError(code: errno)) }
    defer { close(file) }
    let worker: PDFWorker
    do throws(CError) { worker = try PDFWorker(reading: file) } catch { throw .program(error) }
    _ = try worker.ask([
      "open": options.password.map(JSON.string) ?? .null, "box": .string(options.box.rawValue),
    ])
    return worker
  }

  /// The error for a part of the file, such as "page 3", that can't be read for a reason.
  func error(of part: String, because reason: String) -> RecordingError {
    error(.refused(reason), part)
  }

  private func error(_ failure: PDFWorker.Problem, _ part: String) -> RecordingError {
    let name = part.isEmpty ? "'\(path)'" : "\(part) of '\(path)'"
    let again: RecordingMessage = "; export the PDF again"
    let remedy = part.hasPrefix("page ") ? again + ", or " + .leaveOut : again
    switch failure {
    case .file(let error): return .image(.file(FileError(.read, path, code: error.code)))
    case .refused("encrypted"):
      return .pages(
        options.password == nil
          ? "'\(path)' is encrypted; " + .password
          : "wrong password for '\(path)'")
    case .refused(let reason): return .pages("cannot read \(name): \(reason)" + remedy)
    case .hung: return .pages("cannot read \(name) within 120 s" + remedy)
    case .interrupted: return .program("interrupted")
    case .ended(let how):
      return .pages("cannot read \(name): poppler \(how) twice" + remedy)
    case .system(let error): return .program("cannot read \(name): \(error.reason)")
    case .program(let error):
      return .program(
        "cannot read \(name): '\(CompanionProgram.path(of: "pagecurl-pdf-worker"))', a part of "
          + "pagecurl, does not start: \(error.reason); reinstall pagecurl")
    }
  }
}
