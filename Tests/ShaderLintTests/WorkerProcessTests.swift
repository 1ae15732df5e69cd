import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// The linter's side of a worker.
@Suite struct WorkerProcessTests {
  /// The time limit counts from a job's own start: not from the end of the one before, after which
  /// the worker may have been idle, and not from the job behind it.
  @Test func theTimeOfAStepBeginsWithItsJob() throws {
    var worker = try WorkerProcess(executable: "/bin/sleep", arguments: ["1000"], memory: 1 << 30)
    defer { _ = worker.end(kill: true) }
    worker.stepBegan = 5
    worker.add(WorkerMessage.Request(job: 1, work: .details), job: 1)
    #expect(worker.stepBegan > 5)
    worker.stepBegan = 5
    worker.add(WorkerMessage.Request(job: 2, work: .details), job: 2)
    #expect(worker.stepBegan == 5 && worker.jobs == [1, 2])
  }

  @Test func requestsComeBackTheSame() throws {
    let works: [WorkerMessage.Request.Work] = [
      .shader(.vertex, [1, 2]), .shader(.fragment, []), .details,
      .program(vertex: [3], fragment: [4, 5]),
    ]
    for (number, work) in works.enumerated() {
      let request = WorkerMessage.Request(job: UInt32(number), work: work)
      let (payload, _) = try #require(WorkerMessage.frame(in: request.bytes[...]))
      #expect(WorkerMessage.Request(payload: payload) == request)
    }
  }

  /// Lints a shader with a worker that sends `responses` when it gets its job, and then runs shell
  /// commands, for which it has time on a busy machine, too.
  private func lint(
    by responses: [WorkerMessage.Response], then commands: String, memory: Int = 1 << 30
  ) throws -> [Diagnostic] {
    let folder = try TemporaryFolder()
    let worker = try writeWorker(
      in: folder.path,
      then: """
        head -c 1 <&3 >/dev/null
        \(shellCommand(sending: responses))
        \(commands)
        """)
    return try ShaderLintTests.lint([("a.frag", "void main() {}\n")]) {
      $0.engines = [.driver]
      $0.isolation.executable = worker
      $0.isolation.memory = memory
      $0.isolation.seconds = 300
    }.diagnostics
  }

  /// A driver that crashes when it has taken most of its memory has run out of memory, however much
  /// the linter itself has taken.
  @Test(.long, arguments: [Rule.ID.outOfMemory, .compilerCrashed])
  func aCrashInFullMemoryIsOutOfMemory(rule: Rule.ID) throws {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    // Other tests may take more until the worker starts.
    let much = usage.ru_maxrss << 10 + 512 << 20
    let taken = rule == .outOfMemory ? much : 1 << 20
    let found = try lint(
      by: [],
      then: "/usr/bin/python3 -c 'b\"x\" * \(taken)'; kill -ABRT $$", memory: much + 256 << 20)
    #expect(found.map(\.rule) == [rule], "\(found)")
  }

  /// A long text is checked by a worker first, with the limits of the driver.
  @Test(.long) func theOwnEngineHasLimitsToo() throws {
    let sum =
      "void main() { gl_Position = vec4(\(String(repeating: "1.0+", count: 1 << 19))1.0); }\n"
    let texts = [("long.vert", sum), ("fine.vert", "void main() { gl_Position = vec4(1.0); }\n")]
    let full = try ShaderLintTests.lint(texts) {
      $0.engines = [.own]
      $0.isolation.memory = 64 << 20
    }
    #expect(full.units.map { $0.diagnostics.map(\.rule) } == [[.outOfMemory], []])
    let folder = try TemporaryFolder()
    let worker = try writeWorker(in: folder.path, then: "sleep 100")
    let slow = try ShaderLintTests.lint(texts) {
      $0.engines = [.own]
      $0.isolation.seconds = 1
      $0.isolation.executable = worker
    }
    #expect(slow.units.map { $0.diagnostics.map(\.rule) } == [[.compilerHung], []])
  }

  /// What a driver says without a line is shown at the first one.
  @Test(arguments: [("", Rule.ID.silentFailure), ("error: no memory\n", .compileError)])
  func messagesWithoutALineHaveTheFirst(log: String, rule: Rule.ID) throws {
    let rejected = WorkerMessage.Response(
      job: 0, phase: .fragment, isLast: true, accepted: false, log: log)
    let found = try lint(by: [rejected], then: "cat <&3 >/dev/null")
    #expect(found.map(\.rule) == [rule], "\(found)")
    #expect(found.map(\.location?.text) == ["a.frag:1"])
  }

  /// The last call of a run's progress says that all jobs are done, also without a worker.
  @Test func progressReachesItsEnd() throws {
    var options = LintOptions.testing
    options.engines = [.own]
    var inputs = LintInputs()
    inputs.shaders = (0..<3).map { number in
      ShaderInput(path: "\(number).frag", bytes: Array("void main() {}\n".utf8))
    }
    var calls: [[Int]] = []
    _ = try Linter(options).run(inputs) { done, count in calls.append([done, count]) }
    #expect(calls == [[1, 3], [2, 3], [3, 3]])
  }
}

/// Returns a shell command with which a worker sends responses.
func shellCommand(sending responses: [WorkerMessage.Response]) -> String {
  let bytes = responses.flatMap(\.bytes).map { "\\" + String($0, radix: 8) }
  return "printf '\(bytes.joined())' >&3"
}

/// Writes a worker that says that it is ready and then runs shell commands; returns its path.
func writeWorker(in folder: String, then commands: String) throws -> String {
  let ready = WorkerMessage.Response(
    job: 0, phase: .ready, isLast: true, accepted: true, log: "a driver")
  let path = "\(folder)/worker"
  let script = "#!/bin/sh\n\(shellCommand(sending: [ready]))\n\(commands)\n"
  try AtomicFile.write(Array(script.utf8), to: path)
  chmod(path, 0o700)
  return path
}
