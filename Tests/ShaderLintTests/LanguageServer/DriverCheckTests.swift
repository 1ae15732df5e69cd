import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// The driver, which checks saved files in a process of its own.
@Suite struct DriverCheckTests {
  /// Runs jobs until they are done, and returns what they found.
  private func results(_ check: inout DriverCheck) -> [(path: String, found: [Diagnostic])] {
    var results: [(path: String, found: [Diagnostic])] = []
    while check.descriptor >= 0 {
      if let result = check.read() { results.append(result) }
    }
    return results
  }

  private static let report = """
    {"diagnostics": [{"id": "GL1099", "severity": "error", "origin": "driver", "message": "m",
    "location": {"file": "b.frag", "line": 2}}]}
    """

  /// A process that dies, or that can't be started, ends neither the server nor the next jobs.
  @Test func crashesEndOneJob() throws {
    let script = """
      for last; do :; done
      case $last in
      a.frag) printf '{"diagnostics": ['; kill -SEGV $$ ;;
      *) printf '%s' '\(Self.report)' ;;
      esac
      """
    var check = DriverCheck(LintOptions(), tool: ["sh", "-c", script, "sh"])
    for path in ["a.frag", "b.frag"] {
      check.add(DriverCheck.Job(path: path, shaders: [path]))
    }
    let results = results(&check)
    #expect(results.map(\.path) == ["a.frag", "b.frag"])
    #expect(results.map(\.found.count) == [0, 1])
    var missing = DriverCheck(LintOptions(), tool: ["/none/shaderlint"])
    missing.add(DriverCheck.Job(path: "a.frag", shaders: ["a.frag"]))
    #expect(missing.descriptor < 0)
  }

  /// The server answers after the process that checks a saved file was killed.
  @Test func theServerOutlivesTheDriver() throws {
    let editor = try Editor(["a.frag": "#version 100\nvoid main() { x; }\n"], open: ["a.frag"])
    editor.notify(
      "textDocument/didSave", ["textDocument": ["uri": .string(editor.uri("a.frag"))]])
    let job = try #require(editor.server.takeSaved().first)
    var check = DriverCheck(LintOptions(), tool: ["sh", "-c", "kill -KILL $$"])
    check.add(job)
    for (path, found) in results(&check) { editor.server.take(found, of: path) }
    #expect(editor.findings("a.frag")?.isEmpty == false)
    #expect(editor.hover("a.frag", "main").isEmpty == false)
  }
}
