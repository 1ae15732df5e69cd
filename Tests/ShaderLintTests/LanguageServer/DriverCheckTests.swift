import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// The driver, which checks saved files while the server goes on.
@Suite struct DriverCheckTests {
  /// Runs jobs until they are done, and returns what they found.
  private func results(_ check: inout DriverCheck) -> [(path: String, found: [Diagnostic])] {
    var results: [(path: String, found: [Diagnostic])] = []
    while check.descriptor >= 0 {
      var end = pollfd(fd: check.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&end, 1, -1)
      if let result = check.take() { results.append(result) }
    }
    return results
  }

  /// A worker that dies, or that can't be started, ends neither the server nor the next jobs.
  @Test func crashesEndOneJob() throws {
    let folder = try TemporaryFolder()
    let rejected = WorkerMessage.Response(
      job: 0, phase: .fragment, isLast: true, accepted: false, log: "error: no\n")
    var options = LintOptions.testing
    options.isolation.executable = try writeWorker(
      in: folder.path,
      then: """
        if dd bs=4096 count=1 <&3 2>/dev/null | grep -q crash; then kill -SEGV $$; fi
        \(shellCommand(sending: [rejected]))
        cat <&3 >/dev/null
        """)
    var check = DriverCheck(options)
    for name in ["crash", "right"] {
      let path = "\(folder.path)/\(name).frag"
      try AtomicFile.write(Array("#version 100\nvoid main() {} // \(name)\n".utf8), to: path)
      check.add(DriverCheck.Job(path: path, shaders: [path]))
    }
    let found = results(&check)
    #expect(found.map { Paths.name(of: $0.path) } == ["crash.frag", "right.frag"])
    #expect(
      found.map { $0.found.map(\.rule) } == [
        [.compilerCrashed], [.compileError, .enginesDisagree],
      ])
    options.isolation.executable = "/none/shaderlint-worker"
    var missing = DriverCheck(options)
    missing.add(DriverCheck.Job(path: "a.frag", shaders: [found[1].path]))
    #expect(results(&missing).map(\.found) == [[]])
  }

  /// The server answers after the driver has crashed on a saved file.
  @Test func theServerOutlivesTheDriver() throws {
    let folder = try TemporaryFolder()
    let editor = try Editor(["a.frag": "#version 100\nvoid main() { x; }\n"], open: ["a.frag"])
    editor.notify(
      "textDocument/didSave", ["textDocument": ["uri": .string(editor.uri("a.frag"))]])
    let job = try #require(editor.server.takeSaved().first)
    var options = LintOptions.testing
    options.isolation.executable = try writeWorker(in: folder.path, then: "kill -KILL $$")
    var check = DriverCheck(options)
    check.add(job)
    for (path, found) in results(&check) { editor.server.take(found, of: path) }
    #expect(editor.findings("a.frag")?.isEmpty == false)
    #expect(editor.hover("a.frag", "main").isEmpty == false)
  }
}
