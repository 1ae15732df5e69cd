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
