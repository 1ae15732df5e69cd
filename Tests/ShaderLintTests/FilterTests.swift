import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// Options that hide findings: `--diff-base` and `--baseline`.
@Suite struct FilterTests {
  private struct Run {
    let status: Int
    let output: String
    let errors: String

    init(_ folder: String, _ arguments: [String]) throws {
      let tool = [builtTool("shaderlint"), "--engine", "own", "--format", "gcc"]
      let process = try Subprocess(
        ["env", "-C", folder] + tool + arguments, capturesErrors: true)
      status = process.status
      output = process.text
      errors = String(decoding: process.errors, as: UTF8.self)
    }

    /// The findings, each as its file, line and rule.
    var findings: [String] {
      output.split(separator: "\n").filter { !$0.hasPrefix("shaderlint:") }.map { line in
        let parts = line.split(separator: ":")
        return "\(parts[0]):\(parts[1]) \(line.suffix(7).dropLast())"
      }
    }
  }

  private func write(_ text: String, to path: String) throws {
    try AtomicFile.write(Array(text.utf8), to: path)
  }

  private static func shader(_ lines: [String]) -> String {
    "#version 100\nprecision mediump float;\nvoid main() {\n\(lines.joined(separator: "\n"))\n}\n"
  }

  @Test func readsLinesOfADiff() {
    let diff = """
      diff --git a/old.frag b/a b.frag
      --- a/old.frag
      +++ b/a b.frag\t
      @@ -3 +3,2 @@ void main() {
      -++ b/none.frag
      +++ b/none.frag
      +y
      \\ No newline at end of file
      @@ -9,2 +9,0 @@
      -a
      -b
      @@ -20,0 +19 @@
      +c
      --- a/gone.frag
      +++ /dev/null
      @@ -1 +0,0 @@
      -x
      --- a/x
      +++ "b/tab\\t.frag"
      @@ -0,0 +1,3 @@
      +1
      +2
      +3
      """
    #expect(
      ChangedLines.parse(Array(diff.utf8)) == [
        "a b.frag": [3..<5, 19..<20], "tab\t.frag": [1..<4],
      ])
  }

  /// GIT_DIFF_OPTS and diff.interHunkContext ask for lines around the changed ones.
  @Test func readsADiffWithContext() {
    let diff = """
      --- "a/c\\001\\303\\274\\a\\"d.frag"
      +++ "b/c\\001\\303\\274\\a\\"d.frag"
      @@ -2,6 +2,7 @@
       a
      -b
      +c

      +d
      +e
       f
      -g
       h
      --- a/x
      +++ b/x
      @@ -5 +5 @@
      -a
      +b
      """
    #expect(
      ChangedLines.parse(Array(diff.utf8)) == [
        "c\u{1}ü\u{7}\"d.frag": [3..<4, 5..<7], "x": [5..<6],
      ])
  }

  @Test(.enabled(if: ChildProcess.isInstalled("git")))
  func onlyChangedLinesAreReported() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    func git(_ arguments: String...) throws {
      let settings = ["-c", "user.name=test", "-c", "user.email=test@localhost"]
      let process = try Subprocess(["git", "-C", path] + settings + arguments)
      try #require(process.status == 0)
    }
    try git("init", "--quiet")
    try write(Self.shader(["  float a = old;"]), to: "\(path)/a.frag")
    try git("add", "a.frag")
    try git("commit", "--quiet", "-m", "test")
    #expect(try Run(path, ["--diff-base", "HEAD", "."]).findings == [])
    #expect(try Run(path, ["--diff-base", "HEAD", "."]).status == 0)
    try write(
      Self.shader(["  float b = 1.0;", "  float a = old;", "  float c = new;"]),
      to: "\(path)/a.frag")
    try write(Self.shader(["  float d = other;"]), to: "\(path)/b.frag")
    let run = try Run(path, ["--diff-base", "HEAD", "."])
    #expect(run.status == 1)
    #expect(run.findings == ["a.frag:6 GL1001", "b.frag:4 GL1001"])
    #expect(run.output.contains("1 outside the changed lines"))
    let unknown = try Run(path, ["--diff-base", "none", "."])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("none"))
    #expect(try Run(path, ["--diff-base", "--output=x", "."]).status == 2)
  }

  @Test func knownFindingsAreNotReported() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let old = "  gl_FragColor = 1;"
    try write(Self.shader([old, old]), to: "\(path)/a.frag")
    let written = try Run(path, ["--write-baseline", "known.json", "a.frag"])
    #expect(written.status == 0)
    #expect(written.errors.contains("wrote 2 findings to known.json"))
    // Relative to the baseline, so that it can be committed.
    let known = String(decoding: try Files.read("\(path)/known.json"), as: UTF8.self)
    #expect(known.contains("\"a.frag\""))
    let quiet = try Run(path, ["--baseline", "known.json", "a.frag"])
    #expect(quiet.status == 0)
    #expect(quiet.findings == [])
    #expect(quiet.output.contains("2 in the baseline"))
    // Lines move, and of three equal findings two are known.
    try write(
      Self.shader(["  // more", old, "\t\(old)", "  gl_FragColor  = 1;", "  new;"]),
      to: "\(path)/a.frag")
    #expect(
      try Run(path, ["--baseline", "known.json", "a.frag"]).findings
        == ["a.frag:7 GL1003", "a.frag:8 GL1001"])
    try write("{\"version\": 2}", to: "\(path)/known.json")
    let wrong = try Run(path, ["--baseline", "known.json", "a.frag"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("is not a baseline"))
    for count in [.max, .min, 0] {
      let finding: JSON = [
        "file": "a", "rule": "b", "message": "c", "source": "d", "count": .integer(count),
      ]
      let known: JSON = ["version": 1, "findings": [finding, finding]]
      try write(known.text(), to: "\(path)/known.json")
      let counts = try Run(path, ["--baseline", "known.json", "a.frag"])
      #expect(counts.status == 2 && counts.errors.contains("'count' must be 1…1000000000"))
    }
    #expect(try Run(path, ["--baseline", "none.json", "a.frag"]).status == 2)
    #expect(try Run(path, ["--fix", "--baseline", "known.json", "a.frag"]).status == 2)
  }

  @Test(arguments: ["a.frag", "link.frag", "part.glsl", "options.toml", "list.txt", "trace.json"])
  func outputsOverwriteNoFileOfTheRun(output: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try write(Self.shader(["  new;"]), to: "\(path)/a.frag")
    try write("float f();\n", to: "\(path)/part.glsl")
    try write("webgl = true\n", to: "\(path)/options.toml")
    try write("", to: "\(path)/list.txt")
    try #require(symlink("a.frag", "\(path)/link.frag") == 0)
    let options = ["--config", "options.toml", "--programs", "list.txt", "."]
    for option in ["--write-baseline", "--trace"] {
      let old = try? Files.read("\(path)/\(output)")
      let other = option == "--trace" ? "--write-baseline" : "--trace"
      let more = output == "trace.json" ? [other, "./trace.json"] : []
      let run = try Run(path, [option, output] + more + options)
      #expect(run.status == 2 && run.errors.contains("would overwrite"), "\(run.errors)")
      #expect((try? Files.read("\(path)/\(output)")) == old)
    }
  }

  @Test func aTraceIsWrittenWithABaseline() throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try write(Self.shader(["  new;"]), to: "\(path)/a.frag")
    let run = try Run(path, ["--write-baseline", "known.json", "--trace", "trace.json", "a.frag"])
    #expect(run.status == 0 && Files.kind(of: "\(path)/trace.json") == .regular)
    #expect(try Run(path, ["--trace", "other.json", "--list-files", "a.frag"]).status == 2)
  }
}
