import GLESKitSupport
import GLSL
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// `--fix` and `--diff`: what they do to files. `GLSLTests` has the fixes themselves.
@Suite struct FixTests {
  private static let broken = "void main() {\n  float a = 1;\n  gl_Position = vec4(a);\n}\n"
  private static let fixed = "void main() {\n  float a = 1.0;\n  gl_Position = vec4(a);\n}\n"

  private func scratch(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    return folder
  }

  private func run(_ arguments: [String]) throws -> (status: Int, output: String, errors: String) {
    let process = try Subprocess(
      [builtTool("shaderlint"), "--engine", "own", "--no-config"] + arguments, capturesErrors: true)
    let output = String(decoding: process.output, as: UTF8.self)
    return (process.status, output, String(decoding: process.errors, as: UTF8.self))
  }

  /// As `diff -u` counts: a range without lines is at the line before it.
  @Test func emptyTextsHaveADifference() {
    func difference(_ old: String, _ new: String) -> String {
      let text = UnifiedDiff.text(path: "a", old: Array(old.utf8), new: Array(new.utf8))
      return String(decoding: text, as: UTF8.self)
    }
    #expect(difference("", "x\n") == "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n")
    #expect(difference("x\ny\n", "") == "--- a\n+++ a\n@@ -1,2 +0,0 @@\n-x\n-y\n")
    #expect(difference("x\n", "x\n") == "")
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try Files.read(path), as: UTF8.self)
  }

  @Test func fixedFilesHaveTheFindingNoMore() throws {
    let folder = try scratch(["a.vert": Self.broken])
    let path = "\(folder.path)/a.vert"
    #expect(chmod(path, 0o640) == 0)
    #expect(try run([path]).output.contains("1 error; --fix can fix 1\n"))
    let run = try run(["--fix", path])
    #expect(run.status == 0 && run.errors == "fixed 1 finding in 1 file\n", "\(run)")
    #expect(try text(path) == Self.fixed)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try self.run([path]).status == 0)
    let again = try self.run(["--fix", path])
    #expect(again.status == 0 && again.errors == "", "\(again)")
  }

  /// The number of findings that `--fix` can fix is that of those which it fixes.
  @Test func findingsThatShareAFixCountSeparately() {
    var report = LintReport()
    report.sources["a"] = SourceText(path: "a", bytes: Array("abcdef".utf8))
    let edit = TextFix.Edit(file: "a", range: 1..<3, text: "X")
    report.general = ["one", "two"].map {
      Diagnostic(
        .unused, $0, at: Location(file: "a", line: 1), fix: TextFix(title: "x", edits: [edit]))
    }
    var files = FixedFiles()
    let isChanged = files.apply(report)
    #expect(isChanged && files.count == report.fixableCount && files.count == 2)
  }

  @Test func whatCannotBeFixedIsReported() throws {
    let folder = try scratch([
      "a.vert": "void main() { float a = 1; gl_Position = vec4(a) + b; }\n"
    ])
    let run = try run(["--fix", "\(folder.path)/a.vert"])
    #expect(run.status == 1 && run.output.contains("'b' is not declared"), "\(run)")
    #expect(try text("\(folder.path)/a.vert").contains("float a = 1.0;"))
  }

  @Test func patchesAreThoseOfDiff() throws {
    let folder = try scratch(["a.vert": Self.broken])
    let path = "\(folder.path)/a.vert"
    let run = try run(["--diff", path])
    #expect(run.status == 1)
    #expect(
      run.output == """
        --- \(path)
        +++ \(path)
        @@ -1,4 +1,4 @@
         void main() {
        -  float a = 1;
        +  float a = 1.0;
           gl_Position = vec4(a);
         }

        """)
    #expect(try text(path) == Self.broken)
    let patch = try Subprocess(["patch", "-p0", path], input: Array(run.output.utf8))
    #expect(try patch.status == 0 && text(path) == Self.fixed)
    #expect(try self.run(["--diff", path]).status == 0)
  }

  /// Comments may be in Latin-1, and the last line may lack its end.
  @Test func otherBytesStayAsTheyAre() throws {
    let folder = try scratch([:])
    let path = "\(folder.path)/a.vert"
    func text(_ number: String) -> [UInt8] {
      Array("void main() {\n  float a = \(number); // caf".utf8) + [0xE9, 0xFF]
        + Array("\r\n  gl_Position = vec4(a); }".utf8)
    }
    let (old, new) = (text("1"), text("1.0"))
    try AtomicFile.write(old, to: path)
    let diff = try Subprocess([builtTool("shaderlint"), "--engine", "own", "--diff", path]).output
    #expect(try Files.read(path) == old)
    let patch = try Subprocess(["patch", "--binary", "-p0", path], input: diff)
    #expect(try patch.status == 0 && Files.read(path) == new)
    try AtomicFile.write(old, to: path)
    #expect(try run(["--fix", path]).status == 0)
    #expect(try Files.read(path) == new)
  }

  /// An included file is fixed once, for all shaders; a precision goes into the shader itself.
  @Test func includedFilesAreFixedOnce() throws {
    let folder = try scratch([
      "half.glsl": "float half_of(float a) { return a / 2; }\n",
      "a.frag": "#include \"half.glsl\"\nvoid main() { gl_FragColor = vec4(half_of(1.0)); }\n",
      "b.vert": "#include \"half.glsl\"\nvoid main() { gl_Position = vec4(half_of(1)); }\n",
    ])
    let run = try run(["--fix", "\(folder.path)/a.frag", "\(folder.path)/b.vert"])
    #expect(try text("\(folder.path)/half.glsl") == "float half_of(float a) { return a / 2.0; }\n")
    #expect(try text("\(folder.path)/b.vert").contains("half_of(1.0)"))
    // The first declaration is in the file that both share, so there is no certain fix.
    #expect(run.status == 1 && run.output.contains("missing-precision"), "\(run)")
  }

  @Test func overlappingFixesAreAppliedOneAfterTheOther() {
    let source = SourceText(path: "a", bytes: Array("abcdef".utf8))
    var report = LintReport()
    report.sources["a"] = source
    func fix(_ range: Range<Int>, _ text: String) -> Diagnostic {
      Diagnostic(
        .unused, "\(range)", at: Location(file: "a", line: 1),
        fix: TextFix(title: "x", edits: [TextFix.Edit(file: "a", range: range, text: text)]))
    }
    report.general = [
      fix(1..<3, "X"), fix(2..<4, "Y"), fix(1..<3, "X"), fix(3..<3, "Z"), fix(2..<2, "W"),
    ]
    var files = FixedFiles()
    let isChanged = files.apply(report)
    #expect(isChanged)
    #expect(files.texts["a"].map { String(decoding: $0, as: UTF8.self) } == "aXZdef")
    #expect(files.count == 2)
  }

  @Test func filesThatChangedInTheMeantimeAreKept() throws {
    let folder = try scratch(["a.vert": Self.broken])
    let path = "\(folder.path)/a.vert"
    var inputs = LintInputs()
    inputs.shaders = [ShaderInput(path: path)]
    var options = LintOptions.testing
    options.engines = [.own]
    let (report, files) = try Linter(options).fix(inputs)
    #expect(report.counts.errors == 0 && files.changes.count == 1)
    try AtomicFile.write(Array("// new\n".utf8), to: path)
    #expect(files.write().count == 1)
    #expect(try text(path) == "// new\n")
  }

  @Test func impossibleOptions() throws {
    #expect(try run(["--fix", "--watch", "x.frag"]).status == 2)
    #expect(try run(["--fix", "-", "--stage", "vertex"]).status == 2)
    #expect(try run(["--fix", "/nonexistent.frag"]).status == 2)
  }
}
