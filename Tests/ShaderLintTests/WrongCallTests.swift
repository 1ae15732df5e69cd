import GLESKitSupport
import TestSupport
import Testing

@testable import ShaderLint

/// Wrong calls end with one line that says what to do.
@Suite final class WrongCallTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let vertex = "#version 100\nvoid main() { gl_Position = vec4(1.0); }\n"
    let fragment = "#version 100\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    for (name, text) in [
      ("a.vert", vertex), ("a.frag", fragment), ("note.txt", "hello\n"),
      ("swapped.txt", "# programs\na.frag\ta.vert\n"), ("twice.txt", "a.frag\ta.frag\n"),
      ("both.txt", "note.txt\tnote.txt\n"),
      ("swapped.toml", "[[program]]\nvertex = 'a.frag'\nfragment = 'a.vert'\n"),
      ("open.toml", "\ninclude = [\"a\",\n"),
      ("include.frag", "#include \"light.glsl\"\n\(fragment)"),
      ("later/a.frag", "#version 300 es\n\(fragment)"), ("later/a.vert", vertex),
      ("empty/readme", ""), ("log.txt", "ERROR: 0:3: 'x' : undeclared identifier\n"),
    ] {
      try Files.createFolders(Paths.folder(of: "\(folder.path)/\(name)"))
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
  }

  private func run(_ line: String) throws -> (status: Int, output: String, errors: String) {
    let words = line.split(separator: " ").map(String.init)
    let process = try Subprocess(
      ["env", "-C", folder.path, builtTool("shaderlint")] + words, capturesErrors: true)
    return (process.status, process.text, String(decoding: process.errors, as: UTF8.self))
  }

  @Test(arguments: [
    (
      "--programs swapped.txt",
      "swapped.txt:2: 'a.frag' is listed as the vertex shader, but by its name or an earlier entry "
        + "it is a fragment shader"
    ),
    ("--programs twice.txt", "twice.txt:1: 'a.frag' is listed as the vertex shader"),
    ("--programs both.txt", "both.txt:1: 'note.txt' is listed as the fragment shader"),
    ("--project swapped.toml", "swapped.toml: 'a.frag' is listed as the vertex shader"),
    ("--config swapped.toml .", "swapped.toml: 'a.frag' is listed as the vertex shader"),
    ("--config none.toml a.frag", "shaderlint: none.toml: No such file or directory"),
    ("--baseline none.json a.frag", "shaderlint: none.json: No such file or directory"),
    ("--programs none.txt", "shaderlint: none.txt: No such file or directory"),
    (
      "--baseline note.txt a.frag",
      "note.txt:1: this is not a baseline: 'hello' is not a JSON value; write one with "
        + "--write-baseline"
    ),
    ("--config open.toml a.frag", "open.toml:2: this array lacks its closing ']'"),
    ("--watch -s vertex -", "--watch can't watch standard input"),
    ("check a.frag", "'check' is neither a command nor a file"),
    ("-o out.txt a.frag", "unknown option -o; redirect the output with > FILE"),
    ("--pair --no-pair a.vert a.frag", "--pair can't be combined with --no-pair"),
    ("--config open.toml --no-config a.frag", "--config can't be combined with --no-config"),
    ("--fix --watch a.frag", "--fix can't be combined with --watch"),
    ("--trace none/t.json a.frag", "cannot write 'none/t.json': No such file or directory"),
    ("--write-baseline none/b.json a.frag", "cannot write 'none/b.json'"),
    ("init none", "'none' does not exist"),
    ("init a.frag", "'a.frag' is not a folder"),
    ("init empty", "no shaders in 'empty'; looked for names that end in .vert, "),
  ])
  func endsBeforeTheCheck(line: String, message: String) throws {
    let run = try run(line)
    #expect(run.status == 2 && run.output == "", "\(run)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  /// Files that never end take no more memory than the longest that make sense.
  @Test(arguments: ["--programs", "--baseline", "--config", "--prelude"])
  func endlessFilesAreRefused(_ option: String) throws {
    let limited = "ulimit -v 1000000; exec \"$0\" \"$@\""
    let process = try Subprocess(
      [
        "env", "-C", folder.path, "sh", "-c", limited, builtTool("shaderlint"), "--engine", "own",
        option, "/dev/zero", "a.frag",
      ], capturesErrors: true)
    let errors = String(decoding: process.errors, as: UTF8.self)
    #expect((1...2).contains(process.status), "\(process.status)")
    #expect((process.text + errors).contains("/dev/zero"), "\(errors)")
  }

  @Test func listedFilesAreThoseThatACheckReads() throws {
    let run = try run("--list-files a.vert a.frag note.txt none.frag")
    #expect(run.status == 2)
    #expect(run.output == "a.vert\na.frag", "\(run.output)")
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 2, "\(run.errors)")
    #expect(lines[0].hasPrefix("shaderlint: note.txt: the stage of this shader is unknown"))
    #expect(lines[1].hasPrefix("shaderlint: none.frag: No such file or directory"))
  }

  /// What a folder's check skips is not listed, nor are programs with it.
  @Test func skippedFilesAreNotListed() throws {
    let run = try run("--list-files later")
    #expect(run.output == "later/a.vert" && run.errors == "" && run.status == 0, "\(run)")
  }

  @Test func aFolderThatIsMissingIsANote() throws {
    for (option, note) in [("-I none", "no folder 'none', of --include"), ("-I empty", nil)] {
      let run = try run("-e own \(option) a.frag")
      #expect(run.status == 0 && run.output.contains(note ?? "1 shader: no errors"), "\(run)")
      #expect(run.output.contains("no folder") == (note != nil), "\(run)")
    }
  }

  @Test func aStageThatNamesContradictIsIgnoredWithANote() throws {
    let note = "shaderlint: --stage is ignored: the file names indicate the stages\n"
    #expect(try run("-e own -s vertex a.frag").errors == note)
    #expect(try run("-e own -s fragment a.frag").errors == "")
    #expect(try run("-e own -s vertex a.frag note.txt").errors == "")
  }

  @Test func missingIncludeFoldersAreNamedWhereTheyMatter() throws {
    #expect(
      try run("-e own -I none include.frag").output
        .contains("hint: the include folder 'none' does not exist"))
    #expect(try run("-e own -I none a.frag").status == 0)
  }

  @Test func aLogIsNotAShader() throws {
    #expect(try run("parse-log log.txt").output.hasSuffix("\n1 log: 1 error"))
    #expect(try run("parse-log --source a.frag log.txt").output.hasSuffix("1 shader: 1 error"))
    #expect(
      try run("parse-log --source a.vert --source a.frag log.txt").output
        .hasSuffix("1 program: 1 error"))
  }
}
