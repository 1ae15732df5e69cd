import Glibc
import TestSupport
import Testing

@testable import GLESKitSupport

/// How the programs that we start begin and end.
@Suite struct ProcessTests {
  /// Whether a process still runs; a zombie does not.
  private func isAlive(_ process: pid_t) -> Bool {
    guard let facts = try? Files.read("/proc/\(process)/stat") else { return false }
    return !String(decoding: facts, as: UTF8.self).contains(") Z ")
  }

  /// Waits a moment for a process that has been killed to go.
  private func isGone(_ process: pid_t) -> Bool {
    for _ in 0..<500 where isAlive(process) { usleep(10_000) }
    return !isAlive(process)
  }

  /// It still reads files and starts threads, and `abort` ends it.
  @Test func aConfinedProcessChangesNothing() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/file"
    try AtomicFile.write([1], to: path)
    try inOwnProcess(passing: path, endingIn: .signal(SIGABRT)) { path in
      Confinement.begin()
      func isRefused(_ result: Int32) -> Bool { result < 0 && errno == EACCES }
      #expect(try Files.read(path) == [1])
      #expect(isRefused(open(path, O_WRONLY)) && isRefused(open(path, O_RDWR | O_CREAT, 0o600)))
      #expect(isRefused(unlink(path)) && isRefused(rename(path, path + "2")))
      #expect(isRefused(truncate(path, 0)) && isRefused(mkdir(path + "3", 0o700)))
      #expect(isRefused(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)))
      #expect(
        isRefused(kill(getppid(), 0)) && isRefused(execv("/bin/true", CommandLine.unsafeArgv)))
      #expect(throws: CError.self) { try SpawnedProcess(["true"], descriptors: []) }
      let thread = try WorkerThread {}
      thread.join()
      abort()
    }
    #expect(try Files.read(path) == [1])
  }

  private func output(_ command: [String], patience: Int? = nil) throws -> (String, String) {
    let (output, ending) = try ChildProcess.output(of: command, limit: 1 << 20, patience: patience)
    return (String(decoding: output, as: UTF8.self), ending.sentence)
  }

  /// Writes more than a pipe holds; the C error number.
  private func writeMuch(to process: inout ChildProcess) -> Int32 {
    [UInt8](repeating: 0, count: 4 << 20).withUnsafeBytes { bytes in
      do throws(CError) {
        try process.write(bytes)
        return 0
      } catch {
        return error.code
      }
    }
  }

  @Test func outputAndStatus() throws {
    let ended = try output(["sh", "-c", "echo Warning: x >&2; echo bad >&2; echo done; exit 3"])
    #expect(ended == ("done\n", "ended with status 3: bad"))
    let named = try output(["sh", "-c", "echo '[mov,mp4 @ 0x55d0c1] no atom' >&2; exit 1"])
    #expect(named.1 == "ended with status 1: no atom")
    #expect(try output(["sh", "-c", "kill -9 $$"]).1 == "was killed")
    #expect(throws: CError(code: ENOENT)) { try output(["no-such-program"]) }
    #expect(throws: CError(code: ENOENT)) { try output(["/no/such/program"]) }
    #expect(throws: CError(code: EACCES)) { try output(["/etc/passwd"]) }
    #expect(throws: CError(code: EFBIG)) { try output(["cat", "/dev/zero"]) }
    #expect(try output(["head", "-c", "\(1 << 20)", "/dev/zero"]).0.utf8.count == 1 << 20)
    #expect(ChildProcess.isInstalled("sh") && !ChildProcess.isInstalled("no-such-program"))
  }

  /// Its own group, no signal blocked, SIGPIPE not ignored, descriptors as given and no others.
  @Test func whatAProgramStartsWith() throws {
    let group = try output(["sh", "-c", "ps -o pgid= -p $$; echo $$; ls /proc/$$/fd"]).0
    let lines = group.split { $0.isWhitespace }.map(String.init)
    try #require(lines.count == 5, "\(lines)")
    #expect(lines[0] == lines[1] && lines[2...] == ["0", "1", "2"])
    let signals = try output(["grep", "-E", "Sig(Blk|Ign)", "/proc/self/status"]).0
    let masks = signals.split { $0.isWhitespace }.compactMap { UInt64($0, radix: 16) }
    try #require(masks.count == 2, "\(signals)")
    #expect(masks[0] == 0 && masks[1] & 1 << UInt64(SIGPIPE - 1) == 0)
    let file = open("/dev/zero", O_RDONLY)
    defer { close(file) }
    let passed = try ChildProcess.output(
      of: ["sh", "-c", "readlink /proc/$$/fd/3 /proc/$$/fd/4"], passing: [file, 2], limit: 1 << 10)
    #expect(String(decoding: passed.output, as: UTF8.self).hasPrefix("/dev/zero\n"))
  }

  @Test func environmentAndMemory() throws {
    let ends = try Pipes.make()
    let process = try SpawnedProcess(
      ["sh", "-c", "echo $A$HOME; ulimit -d"], descriptors: [nil, ends.writing, nil],
      environment: ["A=b", "PATH=/bin"], memory: 64 << 20)
    close(ends.writing)
    #expect(process.wait())
    var bytes = [UInt8](repeating: 0, count: 100)
    bytes.removeLast(100 - read(ends.reading, &bytes, 100))
    close(ends.reading)
    #expect(String(decoding: bytes, as: UTF8.self) == "b\n65536\n")
    let ending = process.end()
    #expect(ending.signal == 0 && ending.status == 0)
  }

  /// The memory of this process is not counted.
  @Test func peakMemoryIsTheProgramsOwn() throws {
    func peakMemory(_ command: String) throws -> Int {
      let process = try SpawnedProcess(["sh", "-c", command], descriptors: [nil, nil, nil])
      #expect(process.wait())
      return process.end().peakMemory
    }
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    let much = usage.ru_maxrss << 10 + 32 << 20
    let peak = try peakMemory("head -c \(much) /dev/zero | tail -c \(much) >/dev/null")
    #expect((much...2 * much).contains(peak), "\(peak)")
    #expect(try peakMemory("true") == 0)
  }

  /// A program that takes no input, gives no output or never ends is stopped.
  @Test(.long) func idlePrograms() throws {
    let sentence = "made no progress for 1 s and was stopped"
    #expect(try output(["sleep", "1000"], patience: 1) == ("", sentence))
    #expect(try output(["sh", "-c", "exec >&-; exec sleep 1000"], patience: 1).1 == sentence)
    // Complaints are no progress, and do not fill the memory.
    #expect(try output(["sh", "-c", "exec yes >&2"], patience: 1).1 == sentence)
    var process = try ChildProcess(["sleep", "1000"], flow: .input, patience: 1)
    #expect(writeMuch(to: &process) == EPIPE)
    #expect(process.finish().idleSeconds == 1)
  }

  /// A grandchild that holds the pipes is not waited for, and ends with the group.
  @Test func grandchildren() throws {
    let (output, sentence) = try output(["sh", "-c", "sleep 1000 & echo $!; exit 4"])
    #expect(sentence == "ended with status 4")
    let grandchild = try #require(pid_t(output.dropLast()))
    #expect(isGone(grandchild))
    var process = try ChildProcess(
      ["sh", "-c", "exec 3<&0; sleep 1000 <&3 & exit 5"], flow: .input)
    #expect(writeMuch(to: &process) == EPIPE)
    #expect(process.finish().status == 5)
  }

  /// A dropped program is killed with its group.
  @Test func droppedPrograms() throws {
    let process = try SpawnedProcess(["sleep", "1000"], descriptors: [nil, nil, nil])
    let number = process.number
    #expect(!process.wait(until: .now) && isAlive(number))
    #expect(process.end().signal == SIGKILL)
    #expect(isGone(number))
  }

  /// Programs live on when the thread that started them ends.
  @Test func programsOutliveThreads() throws {
    nonisolated(unsafe) var process: SpawnedProcess?
    try runOnThread {
      process = try SpawnedProcess(["sleep", "1000"], descriptors: [nil, nil, nil])
    }
    usleep(50_000)
    #expect(process?.hasEnded == false)
  }

  /// Programs end with the process that started them, even if it is killed.
  @Test func programsEndWithUs() throws {
    let folder = try TemporaryFolder()
    let path: String = "\(folder.path)/number"
    try inOwnProcess(passing: path, endingIn: .signal(SIGKILL)) { path in
      let process = try SpawnedProcess(["sleep", "1000"], descriptors: [nil, nil, nil])
      try AtomicFile.write(Array("\(process.number)".utf8), to: path)
      kill(getpid(), SIGKILL)
    }
    let number = try #require(pid_t(String(decoding: try Files.read(path), as: UTF8.self)))
    #expect(isGone(number))
  }
}
